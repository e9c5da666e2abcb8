import type { AbortSignalLike } from '../../../shared/base/abort'
import { countReach, type ReachReport, type ReachWish, readArrow } from '../../../arrow'
import type { WorkNews } from '../../../shared/contract/calls'
import { Problem, toProblem, type ProblemData } from '../../../shared/base/problem'
import { threadNews } from '../../work/thread'
import { timeSlices } from '../../work/time-slices'

/** The input of the thread: the text of a document, and how to count. */
export interface ReachTask {
  text: string
  wish: ReachWish
}
/** A message of the thread: the number of finished plays, and at the end the report or a problem. */
export type ReachNews = { done: number } | { report: ReachReport } | { problem: ProblemData }

/** The messages of a count, independent of the thread that runs it. */
export function* reachNews({ text, wish }: ReachTask): Generator<ReachNews> {
  try {
    const counting = countReach(readArrow(text).document, wish)
    let step = counting.next()
    for (; !step.done; step = counting.next()) yield { done: step.value }
    yield { report: step.value }
  } catch (thrown) {
    yield { problem: toProblem(thrown).toJSON() }
  }
}

/**
 * Plays a document many times in a thread of its own. Without a build from which to start a thread, it plays in this thread with pauses. Throws
 * Problem `bad-file` for a text that is not a document, `not-found` for a start that isn't in it, `refused` when stopped.
 */
export async function* countingReach(task: ReachTask, stop: AbortSignalLike): AsyncGenerator<WorkNews<{ done: number; of: number }, ReachReport>> {
  for await (const news of threadNews('arrow-reach.js', task, stop, () => inThisThread(task))) {
    if (stop.aborted) break
    if ('problem' in news) throw new Problem(news.problem.code, news.problem.message, news.problem.data)
    if ('report' in news) return yield { kind: 'answer', answer: news.report }
    yield { kind: 'progress', progress: { done: news.done, of: task.wish.runs } }
  }
  throw new Problem('refused', stop.aborted ? 'The playthroughs were stopped.' : 'The playthroughs ended without a result. Run them again.')
}

async function* inThisThread(task: ReachTask): AsyncGenerator<ReachNews> {
  const yieldThread = timeSlices()
  for (const news of reachNews(task)) {
    await yieldThread()
    yield news
  }
}
