import { z } from 'zod'
import { Row, Table } from '../../shared/story/game'
import type { Range } from '../../shared/story/play'
import { type ProblemData, toProblem } from '../../shared/base/problem'
import { rangeOf, MAX_TABLE_DEPTH } from '../../shared/story/tables'
import { MAX_SIDES, spanOf } from '../engine/dice'
import { fileProblem } from './file-problem'
import { checked, type YamlFile } from './yaml-file'

const WeightedRow = Row.extend({ weight: z.number().int().min(1).default(1) })
/** A table as a list of rows without dice. Its die gets as many sides as the sum of the weights. */
export const WeightedTable = z.looseObject({
  name: z.string(),
  rows: z.array(z.union([z.string(), WeightedRow], { error: 'a row must be a text, or a map whose weight is a whole number of at least 1' })).min(1)
})

type Rows = Table['rows']
type Fault = (path: readonly PropertyKey[], what: string) => void

/** The table in a file. Problems with its rows are added to `problems`. Throws Problem `bad-file` if it isn't a table. SPEC.md B2, B3. */
export function readTable(yaml: YamlFile, problems: ProblemData[]): Table {
  const fault: Fault = (path, what) => problems.push(problemAt(yaml, path, what))
  const rows = (yaml.value as { rows?: unknown } | null)?.rows
  if (Array.isArray(rows)) return weighted(yaml, fault)
  const table = checked(yaml, Table)
  const span = spanIn(table.dice, fault)
  if (span) checkRanges(table.rows, span, fault)
  for (const [key, row] of Object.entries(table.rows)) {
    checkRow(row, ['rows', key], fault)
    if (typeof row !== 'string' && 'weight' in row) fault(['rows', key, 'weight'], 'gives a row both a range and a weight. Remove one of them')
  }
  return table
}

function weighted(yaml: YamlFile, fault: Fault): Table {
  const { rows: list, ...rest } = checked(yaml, WeightedTable)
  if ('dice' in rest) fault(['dice'], 'has dice and a list of rows. Remove the dice, or give every row a range')
  let sides = 0
  const rows: Rows = {}
  list.forEach((each, i) => {
    const { weight = 1, ...row } = typeof each === 'string' ? { text: each } : each
    const first = sides + 1
    sides += weight
    rows[weight === 1 ? String(first) : `${first}-${sides}`] = row
    checkRow(row, ['rows', String(i)], fault)
  })
  if (sides > MAX_SIDES) fault(['rows'], `has weights that add up to ${sides}, but a die has at most ${MAX_SIDES} sides`)
  return { ...rest, dice: `d${sides}`, rows }
}

function checkRow(row: string | Row, path: readonly PropertyKey[], fault: Fault): void {
  const empty = typeof row === 'string' ? row.trim() === '' : !row.text?.trim() && row.table === undefined
  if (empty) fault(path, 'has an empty row. Give it a text or another table')
}

function spanIn(dice: string, fault: Fault): Range | undefined {
  try {
    return spanOf(dice)
  } catch (thrown) {
    fault(['dice'], `can't be rolled: ${toProblem(thrown).message.replace(/\.$/, '')}`)
    return undefined
  }
}

function checkRanges(rows: Rows, [least, most]: Range, fault: Fault): void {
  const ranges = Object.keys(rows).flatMap((key) => {
    const range = rangeOf(key)
    const path = ['rows', key]
    if (!range) fault(path, `has the row "${key}", which is not a range. Write a number such as 4, or a range such as 1-3`)
    else if (range[0] > range[1]) fault(path, `has the reversed range "${key}". Write ${range[1]}-${range[0]}`)
    else if (range[0] < least || range[1] > most) fault(path, `has the row "${key}", but its dice roll ${least} to ${most}`)
    else return [{ key, range }]
    return []
  })
  if (ranges.length < Object.keys(rows).length) return
  let next = least
  let before = ''
  for (const { key, range } of ranges.toSorted((a, b) => a.range[0] - b.range[0] || a.range[1] - b.range[1])) {
    if (range[0] > next) fault(['rows', key], `has no row for ${words(next, range[0] - 1)}`)
    if (range[0] < next) fault(['rows', key], `has two rows for ${words(range[0], Math.min(next - 1, range[1]))}: "${before}" and "${key}"`)
    if (range[1] >= next) {
      next = range[1] + 1
      before = key
    }
  }
  if (next <= most) fault(['rows', before], `has no row for ${words(next, most)}`)
}

const words = (from: number, to: number): string => (from === to ? String(from) : `${from} to ${to}`)

/** Problems with rows that lead to missing tables, back to their own table, or too deep. `files`: the readable table files by id. SPEC.md B1, B2. */
export function nestingProblems(files: ReadonlyMap<string, YamlFile>, exists: (id: string) => boolean): ProblemData[] {
  const problems: ProblemData[] = []
  const leads = new Map([...files].map(([id, yaml]) => [id, leadsOf(yaml)]))
  const depths = new Map<string, number>()
  const walk = (id: string, above: readonly string[]): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    let depth = 1
    for (const { to, path } of leads.get(id) ?? []) {
      const yaml = files.get(id) as YamlFile
      const circle = [...above, id]
      if (!exists(to)) problems.push(problemAt(yaml, path, `uses the table "${to}", but there is no tables/${to}.yaml`))
      else if (circle.includes(to)) {
        const round = [...circle.slice(circle.indexOf(to)), to].join(' → ')
        problems.push(problemAt(yaml, path, `leads back to itself: ${round}. Remove one of these links`))
      } else if (files.has(to)) depth = Math.max(depth, 1 + walk(to, circle))
    }
    if (depth === MAX_TABLE_DEPTH + 1)
      problems.push(problemAt(files.get(id) as YamlFile, ['rows'], `chains more than ${MAX_TABLE_DEPTH} tables. Merge some of them`))
    depths.set(id, depth)
    return depth
  }
  for (const id of files.keys()) walk(id, [])
  return problems
}

/** The rows that name a further table, in both forms of a table file. */
function leadsOf(yaml: YamlFile): { to: string; path: readonly PropertyKey[] }[] {
  const rows = (yaml.value as { rows?: unknown } | null)?.rows
  if (typeof rows !== 'object' || rows === null) return []
  return Object.entries(rows as Record<string, unknown>).flatMap(([key, row]) => {
    const to = typeof row === 'object' && row !== null ? (row as { table?: unknown }).table : undefined
    return typeof to === 'string' ? [{ to, path: ['rows', key, 'table'] }] : []
  })
}

function problemAt(yaml: YamlFile, path: readonly PropertyKey[], what: string): ProblemData {
  const line = yaml.lineOf(path)
  return fileProblem(yaml.file, line, `${yaml.file} line ${line} ${what}.`).toJSON()
}
