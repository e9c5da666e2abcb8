import { z } from 'zod'
import { Dir, mutation, query, type Methods } from './calls'
import type { CampaignInfo } from '../story/campaign'
import type { AheadBehind } from '../table/present'

const Name = z.string().min(1).max(100)
const Url = z.string().min(1).max(2000)

/** A remote repository with its branches as last fetched. */
export interface Remote {
  name: string
  url: string
  /** Whether this machine has a token for its server. */
  token: boolean
  /**
   * `here`: how far the local branch of that name is ahead or behind; `strangers` if they have no beat in common, absent if there is no local
   * one.
   */
  branches: { name: string; head: string; here?: AheadBehind | 'strangers' }[]
}

/**
 * The calls about remote repositories. Every failure is a Problem and leaves everything here unchanged. If another token may help, `data.wants`
 * is `token`.
 */
export const remoteCalls = {
  remotes: query().returns<Remote[]>(),
  /** Adds a repository by its https address. `token`: stored on this machine for its server, never in the campaign. */
  addRemote: mutation(z.object({ name: Name, url: Url, token: z.string().max(2000).optional() })).returns<Remote[]>(),
  removeRemote: mutation(z.object({ name: Name })).returns<Remote[]>(),
  /** Stores a token for the server of an address on this machine, or deletes it. */
  setToken: mutation(z.object({ url: Url, token: z.string().max(2000).optional() })).returns<void>(),
  /** Fetches the remote branches. Local branches stay where they are. */
  fetchRemote: mutation(z.object({ name: Name })).returns<Remote[]>(),
  /** Pushes a branch. Problem `conflict` if the remote has beats that the branch doesn't. */
  pushBranch: mutation(z.object({ remote: Name, branch: z.string().min(1).max(200) })).returns<Remote[]>(),
  /** Fast-forwards a branch to the remote branch of the same name; Problem `conflict` if it has beats of its own since. */
  catchUp: mutation(z.object({ remote: Name, branch: z.string().min(1).max(200) })).returns<Remote[]>(),
  /** Clones into a new or empty folder and opens it. */
  clone: mutation(z.object({ url: Url, dir: Dir, token: z.string().max(2000).optional() })).returns<CampaignInfo>()
}
export type RemoteCalls = Methods<typeof remoteCalls>
