import { counted } from '../words/labels'
import { percent } from '../words/percent'
import type { ComparedMean, ComparedShare, LabComparison } from './comparison'
import type { Share } from './report'
import type { LabSolution } from './solution'
import type { Difference } from './statistics'

/** The most differences that the text of a comparison lists. */
const MAX_LISTED = 15

const fine = (share: number): string => percent(share, 1)
/** A number with as many decimals as tell it from 0, at most two, and its sign. */
const plain = (value: number): string => {
  const text = Math.abs(value)
    .toFixed(Math.abs(value) < 1 ? 2 : 1)
    .replace(/\.?0+$/, '')
  return value < 0 && text !== '0' ? `−${text}` : text
}
const signed = (value: number): string => (value > 0 && plain(value) !== '0' ? `+${plain(value)}` : plain(value))
const points = (value: number): string => `${value < 0 ? '−' : value > 0 ? '+' : ''}${Math.abs(value * 100).toFixed(1)}`

/** One thing that a comparison measures. */
export type Measure = ComparedShare | ComparedMean
export const isShareMeasure = (measure: Measure): measure is ComparedShare => 'mark' in measure

const KINDS: Readonly<Record<ComparedShare['kind'], string>> = {
  ending: 'Ending',
  event: 'Story event over',
  fact: 'Fact',
  quest: 'Quest completed',
  place: 'Visited',
  death: 'Died',
  fall: 'Fell',
  action: 'Action',
  failure: 'Rule failed'
}
/** What a measure says of its thing: "Visited" of a place. A mean of a number has no such word. */
export const measureKind = (measure: Measure): string => (isShareMeasure(measure) ? KINDS[measure.kind] : 'Mean')

/** The measure on one side, as a share of sessions or a mean: "62%", "340.9". */
export const sideValue = (measure: Measure, side: 'a' | 'b'): string =>
  isShareMeasure(measure) ? fine(measure[side].share) : plain(measure[side].value)

/** The difference with its interval: "+14.3 points (+7.0 to +21.5)". Less than two pairs have no interval. */
export function differenceWords(measure: Measure): string {
  const [words, unit] = isShareMeasure(measure) ? [points, ' points'] : [signed, '']
  const { value, low, high } = measure.difference
  // The infinite ends of an interval don't survive JSON.
  return `${words(value)}${unit} (${Number.isFinite(low) && Number.isFinite(high) ? `${words(low)} to ${words(high)}` : 'too few pairs for an interval'})`
}

/** The measures that differ, and the others. */
export function byVerdict({ shares, means }: Pick<LabComparison, 'shares' | 'means'>): { clear: Measure[]; others: Measure[] } {
  const differs = ({ difference }: { difference: Difference }): boolean => difference.verdict !== 'none'
  const all: Measure[] = [...shares, ...means]
  return { clear: all.filter(differs), others: all.filter((one) => !differs(one)) }
}

/** How many measures show no difference: "No difference seen in 133 other measures." */
export const noDifferenceWords = (clear: number, others: number): string =>
  clear === 0 ? `No difference seen in ${counted(others, 'measure')}.` : `No difference seen in ${counted(others, 'other measure')}.`

/** How many measures would seem to differ if nothing did. */
export const chanceWords = (all: number, confidence: number): string =>
  `By chance alone, about ${Math.max(1, Math.round(all * (1 - confidence)))} of all ${all} would seem to differ.`

export const pairsWords = ({ pairs, same, confidence }: LabComparison): string =>
  `${counted(pairs, 'pair')} of sessions with the same seed; ${same.toLocaleString('en')} played alike. Intervals at ${fine(confidence)}.`

/** A comparison in words: what differs, what doesn't in one line, and where pairs differ first. */
export function comparisonWords(comparison: LabComparison): string {
  const { a, b, confidence, first } = comparison
  const { clear, others } = byVerdict(comparison)
  const side = ({ id, name, commit }: LabComparison['a']): string => `${id}${name === '' ? '' : ` (${name})`} at ${commit.slice(0, 8)}`
  const nothing = noDifferenceWords(clear.length, others.length)
  return [
    `A: ${side(a)}`,
    `B: ${side(b)}`,
    pairsWords(comparison),
    '',
    ...clear.slice(0, MAX_LISTED).map(measureLine),
    ...(clear.length > MAX_LISTED ? [`… and ${clear.length - MAX_LISTED} more`] : []),
    clear.length === 0 ? nothing : `${nothing} ${chanceWords(clear.length + others.length, confidence)}`,
    ...(first.length === 0 ? [] : ['', 'Where pairs differ first:']),
    ...first.flatMap(({ seed, a: one, b: other }) => [
      `  seed ${seed}, beat ${one.beat}`,
      `    A, session ${one.session}: ${one.words}`,
      `    B, session ${other.session}: ${other.words}`
    ])
  ].join('\n')
}

const measureLine = (measure: Measure): string =>
  `${isShareMeasure(measure) ? `${measureKind(measure)}: ` : ''}${measure.label}: ${sideValue(measure, 'a')} → ${sideValue(measure, 'b')}, ${differenceWords(measure)}`

const range = ({ low, high }: Pick<Share, 'low' | 'high'>): string => `${fine(low)} to ${fine(high)}`

/** What the search for a value found, in a sentence; `isSoFar`: it was stopped. */
export function foundWords(
  { best, isReached, points, sessions }: Pick<LabSolution, 'best' | 'isReached' | 'points' | 'sessions'>,
  target: number,
  isSoFar = false
): string {
  const share = fine(best.share.share)
  const nearest = sessions === 0 ? `${share} (exact odds)` : `${share} (95% interval ${range(best.share)})`
  if (!isReached && isSoFar) return `The nearest to ${fine(target)} so far is ${best.value}, with ${nearest}.`
  if (!isReached && points.length > 1 && points.every((point) => point.share.share === best.share.share))
    return `The number makes no difference: every value that was tried gives ${nearest}.`
  if (!isReached) return `No value gives ${fine(target)}. The nearest is ${best.value}, with ${nearest}.`
  if (sessions === 0) return `With ${best.value}, the chance is ${nearest}.`
  return `With ${best.value}, ${share} of sessions reach the goal (95% interval ${range(best.share)}).`
}

/** What the search for a value found, with its curve. `at`: where it was played, unless that is the present story. */
export function solutionWords(solution: LabSolution, target: number, isApplied: boolean, at?: string): string {
  const { now, best, points: curve, sessions } = solution
  const width = 30
  const bar = (share: number): string => '█'.repeat(Math.round(share * width)).padEnd(width, '·')
  const isExact = sessions === 0
  return [
    ...curve.map(
      ({ value, share }) => `${String(value).padStart(8)}  ${bar(share.share)}  ${fine(share.share)}${isExact ? '' : `  (${range(share)})`}`
    ),
    '',
    foundWords(solution, target),
    `It is ${now} ${at === undefined ? 'now' : `at ${at}`}${isExact ? '' : `; ${counted(sessions, 'session')} were played`}.${isApplied ? ` It is ${best.value}${at === undefined ? '' : ' in the present story'} from now on.` : ''}`
  ].join('\n')
}
