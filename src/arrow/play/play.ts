import { Problem } from '../../shared/base/problem'
import type { ArrowDocument, ArrowId } from '../document'
import { coerced, DEFAULT_VALUES, fitsType, inWords } from './coercion'
import { PlayDraft, type RandomSource } from './draft'
import type { PlayEvent } from './events'
import { answerTo, askedBy } from './input'
import { pause, run } from './machine'
import { playable, type PlayableNode } from './playable'
import { skip } from './proceed'
import {
  isPending,
  MAX_AUTOMATIC,
  MAX_STEPS_BACK,
  nodeAt,
  pendingNodes,
  WAITING_TYPES,
  type OpenNode,
  type PlayState,
  type PlayValue,
  type Undo
} from './state'

/** The player's action on a waiting node. `node` is its serial; by default the last one that waits. */
export type PlayAction =
  | { do: 'continue'; node?: number }
  | { do: 'choose'; index: number; node?: number }
  | { do: 'input'; value: PlayValue; node?: number }
  | { do: 'skip'; node?: number }

/** The play after an action, and its events. `refused`: why an input was rejected; there are no events then. */
export interface PlayStep {
  state: PlayState
  events: PlayEvent[]
  refused?: string
}

export interface PlayOptions {
  /** The node to start from; by default the document's entry. */
  from?: ArrowId | undefined
  /** The seed of everything random, a whole number. */
  seed: number
  /** 'js' plays exactly like the runtime, its defects included (`SPEC.md`). */
  compat?: 'js' | undefined
  /** Values that variables start with instead of their own, by id. */
  variables?: Readonly<Record<string, PlayValue>> | undefined
  /** Tags that characters start with instead of their own, by the character's id. */
  tags?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
  /** Random numbers to use instead of the seed's. */
  draw?: RandomSource | undefined
  /** Called for every output slot by which play leaves a node. */
  onLeave?: ((node: ArrowId, slot: number) => void) | undefined
  /** Called for every node that is shown, and again after each change of it. */
  onShow?: ((node: OpenNode) => void) | undefined
  /** The work limit of each action; by default `MAX_WORK`. */
  work?: number | undefined
  /** The most nodes that are played without a pause; by default `MAX_AUTOMATIC`. */
  most?: number | undefined
}

/** Starts a play. Throws Problem `not-found` for a start that isn't in the document. */
export function startPlay(document: ArrowDocument, options: PlayOptions): PlayStep {
  const start = startState(document, options)
  const draft = beginPlay(document, options, start)
  run(draft, options.most ?? MAX_AUTOMATIC)
  draft.events.push(pause(draft))
  return { state: stateOf(draft, start), events: draft.events }
}

function startState(document: ArrowDocument, { from = document.entry, seed, compat }: PlayOptions): PlayState {
  if (!document.resources.nodes.has(from))
    throw new Problem('not-found', `Node ${from} isn’t in the document. Choose another node to start from.`, { node: from })
  const nothing = { open: [], count: 0, seen: 0, macro: null, variables: {}, tags: {}, pauses: 0, stopped: false, past: [] }
  return { version: 1, seed, from, ...(compat ? { compat } : {}), chance: seed | 0, ...nothing }
}

/** A play before its first node, for callers that count many plays and don't need states. */
export function beginPlay(document: ArrowDocument, options: PlayOptions, start = startState(document, options)): PlayDraft {
  const draft = new PlayDraft(playable(document), start, options)
  setUp(draft, options)
  draft.next({ do: 'play', id: start.from, slot: null, from: undefined })
  return draft
}

/** Initializes variables and tags. A variable whose value doesn't fit its type starts with the type's default. */
function setUp(draft: PlayDraft, { variables: assumed = {}, tags: given = {} }: PlayOptions): void {
  for (const [id, variable] of draft.doc.variables) {
    const { name, type, init } = variable
    const value = Object.hasOwn(assumed, id) ? assumed[id] : undefined
    if (value !== undefined && fitsType(value, type)) draft.variables[id] = value
    else if (draft.compat || fitsType(init, type)) draft.variables[id] = init
    else {
      draft.variables[id] = coerced(init, type) ?? DEFAULT_VALUES[type]
      draft.problem(
        null,
        `Variable “${name}” starts as ${inWords(init)}, which doesn’t fit its type; play uses ${inWords(draft.variables[id])}. Correct its initial value.`
      )
    }
  }
  for (const [id, { tags }] of draft.doc.characters) {
    const own = Object.fromEntries(Object.entries(tags ?? {}).filter(([, value]) => typeof value === 'string'))
    draft.tags[id] = given[id] ?? own
  }
}

/** Continues a play. Throws Problem `bad-input` for an action that the page doesn't offer. */
export function act(
  document: ArrowDocument,
  state: PlayState,
  action: PlayAction,
  options: Pick<PlayOptions, 'draw' | 'most' | 'onShow'> = {}
): PlayStep {
  const draft = new PlayDraft(playable(document), { ...state, stopped: false }, options)
  const refused = takeAction(draft, action)
  if (refused !== undefined) return { state, events: [], refused }
  run(draft, options.most ?? MAX_AUTOMATIC)
  draft.events.push(pause(draft))
  return { state: stateOf(draft, state), events: draft.events }
}

/** Queues the tasks of an action. Returns why it is refused. Throws as `act` does. */
export function takeAction(draft: PlayDraft, action: PlayAction): string | undefined {
  const at = waitingNode(draft, action)
  const node = draft.doc.nodes.get(at.id)
  if (node?.node.type !== at.type)
    throw new Problem('bad-input', `Node “${at.name}” is no longer in the document as it was shown. Step back, or start again.`, { node: at.id })
  return take(draft, at, node, action)
}

/** The node that an action is for. In the runtime, the buttons of a node that an exception left unplayed still work. */
function waitingNode({ open, compat }: Pick<PlayDraft, 'open' | 'compat'>, { node }: PlayAction): OpenNode {
  const at = node === undefined ? pendingNodes({ open }).at(-1) : nodeAt(open, node)
  if (at && (isPending(at) || (compat && at.interrupted && !at.played && WAITING_TYPES.has(at.type)))) return at
  throw new Problem('bad-input', at ? `Node “${at.name}” doesn’t wait for anything.` : 'No node waits here. Step back, or start again.')
}

const FITTING: Readonly<Record<Exclude<PlayAction['do'], 'skip'>, readonly string[]>> = {
  continue: ['content', 'monolog'],
  choose: ['dialog', 'interaction'],
  input: ['user_input']
}

function take(draft: PlayDraft, at: OpenNode, node: PlayableNode, action: PlayAction): string | undefined {
  if (action.do === 'skip') {
    skip(draft, at, node)
    return undefined
  }
  if (!FITTING[action.do].includes(at.type)) throw new Problem('bad-input', `Node “${at.name}” doesn’t wait for “${action.do}”.`)
  if (action.do === 'continue') draft.leave(at, 0)
  else if (action.do === 'input') return takeInput(draft, at, node, action.value)
  else {
    const options = at.shown.lines ?? at.shown.actions ?? []
    if (options[action.index] === undefined)
      throw new Problem('bad-input', `Node “${at.name}” has ${options.length} to choose from; there is no number ${action.index + 1}.`)
    draft.leave(at, action.index, action.index)
  }
  return undefined
}

function takeInput(draft: PlayDraft, at: OpenNode, node: PlayableNode, value: PlayValue): string | undefined {
  const asked = askedBy(draft.doc, node)
  if (!asked) return `Node “${at.name}” has no variable to set. Skip it.`
  const answer = answerTo(draft, asked, value)
  if ('refused' in answer) return answer.refused
  // The runtime stores a value only where the story continues.
  if (!draft.compat || node.next.has(0)) draft.setVariable(asked.id, answer.value, at.id)
  draft.leave(at, 0)
  return undefined
}

/** The state before the last action, random generator included; undefined at the start. */
export function stepBack(state: PlayState): PlayState | undefined {
  const undo = state.past.at(-1)
  if (!undo) return undefined
  const { gone, variables, tags, ...rest } = undo
  const replaced = new Set(gone.map(({ serial }) => serial))
  const open = [...state.open.filter(({ serial }) => serial < undo.count && !replaced.has(serial)), ...gone].sort((a, b) => a.serial - b.serial)
  return { ...state, ...rest, open, variables: { ...state.variables, ...variables }, tags: { ...state.tags, ...tags }, past: state.past.slice(0, -1) }
}

/** A change from outside the story, as in a play panel. A null tag is removed. */
export type PlayEdit = { variable: ArrowId; value: PlayValue } | { character: ArrowId; key: string; value: string | null }

/** Changes a variable or a tag of a play; `stepBack` undoes it. Throws Problem `bad-input` for a value that doesn't fit. */
export function editPlay(document: ArrowDocument, state: PlayState, edit: PlayEdit): PlayStep {
  const doc = playable(document)
  const draft = new PlayDraft(doc, state)
  if ('variable' in edit) setByHand(draft, edit.variable, edit.value)
  else {
    if (!document.resources.characters.has(edit.character)) throw new Problem('not-found', `Character ${edit.character} isn’t in the document.`)
    if (edit.key === '') throw new Problem('bad-input', 'A tag needs a key. Enter one.')
    draft.setTag(edit.character, edit.key, edit.value)
    draft.events.push({ ev: 'tags', update: { [edit.character]: { [edit.key]: edit.value } } })
  }
  return { state: stateOf(draft, state), events: draft.events }
}

function setByHand(draft: PlayDraft, id: ArrowId, value: PlayValue): void {
  const variable = draft.doc.document.resources.variables.get(id)
  if (!variable) throw new Problem('not-found', `Variable ${id} isn’t in the document.`)
  if (!fitsType(value, variable.type))
    throw new Problem('bad-input', `${inWords(value)} doesn’t fit variable “${variable.name}”. Enter another value.`)
  const from = draft.variables[id] ?? variable.init
  draft.variables[id] = value
  draft.events.push({ ev: 'var', id, name: variable.name, from, to: value })
}

function stateOf(draft: PlayDraft, before: PlayState): PlayState {
  const { open, count, seen, macro, variables, tags, chance, pauses, stopped } = draft
  const state: PlayState = { ...before, open, count, seen, macro, variables, tags, chance, pauses, stopped }
  return before.count === 0 ? state : { ...state, past: [...before.past.slice(-MAX_STEPS_BACK + 1), undoOf(before, state)] }
}

/** The parts of the first state that differ in the second. */
function undoOf(before: PlayState, after: PlayState): Undo {
  const { count, seen, macro, chance, pauses, stopped } = before
  return {
    gone: before.open.filter((node) => nodeAt(after.open, node.serial) !== node),
    count,
    seen,
    macro,
    chance,
    pauses,
    stopped,
    variables: changed(before.variables, after.variables),
    tags: changed(before.tags, after.tags)
  }
}

function changed<T>(before: Readonly<Record<string, T>>, after: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(before).filter(([key, value]) => after[key] !== value))
}
