import type { CarriedEdits } from '../shared/table/present'
import { listed } from '../shared/words/labels'
import { api } from './client'
import { refetch } from './sync'
import { runCall } from './run-call'
import { problemOf } from './problem-of'
import { goTo, notify, showProblem, useSession, type PlayRequest } from './session'
import { ownBranches } from './store/beats'
import { counted } from './ui/amounts'
import { texts } from './ui/texts'
import { playByHand, playOne, takeSeat, togglePlay } from './operations'

const get = useSession.getState
const set = useSession.setState

/** Continues from a commit on a new branch with the edits up to `editsTo`, then plays as requested. Returns why the name is refused. */
export const continueFrom = async (
  at: string,
  { name, newDice, editsTo }: { name: string | undefined; newDice: boolean; editsTo: string | undefined },
  then: PlayRequest
): Promise<string | undefined> => {
  const seed = newDice ? { seed: crypto.randomUUID().slice(0, 8) } : {}
  let fault: string | undefined
  const branch = await runCall(
    () => api.branch.mutate({ at, ...(name ? { name } : {}), ...(editsTo ? { editsTo } : {}), ...seed }),
    (error) => {
      const { code, message } = problemOf(error)
      if (code === 'bad-input') fault = message
      else showProblem(error)
    }
  )
  if (!branch) return fault
  set({ playRequest: undefined })
  await refetch()
  goTo(undefined)
  notify(`${texts.onBranch(branch.name)}${carriedWords(branch.edits)}`)
  if (then === 'play') await togglePlay()
  if (then === 'step') await playOne()
  if (then === 'hand') await playByHand()
  if (typeof then === 'object') await takeSeat(then.take, then.how)
  return undefined
}

/** A sentence on the edits that came along; none if there were none. */
function carriedWords({ made, left }: CarriedEdits): string {
  const brought = made > 0 ? ` ${counted(made, 'edit')} came along.` : ''
  return left.length > 0 ? `${brought} Left out, because the files differ here: ${listed(left.slice(0, 3))}.` : brought
}

/** Creates a branch at the head of a fetched one, with the same name if that is free, and switches to it. Returns whether that succeeded. */
export const playOnFetched = async (name: string, head: string): Promise<boolean> => {
  const takenNames = ownBranches(get().present?.branches ?? []).map((one) => one.name)
  const isFree = takenNames.every((one) => one !== name && !one.startsWith(`${name}/`) && !name.startsWith(`${one}/`))
  const branch = await runCall(() => api.branch.mutate({ at: head, ...(isFree ? { name } : {}) }))
  if (!branch) return false
  await refetch()
  goTo(undefined)
  notify(texts.onBranch(branch.name))
  return true
}

/** Moves the table to another branch. */
export const switchBranch = async (branch: string): Promise<void> => {
  if (get().present?.table.running) await runCall(() => api.pause.mutate())
  const result = await runCall(() => api.switchTo.mutate({ branch }))
  if (!result) return
  await refetch()
  goTo(undefined)
}
