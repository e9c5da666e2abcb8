import { JUDGES, RUN_TOKENS } from '../../../shared/analysis/run-limits'
import type { Evidence, RunsPrice, RunsProgress, RunsReport, RunVote } from '../../../shared/analysis/run-verdicts'
import { Problem } from '../../../shared/base/problem'
import type { ModelPrices } from '../../../shared/table/model-access'
import type { Usage } from '../../../shared/table/turns'
import { added, NOTHING_USED } from '../../../shared/table/usage'
import type { Judgement, JudgePrompt } from '../../agents/anthropic/judge'
import { counted } from '../../../shared/words/labels'
import { BATCH_PRICE, costOf } from '../../agents/anthropic/models'
import { tokensOf } from '../../agents/context/tokens'
import type { JudgeLimits } from '../contradictions/judge'
import { calibrate } from './calibrate'
import type { RunMark } from './marks'
import type { RunBatches } from './run-batches'
import { comparisonOf, type Comparison, promptOf, type Vote, voteKey, votesIn } from './question'
import type { Criterion, Rubric } from './rubric'
import { entriesIn, pairTexts, type PairTexts, type Run, textOfBeat } from './run-text'
import { type PairVotes, tally } from './tally'
import type { RunVotes } from './votes'

/** What is judged: at least two runs, by a rubric, by a model for each judge. */
export interface RunsSource {
  runs: readonly Run[]
  rubric: Rubric
  /** The model of each judge. */
  models: readonly string[]
  votes: RunVotes
  /** The designer's own verdicts. */
  marks?: readonly RunMark[]
  /** The owner's own prices. */
  prices?: ModelPrices
  /** The longest transcript of one run, in tokens. */
  tokens?: number | undefined
  /** The batches of questions that were sent; absent if questions are asked one by one. */
  batches?: RunBatches
}

/** Sends one comparison to a model and returns its answer. */
export type AskRunJudge = (model: string, prompt: JudgePrompt) => Promise<Judgement>

/** The estimated output tokens, including thinking: for each request, and for each of its criteria. */
const ANSWER_TOKENS = { request: 350, criterion: 90 }
/** The estimated tokens of the tool and of the message around a prompt. */
const OVERHEAD_TOKENS = 400

/** The models of the judges: one model judges as all of them. Throws Problem `bad-input`. */
export function judgeModels(names: readonly string[]): string[] {
  if (names.length === 1) return Array.from({ length: JUDGES }, () => names[0] as string)
  if (names.length === JUDGES) return [...names]
  throw new Problem('bad-input', `There are three judges, so ${names.length} models can't be shared out. Name one model for all of them, or three.`)
}

interface Judge {
  number: number
  model: string
  /** The model, and which of the judges with that model this is. */
  key: string
}

const judgesOf = (models: readonly string[]): Judge[] =>
  models.map((model, i) => ({ number: i + 1, model, key: `${model} ${models.slice(0, i).filter((one) => one === model).length + 1}` }))

/** A pair of runs, by their positions, with its transcripts in both orders. */
export interface Pair {
  first: number
  second: number
  texts: PairTexts
  orders: { swapped: boolean; comparison: Comparison }[]
}

/** A judge's task: a pair in one order, and the criteria on which no vote of this judge is recorded. */
export interface Question {
  pair: Pair
  swapped: boolean
  comparison: Comparison
  judge: Judge
  criteria: Criterion[]
}

export function pairsOf({ runs, tokens = RUN_TOKENS.usual }: RunsSource): Pair[] {
  return runs.flatMap((one, first) =>
    runs.slice(first + 1).map((other, i) => {
      const texts = pairTexts(one, other, tokens)
      const orders = [false, true].map((swapped) => ({ swapped, comparison: comparisonOf(texts, swapped) }))
      return { first, second: first + 1 + i, texts, orders }
    })
  )
}

/** Every question about the pairs, also those without an open criterion. The questions with the same text follow each other. */
export function questionsOf({ rubric, models, votes }: RunsSource, pairs: readonly Pair[]): Question[] {
  return pairs.flatMap((pair) =>
    pair.orders.flatMap(({ swapped, comparison }) =>
      judgesOf(models).map((judge) => {
        const criteria = rubric.criteria.filter((one) => !votes.of(voteKey(judge.key, rubric, one, comparison)))
        return { pair, swapped, comparison, judge, criteria }
      })
    )
  )
}

/** The estimated cost of the requests whose answers aren't recorded. It doesn't assume that the provider caches, so it is rather too high. Sends nothing. */
export function runsPrice(source: RunsSource): RunsPrice {
  const { rubric, models, prices } = source
  const pairs = pairsOf(source)
  const questions = questionsOf(source, pairs)
  const open = openOf(source, questions)
  const waiting = questions.filter(({ criteria }) => criteria.length > 0).length - open.length
  const known = { models: [...models], rubric: rubricName(rubric), pairs: pairs.length, criteria: rubric.criteria.length }
  const price = { ...known, requests: open.length, recorded: questions.length - open.length - waiting, input: 0, output: 0 }
  const unpriced = new Set<string>()
  let cost = 0
  for (const { judge, criteria, comparison } of open) {
    const input = promptSize(promptOf(rubric, criteria, comparison))
    const output = ANSWER_TOKENS.request + ANSWER_TOKENS.criterion * criteria.length
    price.input += input
    price.output += output
    const one = costOf(judge.model, { input, output, cacheRead: 0, cacheWrite: 0 }, prices)
    if (one === undefined) unpriced.add(judge.model)
    cost += (one ?? 0) * (source.batches ? BATCH_PRICE : 1)
  }
  return {
    ...price,
    ...(unpriced.size > 0 ? {} : { cost }),
    unpriced: [...unpriced],
    ...(source.batches ? { batch: true } : {}),
    ...(waiting === 0 ? {} : { waiting })
  }
}

/** The tokens of a prompt with everything around it. */
export const promptSize = ({ frame, text }: Pick<JudgePrompt, 'frame' | 'text'>): number => tokensOf(frame) + tokensOf(text) + OVERHEAD_TOKENS

/** The questions with criteria on which no vote is recorded and none is on its way in a batch. */
export function openOf({ rubric, batches }: RunsSource, questions: readonly Question[]): Question[] {
  const waiting = batches?.keys() ?? new Set()
  return questions.flatMap((question) => {
    const criteria = question.criteria.filter((one) => !waiting.has(voteKey(question.judge.key, rubric, one, question.comparison)))
    return criteria.length === 0 ? [] : [{ ...question, criteria }]
  })
}

/** A judge and the runs that it compares, in words. */
export function aboutQuestion({ runs }: RunsSource, { pair, swapped, judge: { number, model } }: Question): string {
  const names = [runs[pair.first], runs[pair.second]].map((run) => run?.name ?? '')
  return `Judge ${number} (${model}), ${(swapped ? names.toReversed() : names).join(' before ')}`
}

/** What is wrong with the answer to one question, or without `about` with all of them. */
export interface AnswerProblem {
  about?: string
  words: string
}

/** Problems as sentences, one for all answers with which the same is wrong. */
export function problemWords(problems: readonly AnswerProblem[]): string[] {
  const byWords = new Map<string, AnswerProblem[]>()
  for (const one of problems) byWords.set(one.words, [...(byWords.get(one.words) ?? []), one])
  return [...byWords].map(([words, [first, ...others]]) => {
    if (first?.about === undefined) return words
    return `${first.about}${others.length === 0 ? '' : `, and ${counted(others.length, 'other request')}`}: ${words}`
  })
}

/** What is wrong with an answer whose verdicts on some criteria can't be used. */
export const missingWords = (missing: readonly string[]): string =>
  `No usable verdict on ${missing.map((name) => `“${name}”`).join(', ')}. Judge again to ask for it, or choose another model.`

const rubricName = ({ path }: Rubric): string => path ?? 'the default rubric'

/**
 * Has every judge compare every pair of runs in both orders, and records each answer at once. Only what isn't recorded is asked. An answer that fails
 * is reported, and the others are kept; a model that doesn't answer at all isn't asked again. Throws Problem `agent-failed` at a cap if nothing
 * is known yet, or if the model may not be called.
 */
export async function judgeAllRuns(source: RunsSource, ask: AskRunJudge, { purse, signal, tell }: JudgeLimits<RunsProgress>): Promise<RunsReport> {
  const { rubric, votes } = source
  const pairs = pairsOf(source)
  const questions = questionsOf(source, pairs)
  const open = questions.filter(({ criteria }) => criteria.length > 0)
  const problems: AnswerProblem[] = []
  const unreachable = new Set<string>()
  let usage: Usage = NOTHING_USED
  let isPriced = true
  let done = 0
  for (const [i, question] of open.entries()) {
    const { comparison, judge, criteria } = question
    if (signal.aborted) break
    const { model } = judge
    if (unreachable.has(model)) continue
    const prompt = promptOf(rubric, criteria, comparison)
    const repeats = [open[i - 1], open[i + 1]].some((other) => other?.comparison === comparison && other.judge.model === model)
    let answer: Judgement
    try {
      answer = await ask(model, { ...prompt, repeats })
    } catch (thrown) {
      if (!(thrown instanceof Problem) || (open.length === questions.length && done === 0)) throw thrown
      problems.push({ words: thrown.message })
      break
    }
    usage = added(usage, answer.usage)
    isPriced &&= answer.usage.cost !== undefined || answer.usage.input + answer.usage.output === 0
    purse.charge(model, answer.usage)
    const got = votesIn(answer.marks ?? [], criteria, answer.understood)
    votes.add(new Map([...got].map(([at, vote]) => [voteKey(judge.key, rubric, criteria[at] as Criterion, comparison), vote])))
    const about = aboutQuestion(source, question)
    if (answer.problem !== undefined) problems.push({ about, words: answer.problem })
    else if (answer.marks) {
      const missing = criteria.filter((_, at) => !got.has(at)).map(({ name }) => name)
      if (missing.length === 0) done++
      else problems.push({ about, words: missingWords(missing) })
    }
    if (answer.isUnreachable) unreachable.add(model)
    tell({ done: i + 1, of: open.length })
  }
  return reportOf(source, pairs, {
    requests: open.length,
    recorded: questions.length - open.length,
    usage: isPriced ? usage : withoutCost(usage),
    left: open.length - done,
    problems: problemWords(problems)
  })
}

/** The report on all recorded votes. `asked`: what was asked just now. */
export function reportOf(
  source: RunsSource,
  pairs: readonly Pair[],
  asked: Pick<RunsReport, 'requests' | 'recorded' | 'usage' | 'left' | 'problems' | 'waiting'>
): RunsReport {
  const { rubric, runs, marks = [] } = source
  const counted = tally(
    runs.length,
    pairs.map((pair) => votesOn(source, pair))
  )
  const names = runs.map(({ name }) => name)
  return {
    runs: runs.map((run) => ({ name: run.name, from: run.from, to: run.to, entries: entriesIn(run.scenes) })),
    rubric: rubricName(rubric),
    criteria: rubric.criteria.map(({ name }) => name),
    models: [...source.models],
    ...counted,
    ...(marks.length === 0 ? {} : { calibration: calibrate(counted.pairs, names, marks) }),
    ...asked
  }
}

export function withoutCost(usage: Usage): Usage {
  const { cost: _, ...tokens } = usage
  return tokens
}

/** The recorded votes on a pair, by criterion. */
function votesOn({ runs, rubric, models, votes }: RunsSource, { first, second, texts, orders }: Pair): PairVotes {
  const { leftOut, shared } = {
    leftOut: { first: texts.first.leftOut, second: texts.second.leftOut, both: texts.both.leftOut },
    shared: texts.shared
  }
  const cast = rubric.criteria.map((criterion) => ({
    criterion: criterion.name,
    votes: judgesOf(models).flatMap((judge) =>
      orders.flatMap(({ swapped, comparison }) => {
        const vote = votes.of(voteKey(judge.key, rubric, criterion, comparison))
        return vote ? [runVote(vote, { texts, first: runs[first], second: runs[second] }, swapped, judge)] : []
      })
    )
  }))
  return { first, second, leftOut, shared, votes: cast }
}

/** A recorded vote about the pair's runs instead of the labels A and B. */
function runVote(
  { verdict, reason, evidence, understood }: Vote,
  { texts, ...runs }: { texts: PairTexts } & Record<'first' | 'second', Run | undefined>,
  swapped: boolean,
  { number, model }: Judge
): RunVote {
  const runOf = (label: string): 'first' | 'second' => ((label === 'A') === swapped ? 'second' : 'first')
  const read = evidence.map((label): Evidence | string => {
    const [, letter = '', beat] = /^([AB])(\d+)$/.exec(label) ?? []
    const run = runOf(letter)
    const text = beat === undefined ? undefined : textOfBeat(texts[run], Number(beat))
    const commit = runs[run]?.commits?.get(Number(beat))
    return text === undefined ? label : { run, beat: Number(beat), text, ...(commit === undefined ? {} : { commit }) }
  })
  return {
    judge: number,
    model,
    shownFirst: runOf('A'),
    verdict: verdict === 'equal' ? 'equal' : runOf(verdict),
    reason,
    evidence: read.filter((one) => typeof one !== 'string'),
    unknown: read.filter((one) => typeof one === 'string'),
    ...(understood === undefined ? {} : { understood })
  }
}
