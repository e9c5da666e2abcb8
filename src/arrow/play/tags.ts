import type { ArrowId, ArrowValue } from '../document'
import { dataOf } from '../node-types'
import { leadingInteger } from './coercion'
import type { PlayDraft } from './draft'
import type { PlayableNode } from './playable'
import { MAX_TEXT } from './state'

/** The operations of a tag edit, by the number of its method. */
const EDITS = ['inset', 'reset', 'overset', 'outset', 'unset'] as const

function characterOf(draft: PlayDraft, { node }: PlayableNode): { id: ArrowId; tags: Readonly<Record<string, string>> } | undefined {
  const id = leadingInteger(node.data['character'], -1)
  return draft.doc.document.resources.characters.has(id) ? { id, tags: draft.tags[id] ?? {} } : undefined
}

const member = (draft: PlayDraft, { node }: PlayableNode, name: string): ArrowValue | undefined =>
  draft.compat ? node.data[name] : dataOf(node, name)

/** Edits one tag. Returns false if the node is incomplete. */
export function editTag(draft: PlayDraft, playable: PlayableNode): boolean {
  const character = characterOf(draft, playable)
  const edit = member(draft, playable, 'edit')
  const [method, key, value] = Array.isArray(edit) ? (edit as readonly ArrowValue[]) : []
  const name = EDITS[typeof method === 'number' ? method : -1]
  if (!character || name === undefined || typeof key !== 'string' || key === '' || typeof value !== 'string') {
    draft.broken(
      playable.id,
      `Tag edit ${draft.name(playable.id)} is incomplete and changes nothing. Choose a character, a tag and a value.`,
      undefined
    )
    return false
  }
  if (value.length > MAX_TEXT) {
    draft.problem(playable.id, `Tag edit ${draft.name(playable.id)} changes nothing: its value is longer than ${MAX_TEXT} characters. Shorten it.`)
    return false
  }
  const update = tagUpdate(name, character.tags, key, value)
  for (const [tag, to] of Object.entries(update)) draft.setTag(character.id, tag, to)
  if (draft.compat || Object.keys(update).length > 0) draft.events.push({ ev: 'tags', update: { [character.id]: update } })
  return true
}

function tagUpdate(
  method: (typeof EDITS)[number],
  tags: Readonly<Record<string, string>>,
  key: string,
  value: string
): Record<string, string | null> {
  const isSet = Object.hasOwn(tags, key)
  switch (method) {
    case 'inset':
      return isSet ? {} : { [key]: value }
    case 'reset':
      return isSet ? { [key]: value } : {}
    case 'overset':
      return { [key]: value }
    case 'outset':
      return isSet && tags[key] === value ? { [key]: null } : {}
    default:
      return isSet ? { [key]: null } : {}
  }
}

/** The slot of the first pattern that a character's tag matches; −1 if none does. */
export function matchTag(draft: PlayDraft, playable: PlayableNode): number {
  const character = characterOf(draft, playable)
  const { id, node } = playable
  const key = member(draft, playable, 'tag_key')
  const patterns = member(draft, playable, 'patterns')
  if (!character || typeof key !== 'string' || !Array.isArray(patterns) || patterns.length === 0) {
    draft.broken(id, `Tag match ${draft.name(id)} is incomplete, so the story line ends. Choose a character and a tag.`, undefined)
    return -1
  }
  const tag = Object.hasOwn(character.tags, key) ? character.tags[key] : undefined
  if (tag === undefined) return -1
  const listed: readonly ArrowValue[] = patterns
  if (node.data['regex'] !== true) return listed.indexOf(tag)
  const found = listed.findIndex((pattern) => matches(draft, id, typeof pattern === 'string' ? pattern : JSON.stringify(pattern), tag))
  // The runtime tries one pattern too many, which matches everything.
  return found < 0 && draft.compat ? patterns.length : found
}

function matches(draft: PlayDraft, id: ArrowId, pattern: string, tag: string): boolean {
  const match = draft.search(pattern, tag)
  if (match === 'given-up') draft.problem(id, `Tag match ${draft.name(id)} has a pattern that takes too long on this tag. Write a simpler one.`)
  if (match === 'invalid') draft.broken(id, `Tag match ${draft.name(id)} has an invalid pattern. Correct it.`, undefined)
  return typeof match === 'object'
}

/** Returns whether a character's tags pass. Items without a key don't count; with no item left the check fails. */
export function passTags(draft: PlayDraft, playable: PlayableNode): boolean {
  const character = characterOf(draft, playable)
  const pass = member(draft, playable, 'pass')
  const [method, items] = Array.isArray(pass) ? (pass as readonly ArrowValue[]) : []
  if (!character || (method !== 0 && method !== 1) || !Array.isArray(items)) {
    draft.broken(playable.id, `Tag check ${draft.name(playable.id)} is incomplete and counts as false. Choose a character and tags.`, undefined)
    return false
  }
  const checks = (items as readonly ArrowValue[]).flatMap((item) => {
    const [key, value = null] = Array.isArray(item) ? (item as readonly ArrowValue[]) : []
    const checkable = typeof key === 'string' && key !== '' && (value === null || typeof value === 'string')
    return checkable ? [Object.hasOwn(character.tags, key) && (value === null || value === character.tags[key])] : []
  })
  return method === 0 ? checks.includes(true) : checks.length > 0 && !checks.includes(false)
}
