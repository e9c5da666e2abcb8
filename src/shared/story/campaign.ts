import { z } from 'zod'

/** A campaign that comes with the app. */
interface BundledCampaign {
  id: string
  title: string
  premise: string
}

/** A bundled game, its sample campaign and the small campaigns to begin with. */
export interface BundledGame {
  id: string
  name: string
  /** A one-sentence description. */
  about: string
  sample?: BundledCampaign
  starts: BundledCampaign[]
}

/** A card of the gallery of starts. `premise` is one sentence; `map` has the places' positions, and by their indexes the journeys and the party's place. */
export interface Start extends BundledCampaign {
  game: string
  /** What kind of story it is, such as "A mystery". */
  kind: string
  places: number
  people: number
  /** Arrow documents. */
  scenes: number
  map: { places: { x: number; y: number }[]; journeys: [number, number][]; party: number }
}

/** A campaign whose core crashed while it was opened (`opening`) or within a minute of that: it isn't reopened automatically. `why` is a sentence. */
export interface Unopened {
  dir: string
  title: string
  why: string
  opening: boolean
}

export interface HostInfo {
  kind: 'electron' | 'browser' | 'terminal'
  version: string
  home: string
  canPickFolder: boolean
  /** Whether the host has a dialog to choose where a file is saved. Otherwise the browser saves it and doesn't report where. */
  canPickFile: boolean
  games: BundledGame[]
  /** Present until a campaign is opened. */
  unopened?: Unopened
}

export const RecentCampaign = z.object({ dir: z.string(), title: z.string(), game: z.string(), opened: z.number(), missing: z.boolean() })
export type RecentCampaign = z.infer<typeof RecentCampaign>

/** A folder as the in-app folder browser shows it. */
export interface Folder {
  dir: string
  parent?: string
  isCampaign: boolean
  isRepository: boolean
  folders: { name: string; dir: string; isCampaign: boolean }[]
  truncated: boolean
}

export interface CampaignInfo {
  dir: string
  title: string
  premise: string
  game: string
  gameVersion: string
  /** The labels of a sheet's stats, in the game's order. */
  statLabels: Record<string, string>
  readOnly?: string
}

export const NewCampaign = z.object({
  dir: z.string().min(1).max(4096),
  title: z.string().max(120).optional(),
  /** The game's id; absent for the default game. */
  game: z.string().optional(),
  /** The game's name in this campaign; absent for its own name. */
  gameName: z.string().max(80).optional(),
  /** The random seed: any text; "1" if absent. */
  seed: z.string().max(200).optional(),
  /** The starting content: the game's sample campaign if it has one, or a starter world with the game in it. */
  template: z.enum(['sample', 'blank']).optional(),
  /** The id of a bundled campaign to begin with, in place of `template`. Its game is the campaign's. */
  start: z.string().max(100).optional()
})
export type NewCampaign = z.infer<typeof NewCampaign>
