import { isObject, type Json, own, pointer } from '../base/json'
import { pathOf } from './layout'
import { everyMisfit } from '../base/schema-errors'
import { badId, badName } from './names'
import { perhaps } from '../base/suggest'
import { Problem } from '../base/problem'
import type { Actor, GameState, Place } from './state'
import {
  EVERYBODY,
  factionOf,
  prerequisitesOf,
  questName,
  questOf,
  relationshipOf,
  STORY_PARTS,
  storyName,
  type QuestStatus,
  type StoryKind,
  type StoryPart,
  writtenStatus
} from './story-state'
import { STORY_SCHEMAS } from './story-schemas'

/** An inconsistency in the story's state: its position (a JSON Pointer into GameState), and a sentence about it. */
export interface StoryFault {
  path: string
  sentence: string
}

/** The part of a state that the invariants are about. */
export type FaultState = Pick<GameState, StoryPart | 'facts' | 'actors' | 'places'>

const KINDS = Object.keys(STORY_PARTS) as StoryKind[]
/** The possible next statuses of a quest by its status. */
const NEXT_STATUSES: Readonly<Record<QuestStatus, readonly QuestStatus[]>> = {
  inactive: ['active'],
  active: ['completed', 'failed'],
  completed: [],
  failed: []
}

/** The entries and carriers to examine; by default all. */
interface Scope {
  entries: (kind: StoryKind) => readonly string[]
  carriers: (root: 'actors' | 'places') => readonly string[]
}

/**
 * Every violation of the invariants of quests, factions, relationships and threads, in the order of their ids: fields of the wrong shape, values out
 * of range, unknown names, quests that wait for each other, negative quantities.
 */
export function storyFaults(state: FaultState, scope: Scope = everything(state)): StoryFault[] {
  return [
    ...KINDS.flatMap((kind) => scope.entries(kind).flatMap((id) => entryFaults(state, kind, id))),
    ...cycles(state, scope.entries('quest')),
    ...(['actors', 'places'] as const).flatMap((root) => scope.carriers(root).flatMap((id) => quantities(state, root, id)))
  ]
}

const everything = (state: FaultState): Scope => ({
  entries: (kind) => Object.keys(state[STORY_PARTS[kind]]),
  carriers: (root) => Object.keys(state[root])
})

/** The faults of a state that the previous state didn't have, and invalid changes of a quest's status. The cost is proportional to the changes. */
export function newStoryFaults(before: FaultState, after: FaultState): StoryFault[] {
  const isChanged =
    (map: keyof FaultState) =>
    (id: string): boolean =>
      own<unknown>(before[map], id) !== own<unknown>(after[map], id)
  const changed = (map: StoryPart | 'actors' | 'places'): string[] =>
    before[map] === after[map] ? [] : Object.keys(after[map]).filter(isChanged(map))
  const isGone = (['actors', 'places', 'factions', 'quests'] as const).some(
    (map) => before[map] !== after[map] && Object.keys(before[map]).some((id) => !Object.hasOwn(after[map], id))
  )
  const scope: Scope = {
    // An unchanged entry can become wrong only if something that it names was removed.
    entries: isGone ? everything(after).entries : (kind) => changed(STORY_PARTS[kind]),
    carriers: changed
  }
  const keyOf = ({ path, sentence }: StoryFault): string => `${path}\0${sentence}`
  const idsBefore = (map: StoryPart | 'actors' | 'places', ids: readonly string[]): string[] => ids.filter((id) => Object.hasOwn(before[map], id))
  const now = storyFaults(after, scope)
  const previousFaults =
    now.length === 0
      ? []
      : storyFaults(before, {
          entries: (kind) => idsBefore(STORY_PARTS[kind], scope.entries(kind)),
          carriers: (root) => idsBefore(root, scope.carriers(root))
        })
  const known = new Set(previousFaults.map(keyOf))
  return [...now.filter((one) => !known.has(keyOf(one))), ...turns(before, after)]
}

/** The most faults that a refusal names. */
const MAX_NAMED = 3

/** Throws Problem `refused` with the sentences of the faults that a change adds (`data.faults`: all of them, by path). */
export function refuseStoryFaults(before: FaultState, after: FaultState, { mayReopen = false } = {}): void {
  const added = newStoryFaults(before, after).filter(({ path }) => !mayReopen || !isTurn(before, after, path))
  if (added.length === 0) return
  const more = added.length - MAX_NAMED
  const sentences = added.slice(0, MAX_NAMED).map(({ sentence }) => sentence)
  throw new Problem('refused', `${sentences.join(' ')}${more > 0 ? ` There are ${more} more of these.` : ''} Nothing was changed.`, {
    file: pathOf('state'),
    path: added[0]?.path,
    faults: added
  })
}

const isTurn = (before: FaultState, after: FaultState, path: string): boolean => turns(before, after).some((turn) => turn.path === path)

/** Invalid changes of quests' statuses. */
function turns(before: FaultState, after: FaultState): StoryFault[] {
  if (before.quests === after.quests) return []
  return Object.entries(after.quests).flatMap(([id, entry]) => {
    const previous = own(before.quests, id)
    if (previous === undefined || previous === entry) return []
    const [from, to] = [writtenStatus(previous), writtenStatus(entry)]
    if (from === to || NEXT_STATUSES[from].includes(to)) return []
    const can = NEXT_STATUSES[from]
    const rule = can.length === 0 ? `A ${from} quest is over.` : `An ${from} quest can only become ${can.join(' or ')}.`
    return fault(['quests', id, 'status'], `The quest “${storyName('quest', after, id)}” can't go from ${from} to ${to}. ${rule}`)
  })
}

const fault = (keys: readonly string[], sentence: string): StoryFault[] => [{ path: pointer(keys), sentence }]

/** Valid entries; they keep their identity from state to state. */
const fitting: Readonly<Record<StoryKind, WeakSet<object>>> = {
  quest: new WeakSet(),
  faction: new WeakSet(),
  relationship: new WeakSet(),
  thread: new WeakSet()
}

function entryFaults(state: FaultState, kind: StoryKind, id: string): StoryFault[] {
  const at = [STORY_PARTS[kind], id]
  const bad = id === '__proto__' ? badName(id) : undefined
  if (bad !== undefined) return fault(at, `The ${kind} "${id}" can't have this id: ${bad}. Choose another id.`)
  const entry = own<Json>(state[STORY_PARTS[kind]], id)
  return [...misfits(kind, id, entry), ...references(state, kind, id)]
}

function misfits(kind: StoryKind, id: string, entry: Json | undefined): StoryFault[] {
  // A bare text is an older form of a name.
  if ((typeof entry === 'string' && kind !== 'relationship') || (isObject(entry) && fitting[kind].has(entry))) return []
  const fits = STORY_SCHEMAS[kind].safeParse(entry)
  if (fits.success) {
    if (isObject(entry)) fitting[kind].add(entry)
    return []
  }
  return everyMisfit(fits.error).flatMap(({ path, message }) => {
    const what = path.length === 0 ? '' : `: ${path.join('.')}`
    return fault([STORY_PARTS[kind], id, ...path], `The ${kind} "${id}"${what} ${message}.`)
  })
}

/** The references of an entry to names that don't exist. */
function references(state: FaultState, kind: StoryKind, id: string): StoryFault[] {
  const at = [STORY_PARTS[kind], id]
  const nobody = (keys: readonly string[], role: string, name: string | undefined, maps: readonly (keyof FaultState)[]): StoryFault[] => {
    if (name === undefined || maps.some((map) => Object.hasOwn(state[map], name))) return []
    const hint = perhaps(name, maps.flatMap((map) => Object.keys(state[map])).slice(0, MAX_COMPARED))
    return fault(
      [...at, ...keys],
      `The ${kind} “${storyName(kind, state, id)}” names "${name}" as ${role}, but there is no such ${noun(maps)}.${hint}`
    )
  }
  if (kind === 'quest') {
    const quest = questOf(state, id)
    if (!quest) return []
    return [
      ...nobody(['giver'], 'its giver', quest.giver, ['actors', 'factions']),
      ...nobody(['owner'], 'its owner', quest.owner, ['actors']),
      ...quest.knownTo.filter((who) => who !== EVERYBODY).flatMap((who) => nobody(['known_to', who], 'somebody who knows of it', who, ['actors'])),
      ...quest.prerequisites.flatMap((other) => nobody(['prerequisites', other], 'a prerequisite', other, ['quests']))
    ]
  }
  if (kind === 'faction') {
    const faction = factionOf(state, id)
    return [
      ...(faction?.members ?? []).flatMap(({ id: who }) => nobody(['members', who], 'a member', who, ['actors'])),
      ...Object.keys(faction?.standing ?? {}).flatMap((who) => nobody(['standing', who], 'one it has an opinion of', who, ['actors', 'factions']))
    ]
  }
  const ends = kind === 'relationship' ? relationshipOf(state, id) : undefined
  if (!ends) return []
  return (['from', 'to'] as const).flatMap((end) => nobody([end], 'one of its ends', ends[end], ['actors', 'factions', 'places']))
}

/** The most names that are compared to find the intended one. */
const MAX_COMPARED = 2000
const NOUNS: Partial<Record<keyof FaultState, string>> = { actors: 'character', factions: 'faction', places: 'place', quests: 'quest' }
const noun = (maps: readonly (keyof FaultState)[]): string => {
  const words = maps.map((map) => NOUNS[map] ?? map)
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** Quests that can never begin, because they wait for each other; one fault for each cycle, on its first quest. */
function cycles({ quests }: FaultState, starts: readonly string[]): StoryFault[] {
  const done = new Set<string>()
  const out: StoryFault[] = []
  for (const start of starts) {
    // Depth first without recursion: a chain may have ten thousand quests.
    const path: { id: string; rest: string[] }[] = []
    const on = new Set<string>()
    const enter = (id: string): void => {
      path.push({ id, rest: prerequisitesOf(own(quests, id)) })
      on.add(id)
    }
    if (!done.has(start)) enter(start)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.shift()
      if (next === undefined) {
        path.pop()
        on.delete(top.id)
        done.add(top.id)
      } else if (on.has(next)) out.push(circleFault(quests, path.map(({ id }) => id).slice(path.findIndex(({ id }) => id === next))))
      else if (!done.has(next) && Object.hasOwn(quests, next)) enter(next)
    }
  }
  return out
}

/** The most quests of a cycle that a sentence names. */
const MAX_IN_CIRCLE = 8

/** A cycle is described from its first id on, wherever the search entered it. */
function circleFault(quests: FaultState['quests'], circle: readonly string[]): StoryFault {
  const [first = ''] = circle.toSorted()
  const at = circle.indexOf(first)
  const ids = [...circle.slice(at), ...circle.slice(0, at), first]
  const names = ids.map((id) => `“${questName(own(quests, id), id)}”`)
  const path = pointer(['quests', first, 'prerequisites', ids[1] ?? first])
  if (circle.length === 1) return { path, sentence: `The quest ${names[0]} is its own prerequisite, so it can never begin.` }
  const shown = names.length > MAX_IN_CIRCLE ? [...names.slice(0, MAX_IN_CIRCLE - 1), '…'] : names
  return { path, sentence: `These quests wait for each other, so none of them can begin: ${shown.join(' → ')}.` }
}

/** Carriers with valid quantities; they keep their identity from state to state. */
const counted = new WeakSet<object>()

/** Items that an actor or a place holds in a negative quantity. */
function quantities(state: FaultState, root: 'actors' | 'places', id: string): StoryFault[] {
  const carrier = own<Actor | Place>(state[root], id)
  if (!carrier || counted.has(carrier.inventory)) return []
  const wrong = Object.entries(carrier.inventory).flatMap(([key, { count = 1, name = key }]) =>
    count >= 0 ? [] : fault([root, id, 'inventory', key, 'count'], `${carrier.name} has ${count} of “${name}”, but a quantity can't be below 0.`)
  )
  if (wrong.length === 0) counted.add(carrier.inventory)
  return wrong
}

/** Why an id isn't valid for a new entry, as the end of a sentence; undefined if it is. */
export const badStoryId = (id: string): string | undefined => (id.length > 120 ? 'it is longer than 120 characters' : badId(id))
