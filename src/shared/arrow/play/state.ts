import { z } from 'zod'
import type { ArrowId } from '../document'

/** The value of a variable while a document is played. Numbers are integers. */
export type PlayValue = number | string | boolean

const Value = z.union([z.number(), z.string(), z.boolean()])
const Id = z.int()

/** What a node showed, with variables and tags as they were at that moment. Texts are BBCode where Arrow reads them so (`markup.ts`). */
const Shown = z.object({
  title: z.string().optional(),
  /** The preview of a document of Arrow 1, shown before the text. */
  brief: z.string().optional(),
  text: z.string().optional(),
  character: z.string().optional(),
  /** The lines of a dialog. */
  lines: z.array(z.string()).optional(),
  playable: z.boolean().optional(),
  actions: z.array(z.string()).optional(),
  prompt: z.string().optional(),
  /** The line or action that was taken, as it read at that moment. */
  taken: z.string().optional()
})
export type Shown = Readonly<z.infer<typeof Shown>>

/** A node on the page. `serial` counts the nodes of the play from 0; a node that is played twice is on the page twice. */
const OpenNode = z.object({
  serial: z.int().min(0),
  id: Id,
  type: z.string(),
  name: z.string(),
  /** The input slot through which it was reached; null for a start, a macro's entry. */
  slot: z.int().nullable(),
  played: z.boolean(),
  skipped: z.boolean(),
  /** The play stopped in the middle of it because of broken data. */
  interrupted: z.boolean().optional(),
  shown: Shown
})
export type OpenNode = Readonly<z.infer<typeof OpenNode>>

const Macro = z.object({ serial: z.int(), id: Id }).nullable()
const Variables = z.record(z.string(), Value)
const Tags = z.record(z.string(), z.record(z.string(), z.string()))

/** What taking one action back restores. `gone` are nodes of the page that changed or left it; nodes from `count` on did not exist. */
const Undo = z.object({
  gone: z.array(OpenNode),
  count: z.int(),
  seen: z.int(),
  macro: Macro,
  variables: Variables,
  tags: Tags,
  chance: z.int(),
  pauses: z.int(),
  stopped: z.boolean()
})
export type Undo = Readonly<z.infer<typeof Undo>>

/**
 * A play of a document between two actions, as plain JSON. It never changes: every action returns another. It holds no document, because that may be
 * edited meanwhile: `resumePlay` says what no longer fits.
 */
export const PlayState = z.object({
  version: z.literal(1),
  seed: z.int(),
  /** The node where it began. */
  from: Id,
  compat: z.literal('js').optional(),
  /** The page, in the order in which nodes were shown. Serials follow each other without a gap. */
  open: z.array(OpenNode),
  /** How many nodes were shown so far; the serial of the next one. */
  count: z.int().min(0),
  /** The serial of the first node that was shown since the last pause but one. */
  seen: z.int().min(0),
  /** The `macro_use` node whose macro is being played. */
  macro: Macro,
  /** Values by variable id. */
  variables: Variables,
  /** Tags by character id. */
  tags: Tags,
  /** The state of the random generator, 32 bits. */
  chance: z.int(),
  pauses: z.int().min(0),
  /** The play was stopped by a problem in the last action. */
  stopped: z.boolean(),
  /** The actions that `stepBack` can take back, oldest first. At most `MAX_STEPS_BACK`. */
  past: z.array(Undo)
})
export type PlayState = Readonly<Omit<z.infer<typeof PlayState>, 'open' | 'past'>> & {
  readonly open: readonly OpenNode[]
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
