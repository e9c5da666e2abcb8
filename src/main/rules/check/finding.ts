import { asMessage } from '../../../shared/words/labels'
import { splitMisfits } from '../../../shared/base/schema-errors'
import { isRemark, type ProblemData } from '../../../shared/base/problem'
import { FINDING_GROUPS, groupOf } from '../../../shared/analysis/reports'

/** How certain a finding is: a problem is wrong in any case; unreached is a fact or place that nobody reaches or leaves; a remark may be meant. */
export type FindingLevel = 'problem' | 'unreached' | 'remark'

/** A program's remedy for a finding: create something that a game doesn't have, or delete a file without effect. */
export interface FindingRemedy {
  missing?: MissingName
  unused?: true
}
/** A name that a game's lists don't have, or a character whose folder has no sheet. */
export interface MissingName {
  kind: 'action' | 'condition' | 'item' | 'table' | 'stat' | 'sheet'
  name: string
}

/** A finding as a Problem with `{file, line}`, its `level` unless it is a problem, and its remedy. */
export const finding = (level: FindingLevel, file: string, line: number, message: string, remedy: FindingRemedy = {}): ProblemData => ({
  code: 'bad-file',
  message: asMessage(message),
  data: { file, line, ...(level === 'problem' ? {} : { level }), ...remedy }
})

/** `rules/manifest.yaml:3`; empty if the finding has no file. */
function placeOf({ data }: ProblemData): string {
  const file = data?.['file']
  if (typeof file !== 'string') return ''
  const line = data?.['line']
  return typeof line === 'number' ? `${file}:${line}` : file
}

const quoted = ({ message }: ProblemData): string[] => [...message.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word)

/** A finding whose sentence doesn't repeat the place that is shown beside it. */
function placed(one: ProblemData): ProblemData {
  const { file, line } = one.data ?? {}
  const prefix = `${String(file)} line ${String(line)}`
  if (!one.message.startsWith(prefix)) return one
  const rest = one.message.slice(prefix.length)
  return { ...one, message: rest.startsWith(': ') ? rest.slice(2) : `This line${rest}` }
}

/** By file and line, without duplicate sentences. A finding in `then` is dropped if `first` mentions its name on its line. */
export function sorted(known: readonly ProblemData[], then: readonly ProblemData[] = []): ProblemData[] {
  const first = known.flatMap(splitMisfits)
  const spoken = new Set(first.filter((one) => !isRemark(one)).flatMap((one) => quoted(one).map((word) => `${placeOf(one)} ${word}`)))
  const seen = new Set<string>()
  const key = (one: ProblemData): string => {
    const [file = '', line = ''] = placeOf(one).split(/:(?=\d+$)/)
    return [file, line.padStart(7, '0'), one.message].join('\0')
  }
  return [...first, ...then.filter((one) => isRemark(one) || !quoted(one).some((word) => spoken.has(`${placeOf(one)} ${word}`)))]
    .filter((one) => !seen.has(key(one)) && seen.add(key(one)))
    .toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    .map(placed)
}

/** Most urgent first: errors in own files, errors in files that `isStock`, unreached things, remarks, those on stock files. Else in order. */
export function ranked(findings: readonly ProblemData[], isStock: (file: string) => boolean): ProblemData[] {
  const marked = findings.map((one) => (isStock(String(one.data?.['file'])) ? { ...one, data: { ...one.data, stock: true } } : one))
  const rank = (one: ProblemData): number => FINDING_GROUPS.indexOf(groupOf(one)) + (isRemark(one) || one.data?.['stock'] !== true ? 0 : 0.5)
  return marked.toSorted((a, b) => rank(a) - rank(b))
}
