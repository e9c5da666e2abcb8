import { own } from '../../../shared/base/json'
import type { SeenActor, View } from '../../../shared/table/agents'
import type { LogEntry } from '../../../shared/story/play'
import { small, the } from './grammar'
import { entryIs, kindIn } from './kinds'
import { foesIn, mentions, partyOf, since } from './read'

/** The kinds of events to which the narrator reacts, each with its weight. The record of anything else is enough. */
const WEIGHT = {
  died: 11,
  fell: 10,
  felled: 9,
  won: 8,
  lost: 8,
  arrived: 7,
  begun: 7,
  left: 7,
  lifted: 7,
  found: 6,
  learnt: 6,
  told: 6,
  wounded: 6,
  cast: 6,
  routed: 5,
  hit: 4,
  hurt: 4,
  blocked: 4,
  warmed: 3,
  healed: 3,
  explored: 3,
  rested: 2,
  untold: 2
} as const

/** An event of a log entry to which the narrator reacts. */
export interface Happening {
  kind: keyof typeof WEIGHT
  entry: LogEntry
  /** The character who did it; for wounds and falls, the one to whom it happened. */
  who?: SeenActor
  /** The other character: the target, or the one who caused it. */
  other?: SeenActor
  item?: string
  feature?: string
}

const BLOWS: ReadonlySet<Happening['kind']> = new Set(['hit', 'felled', 'wounded', 'fell', 'won', 'lost'])

/** The `most` events with the highest weights since the DM's last narration, in the order in which they happened; at most one for each character. */
export function happenings(view: View, most: number): Happening[] {
  const fresh = since(view.log, (entry) => entry.kind === 'narration' || entry.kind === 'scene').filter((entry) => entry.kind === 'system')
  const read = fresh.flatMap((entry) => happeningsIn(view, entry))
  // After blows have been exchanged, the beginning of the fight is no news.
  const relevant = read.some((one) => BLOWS.has(one.kind)) ? read.filter((one) => one.kind !== 'begun') : read
  // A blow by a foe who is down now is not narrated.
  const all = relevant.filter(({ kind, other }) => kind !== 'wounded' || other?.canAct !== false)
  const seen = new Set<string>()
  return all
    .toSorted((a, b) => WEIGHT[b.kind] - WEIGHT[a.kind] || b.entry.beat - a.entry.beat)
    .filter((one) => {
      const key = one.kind === 'arrived' ? 'arrived' : (one.who?.id ?? one.kind)
      return seen.has(key) ? false : seen.add(key)
    })
    .slice(0, most)
    .toSorted((a, b) => a.entry.beat - b.entry.beat)
}

/** Returns whether a talk told something: it made a fact known, or quotes more than a phrase of courtesy. */
export const isNews = ({ text, changes }: LogEntry): boolean => Object.keys(changes?.facts ?? {}).length > 0 || /["“].{25,}["”]/s.test(text)

/** The first item that the actor gained, from the changes of the entry. Its name may not be on any sheet. */
function gained({ by, changes }: LogEntry): string | undefined {
  const [item] = own(changes?.actors ?? {}, by)?.gained ?? []
  // A label begins with a capital, which is lowered. A title has more than one capital and keeps them.
  return item && the(/\s.*\p{Lu}/u.test(item.name) ? item.name : small(item.name))
}

/** The actor who gained points of a stat or lost a condition. */
function betterBy(view: View, { changes }: LogEntry): SeenActor | undefined {
  return view.actors.find(({ id }) => {
    const { stats = {}, conditions = [] } = own(changes?.actors, id) ?? {}
    return Object.values(stats).some(({ from = 0, to = 0 }) => to > from) || conditions.some(({ on }) => !on)
  })
}

/** Returns whether an entry has harmed an actor. Without changes in the entry it is assumed. */
const isHurt = ({ changes }: LogEntry, { id }: SeenActor): boolean => {
  if (!changes) return true
  const { stats = {}, conditions = [], now } = own(changes.actors, id) ?? {}
  return now !== undefined || conditions.some(({ on }) => on) || Object.values(stats).some(({ from = 0, to = 0 }) => to < from)
}

function happeningsIn(view: View, entry: LogEntry): Happening[] {
  const who = view.actors.find((actor) => actor.id === entry.by)
  const outcome = entry.rolls?.find((roll) => roll.outcome !== undefined)?.outcome
  const make = (kind: Happening['kind'], more: Partial<Happening> = {}): Happening[] => [{ kind, entry, ...(who ? { who } : {}), ...more }]
  const other = view.actors.find((actor) => actor.id !== entry.by && mentions(entry.text, actor.name))
  switch (kindIn(entry)) {
    case 'move':
      return journeyHappenings(view, entry, who, make)
    case 'search': {
      const item = entry.changes ? gained(entry) : carried(who, entry.text)
      if (item !== undefined) return make('found', { item })
      return entry.text.length < 60 || outcome === 'failure' ? [] : make('learnt')
    }
    case 'explore': {
      const feature = Object.values(view.place?.features ?? {}).find((name) => mentions(entry.text, name))
      return feature === undefined ? [] : make('explored', { feature: the(feature) })
    }
    case 'talk':
      if (isNews(entry)) return make('told', other ? { other } : {})
      return other?.attitude === 'hostile' ? [] : make(outcome === 'success' ? 'warmed' : 'untold', other ? { other } : {})
    case 'help':
      if (other?.kind === 'npc' && other.attitude !== undefined) return make(outcome === 'failure' ? 'untold' : 'warmed', { other })
      return outcome === 'failure' || !other || 'aided' in other.conditions ? [] : make('lifted', { other })
    case 'attack':
      return attackHappenings(entry, who, other, make)
    case 'cast':
      return castHappenings(entry, who, other, make)
    case 'use':
    case 'heal': {
      const item = carried(who, entry.text)
      const better = entry.changes ? betterBy(view, entry) : /heal|recover|\d/.test(entry.text) ? who : undefined
      return better ? make('healed', { who: better, ...(item !== undefined && better === who ? { item } : {}) }) : []
    }
    case 'rest':
      return make('rested')
    case 'flee':
      return outcome !== 'failure' && who?.kind === 'npc' ? make('routed', { other: who }) : []
    default:
      return dmHappenings(view, entry, outcome, make)
  }
}

type Make = (kind: Happening['kind'], more?: Partial<Happening>) => Happening[]

/** The events of a journey or an attempt at one: arrivals and injuries. */
function journeyHappenings(view: View, entry: LogEntry, who: SeenActor | undefined, make: Make): Happening[] {
  const here = who !== undefined && mentions(entry.text, own(view.places, who.location) ?? view.place?.name ?? '')
  const elsewhere = Object.values(view.places ?? {}).some((name) => mentions(entry.text, name))
  const failed = (entry.rolls ?? []).filter((roll) => roll.outcome === 'failure').map((roll) => roll.target)
  const injured = view.actors.filter((actor) => failed.includes(actor.id) && actor.kind === 'player')
  const last = view.log.findLast((one) => one.by === entry.by && entryIs('move', one)) === entry
  const stayed = !here && last && who !== undefined && failed.includes(who.id)
  return [
    ...(here ? make('arrived') : stayed ? make('blocked') : elsewhere ? [] : make(failed.length > 0 ? 'blocked' : 'arrived')),
    ...injured.flatMap((actor) => make(actor.canAct ? 'hurt' : 'fell', { who: actor }))
  ]
}

/** The events of the DM's own actions. */
function dmHappenings(view: View, entry: LogEntry, outcome: string | undefined, make: Make): Happening[] {
  switch (kindIn(entry)) {
    case 'endanger': {
      const target = view.actors.find((actor) => mentions(entry.text, actor.name))
      return outcome === 'failure' && target ? make(target.canAct ? 'hurt' : 'fell', { who: target }) : []
    }
    case 'start_combat':
      return make('begun')
    case 'end_combat': {
      const dead = view.actors.filter((actor) => actor.kind === 'player' && 'dead' in actor.conditions && mentions(entry.text, actor.name))
      const up = partyOf(view).filter((actor) => actor.canAct)
      const lost = /an hour later|does not wake/i.test(entry.text)
      const ran = view.log.some((one) => one.beat === entry.beat && entryIs('flee', one))
      const kind = lost
        ? 'lost'
        : !ran && up.some((actor) => actor.location === view.place?.id) && foesIn(view, view.place?.id).length === 0
          ? 'won'
          : 'left'
      return [...dead.flatMap((actor) => make('died', { who: actor })), ...(up.length > 0 ? make(kind, { who: up[0] }) : [])]
    }
    default:
      return []
  }
}

function attackHappenings(entry: LogEntry, who: SeenActor | undefined, other: SeenActor | undefined, make: Make): Happening[] {
  if (!who || !other) return []
  const harmless = /\bmiss|glance|\bwide\b|no harm|slides off|takes all of it|shrugs it off|for 0\b/i.test(entry.text)
  if (who.kind === 'player') {
    if (other.kind === 'player') return []
    return !other.canAct ? make('felled', { other }) : harmless || !isHurt(entry, other) ? [] : make('hit', { other })
  }
  if (harmless || !isHurt(entry, other)) return []
  return make(other.canAct ? 'wounded' : 'fell', { who: other, other: who })
}

function castHappenings(entry: LogEntry, who: SeenActor | undefined, other: SeenActor | undefined, make: Make): Happening[] {
  const first = entry.rolls?.[0]
  if (first?.label === 'WIL save' && first.target === entry.by && first.outcome === 'failure') return []
  if (other?.kind === 'npc' && who?.kind === 'player') return make(other.canAct ? 'cast' : 'felled', { other })
  if (other?.kind === 'player' && who?.kind === 'npc') return make(other.canAct ? 'wounded' : 'fell', { who: other, other: who })
  return make('cast')
}

/** The item that a character carries and that a text names. */
export function carried(who: SeenActor | undefined, text: string): string | undefined {
  const names = Object.values(who?.sheet?.inventory ?? {}).map((item) => item.name ?? item.item.replaceAll('-', ' '))
  const longest = names.filter((name) => mentions(text, name)).toSorted((x, y) => y.length - x.length)[0]
  return longest === undefined ? undefined : the(longest)
}
