import type { ActorInteractions } from '../../shared/analysis/odds'
import type { Reach } from '../../shared/analysis/reach'
import type { Span, Visits } from '../../shared/analysis/visits'
import type { RemovedNames } from '../../shared/contract/language-calls'
import type { LinksLeft, Reference, WorldEdit } from '../../shared/contract/world-edits'
import type { FieldDrafts } from './drafts'

/** A selectable item of the map. */
export interface MapItem {
  what: 'place' | 'journey' | 'region'
  id: string
}

/** A rename in this window: the new id and the old one. After an undo they are swapped. */
export interface Rename {
  what: MapItem['what']
  ids: readonly [before: string, after: string]
}

/** A question that the map asks in a dialog. */
export type MapQuestion =
  /** Where should a new journey from these places lead? */
  | { what: 'connect'; from: readonly string[] }
  /** To which region should these places move? */
  | { what: 'move'; places: readonly string[] }
  /** An edit was refused: references to the items that it would remove or change. */
  | {
      what: 'refused'
      edits: readonly WorldEdit[]
      /** What the edit removes; `anyway`: whether it can be removed with what names it. */
      names?: RemovedNames
      anyway?: boolean
      message: string
      references: readonly string[]
      about: readonly Reference[]
    }
  /** Where should the characters and items of removed places go? */
  | { what: 'send'; edits: readonly WorldEdit[] }
  /** Notes still link to an old name. */
  | { what: 'links'; links: LinksLeft }
  /** In which format should the map be exported? */
  | { what: 'export' }
  /** How should the map image look? */
  | { what: 'picture'; format: 'svg' | 'png' }

/** Represents all players where an actor is expected. No actor has this id. */
export const ALL_PLAYERS = '*'

/** How far a character gets at a commit, or the problem that prevented the answer. */
export interface ReachAnswer {
  of: string
  at: string
  /** Set while only the nearest places are counted. */
  some?: boolean
  reach?: Reach
  problem?: string
}

/** Visits up to a commit, or the problem that prevented the answer. */
export interface VisitsAnswer {
  span: Span
  at: string
  visits?: Visits
  problem?: string
}

/** The possible interactions with the characters in a place at a commit, or the problem that prevented the answer. */
export interface InteractionsAnswer {
  of: string
  at: string
  place: string
  dealings?: readonly ActorInteractions[]
  problem?: string
}

/** The selection on the map and what is drawn over it. It belongs to this window and is never saved. */
export interface MapState {
  /** In the order of selection. The side panel shows the last one. */
  selection: readonly MapItem[]
  /** The actor whose odds the map shows: an id or ALL_PLAYERS. */
  odds?: string | undefined
  reach?: ReachAnswer | undefined
  interactions?: InteractionsAnswer | undefined
  fog: boolean
  /** Shows how often places were visited in this session or on the whole branch. */
  heat: 'off' | Span
  visits?: VisitsAnswer | undefined
  drafts: FieldDrafts
  /** Rows of the outline (`region:home`, `place:hill`) that the user opened or closed. */
  folds: Readonly<Record<string, boolean>>
  /** The first key of the form of a renamed item, so that the form stays mounted and keeps its focus. */
  forms: Readonly<Record<string, string>>
  /** The ids that changed in this window, newest first. */
  renames: readonly Rename[]
  /** The tab of a place beside the map: its fields or its history. */
  part: 'details' | 'happened'
  /** The row of the outline whose name is being edited. */
  naming?: string | undefined
  question?: MapQuestion
  /** Notes that still link to the name before the last rename. */
  links?: LinksLeft
}

/** No selection, and nothing drawn over the map. */
export const emptyMapState: MapState = { selection: [], fog: false, heat: 'off', drafts: {}, folds: {}, forms: {}, renames: [], part: 'details' }
