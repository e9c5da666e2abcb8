import {
  type ArrowDocument,
  type ArrowId,
  type ArrowNode,
  type CallContext,
  currentScene,
  describeNode,
  formOf,
  NODE_TYPES,
  ownName,
  safeName,
  saidBy,
  slotCounts
} from '../../../arrow'
import { listed } from '../../../shared/words/labels'
import { clipped } from '../../../shared/words/clipped'

/** An ambiguity in a request, as a question to the user. */
export class ClarifyingQuestion extends Error {}

/** Where words are looked up: the document as planned so far, and the user's scene and selection. */
export interface LookupScope {
  readonly document: ArrowDocument
  readonly context: CallContext
}

/** An output of a node, counted as the protocol counts. */
export interface NodeOutput {
  readonly node: ArrowId
  readonly slot: number
}

export const quoted = (text: string): string => `“${clipped(text, 60)}”`

/** A name as it is compared: people type other quotes than a document has, or none. */
const folded = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/["“”«»]/g, '')

export const isSameName = (name: string, wanted: string): boolean => folded(name) === folded(wanted) || folded(name) === safeName(folded(wanted))

/** Whether two texts are equal, with or without a full stop. */
export const isSameText = (text: string, wanted: string): boolean => isSameName(text, wanted) || isSameName(text.replace(/[.!?…]+$/, ''), wanted)

/** Nouns for types of nodes. */
const NOUNS: Readonly<Record<string, string>> = {
  dialogue: 'dialog',
  monologue: 'monolog',
  choice: 'interaction',
  decision: 'interaction',
  check: 'condition',
  branch: 'condition',
  narration: 'content',
  text: 'content',
  passage: 'content',
  update: 'variable_update',
  change: 'variable_update',
  input: 'user_input',
  macro: 'macro_use'
}
const TYPES = [...NODE_TYPES.map((type) => type.replace('_', '[_\\s-]')), ...Object.keys(NOUNS)].join('|')
const KIND = new RegExp(`^(?:the\\s+)?(?:(last|first)\\s+)?(${TYPES})(?:\\s+node)?(?:\\s+(?:of|by|with)\\s+(.+))?$`, 'i')

/** A node by words such as "selected" or "the choice", its id, name or text; undefined if there is none. Throws a Question if several match. */
export function findNode(where: LookupScope, what: string): ArrowId | undefined {
  const { document, context } = where
  const selected = context.selected ?? []
  if (/^(?:it|this|that|selected|selection|(?:(?:the\s+)?selected|this|that) (?:node|one))$/i.test(what)) {
    if (selected.some((id) => !document.resources.nodes.has(id)))
      throw new ClarifyingQuestion('The selected node no longer exists. Select one node, or give its number or its name.')
    // "It" and "that" may mean the node created last; "selected" and "this" mean what is selected.
    const isLast = selected.length === 0 && context.lastCreated !== undefined && /^(?:it|that\b.*)$/i.test(what)
    const one = isLast ? [context.lastCreated] : selected
    if (one.length !== 1)
      throw new ClarifyingQuestion(
        `${one.length === 0 ? 'No node is' : `${one.length} nodes are`} selected. Select one node, or give its number or its name.`
      )
    return one[0]
  }
  if (/^(?:last|previous|last (?:node|one)|new (?:node|one)|last created)$/i.test(what) && context.lastCreated !== undefined)
    return context.lastCreated
  if (/^last (?:node|one)$/i.test(what)) return here(where).at(-1)?.[0]
  const { nodes, scenes } = document.resources
  if (/^(?:entry|start|(?:scene )?entry(?: node)?)$/i.test(what)) return scenes.get(currentScene(where))?.entry
  if (/^#?\d{1,16}$/.test(what) && nodes.has(Number(what.replace('#', '')))) return Number(what.replace('#', ''))
  const named = [...nodes].filter(([, { name }]) => isSameName(name, what))
  const saying = named.length > 0 ? named : [...nodes].filter(([, { data }]) => textsOf(data).some((text) => isSameText(text, what)))
  if (saying.length > 0) return theOne(where, what, saying)
  const [, which, noun, about] = KIND.exec(what) ?? []
  return noun === undefined ? undefined : nodeOfKind(where, what, { which, noun, about })
}

function nodeOfKind(
  where: LookupScope,
  what: string,
  { which, noun, about }: { which: string | undefined; noun: string; about: string | undefined }
): ArrowId | undefined {
  const { document } = where
  const spelled = noun.toLowerCase().replace(/[\s-]/, '_')
  const type = NOUNS[spelled] ?? spelled
  const isAbout = (node: ArrowNode): boolean => about === undefined || wordsIn(saidBy(document, node)).includes(wordsIn(about))
  const all = [...here(where)].filter(([, node]) => node.type === type && isAbout(node))
  if (which !== undefined) return (which.toLowerCase() === 'last' ? all.at(-1) : all[0])?.[0]
  return all.length === 0 ? undefined : theOne(where, what, all)
}

const wordsIn = (text: string): string => text.toLowerCase().replaceAll('_', ' ').trim()

/** The nodes of the open scene, in the order of their creation. */
function here({ document, context }: LookupScope): readonly (readonly [ArrowId, ArrowNode])[] {
  const { scenes, nodes } = document.resources
  const map = scenes.get(currentScene({ document, context }))?.map
  return [...nodes].filter(([id]) => map?.has(id))
}

/** The selected one of several nodes, or the one created last; otherwise asks the user. */
function theOne({ context }: LookupScope, what: string, nodes: readonly (readonly [ArrowId, ArrowNode])[]): ArrowId | undefined {
  const ids = nodes.map(([id]) => id)
  const preferred = [...(context.selected ?? []), context.lastCreated].find((id) => id !== undefined && ids.includes(id))
  if (ids.length === 1 || preferred !== undefined) return preferred ?? ids[0]
  throw new ClarifyingQuestion(`${ids.length} nodes are ${quoted(what)}: ${ids.slice(0, 10).join(', ')}. Which one do you mean?`)
}

/** The texts of a node's outputs. */
export function optionsOf(node: ArrowNode | undefined): readonly string[] {
  const texts = node?.data['actions'] ?? node?.data['lines'] ?? node?.data['patterns']
  return Array.isArray(texts) ? (texts as unknown[]).map((text) => (typeof text === 'string' ? text : '')) : []
}

/** The output for an option, "true" or "false" in the open scene; undefined if there is none. Throws a Question if several nodes have it. */
export function findOutput(where: LookupScope, what: string): NodeOutput | undefined {
  const branch = /^(?:true|yes)$/i.test(what) ? 0 : /^(?:false|no|otherwise|else)$/i.test(what) ? 1 : undefined
  const found = here(where).flatMap(([id, node]) => {
    if (branch !== undefined && (node.type === 'condition' || node.type === 'tag_pass')) return [[id, node, branch] as const]
    const slot = node.type === 'interaction' || node.type === 'dialog' ? optionsOf(node).findIndex((text) => isSameText(text, what)) : -1
    return slot < 0 ? [] : [[id, node, slot] as const]
  })
  if (found.length === 0) return undefined
  const node = theOne(
    where,
    what,
    found.map(([id, one]) => [id, one])
  )
  const slot = found.find(([id]) => id === node)?.[2]
  return node === undefined || slot === undefined ? undefined : { node, slot }
}

/** The number of a node's output: by “true”, “output 2” or the text beside it. */
export function slotNamed(document: ArrowDocument, node: ArrowId, output: string): number {
  if (/^true$/i.test(output)) return 0
  if (/^false$/i.test(output)) return 1
  const numbered = /^output\s+(\d+)$/i.exec(output)
  if (numbered) return Number(numbered[1])
  const at = optionsOf(document.resources.nodes.get(node)).findIndex((text) => text.toLowerCase() === output.toLowerCase())
  if (at < 0) throw new ClarifyingQuestion(`${shown(document, node)} has no output ${quoted(output)}. Which one do you mean?`)
  return at
}

/** Where an output leads; undefined for nowhere. */
export const leadsTo = (document: ArrowDocument, { node, slot }: NodeOutput): ArrowId | undefined =>
  describeNode(document, node)?.connections.find(({ from_slot }) => from_slot === slot)?.to_node_id

/** The outputs that lead to a node. */
export const incoming = (document: ArrowDocument, id: ArrowId): NodeOutput[] =>
  [...document.resources.nodes.keys()].flatMap((node) =>
    (describeNode(document, node)?.connections ?? []).flatMap(({ from_slot, to_node_id }) => (to_node_id === id ? [{ node, slot: from_slot }] : []))
  )

/** The first unconnected output of a node, counted as the protocol counts; undefined if all are connected. */
export function freeSlot(document: ArrowDocument, node: ArrowId): number | undefined {
  const existing = document.resources.nodes.get(node)
  const outputs = formOf(document, node)?.outs?.length ?? (existing ? slotCounts(existing).outputs : 0)
  const connectedSlots = new Set(describeNode(document, node)?.connections.map(({ from_slot }) => from_slot))
  for (let slot = 0; slot < outputs; slot++) if (!connectedSlots.has(slot)) return slot
  return undefined
}

/** The output that the next node follows: an option, a branch, or the free or only output of a node. Throws a Question. */
export function outputNamed(where: LookupScope, what: string): NodeOutput {
  const { document } = where
  const output = findOutput(where, what)
  if (output) return output
  const node = findNode(where, what)
  if (node === undefined) throw new ClarifyingQuestion(`There is no option and no node ${quoted(what)}. What is it to follow?`)
  const existing = document.resources.nodes.get(node)
  const slot = freeSlot(document, node) ?? (existing && slotCounts(existing).outputs === 1 ? 0 : undefined)
  if (slot !== undefined) return { node, slot }
  const options = optionsOf(existing)
  throw new ClarifyingQuestion(
    options.length > 0
      ? `${shown(document, node)} has several options. After which one: ${listed(options.map(quoted))}?`
      : `All outputs of ${shown(document, node)} lead somewhere already. Disconnect one first.`
  )
}

/** The displayed name of a node: its own name, or its number. */
export function shown(document: ArrowDocument, id: ArrowId): string {
  const node = document.resources.nodes.get(id)
  const name = node && ownName(id, node)
  return name === undefined ? `node ${id}` : quoted(name)
}

/** The texts that a node shows. */
const textsOf = (data: Readonly<Record<string, unknown>>): string[] =>
  ['title', 'content', 'monolog', 'label', 'plaque', 'prompt', 'lines', 'actions'].flatMap((member) => {
    const value = data[member]
    return (Array.isArray(value) ? (value as unknown[]) : [value]).filter((text): text is string => typeof text === 'string' && text !== '')
  })

/** Whether a text contains a name as whole words that refer to that character: "Tobit's aunt" is another character than "Tobit". */
function namesIn(text: string, name: string): boolean {
  const [words, wanted] = [text.toLowerCase(), wordsIn(name)]
  if (wanted === '') return false
  for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + 1)) {
    const [before, after] = [words.slice(0, at), words.slice(at + wanted.length)]
    if (!/[\p{L}\d]$/u.test(before) && !/^[\p{L}\d]/u.test(after) && !/^[’']s\s/.test(after)) return true
  }
  return false
}

/** The name of the character in a text: an existing one, or else the name itself. */
export function speakerOf({ resources }: ArrowDocument, who: string | undefined, about: string): string | undefined {
  const characters = [...resources.characters.values()]
  const named = characters.find(({ name }) => who !== undefined && isSameName(name, who))
  if (named) return named.name
  const [longest] = characters.filter(({ name }) => namesIn(about, name)).sort((a, b) => b.name.length - a.name.length)
  return longest?.name ?? (who === undefined ? undefined : safeName(who))
}
