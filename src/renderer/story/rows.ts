import { own } from '../../shared/base/json'
import type { FactUses, FilePlace } from '../../shared/contract/language-calls'
import { fileAt } from '../../shared/story/layout'
import type { Lore, StoryEvent } from '../../shared/story/lore'
import { holds, isOver } from '../../shared/story/premises'
import type { GameState } from '../../shared/story/state'
import { listed } from '../../shared/words/labels'
import { shownNamed } from './items'

/** How far a story event is. */
type EventState = 'over' | 'playing' | 'ready' | 'waiting'

/** A story event as a card of the board. */
export interface EventRow {
  id: string
  title: string
  aim: string
  place: string
  /** The facts that it begins and ends with, in words. */
  starts: readonly string[]
  ends: readonly string[]
  isClimax: boolean
  now: EventState
  /** Those that it still waits for. */
  missing: readonly string[]
}

/** A fact in the list. `value`: its value now in words, '' if it has none. */
export interface FactRow extends FactUses {
  /** Its title, else its id. */
  title: string
  value: string
  isUnset: boolean
  isIdle: boolean
}

interface World {
  state: GameState
  lore: Pick<Lore, 'story' | 'facts'>
}

/** The story events in their order. */
export const eventRows = ({ state, lore }: World): EventRow[] =>
  lore.story.map((event) => ({
    id: event.id,
    title: event.title,
    aim: event.aim,
    place: own(state.places, event.place)?.name ?? event.place,
    starts: event.starts_when.map((fact) => factWords(fact, lore.facts)),
    ends: event.done_when.map((fact) => factWords(fact, lore.facts)),
    isClimax: event.climax,
    missing: missingOf(event, state).map((fact) => factWords(fact, lore.facts)),
    now: stateOf(event, state)
  }))

const missingOf = ({ starts_when }: StoryEvent, { facts }: GameState): string[] => starts_when.filter((fact) => !holds(facts, [fact]))

function stateOf(event: StoryEvent, state: GameState): EventState {
  if (isOver(event, state)) return 'over'
  if (state.scene?.story === event.id) return 'playing'
  return missingOf(event, state).length === 0 ? 'ready' : 'waiting'
}

/** The rows that contain every word of a query. */
export const shownEvents = (rows: readonly EventRow[], query: string): readonly EventRow[] =>
  shownNamed(rows, query, ({ id, title, aim, place, starts, ends }) => [id, title, aim, place, ...starts, ...ends])

/** Every fact that the campaign's files or its state know. */
export function factRows(uses: readonly FactUses[], { facts }: Pick<GameState, 'facts'>, titles: Lore['facts'] = {}): FactRow[] {
  const known = new Map(uses.map((one) => [one.id, one]))
  for (const id of Object.keys(facts)) if (!known.has(id)) known.set(id, { id, sets: [], needs: [] })
  return [...known.values()]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((one) => {
      const value = own(facts, one.id)
      return {
        ...one,
        title: own(titles, one.id) ?? one.id,
        value: value === undefined ? '' : String(value),
        isUnset: one.sets.length === 0 && value === undefined && one.needs.length > 0,
        isIdle: one.needs.length === 0
      }
    })
}

/** What a file is about, in the words of the story. */
export function subjectOf(path: string, { state, lore }: World): string {
  const at = fileAt(path)
  switch (at?.kind) {
    case 'storyEvent':
      return lore.story.find(({ id }) => id === at.parts.id)?.title ?? at.parts.id
    case 'location':
      return own(state.places, at.parts.id)?.name ?? at.parts.id
    case 'sheet':
    case 'actor':
    case 'beliefs':
      return own(state.actors, at.parts.id)?.name ?? at.parts.id
    case 'journeys':
      return `the journeys of ${own(state.regions, at.parts.region)?.name ?? at.parts.region}`
    case 'state':
    case 'facts':
      return 'the state of the world'
    case 'action':
    case 'yamlAction':
      return `the action ${at.parts.id}`
    default:
      return path
  }
}

const bare = (fact: string): string => fact.replace(/^!/, '')

/** A fact of a list by its title, else by its id: `!lamp-lit` must not hold. */
const factWords = (fact: string, titles: Lore['facts'] = {}): string =>
  `${fact.startsWith('!') ? 'not ' : ''}${own(titles, bare(fact)) ?? bare(fact)}`

/** The facts whose ids, titles or values contain every word of a query. */
export const shownFacts = (rows: readonly FactRow[], query: string): readonly FactRow[] =>
  shownNamed(rows, query, ({ id, title, value }) => [id, title, value])

/** What a fact is set by, without the state of the world itself: one entry for each file. */
export function settersOf(fact: string, uses: readonly FactUses[]): FilePlace[] {
  const places = uses.find(({ id }) => id === bare(fact))?.sets ?? []
  return places.filter(({ path }, i) => fileAt(path)?.kind !== 'state' && places.findIndex((one) => one.path === path) === i)
}

/** Why a story event doesn't begin, and what could change that; undefined if nothing prevents it. `uses` is undefined until it is read. */
export function whyNot(event: StoryEvent, uses: readonly FactUses[] | undefined, world: World): string | undefined {
  const missing = missingOf(event, world.state)
  const [first] = missing
  if (first === undefined || isOver(event, world.state)) return undefined
  const sentences = missing.map((fact) => {
    const called = factWords(bare(fact), world.lore.facts)
    if (fact.startsWith('!')) return `“${called}” holds, and it begins only without it.`
    if (uses === undefined) return `“${called}” doesn’t hold yet.`
    const files = settersOf(fact, uses).map(({ path }) => path)
    const isOwn = (path: string): boolean => {
      const at = fileAt(path)
      return at?.kind === 'storyEvent' && at.parts.id === event.id
    }
    if (files.length > 0 && files.every(isOwn))
      return `Only “${event.title}” itself sets “${called}”, so it can’t begin: let something else set it, or take it from what the event begins with.`
    const setters = files.map((path) => subjectOf(path, world))
    return setters.length === 0
      ? `Nothing sets “${called}” yet: let an outcome, a feature, a character or a rule set it.`
      : `“${called}” doesn’t hold yet; it can be set by ${listed(setters)}.`
  })
  return sentences.join(' ')
}

/** The story events and other things that set what an event begins with, and those that need what its outcomes set. */
export function neighboursOf(event: StoryEvent, uses: readonly FactUses[], path: string): { before: FilePlace[]; after: FilePlace[] } {
  const once = (places: readonly FilePlace[]): FilePlace[] =>
    places.filter((one, i) => one.path !== path && places.findIndex((other) => other.path === one.path) === i)
  const set = new Set(event.outcomes.flatMap(({ facts }) => facts))
  return {
    before: once(event.starts_when.flatMap((fact) => settersOf(fact, uses))),
    after: once(uses.flatMap(({ id, needs }) => (set.has(id) ? needs : [])))
  }
}
