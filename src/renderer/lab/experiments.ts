import { api } from '../client'
import { useSession } from '../session'
import { onChange } from '../slice'
import { balancing } from './balancing'
import { comparing } from './comparing'
import { useLab, type Room } from './state'
import { testing } from './testing'

/** Shows how the core's experiments stand, once the runs of a campaign are known. One that is running, or that an app left when it ended, is shown first. */
async function load(): Promise<void> {
  const dir = useSession.getState().present?.campaign.dir
  // A core that can't say this has nothing to show.
  const all = await api.labExperiments.query().catch(() => ({}))
  if (dir !== useSession.getState().present?.campaign.dir) return
  const { compare, balance, tests } = all as Awaited<ReturnType<typeof api.labExperiments.query>>
  if (comparing.get().status === undefined) comparing.know(compare)
  if (balancing.get().status === undefined) balancing.know(balance)
  if (testing.get().status === undefined) testing.know(tests)
  const rooms: readonly [Room, string | undefined][] = [
    ['compare', compare?.status],
    ['balance', balance?.status],
    ['tests', tests?.status]
  ]
  const open = ['running', 'interrupted'].flatMap((status) => rooms.filter(([, now]) => now === status))[0]
  if (open && useLab.get().room === 'report') useLab.set({ room: open[0] })
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
    for (const work of [comparing, balancing, testing]) work.leave()
  }
}
