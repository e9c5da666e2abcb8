import { EXPERIMENTS, type ExperimentKind, type Kinds, type LabExperiments } from '../../shared/lab/experiment'
import { api } from '../client'
import { useSession } from '../session'
import { onChange, slice } from '../slice'
import { balancing } from './balancing'
import { comparing } from './comparing'
import { judging } from './judging'
import type { LongWork } from './long-work'
import { useLab } from './state'
import { testing } from './testing'

type Shown = {
  [Kind in ExperimentKind]: Pick<LongWork<Kinds[Kind]['input'], unknown, Kinds[Kind]['answer']>, 'know' | 'leave'> & {
    get: () => { status?: unknown }
  }
}
const WORK: Shown = { compare: comparing, balance: balancing, tests: testing, judge: judging }

const useKnown = slice('lab-experiments', { isKnown: false })

/** Calls `run` once it is known how the campaign's experiments stand. */
export function onceKnown(run: () => void): void {
  if (useKnown.get().isKnown) return run()
  const leave = onChange(
    () => useKnown.get().isKnown,
    () => {
      leave()
      run()
    }
  )
}

function know<Kind extends ExperimentKind>(kind: Kind, all: Pick<LabExperiments, Kind>): void {
  const { [kind]: work }: Shown = WORK
  if (work.get().status === undefined) work.know(all[kind])
}

/** Shows how the core's experiments stand, once the runs of a campaign are known. One that is running, or that an app left when it ended, is shown first. */
async function load(): Promise<void> {
  const dir = useSession.getState().present?.campaign.dir
  // A core that can't say this has nothing to show.
  const all: LabExperiments = await api.labExperiments.query().catch(() => ({}))
  if (dir !== useSession.getState().present?.campaign.dir) return
  for (const kind of EXPERIMENTS) know(kind, all)
  const open = ['running', 'interrupted'].flatMap((status) => EXPERIMENTS.filter((kind) => all[kind]?.status === status))[0]
  if (open && useLab.get().room === 'report') useLab.set({ room: open })
  useKnown.set({ isKnown: true })
}

/** Follows the core's experiments from when the lab is first shown. */
export function followExperiments(): () => void {
  const leave = onChange(
    () => useLab.get().runs !== undefined,
    (isKnown) => {
      if (isKnown) void load()
    }
  )
  return () => {
    leave()
    for (const kind of EXPERIMENTS) WORK[kind].leave()
  }
}
