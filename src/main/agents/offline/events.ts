import type { SeenActor, View } from '../../../shared/agents'
import type { LogEntry } from '../../../shared/play'
import { the } from './grammar'
import { mentions, since } from './read'

/** What an entry of the log tells, as far as a narrator reacts to it. */
export interface Happening {
  kind:
    | 'arrived'
    | 'blocked'
    | 'found'
    | 'learnt'
    | 'nothing'
    | 'explored'
    | 'told'
    | 'untold'
    | 'snubbed'
    | 'hit'
    | 'missed'
    | 'felled'
    | 'wounded'
    | 'fell'
    | 'healed'
    | 'used'
    | 'rested'
    | 'ran'
    | 'won'
    | 'begun'
    | 'hurt'
  entry: LogEntry
  /** Who did it; for wounds and falls, whom it happened to. */
  who?: SeenActor
  /** Whom or by whom. */
  other?: SeenActor
  /** What was searched or used. */
  thing?: string
  item?: string
}

const WEIGHT: Readonly<Record<Happening['kind'], number>> = {
  fell: 10,
  felled: 9,
  won: 8,
  arrived: 7,
  begun: 7,
  wounded: 6,
  found: 6,
  learnt: 6,
  told: 6,
  ran: 5,
  hit: 4,
  hurt: 4,
  snubbed: 4,
  blocked: 4,
  healed: 3,
  explored: 3,
  missed: 2,
  rested: 2,
  used: 2,
  untold: 2,
  nothing: 2
}

/** What has happened since the DM last told something, weightiest first; of each person at most one thing. */
export function happenings(view: View): Happening[] {
  const fresh = since(view.log, (entry) => entry.kind === 'narration' || entry.kind === 'scene').filter((entry) => entry.kind === 'system')
  const all = fresh.flatMap((entry) => reading(view, entry))
  const seen = new Set<string>()
  return all
    .toSorted((a, b) => WEIGHT[b.kind] - WEIGHT[a.kind] || b.entry.beat - a.entry.beat)
    .filter((one) => {
      const key = one.kind === 'arrived' ? 'arrived' : (one.who?.id ?? one.kind)
      return seen.has(key) ? false : seen.add(key)
    })
}

const told = (text: string): boolean => /["“].{12,}["”]/s.test(text)

function reading(view: View, entry: LogEntry): Happening[] {
  const who = view.actors.find((actor) => actor.id === entry.by)
  const outcome = entry.rolls?.find((roll) => roll.outcome !== undefined)?.outcome
  const make = (kind: Happening['kind'], more: Partial<Happening> = {}): Happening[] => [{ kind, entry, ...(who ? { who } : {}), ...more }]
  const other = view.actors.find((actor) => actor.id !== entry.by && mentions(entry.text, actor.name))
  switch (entry.action) {
    case 'travel':
    case 'traverse': {
      const here = view.place !== undefined && who?.location === view.place.id && mentions(entry.text, view.place.name)
      return make(here || outcome === 'success' || outcome === undefined ? 'arrived' : 'blocked')
    }
    case 'search': {
      const thing = searched(entry)
      const item = carried(who, entry.text)
      if (item !== undefined) return make('found', { item, ...(thing ? { thing } : {}) })
      return make(outcome === 'failure' || entry.text.length < 90 ? 'nothing' : 'learnt', thing ? { thing } : {})
    }
    case 'explore':
      return make('explored')
    case 'talk':
      return make(told(entry.text) ? 'told' : outcome === 'failure' ? 'snubbed' : 'untold', other ? { other } : {})
    case 'attack':
      return blow(entry, who, other, make)
    case 'use-item': {
      const item = carried(who, entry.text)
      return make(/heal|recover|\d/.test(entry.text) ? 'healed' : 'used', item ? { item } : {})
    }
    case 'rest':
      return make('rested')
    case 'flee':
      return make(outcome === 'failure' ? 'blocked' : 'ran')
    case 'hazard':
      return make('hurt')
    case 'start-combat':
      return make('begun')
    case 'end-combat':
      return make('won')
    default:
      return []
  }
}

function blow(
  entry: LogEntry,
  who: SeenActor | undefined,
  other: SeenActor | undefined,
  make: (kind: Happening['kind'], more?: Partial<Happening>) => Happening[]
): Happening[] {
  if (!who || !other) return []
  const harmless = /\bmiss|glance|wide|no harm|turns? it aside|nothing|stops? the blow|for 0\b/i.test(entry.text)
  if (who.kind === 'player') {
    if (other.kind === 'player') return []
    return make(!other.canAct ? 'felled' : harmless ? 'missed' : 'hit', { other })
  }
  if (harmless) return []
  return make(other.canAct ? 'wounded' : 'fell', { who: other, other: who })
}

/** The thing a search was about: what stands between the verb and the first stop or comma. */
function searched(entry: LogEntry): string | undefined {
  const name =
    typeof entry['feature'] === 'string'
      ? entry['feature']
      : entry.text.match(/\b(?:search(?:es)?|goes over|looks? (?:over|into|at)|examines?)\s+([^,.:;]{3,60}?)(?:[,.:;]|\s(?:and|but|for)\s)/i)?.[1]
  return name === undefined ? undefined : the(name)
}

/** What somebody carries that a text names. */
export function carried(who: SeenActor | undefined, text: string): string | undefined {
  const names = Object.values(who?.sheet?.inventory ?? {}).map((item) => item.name ?? item.item.replaceAll('-', ' '))
  const found = names.filter((name) => mentions(text, name)).toSorted((x, y) => y.length - x.length)[0]
  return found === undefined ? undefined : the(found)
}
