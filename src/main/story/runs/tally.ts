import { JUDGES } from '../../../shared/analysis/run-limits'
import {
  type Agreement,
  type CriterionVerdict,
  type OrderEffect,
  type PairVerdict,
  Position,
  type Preferred,
  type RunPlace,
  type RunVote
} from '../../../shared/analysis/run-verdicts'

/** The votes of judges on one pair of runs, by criterion. The pair is named by the positions of its runs. */
export interface PairVotes extends Pick<PairVerdict, 'first' | 'second' | 'leftOut' | 'shared'> {
  votes: { criterion: string; votes: RunVote[] }[]
}

/** The verdicts and the ranking that follow from all votes. */
export interface Tally {
  pairs: PairVerdict[]
  ranking: RunPlace[]
  agreement: Agreement
  order: OrderEffect
}

/** Counts the votes of judges on every pair of so many runs. Exchanging the runs of a pair, with their votes, exchanges them in the result. Pure. */
export function tally(runs: number, voted: readonly PairVotes[]): Tally {
  const pairs = voted.map(({ votes, ...pair }) => {
    const criteria = votes.map(({ criterion, votes: some }) => criterionVerdict(criterion, some))
    const verdict = pairVerdict(criteria)
    return { ...pair, ...(verdict === undefined ? {} : { verdict }), criteria }
  })
  const questions = voted.flatMap(({ votes }) => votes.flatMap(({ votes: some }) => [inOrder(some, 'first'), inOrder(some, 'second')]))
  return { pairs, ranking: rankingOf(runs, pairs), agreement: agreementOf(questions), order: orderEffect(pairs) }
}

function criterionVerdict(criterion: string, votes: RunVote[]): CriterionVerdict {
  const counts = { first: 0, second: 0, equal: 0 }
  for (const { verdict } of votes) counts[verdict]++
  const both = twice(votes)
  return {
    criterion,
    ...(votes.length === 0 ? {} : { verdict: mostOf(counts) }),
    counts,
    kept: both.filter(([one, other]) => one.verdict === other.verdict).length,
    inBothOrders: both.length,
    votes
  }
}

/** The verdict with the most votes; `equal` if two have the most. */
function mostOf({ first, second, equal }: Record<Preferred, number>): Preferred {
  if (first > second && first > equal) return 'first'
  return second > first && second > equal ? 'second' : 'equal'
}

function pairVerdict(criteria: readonly CriterionVerdict[]): Preferred | undefined {
  const given = criteria.flatMap(({ verdict }) => verdict ?? [])
  if (given.length === 0) return undefined
  const first = given.filter((one) => one === 'first').length
  const second = given.filter((one) => one === 'second').length
  return first > second ? 'first' : second > first ? 'second' : 'equal'
}

/** The votes of each judge who answered in both orders: first the vote in which the pair's first run came first. */
function twice(votes: readonly RunVote[]): [RunVote, RunVote][] {
  return votes.flatMap((one): [RunVote, RunVote][] => {
    const other = one.shownFirst === 'first' ? votes.find(({ judge, shownFirst }) => judge === one.judge && shownFirst === 'second') : undefined
    return other ? [[one, other]] : []
  })
}

function rankingOf(runs: number, pairs: readonly PairVerdict[]): RunPlace[] {
  const scores = Array.from({ length: runs }, (_, run) => ({ run, wins: 0, ties: 0, losses: 0 }))
  for (const { first, second, verdict } of pairs) {
    const [a, b] = [scores[first], scores[second]]
    if (!a || !b || verdict === undefined) continue
    if (verdict === 'equal') {
      a.ties++
      b.ties++
    } else {
      ;(verdict === 'first' ? a : b).wins++
      ;(verdict === 'first' ? b : a).losses++
    }
  }
  const points = ({ wins, ties }: { wins: number; ties: number }): number => wins + ties / 2
  return scores
    .map((one) => ({ ...one, place: 1 + scores.filter((other) => points(other) > points(one)).length }))
    .toSorted((a, b) => a.place - b.place || a.run - b.run)
}

const positionOf = ({ verdict, shownFirst }: RunVote): Position => (verdict === 'equal' ? 'equal' : verdict === shownFirst ? 'A' : 'B')

/** What the judges answered to one question: one criterion with one order of the transcripts. */
const inOrder = (votes: readonly RunVote[], shown: RunVote['shownFirst']): Position[] =>
  votes.filter(({ shownFirst }) => shownFirst === shown).map(positionOf)

/**
 * The agreement of the judges on the questions that all of them answered. The share is Fleiss' mean of P_i = (Σ_j n_ij² − n) / (n (n − 1)), the
 * proportion of agreeing pairs of judges. Kappa is (P − P_e) / (1 − P_e), where P_e = Σ_j p_j² is the agreement by chance; it isn't defined if P_e is
 * 1, that is if every vote is the same. Its categories are the positions A and B and equal, which is what a judge answers, so that kappa doesn't
 * depend on which run of a pair is named first. Source: J. L. Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin
 * 76 (1971), 378–382, equations 3 to 7.
 */
function agreementOf(all: readonly Position[][]): Agreement {
  const questions = all.filter((votes) => votes.length === JUDGES)
  if (questions.length === 0) return { questions: 0 }
  const count = (votes: readonly Position[], position: Position): number => votes.filter((one) => one === position).length
  const squares = (votes: readonly Position[]): number => Position.options.reduce((sum, one) => sum + count(votes, one) ** 2, 0)
  const flat = questions.flat()
  const agreeing = questions.reduce((sum, votes) => sum + squares(votes) - JUDGES, 0)
  const share = agreeing / (questions.length * JUDGES * (JUDGES - 1))
  const byChance = squares(flat) / flat.length ** 2
  return { questions: questions.length, share, ...(byChance === 1 ? {} : { kappa: (share - byChance) / (1 - byChance) }) }
}

function orderEffect(pairs: readonly PairVerdict[]): OrderEffect {
  const both = pairs.flatMap(({ criteria }) => criteria.flatMap(({ votes }) => twice(votes)))
  const always = (position: Position): number => both.filter((votes) => votes.every((one) => positionOf(one) === position)).length
  return { kept: both.filter(([one, other]) => one.verdict === other.verdict).length, of: both.length, first: always('A'), second: always('B') }
}
