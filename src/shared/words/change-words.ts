import type { ActorChanges, EntryChanges, Thing } from '../story/entry-changes'
import { factWords } from './fact-words'
import { own } from '../base/json'
import { capitalised, listed } from './labels'

/** The kinds of words for a change; each has its own icon in the log. */
export type ChangeKind =
  | 'stat'
  | 'gained'
  | 'lost'
  | 'condition'
  | 'place'
  | 'attitude'
  | 'searched'
  | 'fact'
  | 'quest'
  | 'thread'
  | 'tie'
  | 'time'
  | 'fight'
  | 'result'
/** One change in words. `who` is the name of the actor or thing that it concerns; `bad` and `good` say that it harms or helps them. */
export interface ChangeWords {
  kind: ChangeKind
  who?: string
  /** Whether `who` is a place. */
  isPlace?: true
  words: string
  /** The wording for screen readers, where symbols can't be read aloud. */
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

/** Every change of an entry in words, grouped by actor. */
export function changeWords(changes: EntryChanges, names: ChangeNames): ChangeWords[] {
  const { actors = {}, places = {}, facts = {}, quests = {}, threads = {}, ties = {}, minutes, fight } = changes
  return [
    ...(fight ? [{ kind: 'fight' as const, words: fight === 'begins' ? 'the fight begins' : 'the fight is over' }] : []),
    ...Object.entries(actors).flatMap(([id, actor]) => actorWords(actor, names).map((one) => ({ ...one, who: names.actor(id) }))),
    ...Object.entries(places).flatMap(([id, { searched = [], gained, lost }]) =>
      [
        ...searched.map((name) => ({ kind: 'searched' as const, words: `${name} searched` })),
        ...things(gained).map((name) => ({ kind: 'gained' as const, words: `${name} lies there` })),
        ...things(lost).map((name) => ({ kind: 'lost' as const, words: `${name} taken` }))
      ].map((one) => ({ ...one, who: names.place(id), isPlace: true as const }))
    ),
    ...Object.entries(facts).map(([fact, value]) => ({ kind: 'fact' as const, words: factChange(factWords(fact, names.actor), value) })),
    ...Object.values(quests).flatMap((quest) => questChange(quest).map((words) => ({ kind: 'quest' as const, words }))),
    ...Object.values(threads).map(({ text, open }) => ({
      kind: 'thread' as const,
      words: `thread ${open ? 'opened' : 'closed'}: ${withoutStop(text)}`
    })),
    ...Object.values(ties).map(({ from, to, by }) => ({
      kind: 'tie' as const,
      who: names.actor(from),
      words: `feels ${by < 0 ? 'colder' : 'warmer'} towards ${names.actor(to)}`
    })),
    ...(minutes ? [{ kind: 'time' as const, words: durationWords(minutes) }] : []),
    ...resultWords(changes)
  ]
}

/** A changed fact in words: "lamp lit", "no longer: lamp lit", "seal: broken". */
export const factChange = (words: string, value: string | number | boolean | null): string =>
  value === true ? words : value === null || value === false ? `no longer: ${words}` : `${words}: ${String(value)}`

const MOVED = { inactive: 'waits', active: 'begins', completed: 'is completed', failed: 'has failed' } as const

/** How a quest moved, in words: "“Find the bell” begins", "of “Find the bell”, done: Get a rope". */
export function questChange({ name, status, done = [], outcome }: NonNullable<EntryChanges['quests']>[string]): string[] {
  const end = outcome === undefined ? '' : `: ${withoutStop(outcome)}`
  return [
    ...done.map((text) => `of “${name}”, done: ${withoutStop(text)}`),
    ...(status === undefined ? (outcome === undefined ? [] : [`“${name}”${end}`]) : [`“${name}” ${MOVED[status]}${end}`])
  ]
}

/** A text without the stop at its end. */
export const withoutStop = (text: string): string => text.replace(/\.$/, '').trim()

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

/** The words of the rule's own result, where the changes don't repeat it. */
function resultWords({ result }: EntryChanges): ChangeWords[] {
  const { status, effect } = result ?? {}
  return [status?.replaceAll('_', ' '), effect].flatMap((words) =>
    words === undefined || words === '' || words === 'none' ? [] : [{ kind: 'result' as const, words }]
  )
}

/** A duration in words: "2 h and 10 min". */
export function durationWords(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  const part = (n: number, unit: string): string[] => (n === 0 ? [] : [`${n} ${unit}`])
  return listed([...part(days, days === 1 ? 'day' : 'days'), ...part(hours, 'h'), ...part(rest, 'min')])
}

/** The changes of an entry as one line of plain text: `Wren 4→2 HP, bruised; The Yard: rope lies there; 10 min`. Empty if there are none. */
export function changeLine(changes: EntryChanges, names: ChangeNames): string {
  const groups = new Map<string | number, string[]>()
  for (const [i, { who, isPlace, words }] of changeWords(changes, names).entries()) {
    const head = who === undefined ? [] : [isPlace ? `${who}:` : who]
    const key = head[0] ?? i
    groups.set(key, [...(groups.get(key) ?? head), words])
  }
  return [...groups].map(([key, parts]) => (typeof key === 'number' ? parts.join(', ') : `${parts[0]} ${parts.slice(1).join(', ')}`)).join('; ')
}

/** Whether an entry's text only repeats its changes, because neither the rule nor a speaker described them. */
export const repeatsChanges = (text: string, changes: EntryChanges, names: ChangeNames): boolean =>
  capitalised(text) === `${capitalised(changeLine(changes, names))}.`

/** The changes that a character may see: all of their own, and the visible conditions of others. */
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
