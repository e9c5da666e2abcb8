import type { ActorInteractions } from '../../shared/odds'
import type { Reach } from '../../shared/reach'
import type { Span, Visits } from '../../shared/visits'
import type { LinksLeft, Reference, WorldEdit } from '../../shared/world-edits'
import type { Drafts } from './drafts'
import type { Renamed } from './renames'

/** Something on the map that can be chosen. */
export interface Chosen {
  what: 'place' | 'journey' | 'region'
  id: string
}

/** A question that the map asks above the window. */
export type Asking =
  /** Where a new journey from these places leads. */
  | { what: 'connect'; from: readonly string[] }
  /** To which region these places move. */
  | { what: 'move'; places: readonly string[] }
  /** What still refers to what was to be removed. */
  | { what: 'refused'; edits: readonly WorldEdit[]; message: string; references: readonly string[]; about: readonly Reference[] }
  /** Where people and things of places that are removed go. */
  | { what: 'send'; edits: readonly WorldEdit[] }
  /** Who still links to what was renamed. */
  | { what: 'links'; links: LinksLeft }
  /** In which form the map is saved as a file. */
  | { what: 'export' }
  /** How a picture of the map is to look. */
  | { what: 'picture'; format: 'svg' | 'png' }

/** In the place of an actor: each of the players. No actor is called so. */
export const EVERYBODY = '*'

/** How far somebody comes at a commit, or why that is not known. */
export interface HeardReach {
  of: string
  at: string
  /** Set while only what lies nearest has been counted. */
  some?: boolean
  reach?: Reach
  problem?: string
}

/** Visits up to a commit, or why they are not known. */
export interface HeardVisits {
  span: Span
  at: string
  visits?: Visits
  problem?: string
}

/** What can come of dealing with those who are in a place at a commit, or why that is not known. */
export interface HeardDealings {
  of: string
  at: string
  place: string
  dealings?: readonly ActorInteractions[]
  problem?: string
}

/** What is chosen on the map and what is drawn over it: of this window, never saved. */
export interface Mapping {
  /** In the order of choosing; the last one is what the side panel shows. */
  chosen: readonly Chosen[]
  /** Whose chances stand on the map: an actor's, or everybody's. */
  odds?: string | undefined
  /** What was heard of them last. */
  reach?: HeardReach | undefined
  dealings?: HeardDealings | undefined
  /** Places that the party has not seen are hidden. */
  fog: boolean
  /** How often places were visited is drawn, over this session or the whole branch. */
  heat: 'off' | Span
  /** What was heard of them last. */
  visits?: HeardVisits | undefined
  /** What was typed into fields of the world and is not saved yet. */
  drafts: Drafts
  /** Rows of the outline (`region:home`, `place:hill`) that were opened or closed by hand. */
  folds: Readonly<Record<string, boolean>>
  /** Under which key the form of something that got another id began: it stays the same form, with the focus in it. */
  forms: Readonly<Record<string, string>>
  /** What got another id in this window, newest first. */
  renames: readonly Renamed[]
  /** What is shown of a place beside the map: its fields, or what happened there. */
  part: 'details' | 'happened'
  /** The row of the outline whose name is being changed. */
  naming?: string | undefined
  asking?: Asking
  /** Who still links to what was renamed last. */
  links?: LinksLeft
}

/** Nothing chosen, nothing drawn over. */
export const firstMapping: Mapping = { chosen: [], fog: false, heat: 'off', drafts: {}, folds: {}, forms: {}, renames: [], part: 'details' }
