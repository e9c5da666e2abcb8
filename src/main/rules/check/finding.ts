import { isRemark, type ProblemData } from '../../../shared/problem'

/** How sure a finding is: a problem is wrong whatever was meant; a remark may be meant so. */
export type Level = 'problem' | 'remark'

/** One finding as a Problem with `{file, line}`, and `level: 'remark'` when it is one. */
export const finding = (level: Level, file: string, line: number, message: string): ProblemData => ({
  code: 'bad-file',
  message,
  data: { file, line, ...(level === 'remark' ? { level } : {}) }
})

/** `rules/manifest.yaml:3`; empty for what stands in no file. */
function placeOf({ data }: ProblemData): string {
  const file = data?.['file']
  if (typeof file !== 'string') return ''
  const line = data?.['line']
  return typeof line === 'number' ? `${file}:${line}` : file
}

const quoted = ({ message }: ProblemData): string[] => [...message.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word)

/** A finding whose sentence does not begin with the place that is told beside it. */
function placed(one: ProblemData): ProblemData {
  const { file, line } = one.data ?? {}
  const prefix = `${String(file)} line ${String(line)}`
  if (!one.message.startsWith(prefix)) return one
  const rest = one.message.slice(prefix.length)
  return { ...one, message: rest.startsWith(': ') ? rest.slice(2) : `This line${rest}` }
}

/** By file and line, each sentence once. What `then` says of a line and a name that `first` has spoken of is left out. */
export function sorted(first: readonly ProblemData[], then: readonly ProblemData[] = []): ProblemData[] {
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
