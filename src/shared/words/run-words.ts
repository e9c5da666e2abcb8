import type {
  Agreement,
  Calibration,
  CriterionVerdict,
  MarkAgreement,
  OrderEffect,
  PairVerdict,
  Preferred,
  RunPlace,
  RunsPrice,
  RunsReport,
  RunVote
} from '../analysis/run-verdicts'
import { shareOf } from '../lab/statistics'
import { dollars } from '../table/usage'
import { counted, listed } from './labels'
import { clipped } from './clipped'
import { percent } from './percent'

/** The models of judges, in words: "m (3 judges)" or "a, b and c". */
function judgesWords(models: readonly string[]): string {
  const [first = ''] = models
  return models.every((one) => one === first) ? `${first} (${counted(models.length, 'judge')})` : listed(models)
}

/** The estimated cost of judging runs, in words. */
export function runsPriceWords({
  models,
  rubric,
  pairs,
  criteria,
  requests,
  recorded,
  input,
  output,
  cost,
  unpriced,
  batch,
  waiting = 0
}: RunsPrice): string {
  const price =
    cost === undefined
      ? `Proscenium doesn't know the price of ${listed(unpriced)}`
      : `about ${dollars(cost)}${batch ? ' as a batch, which is half the price' : ''}`
  const what = `${counted(pairs, 'pair')} of runs by ${counted(criteria, 'criterion', 'criteria')} of ${rubric}`
  const rest = recorded === 0 ? '' : ` The answers to ${counted(recorded, 'other request')} are recorded.`
  const onTheirWay = waiting === 0 ? '' : ` ${counted(waiting, 'other request')} ${waiting === 1 ? 'is' : 'are'} in a batch that was sent before.`
  return `${judgesWords(models)} would compare ${what} in ${counted(requests, 'request')} with about ${counted(input + output, 'token')}: ${price}.${rest}${onTheirWay}`
}

/** The result of judging runs, in words: the ranking, each pair, how far the judges agree, and what failed. With `all`, the reason of every vote. */
export function runsWords(report: RunsReport, all: boolean): string {
  const { models, rubric, ranking, pairs, agreement, order, problems } = report
  return [
    `Judged by ${judgesWords(models)} with ${rubric}.`,
    ...(pairs.some(({ verdict }) => verdict !== undefined) ? [ranking.map((one) => placeWords(one, report)).join('\n')] : []),
    ...pairs.map((pair) => pairWords(pair, report, all)),
    [agreementWords(agreement), ...orderWords(order)].join('\n'),
    ...(report.calibration ? [calibrationWords(report.calibration, report)] : []),
    ...(problems.length === 0 ? [] : [problems.join('\n')]),
    costWords(report)
  ].join('\n\n')
}

const nameOf = ({ runs }: RunsReport, run: number): string => runs[run]?.name ?? ''

function placeWords({ run, place, wins, ties, losses }: RunPlace, report: RunsReport): string {
  const { from, to } = report.runs[run] ?? { from: 0, to: 0 }
  const isShared = report.ranking.some((other) => other.run !== run && other.place === place)
  const won = `${counted(wins, 'win')}, ${counted(ties, 'tie')}, ${counted(losses, 'loss', 'losses')}`
  return `${place}.${isShared ? '=' : ''} ${nameOf(report, run)} (beats ${from} to ${to}): ${won}`
}

function pairWords(pair: PairVerdict, report: RunsReport, all: boolean): string {
  const names = { first: nameOf(report, pair.first), second: nameOf(report, pair.second) }
  const won = (which: Preferred): number => pair.criteria.filter(({ verdict }) => verdict === which).length
  const score = `${names.first} ${won('first')}, ${names.second} ${won('second')}, equal ${won('equal')}`
  const verdict =
    pair.verdict === undefined ? 'not judged' : pair.verdict === 'equal' ? `a tie (${score})` : `${names[pair.verdict]} is better (${score})`
  const { leftOut, shared } = pair
  const unseen = [
    { what: names.first, entries: leftOut.first },
    { what: names.second, entries: leftOut.second },
    { what: 'their common beginning', entries: leftOut.both }
  ].filter(({ entries }) => entries > 0)
  const notes = [
    ...(shared === 0 ? [] : [`Both begin with the same ${counted(shared, 'entry', 'entries')}, which count as no evidence.`]),
    ...unseen.map(({ what, entries }) => `The judges didn't see ${counted(entries, 'entry', 'entries')} of ${what}.`),
    ...(unseen.length === 0 ? [] : ['Name a range of beats, or raise --tokens, to show them more.'])
  ]
  return [
    `${names.first} and ${names.second}: ${verdict}`,
    ...notes.map((words) => `  ${words}`),
    ...pair.criteria.map((one) => criterionWords(one, names, all))
  ].join('\n')
}

type Names = Record<'first' | 'second', string>
const preferredWords = (verdict: Preferred, names: Names): string => (verdict === 'equal' ? 'equal' : names[verdict])

function criterionWords({ criterion, verdict, counts, kept, inBothOrders, votes }: CriterionVerdict, names: Names, all: boolean): string {
  if (verdict === undefined) return `  ${criterion}: not judged`
  const count = `${names.first} ${counts.first}, ${names.second} ${counts.second}, equal ${counts.equal}`
  const steady = `${kept} of ${counted(inBothOrders, 'judge')} kept the verdict when the order changed`
  const typical = votes.find((one) => one.verdict === verdict)
  const shown = all ? votes : typical ? [typical] : []
  return [`  ${criterion}: ${preferredWords(verdict, names)} (votes: ${count}; ${steady})`, ...shown.map((one) => voteWords(one, names))].join('\n')
}

const MAX_QUOTE = 160

function voteWords({ judge, shownFirst, verdict, reason, evidence, unknown, understood }: RunVote, names: Names): string {
  return [
    `    Judge ${judge}, with ${names[shownFirst]} first: ${preferredWords(verdict, names)}. ${reason}`,
    ...evidence.map(({ run, beat, text }) => `      ${names[run]}, beat ${beat}: ${clipped(text.replace(/\s+/g, ' '), MAX_QUOTE)}`),
    ...(evidence.length + unknown.length === 0 ? ['      No evidence was named.'] : []),
    ...(unknown.length === 0 ? [] : [`      Named as evidence, but not in the transcripts: ${unknown.join(', ')}`]),
    ...(understood === undefined ? [] : [`      The answer was nearly right. ${understood}`])
  ].join('\n')
}

function agreementWords({ questions, share, kappa }: Agreement): string {
  if (share === undefined) return 'Agreement: unknown, because no question was answered by all judges.'
  const measure = kappa === undefined ? "Fleiss' kappa isn't defined, because all verdicts are the same" : `Fleiss' kappa is ${kappa.toFixed(2)}`
  return `Agreement: two judges gave the same verdict in ${Math.round(share * 100)} % of cases (${counted(questions, 'question')}). ${measure}; 1 is full agreement, 0 is chance.`
}

function orderWords({ kept, of, first, second }: OrderEffect): string[] {
  if (of === 0) return []
  const followed = first + second === 0 ? '' : ` ${first} went to whichever came first, ${second} to whichever came second.`
  return [`Order: ${kept} of ${counted(of, 'verdict')} stayed the same when the order of the transcripts changed.${followed}`]
}

/** The number of marks from which on a kappa says something. */
const ENOUGH_MARKS = 20

/** The least number of cases of which a rate is said. */
const LEAST_CASES = 3

const agreedWords = ({ n, agreed, kappa }: MarkAgreement): string => {
  if (n < LEAST_CASES) return `${agreed} of ${n}`
  const { low, high, share } = shareOf(agreed, n)
  const measure = kappa === undefined ? "Cohen's kappa isn't defined" : `Cohen's kappa ${kappa.toFixed(2)}`
  return `${agreed} of ${n} (${percent(share)}, 95% interval ${percent(low)}–${percent(high)}; ${measure})`
}

/** How far the judges agree with the designer's marks, by criterion, and where they don't. */
function calibrationWords(calibration: Calibration, report: RunsReport): string {
  const { marks, about, n, criteria, disagreements } = calibration
  if (about === 0) return `Your marks: none of ${counted(marks, 'mark')} in direction/marks.yaml is about a pair of these runs.`
  if (n === 0) return `Your marks: ${counted(about, 'mark')} ${about === 1 ? 'is' : 'are'} about these runs, and the judges haven't answered them.`
  const few = n < ENOUGH_MARKS ? ` So few marks say little; ${ENOUGH_MARKS} or more would.` : ''
  return [
    `Your marks: the judges' verdict is yours in ${agreedWords(calibration)}.${few}`,
    ...criteria.map((one) => `  ${one.criterion}: ${agreedWords(one)}`),
    ...disagreements.map(({ first, second, criterion, mark, verdict }) => {
      const names = { first: nameOf(report, first), second: nameOf(report, second) }
      return `  ${names.first} and ${names.second}, ${criterion}: you say ${preferredWords(mark, names)}, the judges say ${preferredWords(verdict, names)}`
    })
  ].join('\n')
}

function costWords({ requests, recorded, usage, left, waiting = 0 }: RunsReport): string {
  if (waiting > 0)
    return `${counted(waiting, 'request')} ${waiting === 1 ? 'is' : 'are'} in a batch, which goes on without Proscenium. The same command with --batch picks up the answers.`
  if (requests === 0) return `All ${counted(recorded, 'answer')} were recorded, so nothing was sent.`
  const rest = left === 0 ? '' : ` ${counted(left, 'request')} ${left === 1 ? 'is' : 'are'} left; judge again to send only those.`
  return `${counted(requests - left, 'request')} answered.${rest}${usage.cost === undefined || requests === left ? '' : ` It cost ${dollars(usage.cost)}.`}`
}
