import { isObject, own, type Json, type JsonObject } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import type { Reference } from '../../../shared/contract/world-edits'
import { namesOf, parse } from '../../../shared/predicate/parse'
import { actorFolder, notesFolder, pathOf } from '../../../shared/story/layout'
import { storyName } from '../../../shared/story/story-state'
import { readArrow } from '../../../arrow'
import { actorOf } from '../../../shared/story/scene-actor'
import { splitFrontMatter } from '../front-matter'
import { FILES } from '../layout'
import { ifReadable } from '../parsed-files'
import type { EditedWorld } from './edited-world'
import type { EditOp, StepResult } from './put'

/** Something that names a character: the words for it, and what removes the name; without it the text has to be changed by its author. */
interface Use {
  words: string
  about: Reference
  drop?: () => void
}

/** Removes a character with their files, seat and notes. */
export function removeCharacter(world: EditedWorld, { id, anyway = false }: EditOp<'remove-character'>): StepResult {
  const { drafts } = world
  const { name, kind } = world.character(id)
  const obstacle = obstacleTo(world, id, name, kind)
  if (obstacle !== undefined) throw new Problem('refused', obstacle, { id })
  const uses = [
    ...storyUses(world, id),
    ...beliefUses(world, id),
    ...eventUses(world, id),
    ...conditionUses(world, id),
    ...sceneUses(world, id),
    ...ruleUses(world, id)
  ]
  if (uses.length > 0 && !anyway) {
    const words = uses.map((one) => one.words)
    const more = words.length > 3 ? ` and ${words.length - 3} more` : ''
    throw new Problem(
      'refused',
      `${name} can't be removed yet, because ${words.slice(0, 3).join('; ')}${more}. Change that first, or remove it too.`,
      { references: words, about: uses.map(({ about }) => about) }
    )
  }
  for (const { drop } of uses) drop?.()
  leaveTable(world, id)
  for (const folder of [actorFolder(kind, id), ...(kind === 'player' ? [notesFolder(id)] : [])])
    for (const path of drafts.under(folder)) drafts.remove(path)
  world.cast.delete(id)
  world.people.delete(id)
  return { parts: [{ id, verb: 'removed', noun: 'character', name }] }
}

/** Why a character can't be removed now, with the way out; undefined if nothing prevents it. */
function obstacleTo({ state, scene, people, cast }: EditedWorld, id: string, name: string, kind: 'player' | 'npc'): string | undefined {
  if (kind === 'player' && ![...cast].some(([other, one]) => one.kind === 'player' && other !== id))
    return `${name} can't be removed, because the table needs a player. Create another player first.`
  if (scene && people.get(id) === scene.place)
    return `${name} can't be removed, because ${name} is in the scene “${scene.title}” now. Let the scene end, or move ${name} to another place first.`
  const { actor, waiting, initiative, answering, resume } = state.next
  const asked = Object.values(state.plays ?? {}).flatMap((play) => play.waiting?.flatMap(({ who }) => who ?? []) ?? [])
  if (
    [actor, waiting, initiative, answering, resume?.actor, resume?.answering, asked, Object.keys(state.combat?.initiative ?? {})].flat().includes(id)
  )
    return `${name} can't be removed, because ${name} still has a turn in this round. Play on until the scene has ended, then remove ${name}.`
  return undefined
}

/** A value without a name: without it in lists, and in maps as a key or a value. Undefined if it is that name. */
function without(value: Json, id: string): Json | undefined {
  if (value === id) return undefined
  if (Array.isArray(value)) return value.filter((one) => one !== id && !(isObject(one) && own(one, 'id') === id))
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key, one]) => key !== id && one !== id)) : value
}

/** The keys of an entry whose values name a character, each with its value without the name. */
function changesIn(entry: Json | undefined, keys: readonly string[], id: string): [key: string, to: Json | undefined][] {
  return keys.flatMap((key): [string, Json | undefined][] => {
    const value = isObject(entry) ? own(entry, key) : undefined
    const to = value === undefined ? undefined : without(value, id)
    return value === undefined || JSON.stringify(to) === JSON.stringify(value) ? [] : [[key, to]]
  })
}

const STATE = pathOf('state')

/** The quests, factions and relationships that name a character. A relationship without one of its ends goes as a whole. */
function storyUses({ state, drafts }: EditedWorld, id: string): Use[] {
  const isTied = (entry: Json): boolean => isObject(entry) && (own(entry, 'from') === id || own(entry, 'to') === id)
  const drop = (keys: readonly string[], to: Json | undefined): void => drafts.change(STATE, { keys, to })
  const named = (kind: 'quest' | 'faction', part: 'quests' | 'factions', fields: readonly string[]): Use[] =>
    Object.entries(state[part]).flatMap(([key, entry]) => {
      const changes = changesIn(entry, fields, id)
      if (changes.length === 0) return []
      const words = `the ${kind} “${storyName(kind, state, key)}” names them`
      return [{ words, about: { what: kind, id: key }, drop: () => changes.forEach(([field, to]) => drop([part, key, field], to)) }]
    })
  const ties = Object.entries(state.relationships).flatMap(([key, entry]): Use[] =>
    isTied(entry)
      ? [
          {
            words: `the relationship “${storyName('relationship', state, key)}” is theirs`,
            about: { what: 'relationship', id: key },
            drop: () => drop(['relationships', key], undefined)
          }
        ]
      : []
  )
  return [...ties, ...named('faction', 'factions', ['members', 'standing']), ...named('quest', 'quests', ['giver', 'owner', 'known_to'])]
}

/** The beliefs of others that came from a character. */
function beliefUses(world: EditedWorld, id: string): Use[] {
  return Object.entries(world.lore.actors).flatMap(([who, { beliefs }]): Use[] => {
    const claims = who === id ? [] : Object.keys(beliefs).filter((claim) => own(beliefs, claim)?.from_whom === id)
    if (claims.length === 0 || !world.cast.has(who)) return []
    const path = world.characterFile(who, 'beliefs')
    const drop = (): void => world.drafts.change(path, ...claims.map((claim) => ({ keys: [claim, 'from_whom'], to: undefined })))
    return [{ words: `${world.character(who).name} believes something that came from them`, about: { what: 'actor', id: who }, drop }]
  })
}

/** The story events that move a character, let them react, or are about them. */
function eventUses({ lore, drafts }: EditedWorld, id: string): Use[] {
  return [...lore.story.map((event) => event.id), ...Object.keys(lore.narratives)].flatMap((event): Use[] => {
    const path = pathOf('storyEvent', { id: event })
    const text = drafts.has(path) ? drafts.text(path) : undefined
    if (text === undefined || !text.includes(id)) return []
    const { matter } = splitFrontMatter(text, path)
    const changes = eventChanges(matter, id)
    if (changes.length === 0) return []
    const drop = (): void => drafts.changeMatter(path, ...changes.map(([key, to]) => ({ keys: [key], to })))
    return [{ words: `the story event “${event}” names them`, about: { what: 'event', id: event }, drop }]
  })
}

/** The keys of a story event that name a character, each with its value without the name. */
function eventChanges(matter: Json, id: string): [key: string, to: Json | undefined][] {
  if (!isObject(matter)) return []
  const inside = (part: Json, keys: readonly string[]): Json => merged(part, changesIn(part, keys, id))
  const about = (part: Json): Json =>
    merged(part, [...changesIn(part, ['characters'], id), ...changesIn(part, ['relationship'], id).map(([key]) => [key, undefined] as const)])
  const outcome = (part: Json): Json => {
    const left = inside(part, ['moves', 'wants', 'reactions'])
    const reactions = isObject(left) ? own(left, 'reactions') : undefined
    return isObject(reactions) ? merged(left, [['reactions', withoutCues(reactions, id)]]) : left
  }
  const next: [string, Json | undefined][] = Object.entries(matter).map(([key, value]) => {
    if (key === 'outcomes' && Array.isArray(value)) return [key, value.map(outcome)]
    if (key === 'about') return [key, about(value)]
    return [key, key === 'characters' ? without(value, id) : value]
  })
  return next.filter(([key, to]) => JSON.stringify(to) !== JSON.stringify(own(matter, key)))
}

/** Reactions without those that follow a step of a character. */
const withoutCues = (reactions: JsonObject, id: string): JsonObject =>
  Object.fromEntries(
    Object.entries(reactions).map(([who, lines]) => [
      who,
      Array.isArray(lines) ? lines.filter((line) => !(isObject(line) && own(line, 'by') === id)) : lines
    ])
  )

/** A map with other values under some keys; undefined removes a key. */
function merged(part: Json, changes: readonly (readonly [string, Json | undefined])[]): Json {
  if (!isObject(part) || changes.length === 0) return part
  const to = new Map(changes)
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]): [string, Json][] => {
      const next = to.has(key) ? to.get(key) : value
      return next === undefined ? [] : [[key, next]]
    })
  )
}

/** The conditions of lines, wants and story events that ask about a character. Only their author can change them. */
function conditionUses({ lore, cast }: EditedWorld, id: string): Use[] {
  const people = Object.entries(lore.actors).flatMap(([who, { wants, says }]): Use[] =>
    who !== id && asksAbout([wants, says] as Json[], id)
      ? [{ words: `a condition of ${cast.get(who)?.name ?? who} asks about them`, about: { what: 'actor', id: who } }]
      : []
  )
  const events = lore.story.flatMap((event): Use[] =>
    asksAbout(event as unknown as Json, id)
      ? [{ words: `a condition of the story event “${event.id}” asks about them`, about: { what: 'event', id: event.id } }]
      : []
  )
  return [...people, ...events]
}

function asksAbout(value: Json, id: string): boolean {
  if (Array.isArray(value)) return value.some((one) => asksAbout(one, id))
  if (!isObject(value)) return false
  return Object.entries(value).some(([key, one]) =>
    typeof one === 'string' ? (key === 'when' || key === 'met') && one.includes(id) && namesActor(one, id) : asksAbout(one, id)
  )
}

/** Whether an expression reads a character. The files were checked, so it parses. */
const namesActor = (text: string, id: string): boolean => namesOf(parse(text)).some((name) => name.kind === 'actor' && name.id === id)

/** The Arrow documents of story events in which a character speaks or has tags. Only their author can give the part to somebody else. */
function sceneUses({ lore, state, drafts }: EditedWorld, id: string): Use[] {
  return lore.story.flatMap((event): Use[] => {
    const text = event.arrow && drafts.has(event.arrow.path) ? drafts.text(event.arrow.path) : undefined
    const document = text === undefined ? undefined : ifReadable(() => readArrow(text).document)
    const isIn = [...(document?.resources.characters.values() ?? [])].some((character) => actorOf(state.actors, event, character) === id)
    return isIn ? [{ words: `they are a character of the scene “${event.title}”, ${event.arrow?.path}`, about: { what: 'event', id: event.id } }] : []
  })
}

/** The rules that name a character in quotes. Only their author can change them. */
function ruleUses({ drafts }: EditedWorld, id: string): Use[] {
  return drafts.under('rules').flatMap((path): Use[] => {
    const text = /\.(?:ts|yaml)$/.test(path) ? (drafts.text(path) ?? '') : ''
    const isNamed = [`'${id}'`, `"${id}"`, `\`${id}\``].some((name) => text.includes(name))
    return isNamed ? [{ words: `the rule ${path} names them`, about: { what: 'file', id: path } }] : []
  })
}

/** Removes a character's seat: the place in the order, the agent and the persona. */
function leaveTable({ drafts }: EditedWorld, id: string): void {
  const party = drafts.value(FILES.table, ['party'])
  if (Array.isArray(party) && party.includes(id)) drafts.change(FILES.table, { keys: ['party'], to: party.filter((one) => one !== id) })
  for (const keys of [
    ['agents', id],
    ['direction', 'personas', id]
  ])
    if (drafts.value(FILES.table, keys) !== undefined) drafts.change(FILES.table, { keys, to: undefined })
}
