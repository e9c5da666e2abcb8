import { own } from '../base/json'
import { memoized } from '../base/memoized'
import type { Line, Lore, StoryEvent, StoryOutcome, Wants } from './lore'
import { evaluate, isTruthy } from '../predicate/evaluate'
import { namesOf, parse } from '../predicate/parse'
import { partsOf } from '../predicate/parts'
import { leavesOf, type Node } from '../predicate/tree'
import type { GameState } from './state'

/** Returns whether every fact of a condition list holds: `fact`, or `!fact` for a fact that must be false. */
export function holds(facts: GameState['facts'], conditions: readonly string[]): boolean {
  // A fact may have the name of a member of Object.prototype, such as "valueOf".
  const known = (fact: string): boolean => Boolean(own(facts, fact))
  return conditions.every((c) => (c.startsWith('!') ? !known(c.slice(1)) : known(c)))
}

/** Parsed premises by their text; a campaign has a few hundred at most. */
const parsed = new Map<string, Node>()
const MAX_PARSED = 2000

function rootOf(premise: string): Node {
  const known = parsed.get(premise)
  if (known) return known
  const { root } = parse(premise)
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(premise, root)
  return root
}

/** Whether a premise holds in a state; a missing one always does. Throws Problem `bad-input` for a text that is not an expression. */
export const isTrue = (premise: string | undefined, state: GameState): boolean =>
  premise === undefined || isTruthy(evaluate(rootOf(premise), partsOf(state)))

/** The facts that a premise names. Throws like `isTrue`. */
export const factsIn = (premise: string): string[] =>
  namesOf({ text: premise, root: rootOf(premise) }).flatMap(({ kind, id }) => (kind === 'fact' ? id : []))

const isWithoutPremise = (line: Line): line is string => typeof line === 'string'

/** How much of a state premises read: nothing, facts, facts and actors, or any part. */
type Reads = 0 | 1 | 2 | 3

function readBy(premise: string): Reads {
  try {
    const of = leavesOf(rootOf(premise)).map(({ part: { part }, names: [name, ...more] }): Reads => {
      if (part === 'actor' || part === 'actors') return 2
      return part === 'world' && name?.kind === 'fact' && more.length === 0 ? 1 : 3
    })
    return Math.max(0, ...of) as Reads
  } catch {
    // Whoever evaluates it gets the problem.
    return 3
  }
}

const readByLines = memoized(
  (lines: readonly Line[]): Reads =>
    Math.max(0, ...lines.map((line) => (isWithoutPremise(line) || line.when === undefined ? 0 : Math.max(1, readBy(line.when))))) as Reads
)
const readByLists = memoized(
  (lists: Readonly<Record<string, readonly Line[]>>): Reads => Math.max(0, ...Object.values(lists).map(readByLines)) as Reads
)

type Read = Pick<GameState, 'facts' | 'actors'>
/** Whether premises that read so much of a state hold as they did in an earlier one. */
const areSame = (reads: Reads, before: Read, now: Read): boolean =>
  reads === 0 || (reads < 3 && before.facts === now.facts && (reads < 2 || before.actors === now.actors))

/** The last sentences of each list that has premises. */
const told = new WeakMap<readonly Line[], Read & { settledBy: string | undefined; now: string[] }>()

/** The sentences whose premise holds; most lists have none. `settledBy`: the character who settled the event that they are about. */
export function linesNow(lines: readonly Line[], state: GameState, settledBy?: string): string[] {
  if (lines.every(isWithoutPremise)) return lines as string[]
  const last = told.get(lines)
  if (last && last.settledBy === settledBy && areSame(readByLines(lines), last, state)) return last.now
  const isSo = ({ when, by }: Exclude<Line, string>): boolean => (by === undefined || by === settledBy) && isTrue(when, state)
  const now = lines.flatMap((line) => (isWithoutPremise(line) ? line : isSo(line) ? line.text : []))
  const { facts, actors } = state
  told.set(lines, { facts, actors, settledBy, now })
  return now
}

const toldInAll = new WeakMap<object, Read & { now: Record<string, string[]> }>()

/** `linesNow` of each list of a map. */
export function listsNow(lists: Readonly<Record<string, readonly Line[]>>, state: GameState): Record<string, string[]> {
  const last = toldInAll.get(lists)
  if (last && areSame(readByLists(lists), last, state)) return last.now
  const now = Object.fromEntries(Object.entries(lists).map(([name, lines]) => [name, linesNow(lines, state)]))
  const { facts, actors } = state
  toldInAll.set(lists, { facts, actors, now })
  return now
}

const readByEvent = memoized(({ opening, closing, closing_failed, foreshadow, epilogue, outcomes }: StoryEvent): Reads => {
  const lines = [opening, closing, closing_failed, foreshadow, epilogue, ...outcomes.flatMap(({ reactions }) => Object.values(reactions))]
  // Whether the event is over depends on facts.
  return Math.max(1, ...lines.map(readByLines), ...outcomes.map(({ when }) => (when === undefined ? 0 : readBy(when)))) as Reads
})

/** Whether what an event tells is the same in two states. */
export const hasSameTexts = (event: StoryEvent, before: Read & Pick<GameState, 'plays'>, now: Read & Pick<GameState, 'plays'>): boolean =>
  before.plays === now.plays && areSame(readByEvent(event), before, now)

/** A character's current want ('' for none), and the earlier wants that are met. */
export interface WantNow {
  now: string
  met: string[]
}

function inTurn(wants: Wants, state: GameState): WantNow {
  if (typeof wants === 'string') return { now: wants, met: [] }
  const open = wants.findIndex(({ met }) => met === undefined || !isTrue(met, state))
  const met = open < 0 ? wants : wants.slice(0, open)
  return { now: wants[open]?.want ?? '', met: met.map(({ want }) => want) }
}

/** The place where an event was settled, of those where the party is, the one of most of them first: its own, if somebody is there. */
export const settledAt = ({ place }: Pick<StoryEvent, 'place'>, partyPlaces: readonly string[]): string | undefined =>
  partyPlaces.includes(place) ? place : partyPlaces[0]

/** The outcomes of an event that is over, at a state. */
export const outcomesNow = ({ outcomes }: Pick<StoryEvent, 'outcomes'>, state: GameState): StoryOutcome[] =>
  outcomes.filter(({ when }) => isTrue(when, state))

/** Whether a story event is over: by its facts; without any, once its Arrow document has been played to its end, or without one, its scene has ended. */
export const isOver = (
  { id, done_when: facts }: Pick<StoryEvent, 'id' | 'done_when'>,
  { facts: now, plays }: Pick<GameState, 'facts' | 'plays'>
): boolean => (facts.length > 0 ? holds(now, facts) : own(plays, id)?.over === true)

const lately = new WeakMap<GameState, { story: Lore['story']; outcomes: StoryOutcome[] }>()

/** The outcomes of every event that is over at a state, in the story's order. Needed for every visible character, so cached by state. */
export function outcomesSoFar(story: Lore['story'], state: GameState): StoryOutcome[] {
  const known = lately.get(state)
  if (known?.story === story) return known.outcomes
  const outcomes = story.filter((event) => isOver(event, state)).flatMap((event) => outcomesNow(event, state))
  lately.set(state, { story, outcomes })
  return outcomes
}

/** A character's want at a state: the one from the outcome of the last event that is over, else the first want in their file that is not met. */
export function wantOf(id: string, { actors, story }: Pick<Lore, 'actors' | 'story'>, state: GameState): WantNow {
  const theirs = inTurn(own(actors, id)?.wants ?? '', state)
  const left = outcomesSoFar(story, state).flatMap(({ wants }) => own(wants, id) ?? [])
  if (left.length === 0) return theirs
  const met = [...theirs.met, theirs.now, ...left.slice(0, -1)].filter((want) => want !== '')
  return { now: left.at(-1) ?? '', met: [...new Set(met)] }
}
