import { freeName, slug } from '../../../shared/story/names'
import type { Branch } from '../../../shared/table/present'
import type { ChronicleSource } from '../../campaign/chronicle/chronicle'
import { Problem } from '../../../shared/base/problem'
import type { History } from '../../campaign/history'
import { FILES } from '../../campaign/layout'

/** A branch in git. `fetched`: a branch of another repository, as of the last fetch. */
export interface Lane {
  name: string
  head: string
  fetched: boolean
}

/** By commit: whether its tree holds a campaign. Filled by `contentsOf`. */
const campaigns = new WeakMap<History, Map<string, Contents>>()
type Contents = 'campaign' | 'none' | 'unreadable'

/** Every branch that the app shows: local ones, and fetched ones with a campaign, under git's longer name if a local one has theirs. */
export function lanesOf(history: History): Lane[] {
  const present = history.head().branch
  const own = history.branches().filter(({ name, head }) => name === present || contentsOf(history, head) !== 'none')
  const taken = new Set(own.map(({ name }) => name))
  const fetched = history.fetched().filter(({ head }) => contentsOf(history, head) === 'campaign')
  return [
    ...own.map((lane) => ({ ...lane, fetched: false })),
    ...fetched.map(({ name, head }) => ({ name: taken.has(name) ? `refs/remotes/${name}` : name, head, fetched: true }))
  ]
}

/** The branches that the chronicle reads: every branch that the app shows. */
export const chronicleSource = (history: History): ChronicleSource => ({
  isReadOnly: history.isReadOnly,
  commit: (id) => history.commit(id),
  branches: () => lanesOf(history)
})

function contentsOf(history: History, head: string): Contents {
  const cached = campaigns.get(history) ?? new Map<string, Contents>()
  campaigns.set(history, cached)
  const contents = cached.get(head) ?? readContents(history, head)
  cached.set(head, contents)
  return contents
}

function readContents(history: History, head: string): Contents {
  try {
    return holdsCampaign(history, head) ? 'campaign' : 'none'
  } catch {
    return 'unreadable'
  }
}

/** Whether a commit's files hold a campaign. Throws Problem if the commit can't be read. */
export const holdsCampaign = (history: History, head: string): boolean => history.entry(head, FILES.state) !== undefined

/** The branches that hold a campaign, by local name. A fetched branch has the name that a local branch of it would get. */
export function campaignBranches(history: History): { name: string; head: string; fetched: boolean }[] {
  const own = history.branches().map((lane) => ({ ...lane, fetched: false }))
  const taken = new Set(own.map(({ name }) => name))
  const fetched = history.fetched().map(({ name, head }) => ({ name: name.replace(/^[^/]+\//, ''), head, fetched: true }))
  const all = [...own, ...fetched.filter(({ name }) => !taken.has(name))].filter(({ head }) => contentsOf(history, head) === 'campaign')
  return all.filter(({ name }, i) => all.findIndex((one) => one.name === name) === i)
}

/** The part of a message that says on which branch the repository has a campaign. */
export const elsewhere = (branch: string): string =>
  `The repository's campaign is on the branch ${branch}. Run "git switch ${branch}" and open the folder again`

/** Throws Problem `not-a-campaign`, with what to do next, if the files that are checked out hold no campaign. */
export function refuseForeign(history: History): void {
  if (holdsCampaign(history, history.head().commit)) return
  const { dir } = history
  const other = campaignBranches(history)[0]?.name
  const advice = other === undefined ? `Create one beside the files with "proscenium new ${dir} --here"` : elsewhere(other)
  throw new Problem('not-a-campaign', `${dir} holds no campaign. ${advice}.`, { dir, remedy: 'foreign' })
}

/** Throws Problem `not-a-campaign` if the table can't continue from a commit because it holds no campaign. */
export function checkCampaign(history: History, head: string | undefined): void {
  if (head !== undefined && !holdsCampaign(history, head))
    throw new Problem('not-a-campaign', 'This branch holds no campaign. Choose another branch.', { commit: head })
}

/** A campaign's branches, local and fetched, with the current one marked. */
export function branchesOf(history: History): Branch[] {
  const { branch } = history.head()
  const copies = history.remotes().flatMap((remote) => remote.branches)
  return lanesOf(history).map(({ name, head, fetched }) => {
    if (fetched) return { name, head, current: false, fetched }
    const upstream = copies.find((one) => one.name === name)?.here
    return { name, head, current: name === branch, ...(typeof upstream === 'object' ? { upstream } : {}) }
  })
}

/** Every branch and its head, except the current branch, whose head moves with each beat. */
export const otherBranches = (history: History): string =>
  branchesOf(history)
    .map(({ name, head, current }) => `${name} ${current ? '' : head}`)
    .join('\n')

/** A free branch name, made from the words of the beat where the branch begins. */
export function proposedBranchName(history: History, at: string, prefix = 'from'): string {
  const taken = new Set(history.branches().map((b) => b.name))
  const base = `${prefix}-${slug(history.commit(at).message.split('\n')[0] ?? '')
    .slice(0, 30)
    .replace(/-+$/, '')}`
  return freeName(base, (name) => taken.has(name))
}
