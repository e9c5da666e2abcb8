import type { WorkNews } from '../../shared/contract/calls'
import type { Experiment, ExperimentKind, ExperimentStatus } from '../../shared/lab/experiment'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { runCall } from '../run-call'
import { notify, useSession } from '../session'
import { slice } from '../slice'

/** An experiment of the core, which goes on without the window: how far it is, and what came of it. */
interface Work<Input, Progress, Answer> {
  status?: ExperimentStatus | undefined
  input?: Input | undefined
  progress?: Progress | undefined
  /** What is known; after a stop, so far. */
  answer?: Answer | undefined
  /** Why it failed, in a sentence. */
  problem?: string | undefined
  /** When it ended, in ms. */
  when?: number | undefined
}

interface Kind<Input, Progress, Answer> {
  kind: ExperimentKind
  /** Begins it in the core, or follows the one with this input. */
  follow: (input: Input, on: { onData: (news: WorkNews<Progress, Answer>) => void; onError: (error: unknown) => void }) => { unsubscribe: () => void }
  /** Its notice if the lab isn't in view when it is done. */
  done: string
  /** Called with each progress, and without one at its end. */
  onMove?: (now?: Progress, before?: Progress) => void
}

export interface LongWork<Input, Progress, Answer> {
  use: <T>(select: (work: Work<Input, Progress, Answer>) => T) => T
  get: () => Work<Input, Progress, Answer>
  /** Begins it; with the input of one that isn't done, it goes on with what it has. */
  begin: (input: Input) => void
  /** Begins it again with the same input. */
  again: () => void
  /** Shows how it stands in the core, and follows it if it is running there. */
  know: (experiment: Experiment<Input, Answer> | undefined) => void
  /** Shows an answer that another call gave, or its problem. */
  answer: (call: Promise<Answer>) => Promise<void>
  /** Stops it; what was played is kept. */
  stop: () => Promise<void>
  /** Follows it no more; it goes on. */
  leave: () => void
}

const statuses: Partial<Record<ExperimentKind, () => ExperimentStatus | undefined>> = {}
/** Whether an experiment is running that consists of runs. */
export const isExperimenting = (): boolean => (['compare', 'tests'] as const).some((kind) => statuses[kind]?.() === 'running')
export const useWorkStatus = (kind: ExperimentKind): ExperimentStatus | undefined => useSession(() => statuses[kind]?.())

export function longWork<Input, Progress, Answer>({
  kind,
  follow,
  done,
  onMove = () => undefined
}: Kind<Input, Progress, Answer>): LongWork<Input, Progress, Answer> {
  type Now = Work<Input, Progress, Answer>
  const work = slice<Now>(`lab-${kind}`, {})
  statuses[kind] = () => work.get().status
  let followed: { unsubscribe: () => void } | undefined
  let latest = 0
  const leave = (): void => {
    followed?.unsubscribe()
    followed = undefined
  }
  const campaign = (): string | undefined => useSession.getState().present?.campaign.dir
  /** Tells whether the campaign is still the same and nothing else was begun. */
  const guard = (): (() => boolean) => {
    const [dir, mine] = [campaign(), (latest += 1)]
    return () => dir === campaign() && mine === latest
  }
  const show = (now: Now): void => work.set({ input: undefined, progress: undefined, answer: undefined, problem: undefined, when: undefined, ...now })
  const over = (now: Now): void => {
    show(now)
    onMove()
  }
  const begin = (input: Input): void => {
    leave()
    show({ status: 'running', input })
    const isCurrent = guard()
    const fail = async (error: unknown): Promise<void> => {
      const all = await api.labExperiments.query().catch(() => ({}))
      const shown = (all as Partial<Record<ExperimentKind, Now>>)[kind]
      if (isCurrent()) over(shown && shown.status !== 'running' ? shown : { status: 'failed', input, problem: problemOf(error).message })
    }
    followed = follow(input, {
      onData: (news) => {
        if (!isCurrent()) return
        if (news.kind === 'progress') {
          onMove(news.progress, work.get().progress)
          return work.set({ progress: news.progress })
        }
        over({ status: 'done', input, answer: news.answer, when: Date.now() })
        if (useSession.getState().desk.view !== 'lab') notify(done, { command: 'view.lab', words: 'Show' })
      },
      onError: (error) => void fail(error)
    })
  }
  return {
    use: work,
    get: work.get,
    begin,
    again: () => {
      const { input } = work.get()
      if (input !== undefined) begin(input)
    },
    know: (experiment) => {
      if (experiment?.status === 'running' && experiment.input !== undefined) begin(experiment.input)
      else if (experiment) show(experiment)
    },
    answer: async (call) => {
      leave()
      show({ status: 'running' })
      const isCurrent = guard()
      const now = await call.then(
        (answer): Now => ({ status: 'done', answer }),
        (error: unknown): Now => ({ status: 'failed', problem: problemOf(error).message })
      )
      if (isCurrent()) over(now)
    },
    stop: async () => {
      await runCall(() => api.labStopExperiment.mutate({ kind }))
    },
    leave
  }
}
