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
import type { SummariesPrice } from '../lab/summaries'
import { dollars } from '../table/usage'
import { counted, listed } from './labels'
import { clipped } from './clipped'
import { percent } from './percent'

/** The models of judges, in words: "m (3 judges)" or "a, b and c". */
export function judgesWords(models: readonly string[]): string {
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
    ...(report.calibration ? [calibrationWords(report.calibration, report).join('\n')] : []),
    ...(problems.length === 0 ? [] : [problems.join('\n')]),
    costWords(report)
  ].join('\n\n')
}

/** How sure the verdicts are, in sentences: whether judges agree, whether the order matters, and whether they agree with the designer. */
export const certaintyWords = (report: RunsReport): string[] => [
  agreementWords(report.agreement),
  ...orderWords(report.order),
  ...(report.calibration ? calibrationWords(report.calibration, report) : [])
]

const nameOf = ({ runs }: RunsReport, run: number): string => runs[run]?.name ?? ''

export function placeWords({ run, place, wins, ties, losses }: RunPlace, report: RunsReport): string {
  const { from, to } = report.runs[run] ?? { from: 0, to: 0 }
  const isShared = report.ranking.some((other) => other.run !== run && other.place === place)
  const won = `${counted(wins, 'win')}, ${counted(ties, 'tie')}, ${counted(losses, 'loss', 'losses')}`
  return `${place}.${isShared ? '=' : ''} ${nameOf(report, run)} (beats ${from} to ${to}): ${won}`
}

export type RunNames = Record<'first' | 'second', string>
export const namesOf = ({ first, second }: Pick<PairVerdict, 'first' | 'second'>, report: RunsReport): RunNames => ({
  first: nameOf(report, first),
  second: nameOf(report, second)
})

/** The verdict on a pair, as a part of a sentence: "bold is better (main 1, bold 2, equal 1)". */
export function verdictWords({ criteria, verdict }: PairVerdict, names: RunNames): string {
  const won = (which: Preferred): number => criteria.filter((one) => one.verdict === which).length
  const score = `${names.first} ${won('first')}, ${names.second} ${won('second')}, equal ${won('equal')}`
  return verdict === undefined ? 'not judged' : verdict === 'equal' ? `a tie (${score})` : `${names[verdict]} is better (${score})`
}

/** What the judges of a pair read in common, and what they didn't see, in sentences. */
export function seenWords({ leftOut, shared }: PairVerdict, names: RunNames): string[] {
  const unseen = [
    { what: names.first, entries: leftOut.first },
    { what: names.second, entries: leftOut.second },
    { what: 'their common beginning', entries: leftOut.both }
  ].filter(({ entries }) => entries > 0)
  return [
    ...(shared === 0 ? [] : [`Both begin with the same ${counted(shared, 'entry', 'entries')}, which count as no evidence.`]),
    ...unseen.map(({ what, entries }) => `The judges didn't see ${counted(entries, 'entry', 'entries')} of ${what}.`),
    ...(unseen.length === 0 ? [] : ['Name a range of beats to show them more.'])
  ]
}

function pairWords(pair: PairVerdict, report: RunsReport, all: boolean): string {
  const names = namesOf(pair, report)
  return [
    `${names.first} and ${names.second}: ${verdictWords(pair, names)}`,
    ...seenWords(pair, names).map((words) => `  ${words}`),
    ...pair.criteria.map((one) => criterionWords(one, names, all))
  ].join('\n')
}

export const preferredWords = (verdict: Preferred, names: RunNames): string => (verdict === 'equal' ? 'equal' : names[verdict])

/** The verdict on a criterion, with how it came about: "bold (votes: main 1, bold 4, equal 1; 2 of 3 judges kept the verdict when the order changed)". */
export function criterionVerdict({ verdict, counts, kept, inBothOrders }: CriterionVerdict, names: RunNames): string {
  if (verdict === undefined) return 'not judged'
  const count = `${names.first} ${counts.first}, ${names.second} ${counts.second}, equal ${counts.equal}`
  const steady = `${kept} of ${counted(inBothOrders, 'judge')} kept the verdict when the order changed`
  return `${preferredWords(verdict, names)} (votes: ${count}; ${steady})`
}

function criterionWords(one: CriterionVerdict, names: RunNames, all: boolean): string {
  const typical = one.votes.find(({ verdict }) => verdict === one.verdict)
  const shown = all ? one.votes : typical ? [typical] : []
  return [`  ${one.criterion}: ${criterionVerdict(one, names)}`, ...shown.map((one) => voteWords(one, names))].join('\n')
}

const MAX_QUOTE = 160

/** "Judge 1, with main first: bold. Its choices have consequences." */
export const voteLine = ({ judge, shownFirst, verdict, reason }: RunVote, names: RunNames): string =>
  `Judge ${judge}, with ${names[shownFirst]} first: ${preferredWords(verdict, names)}. ${reason}`

/** What is to be known about the evidence of a vote besides the beats that it names, in sentences. */
export const evidenceNotes = ({ evidence, unknown, understood }: RunVote): string[] => [
  ...(evidence.length + unknown.length === 0 ? ['No evidence was named.'] : []),
  ...(unknown.length === 0 ? [] : [`Named as evidence, but not in the transcripts: ${unknown.join(', ')}`]),
  ...(understood === undefined ? [] : [`The answer was nearly right. ${understood}`])
]

export const quoted = (text: string): string => clipped(text.replace(/\s+/g, ' '), MAX_QUOTE)

function voteWords(vote: RunVote, names: RunNames): string {
  return [
    `    ${voteLine(vote, names)}`,
    ...vote.evidence.map(({ run, beat, text }) => `      ${names[run]}, beat ${beat}: ${quoted(text)}`),
    ...evidenceNotes(vote).map((words) => `      ${words}`)
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
function calibrationWords(calibration: Calibration, report: RunsReport): string[] {
  const { marks, about, n, criteria, disagreements } = calibration
  if (about === 0) return [`Your marks: none of ${counted(marks, 'mark')} in direction/marks.yaml is about a pair of these runs.`]
  if (n === 0) return [`Your marks: ${counted(about, 'mark')} ${about === 1 ? 'is' : 'are'} about these runs, and the judges haven't answered them.`]
  const few = n < ENOUGH_MARKS ? ` So few marks say little; ${ENOUGH_MARKS} or more would.` : ''
  return [
    `Your marks: the judges' verdict is yours in ${agreedWords(calibration)}.${few}`,
    ...criteria.map((one) => `  ${one.criterion}: ${agreedWords(one)}`),
    ...disagreements.map(({ first, second, criterion, mark, verdict }) => {
      const names = { first: nameOf(report, first), second: nameOf(report, second) }
      return `  ${names.first} and ${names.second}, ${criterion}: you say ${preferredWords(mark, names)}, the judges say ${preferredWords(verdict, names)}`
    })
  ]
}

export function costWords({ requests, recorded, usage, left, waiting = 0 }: RunsReport): string {
  if (waiting > 0)
    return `${counted(waiting, 'request')} ${waiting === 1 ? 'is' : 'are'} in a batch, which goes on without Proscenium. Judge again as a batch to pick up the answers.`
  if (requests === 0) return `All ${counted(recorded, 'answer')} were recorded, so nothing was sent.`
  const rest = left === 0 ? '' : ` ${counted(left, 'request')} ${left === 1 ? 'is' : 'are'} left; judge again to send only those.`
  return `${counted(requests - left, 'request')} answered.${rest}${usage.cost === undefined || requests === left ? '' : ` It cost ${dollars(usage.cost)}.`}`
}

/** What asking for summaries would cost, in words. */
export function summariesPriceWords({ model, requests, recorded, waiting, cost }: SummariesPrice): string {
  const price = cost === undefined ? `Proscenium doesn't know the price of ${model}` : `about ${dollars(cost)}, half the usual price`
  return [
    ...(requests === 0 ? [] : [`${model} would write ${counted(requests, 'summary', 'summaries')} as a message batch: ${price}.`]),
    ...(recorded === 0 ? [] : [`${counted(recorded, 'summary', 'summaries')} ${recorded === 1 ? 'is' : 'are'} written already.`]),
    ...(waiting === 0 ? [] : [`${counted(waiting, 'summary', 'summaries')} ${waiting === 1 ? 'is' : 'are'} in a batch that was sent before.`])
  ].join(' ')
}
