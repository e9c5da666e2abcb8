import type { ArrowId } from '../document'

/** The value of a variable while a document is played. Numbers are integers. */
export type PlayValue = number | string | boolean

/** What a node showed, with variables and tags as they were at that moment. Texts are BBCode where Arrow reads them so (`markup.ts`). */
export interface Shown {
  readonly title?: string | undefined
  /** The preview of a document of Arrow 1, shown before the text. */
  readonly brief?: string | undefined
  readonly text?: string | undefined
  readonly character?: string | undefined
  /** The lines of a dialog. */
  readonly lines?: string[] | undefined
  readonly playable?: boolean | undefined
  readonly actions?: string[] | undefined
  readonly prompt?: string | undefined
  /** The line or action that was taken, as it read at that moment. */
  readonly taken?: string | undefined
}

/** A node on the page. `serial` counts the nodes of the play from 0; a node that is played twice is on the page twice. */
export interface OpenNode {
  readonly serial: number
  readonly id: ArrowId
  readonly type: string
  readonly name: string
  /** The input slot through which it was reached; null for a start, a macro's entry. */
  readonly slot: number | null
  readonly played: boolean
  readonly skipped: boolean
  /** The play stopped in the middle of it because of broken data. */
  readonly interrupted?: boolean | undefined
  readonly shown: Shown
}

/** The `macro_use` node whose macro is being played; null outside macros. */
export type OpenMacro = { serial: number; id: ArrowId } | null
type Variables = Record<string, PlayValue>
type Tags = Record<string, Record<string, string>>

/** Where a play is between two actions, apart from its page. */
interface Position {
  /** How many nodes were shown so far; the serial of the next one. */
  readonly count: number
  /** The serial of the first node that was shown since the last pause but one. */
  readonly seen: number
  readonly macro: OpenMacro
  /** Values by variable id. */
  readonly variables: Variables
  /** Tags by character id. */
  readonly tags: Tags
  /** The state of the random generator, 32 bits. */
  readonly chance: number
  readonly pauses: number
  /** The play was stopped by a problem in the last action. */
  readonly stopped: boolean
}

/** What taking one action back restores. Of variables and tags it holds those that changed. */
export interface Undo extends Position {
  /** The nodes of the page that changed or left it; nodes from `count` on did not exist. */
  readonly gone: OpenNode[]
}

/**
 * A play of a document between two actions, as plain JSON. It never changes: every action returns another. It holds no document, because that may be
 * edited meanwhile: `resumePlay` says what no longer fits.
 */
export interface PlayState extends Position {
  readonly version: 1
  readonly seed: number
  /** The node where it began. */
  readonly from: ArrowId
  readonly compat?: 'js' | undefined
  /** The page, in the order in which nodes were shown. Serials follow each other without a gap. */
  readonly open: readonly OpenNode[]
  /** The actions that `stepBack` can take back, oldest first. At most `MAX_STEPS_BACK`. */
  readonly past: readonly Undo[]
}

/** What `node` must be for a node of the page to wait for the player. Set for the `pending` list of a pause. */
export const WAITING_TYPES: ReadonlySet<string> = new Set(['content', 'monolog', 'dialog', 'interaction', 'user_input'])

/** How many actions can be taken back. */
export const MAX_STEPS_BACK = 200
/** How many nodes are played without a pause before the play is stopped. */
export const MAX_AUTOMATIC = 5000
/**
 * How much an action may compute: a character that is shown or written, a step of a pattern and a tenth of a random number count 1. A play that needs
 * more is stopped.
 */
export const MAX_WORK = 5_000_000
/** How long a value, a tag or a shown text may be, in characters. */
export const MAX_TEXT = 100_000

/** The nodes of the page that wait for the player, in their order. */
export const pendingNodes = (state: Pick<PlayState, 'open'>): OpenNode[] => state.open.filter(isPending)

export const isPending = ({ type, played, skipped, shown }: OpenNode): boolean =>
  !played && !skipped && WAITING_TYPES.has(type) && (type !== 'dialog' || shown.playable === true)

/** The node on the page with a serial; undefined if it left the page. */
export function nodeAt(open: readonly OpenNode[], serial: number): OpenNode | undefined {
  return open[serial - (open[0]?.serial ?? 0)]
}

/** The variables of a play by id; ids that are gone from it have no value. */
export const valueOf = (state: Pick<PlayState, 'variables'>, id: ArrowId): PlayValue | undefined =>
  Object.hasOwn(state.variables, id) ? state.variables[id] : undefined
