import type { ActorChanges, EntryChanges } from '../../shared/story/entry-changes'
import { own } from '../../shared/base/json'
import type { LogEntry } from '../../shared/story/play'
import { statusOf } from './exercised'

/** The actors, places and threads that a log can mention, by id. */
export interface LogNames {
  actors: readonly { id: string; name: string; kind: 'player' | 'npc' }[]
  /** Authored events and other threads, with the facts that open and end them (`!fact`: must not hold). */
  threads: readonly { id: string; title: string; starts_when: readonly string[]; done_when: readonly string[] }[]
  /** The facts after the last entry. */
  facts: Readonly<Record<string, unknown>>
}

/** The party's dealings with one NPC: how often each action had each status, and the NPC's state at the end. */
export interface NpcDealings {
  npc: string
  /** Counts by action and status. The status is '' if the rules gave none. */
  actions: Map<string, Map<string, number>>
  attitude?: { from?: string; to?: string }
  now?: NonNullable<ActorChanges['now']>
}

/** A gain or loss of an item. */
export interface Traded {
  who: string
  name: string
  count: number
}

/** A summary of a part of the log as data, computed from its entries and their changes alone. It contains ids and no sentences. */
export interface SceneFacts {
  /** Places that a party member entered, in order. */
  places: string[]
  dealings: NpcDealings[]
  /** Everybody who was down or dead, with their state at the end. `worst: 'able'`: was down before the first entry. */
  fell: { who: string; worst: NonNullable<ActorChanges['now']>; now: NonNullable<ActorChanges['now']> }[]
  /** Hit points lost, by actor. */
  damage: Map<string, number>
  /** Names of searched features, each with its place's id. */
  finds: { place: string; name: string }[]
  /** Items that party members gained and lost. Items that stayed within the party don't count. */
  won: Traded[]
  lost: Traded[]
  /** Facts that changed, with their final values (null: removed). Facts stay the DM's secret until somebody tells them. */
  facts: Map<string, NonNullable<EntryChanges['facts']>[string]>
  /** Quests that moved, in order. A quest that moved twice is listed twice. */
  quests: NonNullable<EntryChanges['quests']>[string][]
  /** Threads of the story that were opened or closed, in order. */
  threads: NonNullable<EntryChanges['threads']>[string][]
  /** Relationships whose value changed, by how much in all. */
  ties: { from: string; to: string; by: number }[]
  /** Promises made aloud. */
  promised: { by: string; text: string }[]
  /** Ids of story events that may begin now; `closed` has those that are over now. */
  opened: string[]
  closed: string[]
  fights: number
  minutes: number
}

/** Summarises a part of the log. */
export function sceneFacts(log: readonly LogEntry[], cast: LogNames): SceneFacts {
  const facts: SceneFacts = {
    places: [],
    dealings: [],
    fell: [],
    damage: new Map(),
    finds: [],
    ...trades(log, cast),
    facts: new Map(),
    quests: log.flatMap(({ changes }) => Object.values(changes?.quests ?? {})),
    threads: log.flatMap(({ changes }) => Object.values(changes?.threads ?? {})),
    ties: [],
    promised: log.flatMap((entry) => promisesIn(entry)),
    opened: [],
    closed: [],
    fights: 0,
    minutes: 0
  }
  let beat = -1
  for (const entry of withoutPassing(log)) {
    // What the rules let follow a call is not the actor's own deed.
    if (entry.kind === 'system') deal(facts.dealings, entry, cast, entry.beat !== beat)
    if (entry.kind === 'system' && entry.action !== undefined) beat = entry.beat
    if (entry.changes) add(facts, entry.changes, cast)
  }
  const set = new Set(facts.facts.keys())
  for (const { id, starts_when, done_when } of cast.threads) {
    const isOver = done_when.length > 0 && holds(done_when, cast.facts)
    if (isOver && touched(done_when, set)) facts.closed.push(id)
    else if (!isOver && holds(starts_when, cast.facts) && touched(starts_when, set)) facts.opened.push(id)
  }
  return facts
}

const bare = (fact: string): string => fact.replace(/^!/, '')
const holds = (when: readonly string[], facts: LogNames['facts']): boolean =>
  when.every((one) => Boolean(own(facts, bare(one))) !== one.startsWith('!'))
const touched = (when: readonly string[], set: ReadonlySet<string>): boolean => when.some((one) => set.has(bare(one)))

/** The log without falls and recoveries that cancel out within one beat, such as a sleep that ends with the fight. */
function withoutPassing(log: readonly LogEntry[]): LogEntry[] {
  const states = new Map<string, NonNullable<ActorChanges['now']>[]>()
  const key = ({ beat }: LogEntry, id: string): string => `${beat} ${id}`
  for (const entry of log)
    for (const [id, { now }] of Object.entries(entry.changes?.actors ?? {}))
      if (now) states.set(key(entry, id), [...(states.get(key(entry, id)) ?? []), now])
  const isPassing = (all: readonly string[] = []): boolean => all.length > 1 && (all[0] === 'able') !== (all.at(-1) === 'able')
  return log.map((entry) => {
    const { actors } = entry.changes ?? {}
    if (!actors || !Object.keys(actors).some((id) => isPassing(states.get(key(entry, id))))) return entry
    const kept = Object.entries(actors).map(([id, { now, ...change }]): [string, ActorChanges] => [
      id,
      now === undefined || isPassing(states.get(key(entry, id))) ? change : { ...change, now }
    ])
    return { ...entry, changes: { ...entry.changes, actors: Object.fromEntries(kept) } }
  })
}

function add(facts: SceneFacts, { actors = {}, places = {}, facts: set = {}, ties = {}, minutes = 0, fight }: EntryChanges, cast: LogNames): void {
  facts.minutes += minutes
  if (fight === 'begins') facts.fights++
  for (const [id, { damage = 0, now, place }] of Object.entries(actors)) {
    if (damage > 0) facts.damage.set(id, (facts.damage.get(id) ?? 0) + damage)
    if (now) fall(facts.fell, id, now)
    if (place?.from !== undefined && kindOf(cast, id) === 'player' && !facts.places.includes(place.to)) facts.places.push(place.to)
  }
  for (const [place, { searched = [] }] of Object.entries(places)) facts.finds.push(...searched.map((name) => ({ place, name })))
  for (const [fact, value] of Object.entries(set)) facts.facts.set(fact, value)
  for (const { from, to, by } of Object.values(ties)) {
    const known = facts.ties.find((one) => one.from === from && one.to === to)
    if (known) known.by += by
    else facts.ties.push({ from, to, by })
  }
}

function fall(fell: SceneFacts['fell'], who: string, now: NonNullable<ActorChanges['now']>): void {
  const known = fell.find((one) => one.who === who)
  if (known) Object.assign(known, { now, worst: now === 'dead' || known.worst === 'able' ? now : known.worst })
  else fell.push({ who, worst: now, now })
}

const kindOf = (cast: LogNames, id: string): 'player' | 'npc' | undefined => cast.actors.find((actor) => actor.id === id)?.kind

/** Counts a player's call towards the NPCs who are its targets. A name in the sentence doesn't count. */
function deal(dealings: NpcDealings[], entry: LogEntry, cast: LogNames, isCall: boolean): void {
  const targets = isCall && kindOf(cast, entry.by) === 'player' ? (entry.targets ?? []) : []
  for (const { id, kind } of cast.actors) {
    const isDealt = targets.includes(id)
    const changes = own(entry.changes?.actors, id)
    if (kind !== 'npc' || (!isDealt && !changes?.attitude && !changes?.now)) continue
    const known = dealings.find(({ npc }) => npc === id)
    const dealing: NpcDealings = known ?? { npc: id, actions: new Map() }
    if (!known) dealings.push(dealing)
    if (isDealt && entry.action !== undefined) {
      const status = entry.changes?.result?.status ?? statusOf(undefined, entry.rolls ?? []) ?? ''
      const counts = dealing.actions.get(entry.action) ?? new Map<string, number>()
      dealing.actions.set(entry.action, counts.set(status, (counts.get(status) ?? 0) + 1))
    }
    if (changes?.attitude) {
      const { from = changes.attitude.from } = dealing.attitude ?? {}
      dealing.attitude = { ...(from === undefined ? {} : { from }), ...(changes.attitude.to === undefined ? {} : { to: changes.attitude.to }) }
    }
    if (changes?.now) dealing.now = changes.now
  }
}

/** Each party member's gains and losses. Items that stayed within the party are left out. */
function trades(log: readonly LogEntry[], cast: LogNames): Pick<SceneFacts, 'won' | 'lost'> {
  const sums = new Map<string, Traded>()
  const party = new Map<string, number>()
  for (const { changes } of log)
    for (const [who, { gained = [], lost = [] }] of Object.entries(changes?.actors ?? {})) {
      if (kindOf(cast, who) !== 'player') continue
      for (const [things, sign] of [
        [gained, 1],
        [lost, -1]
      ] as const)
        for (const { name, count } of things) {
          const key = JSON.stringify([who, name])
          sums.set(key, { who, name, count: (sums.get(key)?.count ?? 0) + sign * count })
          party.set(name, (party.get(name) ?? 0) + sign * count)
        }
    }
  const all = [...sums.values()]
  const less = (sign: 1 | -1): Traded[] =>
    all.flatMap((one) => {
      const count = Math.min(sign * one.count, sign * (party.get(one.name) ?? 0))
      return count > 0 ? [{ ...one, count }] : []
    })
  return { won: less(1), lost: less(-1) }
}

const PROMISE = /\b(I (?:promise|swear|give you my word|vow)|you have my (?:word|promise|oath)|on my (?:word|oath))\b/i

/** The sentences of a speech in which the speaker makes a promise. */
function promisesIn({ kind, by, text }: LogEntry): SceneFacts['promised'] {
  if (kind !== 'speech') return []
  return (text.match(/[^.!?…]+[.!?…]*/g) ?? []).flatMap((part) => (PROMISE.test(part) ? [{ by, text: part.trim() }] : []))
}
