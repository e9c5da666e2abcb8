import { GROUP_TITLES, type ComparedSide, type Comparison, type FileLines } from '../../shared/analysis/compare'
import { count, short } from './words'

const side = ({ n, commit, subject, branches }: ComparedSide): string =>
  `${branches.length > 0 ? `${branches.join(', ')}, ` : ''}beat ${n} ${short(commit)}: ${subject}`

const since = ({ beats, entries }: ComparedSide): string => `${count(beats, 'beat')} and ${count(entries, 'log entry', 'log entries')}`

/** The common part and the differences of two commits, group by group. */
export function comparisonWords({ a, b, base, groups }: Comparison): string {
  const beginning = base
    ? `Both are the same up to beat ${base.n}. Since then the first has ${since(a)}, and the second ${since(b)}.`
    : 'The two share no beat.'
  const texts = groups.map(({ kind, total, lines }) =>
    [
      GROUP_TITLES[kind],
      ...lines.map(({ words }) => `  ${words}`),
      ...(total > lines.length ? [`  … and ${count(total - lines.length, 'line')} more`] : [])
    ].join('\n')
  )
  return [`${side(a)}\n${side(b)}\n${beginning}`, ...(texts.length > 0 ? texts : ['Nothing differs.'])].join('\n\n')
}

const SIGNS = { same: ' ', added: '+', removed: '-' }

/** The changed lines of a file, as a unified diff without line numbers. */
export function fileWords({ path, hunks, left, binary, change }: FileLines): string {
  const lines = hunks.flatMap((hunk) =>
    'skipped' in hunk ? [`@@ ${count(hunk.skipped, 'unchanged line')} @@`] : hunk.lines.map(({ op, text }) => SIGNS[op] + text)
  )
  return [
    `${path} (${change})`,
    ...(binary ? ['  not a text file, or too long to show'] : lines),
    ...(left > 0 ? [`… and ${count(left, 'line')} more`] : [])
  ].join('\n')
}
