import type { ArrowValue, ArrowVariable } from '../document'
import { dataOf } from '../node-types'
import { coerced, inWords, leadingInteger } from './coercion'
import { compare, type NoAnswer } from './conditions'
import type { PlayDraft } from './draft'
import { generated } from './generators'
import { askedBy } from './input'
import type { PlayableNode } from './playable'
import { type OpenNode, type PlayValue, MAX_TEXT } from './state'
import { matchTag, passTags, editTag } from './tags'
import { update, type NoUpdate } from './updates'

/** Continues from a node that has just been shown: skips it, plays it automatically, or leaves it waiting for the player. */
export function proceed(draft: PlayDraft, at: OpenNode, playable: PlayableNode): void {
  if (playable.skip || mustBeSkipped(draft, at, playable)) skip(draft, at, playable)
  else play(draft, at, playable)
}

/** The runtime skips inputs without their variable, and macros that can't be entered. */
function mustBeSkipped(draft: PlayDraft, { id, type }: OpenNode, { node }: PlayableNode): boolean {
  if (type === 'user_input') {
    if (askedBy(draft.doc, { id, node } as PlayableNode) || (draft.compat && !Object.hasOwn(node.data, 'variable'))) return false
    draft.broken(id, `Input ${draft.name(id)} has no variable to set, so it is skipped. Choose its variable.`, undefined)
    return true
  }
  if (type !== 'macro_use' || macroEntry(draft, node.data['macro']) !== undefined) return false
  draft.broken(
    id,
    `Node ${draft.name(id)} uses no macro that can be played, so it is skipped. Choose a macro with an entry in its own scene.`,
    undefined
  )
  return true
}

function macroEntry(draft: PlayDraft, macro: ArrowValue | undefined): number | undefined {
  const scene = draft.doc.document.resources.scenes.get(leadingInteger(macro, -1))
  return scene?.map.has(scene.entry) ? scene.entry : undefined
}

/** Skips a node, either because of the `skip` of its map item or at the player's request. */
export function skip(draft: PlayDraft, at: OpenNode, playable: PlayableNode): void {
  const skipped = { ...draft.now(at), skipped: true }
  draft.put(skipped)
  switch (skipped.type) {
    case 'dialog':
    case 'interaction':
    case 'tag_match': {
      const slot = firstConnected(draft, playable)
      return draft.leave(skipped, slot, skipped.type === 'tag_match' ? undefined : slot)
    }
    case 'condition':
    case 'tag_pass':
      return draft.leave(skipped, playable.next.has(0) ? 0 : 1)
    case 'sequencer':
      return lastConnected(draft, skipped, playable)
    case 'randomizer':
      return randomSlot(draft, skipped, playable)
    case 'jump':
      draft.events.push({ ev: 'status', status: 'NO_DEFAULT', id: at.id, open_macro: draft.macro?.id ?? null })
      return
    default:
      return draft.leave(skipped, 0)
  }
}

/** The runtime compares slots as texts: "10" comes before "2". */
function firstConnected({ compat }: PlayDraft, { next }: PlayableNode): number {
  const slots = [...next.keys()].filter((slot) => slot >= 0)
  const ordered = compat ? slots.map(String).sort().map(Number) : slots.sort((a, b) => a - b)
  return ordered[0] ?? 0
}

/** Continues from a node that isn't skipped. */
function play(draft: PlayDraft, at: OpenNode, playable: PlayableNode): void {
  const { node } = playable
  switch (at.type) {
    case 'content':
    case 'monolog':
      if (node.data['auto'] === true) draft.leave(at, 0)
      return
    case 'interaction':
      // Without an action there is nothing to choose: the story line ends.
      if (at.shown.actions?.length === 0) draft.next({ do: 'end', at }, { do: 'played', at, taken: undefined })
      return
    case 'user_input':
      return
    case 'dialog':
      return playDialog(draft, at)
    case 'jump':
      return jump(draft, at, node.data['target'])
    case 'macro_use': {
      const entry = macroEntry(draft, node.data['macro'])
      return entry === undefined ? undefined : draft.next({ do: 'play', id: entry, slot: null, from: at })
    }
    case 'randomizer':
      return randomSlot(draft, at, playable)
    case 'sequencer':
      return sequence(draft, at, playable)
    case 'condition':
      return draft.leave(at, condition(draft, playable) ? 1 : 0)
    case 'variable_update':
      return updateVariable(draft, playable) ? draft.leave(at, 0) : skip(draft, at, playable)
    case 'generator':
      return generated(draft, playable) ? draft.leave(at, 0) : skip(draft, at, playable)
    case 'tag_edit':
      return editTag(draft, playable) ? draft.leave(at, 0) : skip(draft, at, playable)
    case 'tag_match':
      return draft.leave(at, matchTag(draft, playable))
    case 'tag_pass':
      return draft.leave(at, passTags(draft, playable) ? 1 : 0)
    default:
      return draft.leave(at, 0)
  }
}

function playDialog(draft: PlayDraft, at: OpenNode): void {
  const lines = at.shown.lines?.length ?? 0
  if (lines === 0) draft.next({ do: 'end', at }, { do: 'played', at, taken: undefined })
  else if (at.shown.playable !== true) {
    const line = draft.whole(0, lines - 1)
    draft.leave(at, line, line)
  }
}

function jump(draft: PlayDraft, at: OpenNode, target: ArrowValue | undefined): void {
  const played = { do: 'played', at, taken: undefined } as const
  if (typeof target === 'number' && Number.isInteger(target) && target >= 0) draft.next({ do: 'play', id: target, slot: 0, from: at }, played)
  else draft.next({ do: 'end', at }, played)
}

/** The number of slots; undefined if the file has none. The runtime has no default for it. */
function slotCount({ compat }: PlayDraft, { node }: PlayableNode): number | undefined {
  const count = leadingInteger(compat ? node.data['slots'] : dataOf(node, 'slots'), -1)
  return count < 0 ? undefined : count
}

function randomSlot(draft: PlayDraft, at: OpenNode, playable: PlayableNode): void {
  const slots = slotCount(draft, playable) ?? playable.next.size
  draft.leave(at, draft.whole(0, slots - 1))
}

function connected(draft: PlayDraft, playable: PlayableNode): number[] {
  const slots = slotCount(draft, playable) ?? 0
  return [...playable.next.keys()].filter((slot) => slot >= 0 && slot < slots).sort((a, b) => a - b)
}

function sequence(draft: PlayDraft, at: OpenNode, playable: PlayableNode): void {
  const branches = connected(draft, playable).flatMap((slot) => {
    const to = playable.next.get(slot)
    return to ? [{ do: 'play', id: to.id, slot: to.slot, from: at } as const] : []
  })
  draft.next(...(branches.length > 0 ? branches : [{ do: 'end', at } as const]), { do: 'played', at, taken: undefined })
}

function lastConnected(draft: PlayDraft, at: OpenNode, playable: PlayableNode): void {
  draft.leave(at, connected(draft, playable).at(-1) ?? -1)
}

interface Statement {
  variable: ArrowVariable
  value: PlayValue
  operator: string
  right: PlayValue
}

/** The content of a condition or an update; undefined, with a problem, if it is unset or invalid. */
function statement(draft: PlayDraft, { id, node }: PlayableNode, what: string): Statement | undefined {
  const { operator, with: operand } = draft.compat ? node.data : { operator: dataOf(node, 'operator'), with: dataOf(node, 'with') }
  const variableId = leadingInteger(node.data['variable'], -1)
  const variable = draft.doc.document.resources.variables.get(variableId)
  const unset = (why: string): undefined => draft.broken(id, `${what} ${draft.name(id)} ${why}`, undefined) as undefined
  if (!variable) return unset('has no variable. Choose one.')
  if (typeof operator !== 'string' || !Array.isArray(operand) || operand.length !== 2) return unset('is incomplete. Choose what to do and a value.')
  const operandValue = operandOf(draft, variableId, operand)
  if (operandValue === null) return unset('has no value. Enter one.')
  if (operandValue === undefined && !draft.compat) return unset('refers to a variable that isn’t in the document. Choose another.')
  const right = coerced(operandValue, variable.type)
  if (right === undefined) {
    draft.broken(id, '', "Cannot read properties of undefined (reading 'toString')")
    return undefined
  }
  return { variable, value: draft.variables[variableId] ?? variable.init, operator, right }
}

/** The right side: a value, or another variable's current one; for the variable itself its initial value. null: unset; undefined: nothing. */
function operandOf(draft: PlayDraft, variable: number, [mode, value]: readonly ArrowValue[]): ArrowValue | undefined {
  if (mode === 0) return value
  if (mode !== 1) return undefined
  const other = leadingInteger(value, -1)
  const resource = draft.doc.document.resources.variables.get(other)
  return other === variable ? resource?.init : resource && (draft.variables[other] ?? resource.init)
}

const NO_ANSWER: Readonly<Record<NoAnswer, string>> = {
  'no-operator': 'compares in a way that doesn’t exist for its variable. Choose another comparison.',
  invalid: 'has an invalid pattern. Correct it.',
  'given-up': 'has a pattern that takes too long on this text. Write a simpler one.'
}

function condition(draft: PlayDraft, playable: PlayableNode): boolean {
  const says = statement(draft, playable, 'Condition')
  if (!says) return false
  const { variable, value, operator, right } = says
  const result = compare(variable.type, value, operator, right, draft.compat ? 'js' : undefined, (pattern, text) => draft.search(pattern, text))
  if (typeof result === 'boolean') return result
  const words = `Condition ${draft.name(playable.id)} ${NO_ANSWER[result]} It counts as false.`
  if (result === 'given-up') draft.problem(playable.id, words)
  else draft.broken(playable.id, words, undefined)
  return false
}

const NO_UPDATE: Readonly<Record<NoUpdate, string>> = {
  'no-operator': 'changes it in a way that doesn’t exist for its type. Choose another operation.',
  'no-number': 'divides by zero. Check for zero first.',
  'too-large': 'makes a number beyond the largest exact one. Use smaller numbers.',
  'too-long': `makes a text longer than ${MAX_TEXT} characters. Write less.`
}

/** Returns whether the variable was set. */
function updateVariable(draft: PlayDraft, playable: PlayableNode): boolean {
  const { id, node } = playable
  const says = statement(draft, playable, 'Update')
  if (!says) return false
  const { variable, value, operator, right } = says
  draft.spend(String(value).length + String(right).length)
  const updated = update(variable.type, value, operator, right, MAX_TEXT, draft.compat ? 'js' : undefined)
  if ('value' in updated) return draft.setVariable(leadingInteger(node.data['variable'], -1), updated.value, id)
  const words = `Update ${draft.name(id)} leaves “${variable.name}” at ${inWords(value)}: it ${NO_UPDATE[updated.none]}`
  if (updated.none === 'too-long') draft.problem(id, words)
  else draft.broken(id, words, undefined)
  return false
}
