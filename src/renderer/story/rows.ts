import { own } from '../../shared/base/json'
import type { FactUses, FilePlace } from '../../shared/contract/language-calls'
import type { Lore, StoryEvent } from '../../shared/story/lore'
import { isOver } from '../../shared/story/premises'
import type { GameState } from '../../shared/story/state'
import { factName, missingOf, settersOf, type StoryWorld } from '../../shared/story/why-not'
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

/** The story events in their order. */
export const eventRows = ({ state, lore }: StoryWorld): EventRow[] =>
  lore.story.map((event) => ({
    id: event.id,
    title: event.title,
    aim: event.aim,
    place: own(state.places, event.place)?.name ?? event.place,
    starts: event.starts_when.map((fact) => factName(fact, lore.facts)),
    ends: event.done_when.map((fact) => factName(fact, lore.facts)),
    isClimax: event.climax,
    missing: missingOf(event, state).map((fact) => factName(fact, lore.facts)),
    now: stateOf(event, state)
  }))

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

/** The facts whose ids, titles or values contain every word of a query. */
export const shownFacts = (rows: readonly FactRow[], query: string): readonly FactRow[] =>
  shownNamed(rows, query, ({ id, title, value }) => [id, title, value])

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
