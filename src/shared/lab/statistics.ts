import type { Share } from './report'

/** An estimate with its confidence interval. */
export interface Estimate {
  value: number
  low: number
  high: number
}

/** The confidence of every interval, unless it says otherwise. */
export const CONFIDENCE = 0.95

/** Acklam's rational approximation of the normal quantile: its coefficients for the middle and for the tails. */
const MIDDLE = [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239]
const MIDDLE_BELOW = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1]
const TAIL = [-0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783]
const TAIL_BELOW = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]
const polynomial = (coefficients: readonly number[], x: number): number => coefficients.reduce((sum, one) => sum * x + one, 0)

/** The quantile of the standard normal distribution for 0 < p < 1, to nine digits (P. J. Acklam, 2003). */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p)
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p))
    return polynomial(TAIL, q) / polynomial(TAIL_BELOW, q)
  }
  const q = p - 0.5
  return (q * polynomial(MIDDLE, q * q)) / polynomial(MIDDLE_BELOW, q * q)
}

/** How many standard errors an interval reaches to each side: 1.96 for 95%. */
const reachOf = (confidence: number): number => normalQuantile((1 + confidence) / 2)

/** P(−t < T < t) of Student's distribution with whole degrees of freedom (Abramowitz & Stegun 26.7.3 and 26.7.4). */
function studentWithin(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom))
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const isOdd = freedom % 2 === 1
  let [term, sum] = [isOdd ? cosine : 1, 0]
  for (let k = isOdd ? 1 : 0; k <= freedom - 2; k += 2) {
    sum += term
    term *= ((k + 1) / (k + 2)) * cosine * cosine
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum
}

/** From here on the series for Student's quantile is as exact as the sum. */
const MANY_DEGREES = 200

/** How many standard errors the interval of a mean reaches to each side (Student; for many degrees of freedom Abramowitz & Stegun 26.7.5). */
function studentReach(freedom: number, confidence: number): number {
  const z = reachOf(confidence)
  if (freedom >= MANY_DEGREES) return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2)
  let [low, high] = [z, z]
  while (studentWithin(high, freedom) < confidence) high *= 2
  while (high - low > 1e-10 * high) {
    const half = (low + high) / 2
    if (studentWithin(half, freedom) < confidence) low = half
    else high = half
  }
  return high
}

const within01 = (value: number): number => Math.min(1, Math.max(0, value))

/** Wilson's interval of a share that was observed in `of` trials, which need not be whole. */
function wilson(share: number, of: number, z: number): Estimate {
  if (of <= 0) return { value: 0, low: 0, high: 1 }
  const below = 1 + z ** 2 / of
  const centre = (share + z ** 2 / (2 * of)) / below
  const half = (z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))) / below
  return { value: share, low: share === 0 ? 0 : within01(centre - half), high: share === 1 ? 1 : within01(centre + half) }
}

/** `count` of `of` as a share with its interval (Wilson 1927). Of none, nothing is known: 0, from 0 to 1. */
export function shareOf(count: number, of: number, confidence = CONFIDENCE): Share {
  const { value, low, high } = wilson(of === 0 ? 0 : count / of, of, reachOf(confidence))
  return { count, of, share: value, low, high }
}

/** The sums from which the interval of a mean follows. `deviation`: the sample's standard deviation, 0 for one value. */
export interface Moments {
  count: number
  mean: number
  deviation: number
}

export function momentsOf(values: readonly number[]): Moments {
  const count = values.length
  const mean = count === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / count
  const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  return { count, mean, deviation: count < 2 ? 0 : Math.sqrt(squares / (count - 1)) }
}

/** A mean with its interval (Student 1908). One value, or equal ones, give an interval without width; nothing says how far others would be. */
export function meanOf({ count, mean, deviation }: Moments, confidence = CONFIDENCE): Estimate {
  const half = count < 2 ? 0 : (studentReach(count - 1, confidence) * deviation) / Math.sqrt(count)
  return { value: mean, low: mean - half, high: mean + half }
}

/** The second minus the first of pairs of sessions with the same seeds. `none`: 0 is within the interval, so no difference is seen. */
export interface Difference extends Estimate {
  verdict: 'more' | 'less' | 'none'
}

const judged = (estimate: Estimate): Difference => ({ ...estimate, verdict: estimate.low > 0 ? 'more' : estimate.high < 0 ? 'less' : 'none' })

/** The numbers of pairs in which something holds of both, only of the first or the second, or of neither. */
export interface PairedCounts {
  both: number
  first: number
  second: number
  neither: number
}

/** The difference of two shares in pairs: Newcombe's square-and-add interval with his corrected φ (Statistics in Medicine 17, 1998, 2635, method 10). */
export function pairedShares({ both, first, second, neither }: PairedCounts, confidence = CONFIDENCE): Difference {
  const of = both + first + second + neither
  if (of === 0) return { value: 0, low: -1, high: 1, verdict: 'none' }
  const z = reachOf(confidence)
  const [a, b] = [wilson((both + second) / of, of, z), wilson((both + first) / of, of, z)]
  const product = both * neither - first * second
  const below = Math.sqrt((both + second) * (first + neither) * (both + first) * (second + neither))
  const phi = below === 0 ? 0 : (product > 0 ? Math.max(product - of / 2, 0) : product) / below
  const half = (one: number, other: number): number => Math.sqrt(Math.max(0, one ** 2 - 2 * phi * one * other + other ** 2))
  const value = (second - first) / of
  return judged({ value, low: value - half(a.value - a.low, b.high - b.value), high: value + half(a.high - a.value, b.value - b.low) })
}

/** The difference of two means in pairs: Student's interval of the pairs' differences. Less than two pairs show nothing. */
export function pairedMeans(differences: readonly number[], confidence = CONFIDENCE): Difference {
  const moments = momentsOf(differences)
  if (moments.count < 2) return { value: moments.mean, low: -Infinity, high: Infinity, verdict: 'none' }
  return judged(meanOf(moments, confidence))
}

/** The fewest pairs that a comparison looks at. */
const FIRST_LOOK = 50

/**
 * The numbers of pairs after which a comparison may look and stop, and the confidence of the interval at each look. They double up to the budget, so
 * there are few, and each look gets an equal part of the 5% (Bonferroni): whichever look the comparison stops at, and for whatever reason, its
 * interval misses the truth in at most 5 of 100 comparisons. Looking after every pair at 95% would miss it far more often.
 */
export function looksOf(budget: number): { pairs: number[]; confidence: number } {
  const pairs = [Math.max(0, Math.floor(budget))]
  while (pairs[0]! >= 2 * FIRST_LOOK) pairs.unshift(Math.ceil(pairs[0]! / 2))
  return { pairs, confidence: 1 - (1 - CONFIDENCE) / pairs.length }
}

/** Whether the interval of a look is narrow enough to stop: it is at most `width` wide. */
export const isNarrow = ({ low, high }: Estimate, width: number): boolean => high - low <= width

/** Sessions that were at risk in a scene, and those that were lost in it. */
export interface SceneRisk {
  atRisk: number
  lost: number
}

/**
 * The share of sessions that is still alive after each of several scenes in a row, where some sessions were cut off before they could be lost: the
 * product of Kaplan & Meier (1958), with Wilson's interval at the number of sessions that Greenwood's variance is worth (Rothman, Journal of Chronic
 * Diseases 31, 1978, 557). It is Wilson's own if none was cut off, and stays within 0 and 1.
 */
export function survival(scenes: readonly SceneRisk[], confidence = CONFIDENCE): Estimate[] {
  const z = reachOf(confidence)
  let [alive, greenwood] = [1, 0]
  return scenes.map(({ atRisk, lost }) => {
    if (atRisk > 0) {
      alive *= 1 - lost / atRisk
      greenwood += atRisk > lost ? lost / (atRisk * (atRisk - lost)) : 0
    }
    // Var = alive² · greenwood, and a share of n sessions has the variance alive · (1 − alive) / n.
    const worth = alive > 0 && greenwood > 0 ? (1 - alive) / (alive * greenwood) : atRisk
    return wilson(alive, worth, z)
  })
}
