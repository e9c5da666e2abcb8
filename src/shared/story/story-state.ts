import { isObject, type Json, own } from '../base/json'
import { holds } from './premises'
import type { Actor, GameState } from './state'

/** The four parts of world/STATE.yaml that play changes, by the word for one entry. */
export const STORY_PARTS = { quest: 'quests', faction: 'factions', relationship: 'relationships', thread: 'threads' } as const
/** The word for one entry of a part. */
export type StoryKind = keyof typeof STORY_PARTS
export type StoryPart = (typeof STORY_PARTS)[StoryKind]

/** The statuses of a quest, in their order. It ends completed or failed. */
export const QUEST_STATUSES = ['inactive', 'active', 'completed', 'failed'] as const
export type QuestStatus = (typeof QUEST_STATUSES)[number]

/** The bounds of a relationship's value and of a faction's standing: from hatred to devotion. */
export const MIN_STANDING = -100
export const MAX_STANDING = 100

/** In `known_to`: every player. */
export const EVERYBODY = 'all'

export interface Quest {
  name: string
  /** Also completed while an active quest's `doneWhen` holds. */
  status: QuestStatus
  description: string
  giver?: string
  owner?: string
  knownTo: string[]
  objectives: { id: string; text: string; done: boolean }[]
  prerequisites: string[]
  rewards: { name: string; quantity?: number }[]
  startsWhen: string[]
  doneWhen: string[]
  failsWhen: string[]
  outcome?: string
}
export interface Faction {
  name: string
  description: string
  goals: string[]
  /** `role` is '' if it is unknown. */
  members: { id: string; role: string }[]
  standing: Record<string, number>
}
export interface Relationship {
  from: string
  to: string
  type: string
  value?: number
  text: string
}
export interface Thread {
  setup: string
  intendedPayoff?: string
  open: boolean
  outcome?: string
  opened?: number
  paid?: number
}

/** The part of a state with the quests, factions, relationships and threads. */
export type StoryState = Pick<GameState, StoryPart | 'facts'>

const str = (entry: Json | undefined, ...keys: string[]): string | undefined => {
  return !isObject(entry) ? undefined : keys.map((key) => own(entry, key)).find((value) => typeof value === 'string')
}
const num = (entry: Json | undefined, key: string): number | undefined => {
  const value = isObject(entry) ? own(entry, key) : undefined
  return typeof value === 'number' ? value : undefined
}
const optional = <K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> =>
  value === undefined ? {} : ({ [key]: value } as Record<K, V>)

/** The texts in a text, a list or a map; the keys of a map whose values only mark presence. */
function texts(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string')
  return isObject(value) ? Object.keys(value) : []
}
const field = (entry: Json | undefined, key: string): Json | undefined => (isObject(entry) ? own(entry, key) : undefined)

/** Words for a status in older files. */
const OLD_STATUSES: Readonly<Record<string, QuestStatus>> = { open: 'active', done: 'completed', closed: 'completed' }

/** The status in a quest's file; active by default. */
export function writtenStatus(entry: Json | undefined): QuestStatus {
  const status = str(entry, 'status') ?? 'active'
  return QUEST_STATUSES.find((one) => one === status) ?? own(OLD_STATUSES, status) ?? 'active'
}

/** A quest's name; its id if it has none. */
export const questName = (entry: Json | undefined, id: string): string => (typeof entry === 'string' ? entry : str(entry, 'name', 'title')) ?? id

/** The ids of the quests that must be completed first. */
export const prerequisitesOf = (entry: Json | undefined): string[] => texts(field(entry, 'prerequisites'))

/** Quests by the entry that they were read from, each with its id there. */
const quests = new WeakMap<object, { id: string; quest: Quest }>()

/** Reads a quest's entry in any of its forms; undefined if there is none. */
export function questOf({ quests: all, facts }: Pick<StoryState, 'quests' | 'facts'>, id: string): Quest | undefined {
  const entry = own(all, id)
  if (entry === undefined) return undefined
  const known = isObject(entry) ? quests.get(entry) : undefined
  const quest = known?.id === id ? known.quest : writtenQuest(entry, id)
  if (isObject(entry)) quests.set(entry, { id, quest })
  const { status, doneWhen } = quest
  return status === 'active' && doneWhen.length > 0 && holds(facts, doneWhen) ? { ...quest, status: 'completed' } : quest
}

/** A quest with the status in its entry. */
const writtenQuest = (entry: Json, id: string): Quest => ({
  name: questName(entry, id),
  status: writtenStatus(entry),
  description: str(entry, 'description') ?? '',
  ...optional('giver', str(entry, 'giver')),
  ...optional('owner', str(entry, 'owner')),
  knownTo: texts(field(entry, 'known_to')),
  objectives: objectivesOf(field(entry, 'objectives')),
  prerequisites: prerequisitesOf(entry),
  rewards: rewardsOf(field(entry, 'rewards')),
  startsWhen: texts(field(entry, 'starts_when')),
  doneWhen: texts(field(entry, 'done_when')),
  failsWhen: texts(field(entry, 'fails_when')),
  ...optional('outcome', str(entry, 'outcome'))
})

/** Whether a player knows of a quest: once it is no longer inactive, its owner and the players in `known_to` do. */
export function isKnownTo(state: Pick<StoryState, 'quests' | 'facts'>, id: string, player: string): boolean {
  const quest = questOf(state, id)
  if (!quest || quest.status === 'inactive') return false
  return quest.owner === player || quest.knownTo.includes(player) || quest.knownTo.includes(EVERYBODY)
}

/** Whether every one of these players knows of a quest. */
export const isKnownToAll = (state: Pick<StoryState, 'quests' | 'facts'>, id: string, players: readonly string[]): boolean =>
  players.every((player) => isKnownTo(state, id, player))

function objectivesOf(value: Json | undefined): Quest['objectives'] {
  if (!isObject(value)) return texts(value).map((text, i) => ({ id: `${i + 1}`, text, done: false }))
  return Object.entries(value).map(([id, one]) => ({
    id,
    text: (typeof one === 'string' ? one : str(one, 'text')) ?? id,
    done: field(one, 'done') === true
  }))
}

function rewardsOf(value: Json | undefined): Quest['rewards'] {
  if (!isObject(value)) return texts(value).map((name) => ({ name }))
  return Object.entries(value).map(([name, quantity]) => ({ name, ...optional('quantity', typeof quantity === 'number' ? quantity : undefined) }))
}

/** Reads a faction's entry; undefined if there is none. */
export function factionOf({ factions }: Pick<StoryState, 'factions'>, id: string): Faction | undefined {
  const entry = own(factions, id)
  if (entry === undefined) return undefined
  const [goals, members, standing] = ['goals', 'members', 'standing'].map((key) => field(entry, key))
  return {
    name: (typeof entry === 'string' ? entry : str(entry, 'name', 'title')) ?? id,
    description: str(entry, 'description', 'text') ?? '',
    goals: isObject(goals) ? Object.values(goals).filter((one) => typeof one === 'string') : texts(goals ?? field(entry, 'wants')),
    members: isObject(members)
      ? Object.entries(members).flatMap(([who, role]) => (role === false ? [] : { id: who, role: typeof role === 'string' ? role : '' }))
      : texts(members).map((who) => ({ id: who, role: '' })),
    standing: isObject(standing) ? Object.fromEntries(Object.entries(standing).filter(([, value]) => typeof value === 'number')) : {}
  } as Faction
}

/** Reads a relationship's entry; undefined if there is none or its ends are missing. */
export function relationshipOf({ relationships }: Pick<StoryState, 'relationships'>, id: string): Relationship | undefined {
  const entry = own(relationships, id)
  const [from, to] = [str(entry, 'from'), str(entry, 'to')]
  if (from === undefined || to === undefined) return undefined
  return { from, to, type: str(entry, 'type', 'kind') ?? '', ...optional('value', num(entry, 'value')), text: str(entry, 'text') ?? '' }
}

/** Reads a thread's entry; undefined if there is none. */
export function threadOf({ threads }: Pick<StoryState, 'threads'>, id: string): Thread | undefined {
  const entry = own(threads, id)
  if (entry === undefined) return undefined
  return {
    setup: (typeof entry === 'string' ? entry : str(entry, 'text', 'setup', 'title', 'name')) ?? id,
    ...optional('intendedPayoff', str(entry, 'intended_payoff')),
    open: field(entry, 'open') !== false,
    ...optional('outcome', str(entry, 'outcome')),
    ...optional('opened', num(entry, 'opened')),
    ...optional('paid', num(entry, 'paid'))
  }
}

/** The name of an entry for people: a quest's or faction's name, a thread's setup, "Gant → Loom". */
export function storyName(kind: StoryKind, state: StoryState & { actors?: Readonly<Record<string, Pick<Actor, 'name'>>> }, id: string): string {
  if (kind === 'quest') return questOf(state, id)?.name ?? id
  if (kind === 'faction') return factionOf(state, id)?.name ?? id
  if (kind === 'thread') return threadOf(state, id)?.setup ?? id
  const ends = relationshipOf(state, id)
  const called = (end: string): string =>
    own(state.actors ?? {}, end)?.name ?? (own(state.factions, end) === undefined ? end : storyName('faction', state, end))
  return ends ? `${called(ends.from)} → ${called(ends.to)}` : id
}
