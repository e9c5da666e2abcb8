import type { DeletedBranch } from '../../shared/analysis/chronicle'
import type { Branch } from '../../shared/table/present'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { refetch } from '../sync'
import { cursorIndex, notify, useSession } from '../session'
import { playOnFetched } from '../branch-operations'
import { runCall } from '../run-call'
import { useTimeline, type BranchDialog } from './state'
const get = useSession.getState

/** The branch of the cursor's lane. */
export function branchHere(): string | undefined {
  const { beats, line, present } = get()
  const here = line[cursorIndex(get())]
  return here ? beats.trackOf.get(here.id)?.branch : present?.branch
}

/** The fetched branch of the cursor's lane. It can be viewed, and continued on a branch of your own. */
export function fetchedHere(): Branch | undefined {
  const name = branchHere()
  return get().beats.branches.find((one) => one.name === name && one.fetched)
}

/** Creates a branch with the same name from a fetched one, and continues play on it. */
export async function playOnFrom({ name, head }: Branch): Promise<void> {
  await playOnFetched(name.replace(/^(refs\/remotes\/)?[^/]+\//, ''), head)
}

/** Opens a dialog about branches: to rename one, to list deleted ones, or to find one. */
export const askBranch = (branchDialog: BranchDialog | undefined): void => useTimeline.set({ branchDialog })

/** Renames a branch. Returns why the name is refused, in a sentence; undefined if the rename succeeded. */
export async function renameBranch(branch: string, name: string): Promise<string | undefined> {
  try {
    await api.renameBranch.mutate({ branch, name })
  } catch (error) {
    return problemOf(error).message
  }
  await refetch()
  notify(`Renamed branch ${branch} to ${name}.`)
  return undefined
}

let last: DeletedBranch | undefined

/** Whether a branch was deleted in this window and not restored since. */
export const canUndelete = (): boolean => last !== undefined

/** Deletes a branch and offers to restore it. */
export async function deleteBranch(branch: string): Promise<void> {
  const deleted = await runCall(() => api.deleteBranch.mutate({ branch }))
  if (!deleted) return
  last = deleted
  await refetch()
  notify(`Deleted branch ${branch}.`, { command: 'branch.undelete', words: 'Undo' })
}

/** Restores a deleted branch; by default the one that was deleted last. */
export async function restoreBranch(ref = last?.ref): Promise<void> {
  if (ref === undefined) return
  const back = await runCall(() => api.restoreBranch.mutate({ ref }))
  if (!back) return
  if (ref === last?.ref) last = undefined
  await refetch()
  notify(`Restored branch ${back.name}.`)
}
