import type { ArrowCharacter, ArrowDocument, ArrowId, ArrowNode, ArrowObject, ArrowValue } from '../document'
import { edited, type DocumentDraft } from '../draft'
import { splits } from '../exposure'
import type { IdSource } from '../ids'
import { change, membersOf, objectOf } from '../json/members'
import { defaultName, safeName, uniqueName } from '../names'
import { listOf } from '../node-types'
import { refusal } from '../refuse'
import { creating, type Created } from './nodes'
import { exposingUsers, relinkNames, renameExposures } from './renames'

export type CharacterTags = Readonly<Record<string, string>>

/** A character to create. `color` may have a `#` and capitals; the default is white. */
export interface NewCharacter {
  readonly name?: string
  readonly color?: string
  readonly tags?: CharacterTags
  readonly notes?: string
}

/** Creates a character. Throws a refusal (`TYPE_MISMATCH`) for an invalid colour and for a tag key of digits only. */
export const createCharacter = (document: ArrowDocument, { name, color = 'ffffff', tags, notes }: NewCharacter = {}, ids: IdSource = {}): Created =>
  creating(document, (draft) => {
    const id = draft.newId(ids)
    const own = uniqueName(draft, 'characters', name === undefined || name === '' ? defaultName('characters', id) : name)
    const clean = tags && safeTags(tags)
    draft.put('characters', id, {
      name: own,
      color: characterColor(color),
      ...(clean && membersOf(clean).length > 0 && { tags: clean }),
      ...(notes && { notes })
    })
    relinkNames(draft, [own])
    return id
  })

/** Six hex digits in lower case from `#RRGGBB`, with or without the `#`. Throws a refusal for anything else. */
function characterColor(color: string): string {
  const digits = /^#?([\da-f]{6})$/i.exec(color.trim())?.[1]
  if (digits === undefined) throw refusal('TYPE_MISMATCH', `“${color.slice(0, 40)}” is no colour. Write six hexadecimal digits, such as #4A90E2.`)
  return digits.toLowerCase()
}

/** Tags with keys that placeholders can name. */
function safeTags(tags: CharacterTags): CharacterTags {
  return objectOf(membersOf(tags).map((key) => [safeKey(key), tags[key] ?? ''] as const)) as CharacterTags
}
function safeKey(key: string): string {
  const safe = safeName(key)
  if (safe === '') throw refusal('TYPE_MISMATCH', 'A tag needs a key. Write one.')
  if (/^\d+$/.test(safe))
    throw refusal('TYPE_MISMATCH', `The key of a tag can’t have only digits, because Arrow would lose it: “${safe}”. Add a letter.`)
  return safe
}

/** Changes to a character. `tags` replaces all tags. Empty notes are removed. */
export interface CharacterChanges {
  readonly name?: string
  readonly color?: string
  readonly tags?: CharacterTags
  readonly notes?: string
}

/** Changes a character. A new name also changes the texts that expose its tags. Throws a refusal. */
export const updateCharacter = (document: ArrowDocument, id: ArrowId, changes: CharacterChanges): ArrowDocument =>
  edited(document, (draft) => updateCharacterIn(draft, id, changes))

function updateCharacterIn(draft: DocumentDraft, id: ArrowId, { name, color, tags, notes }: CharacterChanges): void {
  const before = draft.get('characters', id)
  const own = name === undefined || name === '' || name === before.name ? before.name : uniqueName(draft, 'characters', name, id)
  const clean = tags && changedTags(before.tags, tags)
  const after = change<ArrowCharacter>(before, {
    name: own,
    ...(color !== undefined && { color: characterColor(color) }),
    ...(clean && { tags: membersOf(clean).length > 0 ? clean : undefined }),
    ...(notes !== undefined && { notes: notes === '' ? undefined : notes })
  })
  const users = own === before.name ? [] : exposingUsers(draft, id, before.name)
  draft.put('characters', id, after)
  if (own === before.name) return
  const rewritten = renameExposures(draft, users, (inner) => {
    const tag = splits(inner).find((split) => split.name === before.name)?.tag
    return tag === undefined ? undefined : `${own}.${tag}`
  })
  relinkNames(draft, [before.name, own], rewritten)
}

/** New tags. Existing keys stay as they are, even those that only a file could contain. */
function changedTags(before: CharacterTags | undefined, tags: CharacterTags): CharacterTags {
  const known = new Set(before ? membersOf(before) : [])
  return objectOf(membersOf(tags).map((key) => [known.has(key) ? key : safeKey(key), tags[key] ?? ''] as const)) as CharacterTags
}

/** Renames a tag of a character, also in the texts that expose it and in the nodes that set or check it. Throws a refusal. */
export const renameTag = (document: ArrowDocument, id: ArrowId, from: string, to: string): ArrowDocument =>
  edited(document, (draft) => {
    const character = draft.get('characters', id)
    const tags = character.tags ?? {}
    const key = safeKey(to)
    if (!Object.hasOwn(tags, from)) throw refusal('TYPE_MISMATCH', `“${character.name}” has no tag “${from}”.`, { id })
    if (key !== from && Object.hasOwn(tags, key)) throw refusal('TYPE_MISMATCH', `“${character.name}” has a tag “${key}” already.`, { id })
    const renamed = objectOf(membersOf(tags).map((old) => [old === from ? key : old, tags[old] ?? ''] as const)) as CharacterTags
    draft.put('characters', id, change<ArrowCharacter>(character, { tags: renamed }))
    renameExposures(draft, exposingUsers(draft, id, character.name), (inner) =>
      inner === `${character.name}.${from}` ? `${character.name}.${key}` : undefined
    )
    for (const [user, node] of draft.all('nodes')) {
      const renamedNode = node.data['character'] === id ? withTagKey(node, from, key) : node
      if (renamedNode !== node) draft.putNode(user, renamedNode)
    }
  })

/** A tag node with another tag key in its data. */
function withTagKey(node: ArrowNode, from: string, to: string): ArrowNode {
  const { data } = node
  const renamed = (value: ArrowValue | undefined): ArrowValue => (value === from ? to : (value ?? null))
  const set = (changes: ArrowObject): ArrowNode => change(node, { data: change<ArrowObject>(data, changes) })
  if (node.type === 'tag_match' && data['tag_key'] === from) return set({ tag_key: to })
  if (node.type === 'tag_edit' && listOf(data['edit'])[1] === from)
    return set({ edit: listOf(data['edit']).map((part, i) => (i === 1 ? renamed(part) : part)) })
  if (node.type === 'tag_pass' && Array.isArray(data['pass'])) {
    const [method, checks] = listOf(data['pass'])
    const pairs = listOf(checks).map((pair) => (listOf(pair)[0] === from ? [to, ...listOf(pair).slice(1)] : pair))
    return set({ pass: [method ?? 1, pairs, ...listOf(data['pass']).slice(2)] })
  }
  return node
}
