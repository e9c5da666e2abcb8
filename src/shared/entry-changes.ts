import { z } from 'zod'
import { own } from './json'
import { listed } from './labels'
import { Flag } from './state'

const Id = z.string().min(1)
/** Something carried or lying somewhere, with the name it had then. */
const Thing = z.strictObject({ item: Id, name: z.string(), count: z.number().int().min(1) })
/** A condition that begins, ends, or applies `count` times now. */
const ConditionChange = z.strictObject({ condition: Id, name: z.string(), on: z.boolean(), count: z.number().int().min(1).optional() })

/** What became of one actor. */
export const ActorChanges = z.strictObject({
  /** Stats by id; without `from` the sheet had none before, without `to` it has none now. */
  stats: z.record(Id, z.strictObject({ from: z.number().optional(), to: z.number().optional() })).optional(),
  /** Points that the game's hit points fell by, all of them together. */
  damage: z.number().optional(),
  gained: z.array(Thing).optional(),
  lost: z.array(Thing).optional(),
  conditions: z.array(ConditionChange).optional(),
  /** Whether they can act, where that changed: `down` can't, `dead` never will, `able` can again. */
  now: z.enum(['able', 'down', 'dead']).optional(),
  /** Ids of places; without `from` the actor is new. */
  place: z.strictObject({ from: Id.optional(), to: Id }).optional(),
  attitude: z.strictObject({ from: z.string().optional(), to: z.string().optional() }).optional()
})
export type ActorChanges = z.infer<typeof ActorChanges>

/**
 * What a system entry of the log is about, as data: everything that the rules changed since the entry before it. Actors and places by id, facts with
 * their new values (null: no longer set). An entry that changed nothing has none, nor has one that an older engine wrote.
 */
export const EntryChanges = z.strictObject({
  /** What the rule said of its own result. */
  result: z.strictObject({ status: z.string().optional(), damage: z.number().optional(), effect: z.string().optional() }).optional(),
  actors: z.record(Id, ActorChanges).optional(),
  places: z
    .record(Id, z.strictObject({ searched: z.array(z.string()).optional(), gained: z.array(Thing).optional(), lost: z.array(Thing).optional() }))
    .optional(),
  facts: z.record(Id, z.union([Flag, z.null()])).optional(),
  /** Minutes that passed. */
  minutes: z.number().optional(),
  fight: z.enum(['begins', 'ends']).optional()
})
export type EntryChanges = z.infer<typeof EntryChanges>
type Thing = z.infer<typeof Thing>

/** The kinds of words for a change; each has its own icon in the log. */
export type ChangeKind = 'stat' | 'gained' | 'lost' | 'condition' | 'place' | 'attitude' | 'searched' | 'fact' | 'time' | 'fight' | 'result'
/** One change in words. `who` is the name of whom or what it concerns; `bad` and `good` say that it hurts or helps them. */
export interface ChangeWords {
  kind: ChangeKind
  who?: string
  words: string
  /** The same where signs can't be read aloud. */
  spoken?: string
  tone?: 'good' | 'bad'
}

/** Names of actors, places and stats by id, for words. */
export interface ChangeNames {
  actor: (id: string) => string
  place: (id: string) => string
  stat?: (id: string) => string
}

/** A stat in few words: `HP`, `STR`, `xp`. */
const statWord = (id: string): string => (id === 'hp' ? 'HP' : id)
const things = (list: readonly Thing[] = []): string[] => list.map(({ name, count }) => (count === 1 ? name : `${count} × ${name}`))

/** Every change of an entry in words, those of each actor together. */
export function changeWords(changes: EntryChanges, names: ChangeNames): ChangeWords[] {
  const { actors = {}, places = {}, facts = {}, minutes, fight } = changes
  return [
    ...(fight ? [{ kind: 'fight' as const, words: fight === 'begins' ? 'the fight begins' : 'the fight is over' }] : []),
    ...Object.entries(actors).flatMap(([id, actor]) => actorWords(actor, names).map((one) => ({ ...one, who: names.actor(id) }))),
    ...Object.entries(places).flatMap(([id, { searched = [], gained, lost }]) =>
      [
        ...searched.map((name) => ({ kind: 'searched' as const, words: `${name} searched` })),
        ...things(gained).map((name) => ({ kind: 'gained' as const, words: `${name} lies there` })),
        ...things(lost).map((name) => ({ kind: 'lost' as const, words: `${name} taken` }))
      ].map((one) => ({ ...one, who: names.place(id) }))
    ),
    ...Object.entries(facts).map(([fact, value]) => ({
      kind: 'fact' as const,
      words: value === true ? fact : value === null || value === false ? `not ${fact}` : `${fact}: ${String(value)}`
    })),
    ...(minutes ? [{ kind: 'time' as const, words: durationWords(minutes) }] : []),
    ...resultWords(changes)
  ]
}

function actorWords({ stats = {}, gained, lost, conditions = [], place, attitude }: ActorChanges, names: ChangeNames): ChangeWords[] {
  return [
    ...Object.entries(stats).map(([id, { from, to }]): ChangeWords => {
      const word = statWord(id)
      if (from === undefined || to === undefined) return { kind: 'stat', words: to === undefined ? `no ${word}` : `${to} ${word}` }
      const spoken = `${names.stat?.(id) ?? word} from ${from} to ${to}`
      return { kind: 'stat', words: `${from}→${to} ${word}`, spoken, tone: to < from ? 'bad' : 'good' }
    }),
    ...conditions.map(({ name, on, count }): ChangeWords => {
      const word = name.toLowerCase()
      return { kind: 'condition', words: on ? (count === undefined ? word : `${word} × ${count}`) : `no longer ${word}` }
    }),
    ...things(gained).map((name): ChangeWords => ({ kind: 'gained', words: `gets ${name}` })),
    ...things(lost).map((name): ChangeWords => ({ kind: 'lost', words: `loses ${name}` })),
    ...(place ? [{ kind: 'place' as const, words: `now at ${names.place(place.to)}` }] : []),
    ...(attitude ? [{ kind: 'attitude' as const, words: attitude.to === undefined ? 'no attitude' : `now ${attitude.to}` }] : [])
  ]
}

/** What the rule itself says, where the changes don't say it already. */
function resultWords({ result }: EntryChanges): ChangeWords[] {
  const { status, effect } = result ?? {}
  return [status?.replaceAll('_', ' '), effect].flatMap((words) => (words === undefined || words === '' ? [] : [{ kind: 'result' as const, words }]))
}

function durationWords(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  const part = (n: number, unit: string): string[] => (n === 0 ? [] : [`${n} ${unit}`])
  return listed([...part(days, days === 1 ? 'day' : 'days'), ...part(hours, 'h'), ...part(rest, 'min')])
}

/** The changes of an entry as one line for readers of plain text: `Wren 4→2 HP, bruised; hatch-open; 10 min`. Empty if it has none. */
export function changeLine(changes: EntryChanges, names: ChangeNames): string {
  const groups = new Map<string | number, string[]>()
  for (const [i, { who, words }] of changeWords(changes, names).entries()) {
    const key = who ?? i
    groups.set(key, [...(groups.get(key) ?? (who === undefined ? [] : [who])), words])
  }
  return [...groups].map(([key, parts]) => (typeof key === 'number' ? parts.join(', ') : `${parts[0]} ${parts.slice(1).join(', ')}`)).join('; ')
}

/** Changes as somebody sees them who may not see everything: all of their own, and of others the conditions that show. */
export function visibleChanges(changes: EntryChanges, who: string, shows: (condition: string) => boolean): EntryChanges | undefined {
  const { actors = {}, minutes, fight } = changes
  const seen = Object.entries(actors).flatMap(([id, actor]): [string, ActorChanges][] => {
    if (id === who) return [[id, actor]]
    const conditions = actor.conditions?.filter(({ condition }) => shows(condition)) ?? []
    return conditions.length > 0 ? [[id, { conditions }]] : []
  })
  const out: EntryChanges = {
    ...(seen.length > 0 ? { actors: Object.fromEntries(seen) } : {}),
    ...(minutes === undefined ? {} : { minutes }),
    ...(fight === undefined ? {} : { fight })
  }
  return Object.keys(out).length === 0 ? undefined : out
}

/** Names for words, from maps by id; an id without an entry stays as it is. */
export const namesFrom = (
  actors: Readonly<Record<string, { name: string }>> | undefined,
  places: Readonly<Record<string, { name: string }>> | undefined
): ChangeNames => ({ actor: (id) => own(actors, id)?.name ?? id, place: (id) => own(places, id)?.name ?? id })
