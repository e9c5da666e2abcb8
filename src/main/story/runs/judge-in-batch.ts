import type { RunsProgress, RunsReport } from '../../../shared/analysis/run-verdicts'
import { Problem } from '../../../shared/base/problem'
import type { Usage } from '../../../shared/table/turns'
import { added, NOTHING_USED } from '../../../shared/table/usage'
import { counted } from '../../../shared/words/labels'
import type { BatchState } from '../../agents/anthropic/batches'
import type { Judgement, JudgePrompt } from '../../agents/anthropic/judge'
import { BATCH_PRICE, JUDGE_MAX_TOKENS } from '../../agents/anthropic/models'
import type { JudgeLimits } from '../contradictions/judge'
import type { Purse } from '../turns/spending'
import {
  aboutQuestion,
  type AnswerProblem,
  missingWords,
  openOf,
  pairsOf,
  problemWords,
  promptSize,
  questionsOf,
  reportOf,
  type RunsSource,
  withoutCost
} from './judge-runs'
import { promptOf, voteKey, votesIn } from './question'
import type { BatchedQuestion, RunBatches, SentBatch } from './run-batches'

/** The server's batches. Every function throws Problem `agent-failed`. */
export interface BatchServer {
  /** The server's name, which tells its batches from those of others. */
  host: string
  create(requests: readonly { id: string; model: string; prompt: JudgePrompt }[]): Promise<string>
  /** Undefined for a batch that the server doesn't have any more. */
  state(id: string): Promise<BatchState | undefined>
  /** The answers of a batch that is over. `modelOf`: whom a request was sent to. */
  answers(id: string, modelOf: (request: string) => string): AsyncIterable<{ id: string; judgement: Judgement }>
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/** How often a batch is looked at: soon at first, since small ones are done in minutes. In ms. */
const FIRST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 60_000
/** How many looks in a row may fail. */
const MAX_FAILED_LOOKS = 5

type Limits = Omit<JudgeLimits<RunsProgress>, 'purse'> & { purse: Pick<Purse, 'admit' | 'chargeBatched' | 'mostOf'> }

/** A question that is to be sent, with what is asked. */
export type OpenQuestion = Omit<BatchedQuestion, 'id' | 'mayCost'> & { prompt: JudgePrompt }

/** Questions that are sent as batches. */
export interface BatchWork {
  batches: RunBatches
  /** The run of the lab whose sessions the questions are about, if they are about one. */
  run?: string
  server: BatchServer
  limits: Limits
  /** Records an answer. Returns what is wrong with it, in a sentence. */
  read: (question: BatchedQuestion, judgement: Judgement) => string | undefined
}

/**
 * Sends questions as one batch, waits, and has every answer recorded as it is read. Batches that were sent before are picked up, so nothing is paid twice;
 * what can't be answered is reported and stays open. If it is stopped, the batch goes on, and the next call reads it. Throws Problem `agent-failed` if the
 * batch can't be sent, or if it could cost more than a cap leaves.
 */
export async function askInBatch(open: readonly OpenQuestion[], work: BatchWork): Promise<{ problems: string[]; usage: Usage }> {
  const { batches, run, server, limits } = work
  if (open.length > 0) await send(open, work)
  const problems: AnswerProblem[] = []
  const spent = { usage: NOTHING_USED, isPriced: true }
  const ours = (): SentBatch[] => batches.all.filter((one) => one.host === server.host && one.run === run)
  for (const { host, questions, run: of } of batches.all)
    if (host !== server.host && of === run)
      problems.push({
        words: `${counted(questions.length, 'request')} ${questions.length === 1 ? 'is' : 'are'} in a batch at ${host}. Use that address again to read the answers.`
      })
  let failed = 0
  for (let ms = FIRST_WAIT_MS; ours().length > 0 && !limits.signal.aborted; ms = Math.min(LONGEST_WAIT_MS, ms * 1.5)) {
    try {
      await look(ours(), work, problems, spent)
      if (ours().length === 0) break
      failed = 0
    } catch (thrown) {
      if (!(thrown instanceof Problem) || ++failed >= MAX_FAILED_LOOKS || [401, 403].includes(Number(thrown.data['status']))) {
        if (!(thrown instanceof Problem)) throw thrown
        problems.push({ words: `${thrown.message} The batch goes on; ask again as a batch to read its answers.` })
        break
      }
    }
    await server.wait(ms, limits.signal)
  }
  return { problems: problemWords(problems), usage: spent.isPriced ? spent.usage : withoutCost(spent.usage) }
}

/** Asks judges every open question about runs as a batch. Throws as `askInBatch` does. */
export async function judgeInBatch(source: RunsSource & { batches: RunBatches }, server: BatchServer, limits: Limits): Promise<RunsReport> {
  const { batches, votes, rubric } = source
  const pairs = pairsOf(source)
  const before = questionsOf(source, pairs)
  const open = openOf(source, before).map((question): OpenQuestion => {
    const { criteria, comparison, judge } = question
    const keys = criteria.map((criterion) => ({ criterion: criterion.name, key: voteKey(judge.key, rubric, criterion, comparison) }))
    return { model: judge.model, about: aboutQuestion(source, question), votes: keys, prompt: promptOf(rubric, criteria, comparison) }
  })
  const read = (question: BatchedQuestion, { marks, understood, problem }: Judgement): string | undefined => {
    const criteria = question.votes.map(({ criterion }) => ({ name: criterion }))
    const got = votesIn(marks ?? [], criteria, understood)
    votes.add(new Map([...got].map(([at, vote]) => [question.votes[at]?.key ?? '', vote])))
    const missing = question.votes.flatMap(({ criterion }, at) => (got.has(at) ? [] : [criterion]))
    return problem ?? (missing.length > 0 ? missingWords(missing) : undefined)
  }
  const { problems, usage } = await askInBatch(open, { batches, server, limits, read })
  const after = questionsOf(source, pairs)
  const left = openOf(source, after).length
  const waiting = after.filter(({ criteria }) => criteria.length > 0).length - left
  const asked = before.filter(({ criteria }) => criteria.length > 0).length
  return reportOf(source, pairs, {
    requests: asked,
    recorded: before.length - asked,
    usage,
    left,
    problems,
    ...(waiting === 0 ? {} : { waiting })
  })
}

/** Sends questions as one batch and keeps its id. Throws Problem `agent-failed` if it could cost more than a cap leaves. */
async function send(open: readonly OpenQuestion[], { batches, run, server, limits: { purse, signal } }: BatchWork): Promise<void> {
  const planned = open.map(({ model, prompt }) => ({ model, tokens: promptSize(prompt), maxOutput: JUDGE_MAX_TOKENS, share: BATCH_PRICE }))
  const settle = await purse.admit(planned, signal)
  try {
    if (signal.aborted) return
    const idOf = (i: number): string => `question-${i}`
    const batch = await server.create(open.map(({ model, prompt }, i) => ({ id: idOf(i), model, prompt })))
    const mayCost = planned.map((one) => purse.mostOf(one) ?? 0)
    const questions = open.map(({ model, about, votes }, i) => ({ id: idOf(i), model, about, votes, mayCost: mayCost[i] ?? 0 }))
    batches.put({ batch, ...(run === undefined ? {} : { run }), host: server.host, questions, read: [] })
  } finally {
    // What it costs is charged when its answers are read. Until then the batch says what it may cost.
    settle(NOTHING_USED)
  }
}

/** Looks at batches, and reads those that are over. */
async function look(
  sent: readonly SentBatch[],
  { batches, server, limits, read }: BatchWork,
  problems: AnswerProblem[],
  spent: { usage: Usage; isPriced: boolean }
): Promise<void> {
  let done = 0
  for (let one of sent) {
    const { batch, questions } = one
    const state = await server.state(batch)
    if (!state) {
      problems.push({
        words: `${server.host} doesn't have the batch ${batch} any more, so its answers are lost. Ask again to send its questions anew.`
      })
      batches.remove(batch)
      continue
    }
    done += state.done
    if (!state.isOver) continue
    const byId = new Map(questions.map((question) => [question.id, question]))
    for await (const { id, judgement } of server.answers(batch, (request) => byId.get(request)?.model ?? '')) {
      const question = byId.get(id)
      if (!question || one.read.includes(id)) continue
      const { usage } = judgement
      const problem = read(question, judgement)
      limits.purse.chargeBatched(question.model, usage)
      spent.usage = added(spent.usage, usage)
      spent.isPriced &&= usage.cost !== undefined || usage.input + usage.output === 0
      // After a crash in the middle the rest is read, and nothing is counted twice.
      one = { ...one, read: [...one.read, id] }
      batches.put(one)
      if (problem !== undefined) problems.push({ about: question.about, words: problem })
    }
    const unread = questions.filter(({ id }) => !one.read.includes(id)).length
    if (unread > 0)
      problems.push({ words: `The batch ${batch} ended without an answer to ${counted(unread, 'request')}. Ask again to send it anew.` })
    batches.remove(batch)
  }
  limits.tell({ done, of: sent.reduce((sum, { questions }) => sum + questions.length, 0) })
}
