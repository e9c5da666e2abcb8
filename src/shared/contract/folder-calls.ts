import { z } from 'zod'
import { Commit, Dir, feed, mutation, query, type Methods } from './calls'
import { NewCampaign, type CampaignInfo, type Folder, type HostInfo, type RecentCampaign, type Start } from '../story/campaign'
import type { Present, PresentSince, StudioEvent, AheadBehind } from '../table/present'

/** A git repository without a campaign, and the options for creating one in it. */
export interface ForeignFolder {
  dir: string
  /** The default title of a campaign created here. */
  title: string
  /** The branch that is checked out, and the branch for a new campaign. */
  here: string
  branch: string
  /** Branches of the repository that already have a campaign. */
  campaigns: string[]
  /** Map files in it that can be imported, with the number of places in each. */
  maps: { path: string; places: number }[]
  /** Why no campaign can be created here now, in a sentence. */
  refusal?: string
  /** The files that prevent it. */
  files: string[]
}

/** The input for a campaign in another repository. `map`: a file of the repository to import. */
export const NewInRepository = z.object({
  dir: Dir,
  title: z.string().trim().min(1).max(120).optional(),
  game: z.string().min(1).max(60).optional(),
  gameName: z.string().max(80).optional(),
  seed: z.string().min(1).max(200).optional(),
  map: z.string().min(1).max(1000).optional()
})
export type NewInRepository = z.infer<typeof NewInRepository>

const Name = z.string().min(1).max(100)
const Url = z.string().min(1).max(2000)

/** A remote repository with its branches as last fetched. */
export interface Remote {
  name: string
  url: string
  /** Whether it is contacted over SSH, with the user's keys instead of a token. */
  isSsh: boolean
  token: boolean
  /** `here`: how far the local branch of that name is ahead or behind; `unrelated` without a common beat, absent without a local one. */
  branches: { name: string; head: string; here?: AheadBehind | 'unrelated' }[]
}

/** The calls about the host, its folders and repositories, and the open campaign. */
export const folderCalls = {
  host: query().returns<HostInfo>(),
  recent: query().returns<RecentCampaign[]>(),
  forget: mutation(z.object({ dir: Dir })).returns<RecentCampaign[]>(),
  browse: query(z.object({ dir: Dir.optional() })).returns<Folder>(),
  /** Opens the host's folder dialog; undefined if cancelled or if the host has none. */
  pickFolder: mutation().returns<string | undefined>(),
  /**
   * Saves a file atomically where the user chooses in the host's dialog; `content` is base64. Returns its path; undefined if the dialog was cancelled
   * or the host has none. Throws Problem `not-found`, `bad-input` (a folder), `disk`.
   */
  saveFile: mutation(z.object({ name: z.string().min(1).max(200), content: z.string().max(400 << 20) })).returns<string | undefined>(),
  /** Opens the folder of the logs, if the host can; `isShown` says whether it did. */
  showLogs: mutation().returns<{ dir: string; isShown: boolean }>(),
  /**
   * A report of a problem for a person to read, change and pass on: versions, system, settings without secrets, and the last lines of the log. It has
   * no text of a story, no key and no path outside of the app, and is sent nowhere. `window`: what the window says of itself.
   */
  problemReport: query(z.object({ window: z.string().max(500) })).returns<string>(),
  /** Writes an error of a window to the log; only what `faultWords` leaves of it. */
  noteFault: mutation(z.object({ name: z.string().max(200), message: z.string().max(2000), stack: z.string().max(20_000) })).returns<void>(),
  create: mutation(NewCampaign).returns<CampaignInfo>(),
  /** Opens a campaign in place of the current one. With `readOnly` it takes no lock, so another instance may play there meanwhile. */
  open: mutation(z.object({ dir: Dir, readOnly: z.boolean().optional() })).returns<CampaignInfo>(),
  /** The bundled campaigns, as the gallery shows them. */
  starts: query().returns<Start[]>(),
  /** Opens a bundled campaign in the user's folder, by default “The Well”; creates it if it doesn't exist. Throws Problem `not-found`. */
  openSample: mutation(z.object({ start: z.string().max(100).optional() }).optional()).returns<CampaignInfo>(),
  close: mutation().returns<void>(),
  /** The open campaign, or undefined on the start page. */
  present: query().returns<Present | undefined>(),
  /** Like `present`, for a client that knows the campaign at a commit: only the differences in state and prose. */
  presentSince: query(z.object({ head: Commit, lore: Commit.optional() })).returns<PresentSince | undefined>(),
  /** All events from now on, or since the one with this id. After a gap it begins with `head`: the client has to fetch `present` again. */
  events: feed(z.object({ lastEventId: z.string().max(100).optional() }).optional()).returns<StudioEvent>(({ epoch, seq }) => `${epoch}:${seq}`)
}

export type FolderCalls = Methods<typeof folderCalls>

/** The calls about repositories without a campaign, and about remote ones. Every failure is a Problem and leaves everything here unchanged. */
export const repositoryCalls = {
  /** Examines such a repository. Writes nothing. */
  foreign: query(z.object({ dir: Dir })).returns<ForeignFolder>(),
  /**
   * Creates a campaign beside the existing files, as one commit on a branch of its own, and opens it. A map is imported in the next commit. `notes`:
   * sentences about the map. Throws Problem `dirty` (data.paths) for uncommitted changes, `refused` (data.paths) if files are in the way.
   */
  createHere: mutation(NewInRepository).returns<{ campaign: CampaignInfo; notes: string[] }>(),
  /** Checks out a branch with a campaign, and opens it. */
  openBranch: mutation(z.object({ dir: Dir, branch: z.string().min(1).max(200) })).returns<CampaignInfo>(),

  // The calls about remote repositories. Every failure is a Problem and leaves everything here unchanged. If another token may help, `data.wants` is `token`.
  remotes: query().returns<Remote[]>(),
  /** Adds a repository by its https or SSH address. `token`: stored on this machine for its web server, never in the campaign; SSH uses none. */
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
export type RepositoryCalls = Methods<typeof repositoryCalls>
