import { z } from 'zod'

/** A bundled game and its sample campaign. */
export const BundledGame = z.object({
  id: z.string(),
  name: z.string(),
  /** A one-sentence description. */
  about: z.string(),
  sample: z.object({ title: z.string(), premise: z.string() }).optional()
})
export type BundledGame = z.infer<typeof BundledGame>

/** A campaign whose core was lost within a minute of opening: it isn't opened again by itself. `why` is a sentence. */
export const Unopened = z.object({ dir: z.string(), title: z.string(), why: z.string() })
export type Unopened = z.infer<typeof Unopened>

export const HostInfo = z.object({
  kind: z.enum(['electron', 'browser', 'terminal']),
  version: z.string(),
  home: z.string(),
  canPickFolder: z.boolean(),
  /** Whether the host has a dialog to choose where a file is saved. Otherwise the browser saves it and doesn't report where. */
  canPickFile: z.boolean(),
  games: z.array(BundledGame),
  /** Until a campaign is opened. */
  unopened: Unopened.optional()
})
export type HostInfo = z.infer<typeof HostInfo>

export const RecentCampaign = z.object({ dir: z.string(), title: z.string(), game: z.string(), opened: z.number(), missing: z.boolean() })
export type RecentCampaign = z.infer<typeof RecentCampaign>

/** A folder as the in-app folder browser shows it. */
export const Folder = z.object({
  dir: z.string(),
  parent: z.string().optional(),
  isCampaign: z.boolean(),
  /** Whether it holds any git repository. */
  isRepository: z.boolean(),
  folders: z.array(z.object({ name: z.string(), dir: z.string(), isCampaign: z.boolean() })),
  truncated: z.boolean()
})
export type Folder = z.infer<typeof Folder>

export const CampaignInfo = z.object({
  dir: z.string(),
  title: z.string(),
  premise: z.string(),
  game: z.string(),
  gameVersion: z.string(),
  /** The labels of a sheet's stats, in the game's order. */
  statLabels: z.record(z.string(), z.string()),
  readOnly: z.string().optional()
})
export type CampaignInfo = z.infer<typeof CampaignInfo>

export const NewCampaign = z.object({
  dir: z.string().min(1).max(4096),
  title: z.string().max(120).optional(),
  /** The game's id; the default game if none is named. */
  game: z.string().optional(),
  /** The random seed: any text, "1" if there is none. */
  seed: z.string().max(200).optional(),
  /** The starting content: the game's sample campaign if it has one, or a starter world with the game in it. */
  template: z.enum(['sample', 'blank']).optional()
})
export type NewCampaign = z.infer<typeof NewCampaign>
