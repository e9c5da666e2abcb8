import type { ArrowId, ArrowNode } from '../document'

/**
 * What a row of a script is. Rows of text can be written in: `heading` (an entry), `title` and `narration` (a content), `line` (somebody speaks), `option`
 * (a choice, or one of a dialog's lines) and `input` (a prompt). A `chip` says what a node does by itself, a `branch` where it leads. `jump` and `link`
 * lead to other rows; `part` begins what nothing before it leads to.
 */
export type RowKind = 'heading' | 'title' | 'narration' | 'line' | 'option' | 'input' | 'chip' | 'branch' | 'jump' | 'link' | 'part'

/** A way out of a node: its id and an output slot. */
export interface Output {
  readonly node: ArrowId
  readonly slot: number
}

/** A row of a script. `key` names it as long as its node and slot exist. */
export interface Row {
  readonly key: string
  readonly kind: RowKind
  /** How far it is indented: by one for what a choice offers, by one more for what follows it. */
  readonly depth: number
  /** The node that the row shows; of a link the node that it leaves, of a part the node that it begins with. */
  readonly node: ArrowId
  /** The output slot of an option, a branch or a link. */
  readonly slot?: number
  readonly text: string
  /** Who speaks, of lines and of a dialog's options; −1 is anonymous. */
  readonly character?: ArrowId
  /** Where a link or a jump leads. A link leads `down` to where branches meet again, or back to an earlier row. */
  readonly target?: ArrowId
  readonly down?: boolean
  readonly skipped?: boolean
  /** Whether one of these options is taken by chance and not chosen. */
  readonly chance?: boolean
  /** The innermost option or branch that the row follows. */
  readonly inside?: Output
}

/** The script of a scene: its rows from top to bottom. Every node of the scene is in it. */
export interface Script {
  readonly rows: readonly Row[]
  /** The number of a row by its key. */
  readonly numbers: ReadonlyMap<string, number>
}

/** The key of a node's own row: the one that shows it. */
export const keyOf = (node: ArrowId, slot?: number): string => (slot === undefined ? String(node) : `${node}:${slot}`)

/** Kinds of rows whose text can be written. */
export const isWritten = ({ kind }: Pick<Row, 'kind'>): boolean =>
  kind === 'heading' || kind === 'title' || kind === 'narration' || kind === 'line' || kind === 'option' || kind === 'input'

/** The member of a node's data that lists what its outputs offer; undefined for nodes with no such list, and for a dialog of one line. */
export function optionsOf({ type, data }: ArrowNode): { member: 'lines' | 'actions'; texts: readonly string[] } | undefined {
  const member = type === 'interaction' ? 'actions' : type === 'dialog' ? 'lines' : undefined
  const list = member && data[member]
  if (!member || !Array.isArray(list) || (member === 'lines' && list.length === 1)) return undefined
  return { member, texts: list.map((one) => (typeof one === 'string' ? one : '')) }
}
