import type { ActorChanges, EntryChanges } from '../../shared/story/entry-changes'
import type { Game } from '../../shared/story/game'
import { own } from '../../shared/base/json'
import type { Actor, GameState, Place } from '../../shared/story/state'
import { questOf, relationshipOf, threadOf } from '../../shared/story/story-state'

type Lists = Pick<Game, 'equipment' | 'conditions' | 'manifest'>
/** Steps of the rules with the result objects that they returned beside their narratives. */
type Steps = readonly { result?: Record<string, unknown> }[]

/** The rules' changes between two states of one beat, with their results, as in a log entry; undefined if there are none. SPEC.md L1. */
export function entryChanges(before: GameState, after: GameState, lists: Lists, steps: Steps = []): EntryChanges | undefined {
  const actors = changedMap(before.actors, after.actors, (was, now) => actorChanges(was, now, lists))
  const places = changedMap(before.places, after.places, (was, now) => placeChanges(was, now, lists))
  const facts = factChanges(before.facts, after.facts)
  const minutes = after.clock.minutes - before.clock.minutes
  return some<EntryChanges>({
    result: some(resultOf(steps)),
    actors: some(actors),
    places: some(places),
    facts: some(facts),
    quests: some(questChanges(before, after)),
    threads: some(threadChanges(before, after)),
    ties: some(tieChanges(before, after)),
    minutes: minutes > 0 ? minutes : undefined,
    fight: !before.combat === !after.combat ? undefined : after.combat ? 'begins' : 'ends'
  })
}

/** The defined members of an object; undefined if there are none. */
type Loose<T> = { [K in keyof T]: T[K] | undefined }
function some<T extends object>(all: Loose<T>): T | undefined {
  const defined = Object.entries(all).filter(([, value]) => value !== undefined)
  return defined.length === 0 ? undefined : (Object.fromEntries(defined) as T)
}
const list = <T>(all: T[]): T[] | undefined => (all.length > 0 ? all : undefined)

/** The result of `of` for every entry that isn't the same object as before. Leaves out entries for which `of` returns undefined. */
function changedMap<T, C>(
  before: Record<string, T>,
  after: Record<string, T>,
  of: (was: T | undefined, now: T, id: string) => C | undefined
): Record<string, C> {
  if (before === after) return {}
  return Object.fromEntries(
    Object.entries(after).flatMap(([id, now]): [string, C][] => {
      const was = own(before, id)
      const changes = was === now ? undefined : of(was, now, id)
      return changes === undefined ? [] : [[id, changes]]
    })
  )
}

function actorChanges(was: Actor | undefined, now: Actor, lists: Lists): ActorChanges | undefined {
  const points = lists.manifest.odds.hit_points
  const sum = (actor: Actor): number => (points.length > 0 ? points : ['hp']).reduce((all, id) => all + (own(actor.stats, id) ?? 0), 0)
  const damage = was ? sum(was) - sum(now) : 0
  return some<ActorChanges>({
    stats: some(statChanges(was?.stats ?? {}, now.stats)),
    damage: damage > 0 ? damage : undefined,
    ...carried(was?.inventory ?? {}, now.inventory, lists),
    conditions: list(conditionChanges(was, now, lists)),
    now: was?.conditions === now.conditions || ableness(was, lists) === ableness(now, lists) ? undefined : ableness(now, lists),
    place: was?.location === now.location ? undefined : { ...(was ? { from: was.location } : {}), to: now.location },
    attitude: was?.attitude === now.attitude ? undefined : some({ from: was?.attitude, to: now.attitude })
  })
}

function statChanges(was: Actor['stats'], now: Actor['stats']): NonNullable<ActorChanges['stats']> {
  if (was === now) return {}
  const stats = [...new Set([...Object.keys(was), ...Object.keys(now)])].toSorted().flatMap((id): [string, object][] => {
    const [from, to] = [own(was, id), own(now, id)]
    return from === to ? [] : [[id, some<{ from?: number; to?: number }>({ from, to }) ?? {}]]
  })
  return Object.fromEntries(stats)
}

/** Whether an actor can act. An actor who doesn't exist yet counts as able. */
export function ableness(actor: Actor | undefined, { conditions }: Pick<Lists, 'conditions'>): NonNullable<ActorChanges['now']> {
  const has = Object.keys(actor?.conditions ?? {}).flatMap((id) => own(conditions, id) ?? [])
  return has.some(({ dead }) => dead) ? 'dead' : has.some((one) => one.cannot_act) ? 'down' : 'able'
}

function conditionChanges(was: Actor | undefined, now: Actor, lists: Lists): NonNullable<ActorChanges['conditions']> {
  if (was?.conditions === now.conditions) return []
  const ids = [...new Set([...Object.keys(was?.conditions ?? {}), ...Object.keys(now.conditions)])].toSorted()
  return ids.flatMap((condition): NonNullable<ActorChanges['conditions']> => {
    const [earlier, later] = [own(was?.conditions, condition), own(now.conditions, condition)]
    const name = own(lists.conditions, condition)?.name ?? condition
    if (!later) return [{ condition, name, on: false }]
    if (earlier && (earlier.count ?? 1) === (later.count ?? 1)) return []
    return [{ condition, name, on: true, ...((later.count ?? 1) === 1 ? {} : { count: later.count ?? 1 }) }]
  })
}

function placeChanges(was: Place | undefined, now: Place, lists: Lists): NonNullable<EntryChanges['places']>[string] | undefined {
  if (!was) return undefined
  const searched = Object.entries(now.features).flatMap(([id, { searched: done, name }]) => (done && !own(was.features, id)?.searched ? [name] : []))
  return some({ searched: list(searched), ...carried(was.inventory, now.inventory, lists) })
}

type Things = Record<string, Actor['inventory'][string]>

/** The items that an inventory has gained and lost, by item and name. */
function carried(was: Things, now: Things, lists: Lists): Pick<ActorChanges, 'gained' | 'lost'> {
  if (was === now) return {}
  // Unchanged slots cancel out. If only one slot changed, as in most beats, the others needn't be counted.
  const slots = [...new Set([...Object.keys(was), ...Object.keys(now)])].filter((slot) => own(was, slot) !== own(now, slot))
  const only = (things: Things): Things => {
    const [slot = ''] = slots
    const thing = slots.length === 1 ? own(things, slot) : undefined
    return slots.length > 1 ? things : thing ? { [slot]: thing } : {}
  }
  const tally = new Map<string, { item: string; name: string; count: number }>()
  const add = (things: Things, sign: 1 | -1): void => {
    for (const { item, name = own(lists.equipment, item)?.name ?? item, count = 1 } of Object.values(things)) {
      const key = JSON.stringify([item, name])
      tally.set(key, { item, name, count: (tally.get(key)?.count ?? 0) + sign * count })
    }
  }
  add(only(now), 1)
  add(only(was), -1)
  const all = [...tally.values()]
  return {
    ...some({ gained: list(all.filter(({ count }) => count > 0)) }),
    ...some({ lost: list(all.filter(({ count }) => count < 0).map((one) => ({ ...one, count: -one.count }))) })
  }
}

function factChanges(before: GameState['facts'], after: GameState['facts']): NonNullable<EntryChanges['facts']> {
  if (before === after) return {}
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return Object.fromEntries(ids.flatMap((id) => (own(before, id) === own(after, id) ? [] : [[id, own(after, id) ?? null]])))
}

/** The quests that moved. A quest that was not there before moved if it is no longer inactive. */
function questChanges(before: GameState, after: GameState): NonNullable<EntryChanges['quests']> {
  if (before.quests === after.quests && before.facts === after.facts) return {}
  return Object.fromEntries(
    Object.keys(after.quests).flatMap((id) => {
      const [was, now] = [questOf(before, id), questOf(after, id)]
      if (!now || (before.facts === after.facts && own(before.quests, id) === own(after.quests, id))) return []
      const isDone = (one: string): boolean => was?.objectives.some((other) => other.id === one && other.done) ?? false
      const moved = some({
        status: (was?.status ?? 'inactive') === now.status ? undefined : now.status,
        done: list(now.objectives.flatMap((one) => (one.done && !isDone(one.id) ? one.text : []))),
        outcome: was?.outcome === now.outcome ? undefined : now.outcome
      })
      return moved ? [[id, { name: now.name, ...moved }]] : []
    })
  )
}

function threadChanges(before: GameState, after: GameState): NonNullable<EntryChanges['threads']> {
  return changedMap(before.threads, after.threads, (_, __, id) => {
    const [was, now] = [threadOf(before, id), threadOf(after, id)]
    if (!now || (was?.open ?? false) === now.open) return undefined
    return { text: now.setup, open: now.open, ...(now.outcome === undefined ? {} : { outcome: now.outcome }) }
  })
}

function tieChanges(before: GameState, after: GameState): NonNullable<EntryChanges['ties']> {
  return changedMap(before.relationships, after.relationships, (_, __, id) => {
    const [was, now] = [relationshipOf(before, id), relationshipOf(after, id)]
    const by = (now?.value ?? 0) - (was?.value ?? 0)
    return now && by !== 0 ? { from: now.from, to: now.to, by } : undefined
  })
}

/** The documented members of the results that the rules returned: the last status, the last effect, and the sum of all damage. */
function resultOf(steps: Steps): Loose<NonNullable<EntryChanges['result']>> {
  const text = (key: string): string | undefined => {
    const last = steps.findLast(({ result }) => typeof result?.[key] === 'string' && result[key] !== '')?.result?.[key]
    return typeof last === 'string' ? last : undefined
  }
  const damage = steps.reduce((sum, { result }) => sum + (typeof result?.['damage'] === 'number' ? result['damage'] : 0), 0)
  return { status: text('status'), damage: damage > 0 ? damage : undefined, effect: text('effect') }
}
