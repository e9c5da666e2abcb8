import type { ArrowId } from '../document'

/** The value of a variable while a document is played. Numbers are integers. */
export type PlayValue = number | string | boolean

/** The contents that a node showed, with the variables and tags of that time. Texts are BBCode where Arrow reads them so (`markup.ts`). */
export interface ShownNode {
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
  /** The text of the chosen line or action when it was chosen. */
  readonly taken?: string | undefined
}

/** A node on the page. `serial` counts the nodes of the play from 0; a node that is played twice is on the page twice. */
export interface OpenNode {
  readonly serial: number
  readonly id: ArrowId
  readonly type: string
  readonly name: string
  /** The input slot through which play reached it; null for a start or a macro's entry. */
  readonly slot: number | null
  readonly played: boolean
  readonly skipped: boolean
  /** Broken data stopped the play in the middle of this node. */
  readonly interrupted?: boolean | undefined
  readonly shown: ShownNode
}

/** The `macro_use` node whose macro is being played; null outside macros. */
export type OpenMacro = { serial: number; id: ArrowId } | null
type Variables = Record<string, PlayValue>
type Tags = Record<string, Record<string, string>>

/** The position of a play between two actions, apart from its page. */
interface Position {
  /** The number of nodes shown so far, which is the serial of the next one. */
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

/** What undoing one action restores. It contains only the variables and tags that changed. */
export interface Undo extends Position {
  /** The nodes that changed or left the page; nodes from `count` on did not exist. */
  readonly gone: OpenNode[]
}

/** A play between two actions, as plain JSON, without the document, which may be edited meanwhile: `resumePlay` says what no longer fits. */
export interface PlayState extends Position {
  readonly version: 1
  readonly seed: number
  /** The node where it began. */
  readonly from: ArrowId
  readonly compat?: 'js' | undefined
  /** The page, in the order in which nodes were shown. Serials follow each other without a gap. */
  readonly open: readonly OpenNode[]
  /** The actions that `stepBack` can undo, oldest first. At most `MAX_STEPS_BACK`. */
  readonly past: readonly Undo[]
}

/** The types whose nodes on the page wait for the player. They form the `pending` list of a pause. */
export const WAITING_TYPES: ReadonlySet<string> = new Set(['content', 'monolog', 'dialog', 'interaction', 'user_input'])

/** The most actions that can be undone. */
export const MAX_STEPS_BACK = 200
/** The most nodes that are played without a pause before the play is stopped. */
export const MAX_AUTOMATIC = 5000
/** The work limit of an action: a shown or written character and a pattern's step count 1, a random number 10. Beyond it a play is stopped. */
export const MAX_WORK = 5_000_000
/** The maximum length of a value, a tag or a shown text, in characters. */
export const MAX_TEXT = 100_000

/** The nodes of the page that wait for the player, in their order. */
export const pendingNodes = (state: Pick<PlayState, 'open'>): OpenNode[] => state.open.filter(isPending)

export const isPending = ({ type, played, skipped, shown }: OpenNode): boolean =>
  !played && !skipped && WAITING_TYPES.has(type) && (type !== 'dialog' || shown.playable === true)

/** The node on the page with a serial; undefined if it left the page. */
export function nodeAt(open: readonly OpenNode[], serial: number): OpenNode | undefined {
  return open[serial - (open[0]?.serial ?? 0)]
}
