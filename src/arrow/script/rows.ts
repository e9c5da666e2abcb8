import type { ArrowId, ArrowNode } from '../document'

/**
 * The kinds of rows. Editable ones are `heading` (an entry), `title` and `narration` (a content), `line` (a character speaks), `option` (a choice, or
 * one of a dialog's lines) and `input` (a prompt). A `chip` describes a node without text, a `branch` one of its outputs. `jump` and `link` lead to
 * other rows; `part` begins a group of rows that no earlier row leads to.
 */
export type RowKind = 'heading' | 'title' | 'narration' | 'line' | 'option' | 'input' | 'chip' | 'branch' | 'jump' | 'link' | 'part'

/** An output of a node: its id and the slot. */
export interface ScriptOutput {
  readonly node: ArrowId
  readonly slot: number
}

/** A row of a script. `key` names it as long as its node and slot exist. */
export interface ScriptRow {
  readonly key: string
  readonly kind: RowKind
  /** The indentation: one level for each choice's options, another for the rows that follow an option. */
  readonly depth: number
  /** The node that the row shows; for a link the node that it leaves, for a part its first node. */
  readonly node: ArrowId
  /** The output slot of an option, a branch or a link. */
  readonly slot?: number
  readonly text: string
  /** The speaker of lines and of a dialog's options; −1 is anonymous. */
  readonly character?: ArrowId
  /** The target of a link or a jump. A link leads `down` to where branches meet again, or back to an earlier row. */
  readonly target?: ArrowId
  readonly down?: boolean
  readonly skipped?: boolean
  /** Whether one of these options is taken at random instead of chosen. */
  readonly chance?: boolean
  /** The innermost option or branch that the row follows. */
  readonly inside?: ScriptOutput
}

/** The script of a scene: its rows from top to bottom. It contains every node of the scene. */
export interface Script {
  readonly rows: readonly ScriptRow[]
  /** The index of a row by its key. */
  readonly numbers: ReadonlyMap<string, number>
}

/** The key of the row that shows a node or one of its slots. */
export const keyOf = (node: ArrowId, slot?: number): string => (slot === undefined ? String(node) : `${node}:${slot}`)

/** Whether the text of a row is editable. */
export const isWritten = ({ kind }: Pick<ScriptRow, 'kind'>): boolean =>
  kind === 'heading' || kind === 'title' || kind === 'narration' || kind === 'line' || kind === 'option' || kind === 'input'

/** The member of a node's data that lists the options of its outputs; undefined for nodes without such a list, and for a dialog of one line. */
export function optionsOf({ type, data }: ArrowNode): { member: 'lines' | 'actions'; texts: readonly string[] } | undefined {
  const member = type === 'interaction' ? 'actions' : type === 'dialog' ? 'lines' : undefined
  const list = member && data[member]
  if (!member || !Array.isArray(list) || (member === 'lines' && list.length === 1)) return undefined
  return { member, texts: list.map((one) => (typeof one === 'string' ? one : '')) }
}
