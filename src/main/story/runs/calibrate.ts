import type { Calibration, PairVerdict, Preferred } from '../../../shared/analysis/run-verdicts'
import type { RunMark } from './marks'

const OTHER: Readonly<Record<Preferred, Preferred>> = { first: 'second', second: 'first', equal: 'equal' }

/** One criterion on which both the designer and the judges gave a verdict. */
type Both = Calibration['disagreements'][number]

/**
 * How far the judges agree with the designer: the verdict on each criterion of a pair that the designer has marked. `runs`: the names of the runs by their
 * positions. A mark counts in whichever order it names the runs. Pure.
 */
export function calibrate(pairs: readonly PairVerdict[], runs: readonly string[], marks: readonly RunMark[]): Calibration {
  const about = marks.flatMap((mark) => {
    const [a, b] = mark.runs.map((name) => runs.indexOf(name))
    const pair = pairs.find(({ first, second }) => (first === a && second === b) || (first === b && second === a))
    return pair ? [{ mark, pair, better: pair.first === a ? mark.better : OTHER[mark.better] }] : []
  })
  const both = about.flatMap(({ mark: { criterion }, pair, better }): Both[] => {
    const verdict = pair.criteria.find((one) => one.criterion === criterion)?.verdict
    return verdict === undefined ? [] : [{ first: pair.first, second: pair.second, criterion, mark: better, verdict }]
  })
  const criteria = [...new Set(pairs.flatMap((pair) => pair.criteria.map(({ criterion }) => criterion)))]
  return {
    marks: marks.length,
    about: about.length,
    ...agreementWith(both),
    criteria: criteria.flatMap((criterion) => {
      const some = both.filter((one) => one.criterion === criterion)
      return some.length === 0 ? [] : [{ criterion, ...agreementWith(some) }]
    }),
    disagreements: both.filter(({ mark, verdict }) => mark !== verdict)
  }
}

/**
 * The agreement of two raters, with Cohen's kappa: (P − P_e) / (1 − P_e), where P_e is the agreement by chance, Σ p_j q_j over the categories. It isn't
 * defined if P_e is 1. Which run of a pair comes first means nothing, so each pair counts in both orders: the first run and the second are then equally
 * frequent, and kappa doesn't depend on how pairs are named. Source: J. Cohen, "A coefficient of agreement for nominal scales", Educational and
 * Psychological Measurement 20 (1960), 37–46, equation 1.
 */
function agreementWith(both: readonly Both[]): { n: number; agreed: number; kappa?: number } {
  const n = both.length
  const agreed = both.filter(({ mark, verdict }) => mark === verdict).length
  if (n === 0) return { n, agreed }
  const equal = (of: 'mark' | 'verdict'): number => both.filter((one) => one[of] === 'equal').length / n
  const [marked, judged] = [equal('mark'), equal('verdict')]
  const byChance = marked * judged + ((1 - marked) * (1 - judged)) / 2
  return { n, agreed, ...(byChance === 1 ? {} : { kappa: (agreed / n - byChance) / (1 - byChance) }) }
}
