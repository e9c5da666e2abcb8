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
  starts: readonly string[]
  ends: readonly string[]
  isClimax: boolean
  now: EventState
  /** The facts that don't hold yet, as the event names them. */
  missing: readonly string[]
}

/** A fact in the list. `value`: its value now in words, '' if it has none. */
export interface FactRow extends FactUses {
  value: string
  isUnset: boolean
  isIdle: boolean
}

interface World {
  state: GameState
  lore: Pick<Lore, 'story'>
}

/** The story events in their order. */
export const eventRows = ({ state, lore }: World): EventRow[] =>
  lore.story.map((event) => ({
    id: event.id,
    title: event.title,
    aim: event.aim,
    place: own(state.places, event.place)?.name ?? event.place,
    starts: event.starts_when,
    ends: event.done_when,
    isClimax: event.climax,
    missing: missingOf(event, state),
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
export function factRows(uses: readonly FactUses[], { facts }: Pick<GameState, 'facts'>): FactRow[] {
  const known = new Map(uses.map((one) => [one.id, one]))
  for (const id of Object.keys(facts)) if (!known.has(id)) known.set(id, { id, sets: [], needs: [] })
  return [...known.values()]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((one) => {
      const value = own(facts, one.id)
      return {
        ...one,
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
      return 'the state of the world'
    case 'action':
    case 'yamlAction':
      return `the action ${at.parts.id}`
    default:
      return path
  }
}

const bare = (fact: string): string => fact.replace(/^!/, '')

/** A fact of a list in words: `!lamp-lit` must not hold. */
export const factWords = (fact: string): string => (fact.startsWith('!') ? `not ${bare(fact)}` : fact)

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
    if (fact.startsWith('!')) return `“${bare(fact)}” holds, and it begins only without it.`
    if (uses === undefined) return `“${fact}” doesn’t hold yet.`
    const files = settersOf(fact, uses).map(({ path }) => path)
    const isOwn = (path: string): boolean => {
      const at = fileAt(path)
      return at?.kind === 'storyEvent' && at.parts.id === event.id
    }
    if (files.length > 0 && files.every(isOwn))
      return `Only “${event.title}” itself sets “${fact}”, so it can’t begin: let something else set it, or take it from what the event begins with.`
    const setters = files.map((path) => subjectOf(path, world))
    return setters.length === 0
      ? `Nothing sets “${fact}” yet: let an outcome, a feature, a character or a rule set it.`
      : `“${fact}” doesn’t hold yet; it can be set by ${listed(setters)}.`
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
