import type { Branch } from '../../shared/present'
import type { Source } from '../campaign/chronicle/chronicle'
import type { History } from '../campaign/history'
import { FILES } from '../campaign/layout'
import type { OpenCampaign } from './open-campaign'

/** A branch as git has it; `fetched`: of another repository, as it was there when it was fetched last. */
export interface Lane {
  name: string
  head: string
  fetched: boolean
}

/** Commits of which is known whether there is a campaign in them. */
const campaigns = new WeakMap<History, Map<string, boolean>>()

/**
 * Every branch that is shown: those here, and those that were fetched and hold a campaign. A fetched one whose name a branch
 * here has too gets git's longer name, so that no two are called the same.
 */
export function lanesOf(history: History): Lane[] {
  const own = history.branches()
  const taken = new Set(own.map(({ name }) => name))
  const fetched = history.fetched().filter(({ head }) => holdsCampaign(history, head))
  return [
    ...own.map((lane) => ({ ...lane, fetched: false })),
    ...fetched.map(({ name, head }) => ({ name: taken.has(name) ? `refs/remotes/${name}` : name, head, fetched: true }))
  ]
}

/** Where the chronicle reads from: every branch that is shown. */
export const chronicled = (history: History): Source => ({
  isReadOnly: history.isReadOnly,
  commit: (id) => history.commit(id),
  branches: () => lanesOf(history)
})

/** Whether there is a campaign in the files of a commit. One that cannot be read has none. */
function holdsCampaign(history: History, head: string): boolean {
  const known = campaigns.get(history) ?? new Map<string, boolean>()
  campaigns.set(history, known)
  let holds = known.get(head)
  if (holds === undefined) known.set(head, (holds = looksLike(history, head)))
  return holds
}

function looksLike(history: History, head: string): boolean {
  try {
    return history.entry(head, FILES.state) !== undefined
  } catch {
    return false
  }
}

/** The branches of a campaign, which of them is the present's, and those that were fetched. */
export function branchesOf({ history }: OpenCampaign): Branch[] {
  const { branch } = history.head()
  const copies = history.remotes().flatMap((remote) => remote.branches)
  return lanesOf(history).map(({ name, head, fetched }) => {
    if (fetched) return { name, head, current: false, fetched }
    const there = copies.find((one) => one.name === name)?.here
    return { name, head, current: name === branch, ...(typeof there === 'object' ? { there } : {}) }
  })
}

/** Every branch and where it stands, but for where the present is: that moves with each beat. */
export const otherBranches = (campaign: OpenCampaign): string =>
  branchesOf(campaign)
    .map(({ name, head, current }) => `${name} ${current ? '' : head}`)
    .join('\n')
