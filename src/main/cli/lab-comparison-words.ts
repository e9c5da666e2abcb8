import type { ComparedMean, ComparedShare, LabComparison } from '../../shared/lab/comparison'
import type { CurvePoint, LabSolution } from '../../shared/lab/solution'
import type { Difference } from '../../shared/lab/statistics'
import { counted } from '../../shared/words/labels'
import { percent } from '../../shared/words/percent'

/** The most differences that are listed. */
const MAX_LISTED = 15

const fine = (share: number): string => percent(share, 1)
const signed = (text: string, value: number): string => (value > 0 ? `+${text}` : text)
const points = (value: number): string => signed((value * 100).toFixed(1), value)
const number = (value: number): string => value.toFixed(1).replace(/\.0$/, '')

const interval = ({ low, high }: Difference, words: (value: number) => string): string => `${words(low)} to ${words(high)}`

/** A comparison in words: what differs, what doesn't in one line, and where pairs differ first. */
export function comparisonWords({ a, b, pairs, same, confidence, shares, means, first }: LabComparison): string {
  const isClear = ({ difference }: ComparedShare | ComparedMean): boolean => difference.verdict !== 'none'
  const clear = [...shares.filter(isClear).map(shareLine), ...means.filter(isClear).map(meanLine)]
  const all = shares.length + means.length
  const side = ({ id, name, commit }: LabComparison['a']): string => `${id}${name === '' ? '' : ` (${name})`} at ${commit.slice(0, 8)}`
  const chance = Math.max(1, Math.round(all * (1 - confidence)))
  return [
    `A: ${side(a)}`,
    `B: ${side(b)}`,
    `${counted(pairs, 'pair')} of sessions with the same seed; ${same} played alike. Intervals at ${fine(confidence)}.`,
    '',
    ...clear.slice(0, MAX_LISTED),
    ...(clear.length > MAX_LISTED ? [`… and ${clear.length - MAX_LISTED} more`] : []),
    clear.length === 0
      ? `No difference seen in ${counted(all, 'measure')}.`
      : `No difference seen in ${counted(all - clear.length, 'other measure')}. By chance alone, about ${chance} of all ${all} would seem to differ.`,
    ...(first.length === 0 ? [] : ['', 'Where pairs differ first:']),
    ...first.flatMap(({ seed, a: one, b: other }) => [
      `  seed ${seed}, beat ${one.beat}`,
      `    A, session ${one.session}: ${one.words}`,
      `    B, session ${other.session}: ${other.words}`
    ])
  ].join('\n')
}

const shareLine = ({ kind, label, a, b, difference }: ComparedShare): string =>
  `${kind} ${label}: ${fine(a.share)} → ${fine(b.share)}, ${points(difference.value)} points (${interval(difference, points)})`

const meanLine = ({ label, a, b, difference }: ComparedMean): string =>
  `${label}: ${number(a.value)} → ${number(b.value)}, ${signed(number(difference.value), difference.value)} (${interval(difference, number)})`

/** What the search for a value found, with its curve. */
export function solutionWords({ now, best, isReached, points: curve, sessions }: LabSolution, target: number, isApplied: boolean): string {
  const width = 30
  const bar = (share: number): string => '█'.repeat(Math.round(share * width)).padEnd(width, '·')
  const isExact = sessions === 0
  const range = ({ low, high }: CurvePoint['share']): string => `${fine(low)} to ${fine(high)}`
  const nearest = isExact ? `${fine(best.share.share)} (exact odds)` : `${fine(best.share.share)} (95% interval ${range(best.share)})`
  const found = isReached
    ? isExact
      ? `With ${best.value}, the chance is ${nearest}.`
      : `With ${best.value}, ${fine(best.share.share)} of sessions reach the goal (95% interval ${range(best.share)}).`
    : `No value reaches ${fine(target)}. The nearest is ${best.value}, with ${nearest}.`
  const played = isExact ? '' : `; ${counted(sessions, 'session')} were played`
  return [
    ...curve.map(
      ({ value, share }) => `${String(value).padStart(8)}  ${bar(share.share)}  ${fine(share.share)}${isExact ? '' : `  (${range(share)})`}`
    ),
    '',
    found,
    `It is ${now} now${played}.${isApplied ? ` It is ${best.value} from now on.` : ''}`
  ].join('\n')
}
