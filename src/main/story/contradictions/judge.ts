import type { JudgePrice, JudgeProgress, JudgeReport } from '../../../shared/analysis/contradictions'
import type { Usage } from '../../../shared/table/turns'
import { added, NOTHING_USED } from '../../../shared/table/usage'
import type { ModelPrices } from '../../../shared/table/model-access'
import { Problem } from '../../../shared/base/problem'
import type { Judgement } from '../../agents/anthropic/judge'
import { costOf } from '../../agents/anthropic/models'
import { tokensOf } from '../../agents/context/tokens'
import type { Purse } from '../turns/spending'
import { batchesOf, JUDGE_FRAME, type JudgeBatch } from './judge-batch'
import type { Judgements } from './judgements'
import { lineSince, Passages, type PassageReader, type NarratedBeat } from './passages'

/** A story whose narrations a model may judge, and the earlier judgements. */
export interface JudgeSource {
  story: PassageReader
  judged: Judgements
  model: string
  /** The owner's own prices. */
  prices?: ModelPrices
  /** Awaited between beats, so that a running table isn't blocked. */
  breathe: () => Promise<void>
}

/** Who pays for judging, when it stops, and whom it tells how far it is. */
export interface JudgeLimits<Progress> {
  purse: Pick<Purse, 'charge'>
  signal: AbortSignal
  tell: (at: Progress) => void
}

/** Sends one batch to the model and returns its report. */
export type AskJudge = (prompt: { frame: string; text: string }) => Promise<Judgement>

/** The estimated output tokens, including thinking: for each request, and for each of its passages. */
const ANSWER_TOKENS = { request: 250, passage: 15 }
/** The estimated tokens of the tool and of the message around a prompt. */
const OVERHEAD_TOKENS = 330

/** The estimated cost of judging the beats up to a commit that the model hasn't judged. Sends nothing. */
export async function judgePrice(judging: JudgeSource, head: string): Promise<JudgePrice> {
  const { model, judged, prices } = judging
  const frame = tokensOf(JUDGE_FRAME) + OVERHEAD_TOKENS
  const price = { model, beats: 0, requests: 0, input: 0, output: 0 }
  let [cost, outdated]: [number | undefined, number] = [0, 0]
  for await (const batch of unjudged(judging, head)) {
    const usage = {
      input: frame + tokensOf(batch.text),
      output: ANSWER_TOKENS.request + ANSWER_TOKENS.passage * batch.passages,
      cacheRead: 0,
      cacheWrite: 0
    }
    price.beats += batch.commits.size
    price.requests++
    price.input += usage.input
    price.output += usage.output
    outdated += [...batch.commits].filter((commit) => judged.isOutdated(commit)).length
    const one = costOf(model, usage, prices)
    cost = one === undefined || cost === undefined ? undefined : cost + one
  }
  return { ...price, ...(cost === undefined ? {} : { cost }), ...(outdated === 0 ? {} : { outdated }) }
}

/**
 * Lets a model judge the beats up to a commit that it hasn't judged, one batch at a time, and stores each answer at once. If an answer fails, it ends
 * early and reports the reason; earlier judgements are kept. Throws Problem `agent-failed` at the cost cap, or if the model may not be called.
 */
export async function judgeStory(
  judging: JudgeSource,
  head: string,
  ask: AskJudge,
  { purse, signal, tell }: Omit<JudgeLimits<JudgeProgress>, 'purse'> & { purse: Pick<Purse, 'recorded'> }
): Promise<JudgeReport> {
  const { model, judged } = judging
  const { beats: of } = await judgePrice(judging, head)
  let usage: Usage = NOTHING_USED
  let done = 0
  let contradictions = 0
  const understood = new Set<string>()
  const report = (problem?: string): JudgeReport => ({
    model,
    beats: done,
    contradictions,
    usage,
    left: of - done,
    understood: [...understood],
    ...(problem === undefined ? {} : { problem })
  })
  for await (const batch of unjudged(judging, head)) {
    if (signal.aborted) break
    let answer: Judgement
    try {
      answer = await ask({ frame: JUDGE_FRAME, text: batch.text })
    } catch (thrown) {
      // A report of the paid requests is worth more than the problem alone.
      if (done > 0 && thrown instanceof Problem) return report(thrown.message)
      throw thrown
    }
    usage = added(usage, answer.usage)
    const beats = answer.marks ? batch.judged(answer.marks, model) : []
    judged.add(model, beats, answer.usage, answer.understood)
    purse.recorded(answer.usage)
    if (answer.understood !== undefined) understood.add(answer.understood)
    if (answer.problem !== undefined) return report(answer.problem)
    if (!answer.marks) break
    done += beats.length
    contradictions += beats.reduce((sum, one) => sum + one.contradictions.length, 0)
    tell({ done, of })
  }
  return report()
}

/** The batches of the beats up to a commit that the model hasn't judged, oldest first. */
async function* unjudged({ story, judged, model, breathe }: JudgeSource, head: string): AsyncGenerator<JudgeBatch> {
  const line = await lineSince(story, head, breathe)
  async function* open(): AsyncGenerator<NarratedBeat> {
    for await (const beat of new Passages(story).of(line, ({ id }) => judged.isJudged(id, model))) {
      yield beat
      await breathe()
    }
  }
  yield* batchesOf(open())
}
