import { claimWords, stanceWords } from '../../../shared/words/belief-words'
import { isObject, type Json, type JsonObject, own } from '../../../shared/base/json'
import type { Lore } from '../../../shared/story/lore'
import type { GameState } from '../../../shared/story/state'
import { questOf, STORY_PARTS, storyName } from '../../../shared/story/story-state'
import type { WorldEdit } from '../../../shared/contract/world-edits'
import type { ListKind } from './fields'

/** The state and prose in view. */
export interface StoryWorld {
  state: GameState
  lore: Lore
}

/** The entries of a list by id, in the form of their files. Beliefs are those of `who`. */
export function entriesOf({ state, lore }: StoryWorld, kind: ListKind, who: string | undefined): Readonly<Record<string, Json>> {
  if (kind === 'belief') return who === undefined ? {} : ((own(lore.actors, who)?.beliefs ?? {}) as Record<string, Json>)
  if (kind === 'narrative') return lore.narratives
  return state[STORY_PARTS[kind]]
}

/** An entry as a map; an old one may be a bare text. */
export const asEntry = (kind: ListKind, entry: Json | undefined): JsonObject =>
  isObject(entry) ? entry : entry === undefined || entry === null ? {} : { [kind === 'thread' ? 'text' : 'name']: entry }

/** The displayed label of an entry, in one line. */
export function labelOf({ state, lore }: StoryWorld, kind: ListKind, id: string, entry: Json): string {
  if (kind === 'belief') return `${claimWords(id, lore)} · ${stanceWords(asEntry(kind, entry))}`
  if (kind === 'narrative') return own(lore.narratives, id)?.name ?? id
  const name = storyName(kind, state, id)
  if (kind === 'quest') return `${name} · ${questOf(state, id)?.status ?? ''}`
  return kind === 'thread' && asEntry(kind, entry)['open'] === false ? `${name} · closed` : name
}

/** The edit that changes fields of an entry, or creates it. */
export function putEntry(kind: ListKind, who: string | undefined, id: string, fields: Record<string, Json>): WorldEdit[] {
  if (kind === 'belief') return who === undefined ? [] : [{ op: 'put-belief', who, claim: id, fields }]
  if (kind === 'narrative') return [{ op: 'put-narrative', id, fields }]
  return [{ op: 'put-story', kind, id, fields }]
}

/** Whether the entries of a list are told and believed. Nothing in the world's files needs them, so they are removed like a field. */
export const isBeliefOrNarrative = (kind: ListKind): kind is 'belief' | 'narrative' => kind === 'belief' || kind === 'narrative'

/** The edit that removes a belief or narrative. */
export function removeBeliefOrNarrative(kind: ListKind, who: string | undefined, id: string): WorldEdit[] {
  if (kind === 'narrative') return [{ op: 'remove-narrative', id }]
  return kind === 'belief' && who !== undefined ? [{ op: 'remove-belief', who, claim: id }] : []
}

/** The initial fields of a new entry, from its name. */
export function freshFields(kind: ListKind, name: string): Record<string, Json> {
  switch (kind) {
    case 'quest':
      return { name, status: 'inactive' }
    case 'thread':
      return { text: name, open: true }
    case 'belief':
      return { heard: 1 }
    case 'narrative':
      return { name, type: 'rumor', content: name }
    default:
      return { name }
  }
}
