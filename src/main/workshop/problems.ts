import type { FileProblem, QuickFix, TextRange } from '../../shared/contract/language-calls'
import { groupOf } from '../../shared/analysis/reports'
import { meantBy, nearest } from '../../shared/base/suggest'
import type { ProblemData } from '../../shared/base/problem'
import { newSheet } from '../../shared/story/new-sheet'
import { slug } from '../../shared/story/names'
import type { MissingName } from '../rules/check/finding'
import type { NameRef } from './name-index'
import { TextPlaces } from './text-places'
import { capitalised } from '../../shared/words/labels'

const labelOf = (id: string): string => capitalised(id.replaceAll('-', ' '))

/** The initial content of a missing thing. Each one passes the check, except for the finding that nothing uses it yet. */
const STUBS: Readonly<Record<MissingName['kind'], (name: string) => { path: string; text: string; title: string } | undefined>> = {
  action: (name) => ({
    path: `rules/actions/${name}.yaml`,
    title: `Create the action "${name}"`,
    text: `name: ${name}\ndescription: ${labelOf(name)}.\nexecute:\n  - say: '{actor.name} does it.'\n`
  }),
  condition: (name) => ({
    path: `rules/conditions/${name}.yaml`,
    title: `Create the condition "${name}"`,
    text: `name: ${labelOf(name)}\ndescription: Say here what it does.\n`
  }),
  item: (name) => ({
    path: 'rules/equipment/items.yaml',
    title: `Create the item "${name}"`,
    text: `${name}: { name: ${labelOf(name)}, kind: tool, slots: 1 }\n`
  }),
  table: (name) => ({
    path: `rules/tables/${name}.yaml`,
    title: `Create the table "${name}"`,
    text: `name: ${labelOf(name)}\ndice: d6\nrows:\n  1-3: Write here what happens on 1 to 3.\n  4-6: Write here what happens on 4 to 6.\n`
  }),
  stat: () => undefined,
  // A sheet needs a location; `problems.ts` makes it.
  sheet: () => undefined
}

/** Findings of `check` with their positions in files and their fixes. */
export function fileProblems(findings: readonly ProblemData[], texts: ReadonlyMap<string, string>, names: readonly NameRef[]): FileProblem[] {
  const known = new Map<string, TextPlaces>()
  return findings.map((finding) => {
    const path = pathOf(finding)
    const places = known.get(path) ?? new TextPlaces(texts.get(path) ?? '')
    known.set(path, places)
    const range = rangeOf(finding, places)
    const group = groupOf(finding)
    return {
      path,
      ...range,
      message: finding.message,
      level: group === 'errors' ? 'error' : group === 'unreached' ? 'warning' : 'info',
      fixes: fixesFor(finding, path, places, texts, names)
    }
  })
}

const pathOf = ({ data }: ProblemData): string => (typeof data?.['file'] === 'string' ? data['file'] : '')
const lineOf = ({ data }: ProblemData): number => (typeof data?.['line'] === 'number' ? data['line'] : 1)

/** The range of a finding: its first quoted word that occurs in the line, otherwise the line. */
function rangeOf(finding: ProblemData, places: TextPlaces): TextRange {
  const line = lineOf(finding)
  const text = places.line(line)
  for (const word of quoted(finding.message)) {
    const at = wordAt(text, word)
    if (at >= 0) return { line, column: at + 1, endLine: line, endColumn: at + 1 + word.length }
  }
  return places.wholeLine(line)
}

/** The words that a finding lists: "Use one of a, b, c." */
const choicesIn = (message: string): string[] => /Use one of ([^.]+)\./.exec(message)?.[1]?.split(', ') ?? []
const missingIn = ({ data }: ProblemData): MissingName | undefined => data?.['missing'] as MissingName | undefined
const quoted = (message: string): string[] => [...message.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word)

function wordAt(line: string, word: string): number {
  const isPart = (one: string | undefined): boolean => one !== undefined && /[\p{L}\p{N}_-]/u.test(one)
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) if (!isPart(line[at - 1]) && !isPart(line[at + word.length])) return at
  return -1
}

function fixesFor(finding: ProblemData, path: string, places: TextPlaces, texts: ReadonlyMap<string, string>, names: readonly NameRef[]): QuickFix[] {
  return [...spelled(finding, path, places, names), ...stubs(finding, texts), ...sheets(finding, path, names), ...deletions(finding, path, texts)]
}

/** Fixes that replace a misspelt word by a similar valid one. */
function spelled(finding: ProblemData, path: string, places: TextPlaces, names: readonly NameRef[]): QuickFix[] {
  const missing = missingIn(finding)
  const alike =
    missing &&
    nearest(
      missing.name,
      names.flatMap(({ kind, id }) => (kind === missing.kind ? [id] : []))
    )
  const wordOf = /^(?:.*: )?"([^"]+)"/.exec(finding.message)?.[1] ?? ''
  const suggestion = meantBy(finding.message) ?? alike ?? nearest(wordOf, choicesIn(finding.message))
  const line = lineOf(finding)
  const text = places.line(line)
  const wrong = quoted(finding.message).find((word) => word !== suggestion && wordAt(text, word) >= 0)
  if (suggestion === undefined || wrong === undefined) return []
  const at = wordAt(text, wrong)
  const after = text.slice(0, at) + suggestion + text.slice(at + wrong.length)
  const change = { line, column: at + 1, endLine: line, endColumn: at + 1 + wrong.length, text: suggestion, before: text.trim(), after: after.trim() }
  return [{ title: `Change "${wrong}" to "${suggestion}"`, files: [{ path, changes: [change] }] }]
}

/** Fixes that create a missing file or entry. */
function stubs(finding: ProblemData, texts: ReadonlyMap<string, string>): QuickFix[] {
  const missing = missingIn(finding)
  const stub = missing && STUBS[missing.kind](missing.name)
  if (!missing || !stub || missing.name !== slug(missing.name)) return []
  const { path, text, title } = stub
  const old = texts.get(path)
  if (old === undefined) return [{ title, files: [{ path, created: text, changes: [] }] }]
  if (missing.kind !== 'item') return []
  const places = new TextPlaces(old)
  const end = places.range(old.length, old.length)
  const added = `${old === '' || old.endsWith('\n') ? '' : '\n'}${text}`
  return [{ title, files: [{ path, changes: [{ ...end, text: added, before: '', after: text.trim() }] }] }]
}

/** Fixes that create the sheet of a character, in the first location. */
function sheets(finding: ProblemData, path: string, names: readonly NameRef[]): QuickFix[] {
  const missing = missingIn(finding)
  const place = names.find(({ kind }) => kind === 'place')
  if (missing?.kind !== 'sheet' || !place) return []
  return [{ title: 'Create it', files: [{ path, created: newSheet(missing.name, place.id), changes: [] }] }]
}

/** Fixes that delete a file without effect. */
function deletions({ data }: ProblemData, path: string, texts: ReadonlyMap<string, string>): QuickFix[] {
  return data?.['unused'] === true && texts.has(path) ? [{ title: `Delete ${path}`, files: [{ path, removed: true, changes: [] }] }] : []
}
