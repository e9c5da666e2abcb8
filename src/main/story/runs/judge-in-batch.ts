import type { RunsProgress, RunsReport } from '../../../shared/analysis/run-verdicts'
import { Problem } from '../../../shared/base/problem'
import type { Usage } from '../../../shared/table/turns'
import { added, NOTHING_USED } from '../../../shared/table/usage'
import { counted } from '../../../shared/words/labels'
import type { BatchState } from '../../agents/anthropic/batches'
import type { Judgement, JudgePrompt } from '../../agents/anthropic/judge'
import { BATCH_PRICE, JUDGE_MAX_TOKENS } from '../../agents/anthropic/models'
import type { Admit } from '../../agents/anthropic/send-request'
import { mayJudge, type JudgeLimits } from '../contradictions/judge'
import { aboutQuestion, missingWords, openOf, pairsOf, promptSize, questionsOf, reportOf, type RunsSource, withoutCost } from './judge-runs'
import { promptOf, voteKey, votesIn } from './question'
import type { RunBatches, SentBatch } from './run-batches'

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

type Limits = JudgeLimits & { charge: (model: string, usage: Usage) => void; tell: (at: RunsProgress) => void; admit: Admit }

/**
 * Sends every open question as one batch, waits, and records the answers as they are read. Batches that were sent before are picked up, so nothing is paid
 * twice; what can't be answered is reported and stays open. If it is stopped, the batch goes on, and the next call reads it. Throws Problem `agent-failed`
 * if the batch can't be sent, or if it could cost more than a cap leaves.
 */
export async function judgeInBatch(source: RunsSource & { batches: RunBatches }, server: BatchServer, limits: Limits): Promise<RunsReport> {
  const { batches } = source
  const pairs = pairsOf(source)
  const before = questionsOf(source, pairs)
  const open = openOf(source, before)
  if (open.length > 0) await send(source, server, limits, open)
  const problems: string[] = []
  const spent = { usage: NOTHING_USED, isPriced: true }
  const ours = (): SentBatch[] => batches.all.filter(({ host }) => host === server.host)
  for (const { host, questions } of batches.all)
    if (host !== server.host)
      problems.push(
        `${counted(questions.length, 'request')} to judges ${questions.length === 1 ? 'is' : 'are'} in a batch at ${host}. Use that address again to read the answers.`
      )
  let failed = 0
  for (let ms = FIRST_WAIT_MS; ours().length > 0 && !limits.signal.aborted; ms = Math.min(LONGEST_WAIT_MS, ms * 1.5)) {
    try {
      if (await look(source, server, limits, ours(), problems, spent)) break
      failed = 0
    } catch (thrown) {
      if (!(thrown instanceof Problem) || ++failed >= MAX_FAILED_LOOKS || [401, 403].includes(Number(thrown.data['status']))) {
        if (!(thrown instanceof Problem)) throw thrown
        problems.push(`${thrown.message} The batch goes on; judge again with --batch to read its answers.`)
        break
      }
    }
    await server.wait(ms, limits.signal)
  }
  const after = questionsOf(source, pairs).filter(({ criteria }) => criteria.length > 0).length
  const left = openOf(source, questionsOf(source, pairs)).length
  const waiting = after - left
  const asked = before.filter(({ criteria }) => criteria.length > 0).length
  return reportOf(source, pairs, {
    requests: asked,
    recorded: before.length - asked,
    usage: spent.isPriced ? spent.usage : withoutCost(spent.usage),
    left,
    problems,
    ...(waiting === 0 ? {} : { waiting })
  })
}

/** Sends questions as one batch and keeps its id. Throws Problem `agent-failed` if it could cost more than a cap leaves. */
async function send(
  source: RunsSource & { batches: RunBatches },
  server: BatchServer,
  limits: Limits,
  open: ReturnType<typeof openOf>
): Promise<void> {
  const { rubric, models, prices, batches } = source
  for (const model of models) mayJudge({ model, ...(prices ? { prices } : {}) }, limits)
  const questions = open.map((question, i) => {
    const { criteria, comparison, judge } = question
    const votes = criteria.map((criterion) => ({ criterion: criterion.name, key: voteKey(judge.key, rubric, criterion, comparison) }))
    return { id: `question-${i}`, model: judge.model, about: aboutQuestion(source, question), votes }
  })
  const requests = open.map(({ criteria, comparison, judge }, i) => ({
    id: `question-${i}`,
    model: judge.model,
    prompt: promptOf(rubric, criteria, comparison)
  }))
  const settle = await limits.admit(
    ...requests.map(({ model, prompt }) => ({ model, tokens: promptSize(prompt), maxOutput: JUDGE_MAX_TOKENS, share: BATCH_PRICE }))
  )
  // What it costs is charged when its answers are read.
  settle(NOTHING_USED)
  const batch = await server.create(requests)
  batches.put({ batch, host: server.host, questions, read: [] })
}

/** Looks at batches, and reads those that are over. Returns whether none is left. */
async function look(
  { votes, batches }: RunsSource & { batches: RunBatches },
  server: BatchServer,
  limits: Limits,
  sent: readonly SentBatch[],
  problems: string[],
  spent: { usage: Usage; isPriced: boolean }
): Promise<boolean> {
  let done = 0
  for (let one of sent) {
    const { batch, questions } = one
    const state = await server.state(batch)
    if (!state) {
      problems.push(`${server.host} doesn't have the batch ${batch} any more, so its answers are lost. Judge again to ask its questions anew.`)
      batches.remove(batch)
      continue
    }
    done += state.done
    if (!state.isOver) continue
    const byId = new Map(questions.map((question) => [question.id, question]))
    for await (const { id, judgement } of server.answers(batch, (request) => byId.get(request)?.model ?? '')) {
      const question = byId.get(id)
      if (!question || one.read.includes(id)) continue
      const { usage, marks, understood, problem } = judgement
      const got = votesIn(
        marks ?? [],
        question.votes.map(({ criterion }) => ({ name: criterion })),
        understood
      )
      votes.add(new Map([...got].map(([at, vote]) => [question.votes[at]?.key ?? '', vote])))
      limits.charge(question.model, usage)
      spent.usage = added(spent.usage, usage)
      spent.isPriced &&= usage.cost !== undefined || usage.input + usage.output === 0
      // After a crash in the middle the rest is read, and nothing is counted twice.
      one = { ...one, read: [...one.read, id] }
      batches.put(one)
      const missing = question.votes.flatMap(({ criterion }, at) => (got.has(at) ? [] : [criterion]))
      if (problem !== undefined) problems.push(`${question.about}: ${problem}`)
      else if (missing.length > 0) problems.push(missingWords(question.about, missing))
    }
    const unread = questions.filter(({ id }) => !one.read.includes(id)).length
    if (unread > 0) problems.push(`The batch ${batch} ended without an answer to ${counted(unread, 'request')}. Judge again to ask for it.`)
    batches.remove(batch)
  }
  limits.tell({ done, of: sent.reduce((sum, { questions }) => sum + questions.length, 0) })
  return batches.all.every(({ host }) => host !== server.host)
}
