import { z } from 'zod'

/** A game that comes with the app, and the campaign that shows it off. */
export const BundledGame = z.object({
  id: z.string(),
  name: z.string(),
  /** What it is like, in a sentence. */
  about: z.string(),
  sample: z.object({ title: z.string(), premise: z.string() }).optional()
})
export type BundledGame = z.infer<typeof BundledGame>

export const HostInfo = z.object({
  kind: z.enum(['electron', 'browser', 'terminal']),
  version: z.string(),
  home: z.string(),
  canPickFolder: z.boolean(),
  /** Whether the host asks where a file is to be saved; else the browser does, and never tells. */
  canPickFile: z.boolean(),
  games: z.array(BundledGame)
})
export type HostInfo = z.infer<typeof HostInfo>

export const RecentCampaign = z.object({ dir: z.string(), title: z.string(), game: z.string(), opened: z.number(), missing: z.boolean() })
export type RecentCampaign = z.infer<typeof RecentCampaign>

/** A folder as the in-app folder browser shows it. */
export const Folder = z.object({
  dir: z.string(),
  parent: z.string().optional(),
  isCampaign: z.boolean(),
  /** It holds a git repository, of whatever. */
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
  /** Words for the stats of a sheet, in the game's order. */
  statLabels: z.record(z.string(), z.string()),
  readOnly: z.string().optional()
})
export type CampaignInfo = z.infer<typeof CampaignInfo>

export const NewCampaign = z.object({
  dir: z.string().min(1).max(4096),
  title: z.string().max(120).optional(),
  game: z.string().default('cairn-hack'),
  /** Seed of the dice; any text. */
  seed: z.string().max(200).default('1'),
  /** What to start from: the game's sample campaign where it has one, or an empty world with the game in it. */
  template: z.enum(['sample', 'blank']).default('sample')
})
export type NewCampaign = z.input<typeof NewCampaign>
