import { z } from 'zod'
import { call, Dir } from './calls'
import type { CampaignInfo } from './campaign'
import { Apart } from './present'
import type { Stop } from './calls'

const Name = z.string().min(1).max(100)
const Url = z.string().min(1).max(2000)

/** A remote repository with its branches as last fetched. */
export const Remote = z.object({
  name: z.string(),
  url: z.string(),
  /** Whether this machine has a token for its server. */
  token: z.boolean(),
  /**
   * `here`: how far the local branch of that name is ahead or behind; `strangers` if they have no beat in common, absent if there is no local
   * one.
   */
  branches: z.array(z.object({ name: z.string(), head: z.string(), here: z.union([Apart, z.literal('strangers')]).optional() }))
})
export type Remote = z.infer<typeof Remote>

/**
 * The calls about remote repositories. Every failure is a Problem and leaves everything here unchanged. If another token may help, `data.wants`
 * is `token`.
 */
export interface RemoteCalls {
  remotes(): Promise<Remote[]>
  /** Adds a repository by its https address. `token`: stored on this machine for its server, never in the campaign. */
  addRemote(name: string, url: string, token?: string): Promise<Remote[]>
  removeRemote(name: string): Promise<Remote[]>
  /** Stores a token for the server of an address on this machine, or deletes it. */
  setToken(url: string, token?: string): Promise<void>
  /** Fetches the remote branches. Local branches stay where they are. */
  fetchRemote(name: string, stop?: Stop): Promise<Remote[]>
  /** Pushes a branch. Problem `conflict` if the remote has beats that the branch doesn't. */
  pushBranch(remote: string, branch: string, stop?: Stop): Promise<Remote[]>
  /** Fast-forwards a branch to the remote branch of the same name; Problem `conflict` if it has beats of its own since. */
  catchUp(remote: string, branch: string): Promise<Remote[]>
  /** Clones into a new or empty folder and opens it. */
  clone(url: string, dir: string, token?: string, stop?: Stop): Promise<CampaignInfo>
}

/** The tRPC procedures of these calls. */
export const remoteProcedures = {
  remotes: call.query(({ ctx }) => ctx.studio.remotes()),
  addRemote: call
    .input(z.object({ name: Name, url: Url, token: z.string().max(2000).optional() }))
    .mutation(({ ctx, input }) => ctx.studio.addRemote(input.name, input.url, input.token)),
  removeRemote: call.input(z.object({ name: Name })).mutation(({ ctx, input }) => ctx.studio.removeRemote(input.name)),
  setToken: call
    .input(z.object({ url: Url, token: z.string().max(2000).optional() }))
    .mutation(({ ctx, input }) => ctx.studio.setToken(input.url, input.token)),
  fetchRemote: call.input(z.object({ name: Name })).mutation(({ ctx, input, signal }) => ctx.studio.fetchRemote(input.name, signal)),
  pushBranch: call
    .input(z.object({ remote: Name, branch: z.string().min(1).max(200) }))
    .mutation(({ ctx, input, signal }) => ctx.studio.pushBranch(input.remote, input.branch, signal)),
  catchUp: call
    .input(z.object({ remote: Name, branch: z.string().min(1).max(200) }))
    .mutation(({ ctx, input }) => ctx.studio.catchUp(input.remote, input.branch)),
  clone: call
    .input(z.object({ url: Url, dir: Dir, token: z.string().max(2000).optional() }))
    .mutation(({ ctx, input, signal }) => ctx.studio.clone(input.url, input.dir, input.token, signal))
}
