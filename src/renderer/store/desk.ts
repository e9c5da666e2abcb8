import { readPins, type Pins } from './pins'

/** State of this window on this machine: saved here, never a beat. */
export interface DeskState {
  theme: 'dark' | 'light' | 'system'
  /** The view in the middle and the panel beside it, by the ids from their features. */
  view: string
  side: string
  outline: boolean
  /** Pause between beats, in ms. */
  pace: number
  /** Whether private talk is shown in the log. */
  talk: boolean
  /** Whether prose is checked for spelling. */
  spelling: boolean
  /** Flags on the timeline, by the campaign's folder. */
  pins: Record<string, Pins>
  tall: boolean
  /** Whether the cast is shown as cards or as a table. */
  cast: 'cards' | 'table'
  /** Panel sizes in percent, by group and panel. */
  layout: Record<string, Record<string, number>>
  /** Regions that are folded on the map, by the campaign's folder. */
  folded: Record<string, string[]>
  /** The path of the open Arrow document, by the campaign's folder. */
  documents: Record<string, string>
  /** The open files of the workshop, by the campaign's folder. */
  tabs: Record<string, OpenTabs>
}

interface OpenTabs {
  paths: string[]
  active?: string | undefined
}

const KEY = 'proscenium.desk'
/** The view of a window without a saved desk. */
export const FIRST_VIEW = 'play'
const FRESH: DeskState = {
  theme: 'dark',
  view: FIRST_VIEW,
  side: 'log',
  outline: false,
  pace: 600,
  talk: false,
  spelling: true,
  pins: {},
  tall: false,
  cast: 'cards',
  layout: {},
  folded: {},
  documents: {},
  tabs: {}
}

/** The saved desk, or a new one if none can be read. */
export function loadDesk(): DeskState {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const fields = typeof saved === 'object' && saved !== null ? (saved as Partial<DeskState>) : {}
    const sound: DeskState = { ...FRESH }
    if (fields.theme === 'light' || fields.theme === 'system') sound.theme = fields.theme
    if (typeof fields.view === 'string') sound.view = fields.view
    if (typeof fields.pace === 'number' && fields.pace >= 0) sound.pace = fields.pace
    if (typeof fields.outline === 'boolean') sound.outline = fields.outline
    if (typeof fields.talk === 'boolean') sound.talk = fields.talk
    if (typeof fields.spelling === 'boolean') sound.spelling = fields.spelling
    sound.pins = readPins(fields.pins)
    if (typeof fields.tall === 'boolean') sound.tall = fields.tall
    if (fields.cast === 'table') sound.cast = fields.cast
    if (typeof fields.layout === 'object' && fields.layout !== null) sound.layout = fields.layout
    if (typeof fields.folded === 'object' && fields.folded !== null) sound.folded = fields.folded
    if (typeof fields.documents === 'object' && fields.documents !== null) sound.documents = fields.documents
    sound.tabs = readTabs(fields.tabs)
    return sound
  } catch {
    return { ...FRESH }
  }
}

function readTabs(saved: unknown): DeskState['tabs'] {
  if (typeof saved !== 'object' || saved === null) return {}
  return Object.fromEntries(
    Object.entries(saved as Record<string, Partial<OpenTabs> | null>).flatMap(([dir, one]) => {
      const paths = Array.isArray(one?.paths) ? one.paths.filter((path) => typeof path === 'string') : []
      return [[dir, { paths, ...(typeof one?.active === 'string' && paths.includes(one.active) ? { active: one.active } : {}) }]]
    })
  )
}

/** Saves the desk. A browser without storage is not an error. */
export function saveDesk(desk: DeskState): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(desk))
  } catch {
    // Private windows refuse storage; the desk then lasts as long as the page.
  }
}
