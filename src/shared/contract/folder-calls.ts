import { z } from 'zod'
import { Commit, Dir, feed, mutation, query } from './calls'
import { NewCampaign, type CampaignInfo, type Folder, type HostInfo, type RecentCampaign } from '../story/campaign'
import type { Present, PresentSince, StudioEvent } from '../table/present'

/** The calls about the host, its folders, and the open campaign. */
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
  create: mutation(NewCampaign).returns<CampaignInfo>(),
  /** Opens a campaign in place of the current one. With `readOnly` it takes no lock, so another instance may play there meanwhile. */
  open: mutation(z.object({ dir: Dir, readOnly: z.boolean().optional() })).returns<CampaignInfo>(),
  /** Opens the sample campaign in the user's folder; creates it if it doesn't exist. */
  openSample: mutation().returns<CampaignInfo>(),
  close: mutation().returns<void>(),
  /** The open campaign, or undefined on the start page. */
  present: query().returns<Present | undefined>(),
  /** Like `present`, for a client that knows the campaign at a commit: only the differences in state and prose. */
  presentSince: query(z.object({ head: Commit })).returns<PresentSince | undefined>(),
  /**
   * All events from now on, or since the event with this id. After a gap it begins with a `head` event: the client then has to fetch `present` again.
   */
  events: feed(z.object({ lastEventId: z.string().max(100).optional() }).optional()).returns<StudioEvent>(({ epoch, seq }) => `${epoch}:${seq}`)
}
