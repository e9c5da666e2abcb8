import type { ArrowDocument, ArrowId, ArrowObject } from '../document'
import { DocumentDraft, edited } from '../draft'
import { createCharacter } from '../edit/characters'
import { connectIn, disconnectIn } from '../edit/connections'
import { change } from '../json/members'
import { nodeSize } from '../layout/sizes'
import { isNodeType, slotCounts } from '../node-types'
import { createBeside, insertAfter, insertOption, leadingTo, leaving, removeOption, retype, textIn, withoutNode } from './flow-edits'
import { isWritten, keyOf, optionsOf, type ScriptRow, type Script, type ScriptOutput } from './rows'
import { scriptOf } from './script'

/** A document after an edit of its script, and the row and caret position that receive the focus. */
export interface RowEdit {
  readonly document: ArrowDocument
  readonly focus: string
  readonly caret: number
}

/** The row to edit. Edits return undefined if they change nothing. */
export interface RowContext {
  readonly document: ArrowDocument
  readonly scene: ArrowId
  readonly row: ScriptRow
  /** The script of this document and scene, if it is known. */
  readonly script?: Script
}

const written = (document: ArrowDocument, focus: string, caret = 0): RowEdit => ({ document, focus, caret })

/** Writes the text of a row. */
export const writeText = ({ document, row }: RowContext, text: string): ArrowDocument => edited(document, (draft) => writeIn(draft, row, text))

function writeIn(draft: DocumentDraft, { node: id, kind, slot }: ScriptRow, text: string): void {
  const node = draft.get('nodes', id)
  const put = (data: ArrowObject): void => draft.putNode(id, change(node, { data: change(node.data, data) }))
  if (kind === 'heading') put({ plaque: text })
  else if (kind === 'title') put({ title: text })
  else if (kind === 'narration') put({ content: text })
  else if (kind === 'input') put({ prompt: text })
  else if (kind === 'line') put(node.type === 'dialog' ? { lines: [text] } : { monolog: text })
  else if (kind === 'option') {
    const options = optionsOf(node)
    if (options) put({ [options.member]: options.texts.with(slot ?? 0, text) })
  }
}

/** Assigns a row to a character: a narration becomes their line. Without a character, a line becomes narration. */
export function giveCue({ document, row }: RowContext, character: ArrowId | undefined): RowEdit | undefined {
  const node = document.resources.nodes.get(row.node)
  if (!node || !['title', 'narration', 'line', 'option'].includes(row.kind)) return undefined
  if (row.kind === 'option' && node.type !== 'dialog') return undefined
  const after = edited(document, (draft) => {
    if (node.type === 'content' && character !== undefined) {
      const text = [textIn(node, 'title'), textIn(node, 'content')].filter((one) => one !== '').join('\n')
      retype(draft, row.node, 'monolog', { ...pacing(node.data), character, monolog: text })
    } else if (node.type === 'monolog' && character === undefined) {
      retype(draft, row.node, 'content', { ...pacing(node.data), content: textIn(node, 'monolog') })
    } else if (node.type === 'dialog' && character === undefined && row.kind === 'line') {
      retype(draft, row.node, 'content', { content: row.text })
    } else if (node.type !== 'content') {
      draft.putNode(row.node, change(node, { data: change<ArrowObject>(node.data, { character: character ?? -1 }) }))
    }
  })
  return after === document ? undefined : written(after, row.kind === 'option' ? row.key : keyOf(row.node), row.text.length)
}

/** How a text is presented, which its speaker doesn't affect. */
const pacing = ({ auto, clear, brief }: ArrowObject): ArrowObject => ({
  ...(auto === undefined ? {} : { auto }),
  ...(clear === undefined ? {} : { clear }),
  ...(typeof brief === 'number' ? { brief } : {})
})

/** The colours that new characters get in turn; any two are easy to distinguish. */
const CUE_COLORS = ['4a90e2', 'e2844a', '3fa66a', 'b65fc9', 'c9a227', 'd1495b', '2a9d8f', '7a6ff0'] as const

/** Assigns a row to a new character. */
export function giveNewCue(at: RowContext, name: string): RowEdit | undefined {
  const color = CUE_COLORS[at.document.resources.characters.size % CUE_COLORS.length] ?? CUE_COLORS[0]
  const { document, id } = createCharacter(at.document, { name, color })
  return giveCue({ ...at, document }, id)
}

/** The output from which the next line after a row continues. */
function wayAfter({ document, row }: RowContext): ScriptOutput | undefined {
  const node = document.resources.nodes.get(row.node)
  if (!node || !isNodeType(node.type) || row.kind === 'part') return undefined
  if (row.slot !== undefined) return { node: row.node, slot: row.slot }
  return slotCounts(node).outputs === 1 ? { node: row.node, slot: 0 } : undefined
}

/**
 * Enter: ends a row's text at the caret and continues in the next row. The text behind the caret becomes the next line of the same speaker; at the
 * end of a row the next line is empty. After a title the title's text follows; after an option, the rows of the option.
 */
export function breakLine(at: RowContext, caret: number): RowEdit | undefined {
  const { document, scene, row } = at
  const [before, after] = [row.text.slice(0, caret), row.text.slice(caret)]
  if (row.kind === 'title') {
    const content = [after, textIn(document.resources.nodes.get(row.node) ?? NOTHING, 'content')].filter((one) => one !== '').join('\n')
    return written(
      edited(document, (draft) => {
        const node = draft.get('nodes', row.node)
        draft.putNode(row.node, change(node, { data: change<ArrowObject>(node.data, { title: before, content }) }))
      }),
      keyOf(row.node)
    )
  }
  const output = wayAfter(at)
  if (!output) return undefined
  let id = -1
  const next = edited(document, (draft) => {
    if (isWritten(row) && after !== '') writeIn(draft, row, before)
    const spoken = row.kind === 'line' && after !== '' && row.character !== undefined
    id = insertAfter(
      draft,
      scene,
      output,
      spoken ? 'monolog' : 'content',
      spoken ? { character: row.character ?? -1, monolog: after } : { content: after }
    )
  })
  return written(next, keyOf(id))
}
const NOTHING = { type: '', name: '', data: {} }

/**
 * Tab: creates a choice. An empty line becomes the first option. After a line with text, an option is added to the choice that follows it, or a new
 * choice begins whose first option leads to what followed. On an option, the next option.
 */
export function makeChoice(at: RowContext): RowEdit | undefined {
  const { document, scene, row } = at
  const node = document.resources.nodes.get(row.node)
  if (!node) return undefined
  if (row.kind === 'option') return addOption(document, scene, { node: row.node, slot: row.slot ?? 0 })
  const isEmpty = (row.kind === 'narration' || row.kind === 'line') && row.text === '' && textIn(node, 'title') === ''
  if (isEmpty)
    return written(
      edited(document, (draft) => retype(draft, row.node, 'interaction', { actions: [''] })),
      keyOf(row.node, 0)
    )
  const output = wayAfter(at)
  if (!output) return undefined
  const draft = new DocumentDraft(document)
  const next = leaving(draft, scene, output)?.[2]
  const following = next === undefined ? undefined : draft.find('nodes', next)
  if (next !== undefined && following?.type === 'interaction' && leadingTo(draft, scene, next).length === 1)
    return addOption(document, scene, { node: next, slot: (optionsOf(following)?.texts.length ?? 1) - 1 })
  const id = insertAfter(draft, scene, output, 'interaction', { actions: [''] })
  return written(draft.finish(), keyOf(id, 0))
}

function addOption(document: ArrowDocument, scene: ArrowId, { node, slot }: ScriptOutput): RowEdit {
  return written(
    edited(document, (draft) => insertOption(draft, scene, node, slot + 1, '')),
    keyOf(node, slot + 1)
  )
}

/**
 * Shift+Tab: moves out. From inside an option to the next option; from an option to a line after the whole choice, where all its open ends meet. An
 * empty line or option is removed when the caret leaves it this way.
 */
export function leaveChoice(at: RowContext): RowEdit | undefined {
  const { document, scene, row } = at
  if (row.kind === 'option') {
    const lone = abandoned(at)
    if (lone) return lone
    const emptied = row.text === '' ? withoutOption(at) : undefined
    return after(emptied ?? document, scene, row.node)
  }
  if (!row.inside) return undefined
  const { node, slot } = row.inside
  const options = optionsOf(document.resources.nodes.get(node) ?? NOTHING)
  const left = isBlank(at) ? withoutNode(new DocumentDraft(document), scene, row.node) : undefined
  return options ? addOption(left ?? document, scene, { node, slot }) : after(left ?? document, scene, node)
}

/** An empty line, which is removed when it loses the focus. */
const isBlank = ({ document, row }: RowContext): boolean =>
  (row.kind === 'narration' || row.kind === 'line') && row.text === '' && textIn(document.resources.nodes.get(row.node) ?? NOTHING, 'title') === ''

/** A choice of one empty option with nothing after it was begun by mistake: turns it back into an empty line. */
function abandoned({ document, scene, row }: RowContext): RowEdit | undefined {
  const options = optionsOf(document.resources.nodes.get(row.node) ?? NOTHING)
  if (row.text !== '' || options?.texts.length !== 1 || leaving(new DocumentDraft(document), scene, { node: row.node, slot: 0 })) return undefined
  return written(
    edited(document, (draft) => retype(draft, row.node, 'content', {})),
    keyOf(row.node)
  )
}

/** The document without an empty option that nothing follows; undefined if it is the only one or has a text. */
function withoutOption({ document, scene, row }: RowContext): ArrowDocument | undefined {
  const options = optionsOf(document.resources.nodes.get(row.node) ?? NOTHING)
  const slot = row.slot ?? 0
  if (!options || options.texts.length < 2 || leaving(new DocumentDraft(document), scene, { node: row.node, slot })) return undefined
  return edited(document, (draft) => removeOption(draft, scene, row.node, slot))
}

/** A new line after everything that a node offers: its open ends lead there, and the node where they met follows it. */
function after(document: ArrowDocument, scene: ArrowId, node: ArrowId): RowEdit | undefined {
  const script = scriptOf(document, scene)
  const inner = insideOf(script, node)
  const draft = new DocumentDraft(document)
  const ends = [...openEnds(draft, scene, inner), ...script.rows.flatMap((row) => ownWays(row, node, draft, scene))]
  const meeting = script.rows.flatMap((row) =>
    row.kind === 'link' && row.down && row.target !== undefined && !inner.has(row.target) && (inner.has(row.node) || row.node === node) ? [row] : []
  )
  if (ends.length === 0 && meeting.length === 0) return undefined
  const id = createBeside(draft, scene, rightmost(draft, scene, [node, ...inner]), 'content', {})
  const [met] = meeting
  for (const row of meeting.filter(({ target }) => target === met?.target)) {
    const connection = leaving(draft, scene, { node: row.node, slot: row.slot ?? 0 })
    if (!connection) continue
    disconnectIn(draft, connection)
    connectIn(draft, [connection[0], connection[1], id, 0])
    if (!leaving(draft, scene, { node: id, slot: 0 })) connectIn(draft, [id, 0, connection[2], connection[3]])
  }
  for (const { node: from, slot } of ends) connectIn(draft, [from, slot, id, 0])
  return written(draft.finish(), keyOf(id))
}

/** The node that reaches furthest to the right, after which a graph goes on. */
function rightmost(draft: DocumentDraft, scene: ArrowId, nodes: readonly [ArrowId, ...ArrowId[]]): ArrowId {
  const right = (id: ArrowId): number => (draft.map(scene).get(id)?.offset[0] ?? -Infinity) + nodeSize(draft.get('nodes', id)).width
  return nodes.reduce((most, id) => (right(id) > right(most) ? id : most))
}

/** The open outputs of the choice itself. */
const ownWays = (row: ScriptRow, node: ArrowId, draft: DocumentDraft, scene: ArrowId): ScriptOutput[] =>
  row.node === node && row.slot !== undefined && row.kind !== 'link' && !leaving(draft, scene, { node, slot: row.slot })
    ? [{ node, slot: row.slot }]
    : []

/** The nodes inside a node's options. */
function insideOf({ rows }: Script, node: ArrowId): Set<ArrowId> {
  const inner = new Set<ArrowId>()
  for (const { node: id, inside, kind } of rows)
    if (inside && kind !== 'link' && id !== node && (inside.node === node || inner.has(inside.node))) inner.add(id)
  return inner
}

/** The outputs of nodes that lead nowhere yet and from which a story would continue: not those of jumps, markers and frames. */
const openEnds = (draft: DocumentDraft, scene: ArrowId, nodes: ReadonlySet<ArrowId>): ScriptOutput[] =>
  [...nodes].flatMap((node) => {
    const one = draft.get('nodes', node)
    const { outputs } = slotCounts(one)
    return Array.from({ length: outputs }, (_, slot) => ({ node, slot })).filter((output) => !leaving(draft, scene, output))
  })

/** Backspace at a row's beginning: joins its text to the previous row, or removes an empty one; a line loses its speaker first. */
export function joinRows(at: RowContext): RowEdit | undefined {
  const { document, scene, row } = at
  const node = document.resources.nodes.get(row.node)
  if (!node) return undefined
  if (row.kind === 'option') return row.text === '' ? removeRow(at) : undefined
  if (row.kind === 'title' && row.text === '') return undefined
  if (row.kind === 'narration' && textIn(node, 'title') !== '')
    return row.text === '' ? written(document, `${row.node}:title`, textIn(node, 'title').length) : undefined
  if (row.kind !== 'narration' && row.kind !== 'line') return undefined
  if (row.text === '') return removeRow(at)
  if (row.kind === 'line' && node.type === 'monolog' && row.character !== -1 && !joinable(at)) {
    const narration = giveCue(at, undefined)
    return narration && { ...narration, caret: 0 }
  }
  const before = joinable(at)
  if (!before) return undefined
  const draft = new DocumentDraft(document)
  writeIn(draft, before, before.text + row.text)
  const joined = withoutNode(draft, scene, row.node)
  return joined && written(joined, before.key, before.text.length)
}

/** The previous row, if this row is its only successor and both are narration or lines of the same speaker. */
function joinable({ document, scene, row, script = scriptOf(document, scene) }: RowContext): ScriptRow | undefined {
  const { rows, numbers } = script
  const before = rows[(numbers.get(row.key) ?? 0) - 1]
  const leading = leadingTo(new DocumentDraft(document), scene, row.node)
  const follows = leading.length === 1 && leading[0]?.[0] === before?.node
  return follows && before && before.kind === row.kind && before.character === row.character && before.node !== row.node ? before : undefined
}

/** Removes a row with its node, or an option; the caret moves up. Undefined for entries, and for targets of jumps without a successor. */
export function removeRow(at: RowContext): RowEdit | undefined {
  const { document, scene, row, script = scriptOf(document, scene) } = at
  const { rows, numbers } = script
  const before =
    rows.slice(0, numbers.get(row.key) ?? 0).findLast((one) => isWritten(one) && one.node !== row.node) ??
    rows.slice(0, numbers.get(row.key) ?? 0).findLast((one) => isWritten(one))
  const done = (after: ArrowDocument | undefined): RowEdit | undefined => after && written(after, before?.key ?? '', before?.text.length ?? 0)
  if (row.kind === 'title') return done(writeText(at, ''))
  if (row.kind === 'link' && row.slot !== undefined) {
    const draft = new DocumentDraft(document)
    const connection = leaving(draft, scene, { node: row.node, slot: row.slot })
    if (!connection) return undefined
    disconnectIn(draft, connection)
    return done(draft.finish())
  }
  const options = optionsOf(document.resources.nodes.get(row.node) ?? NOTHING)
  if (row.kind === 'option' && options && options.texts.length > 1)
    return done(edited(document, (draft) => removeOption(draft, scene, row.node, row.slot ?? 0)))
  return row.kind === 'branch' || row.kind === 'part' ? undefined : done(withoutNode(new DocumentDraft(document), scene, row.node))
}
