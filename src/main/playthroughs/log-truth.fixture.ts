import type { EntryChanges } from '../../shared/story/entry-changes'
import type { LogEntry } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'

/** What the log must reproduce of a state: possessions, conditions, locations, facts and the time. */
interface Truth {
  actors: Record<string, { stats: Record<string, number>; place: string; conditions: Record<string, number>; items: Record<string, number> }>
  lying: Record<string, Record<string, number>>
  facts: GameState['facts']
  minutes: number
}

type Named = (item: string, name?: string) => string

/** That part of a state. `named` names items as the game does. */
export function truthOf(state: GameState, named: Named): Truth {
  const items = (things: GameState['actors'][string]['inventory']): Record<string, number> => {
    const tally: Record<string, number> = {}
    for (const { item, name, count = 1 } of Object.values(things)) add(tally, named(item, name), count)
    return tally
  }
  return {
    actors: Object.fromEntries(
      Object.entries(state.actors).map(([id, { stats, location, conditions, inventory }]) => [
        id,
        {
          stats: { ...stats },
          place: location,
          conditions: Object.fromEntries(Object.entries(conditions).map(([one, { count = 1 }]) => [one, count])),
          items: items(inventory)
        }
      ])
    ),
    lying: Object.fromEntries(Object.entries(state.places).map(([id, { inventory }]) => [id, items(inventory)])),
    facts: { ...state.facts },
    minutes: state.clock.minutes
  }
}

function add(tally: Record<string, number>, key: string, count: number): void {
  const now = (tally[key] ?? 0) + count
  if (now === 0) delete tally[key]
  else tally[key] = now
}

/** That part after all changes in a log's entries. */
export function afterLog(start: Truth, log: readonly LogEntry[], named: Named): Truth {
  const truth = structuredClone(start)
  for (const { changes } of log) if (changes) apply(truth, changes, named)
  return truth
}

function apply(truth: Truth, { actors = {}, places = {}, facts = {}, minutes = 0 }: EntryChanges, named: Named): void {
  const move = (
    tally: Record<string, number>,
    { gained = [], lost = [] }: Pick<NonNullable<EntryChanges['places']>[string], 'gained' | 'lost'>
  ): void => {
    for (const { item, name, count } of gained) add(tally, named(item, name), count)
    for (const { item, name, count } of lost) add(tally, named(item, name), -count)
  }
  for (const [id, changes] of Object.entries(actors)) {
    const actor = (truth.actors[id] ??= { stats: {}, place: '', conditions: {}, items: {} })
    for (const [stat, { from, to }] of Object.entries(changes.stats ?? {})) {
      if (actor.stats[stat] !== from) throw new Error(`${id} ${stat}: the log says from ${from}, it was ${actor.stats[stat]}`)
      if (to === undefined) delete actor.stats[stat]
      else actor.stats[stat] = to
    }
    for (const { condition, on, count = 1 } of changes.conditions ?? [])
      if (on) actor.conditions[condition] = count
      else delete actor.conditions[condition]
    if (changes.place) actor.place = changes.place.to
    move(actor.items, changes)
  }
  for (const [id, changes] of Object.entries(places)) move((truth.lying[id] ??= {}), changes)
  for (const [fact, value] of Object.entries(facts))
    if (value === null) delete truth.facts[fact]
    else truth.facts[fact] = value
  truth.minutes += minutes
}
