/**
 * How a session ended: the DM ended the campaign (`ended`), nobody of the party could act any more (`lost`), the expression of the plan held (`goal`),
 * it reached the plan's number of story sessions (`sessions`) or beats (`beats`), or no seat had a valid call left (`failed`).
 */
export const SESSION_ENDS = ['ended', 'lost', 'goal', 'sessions', 'beats', 'failed'] as const
export type SessionEnd = (typeof SESSION_ENDS)[number]

/** What is said of each ending. */
export const ENDINGS: Readonly<Record<SessionEnd, string>> = {
  ended: 'The campaign ended',
  lost: 'Nobody could act any more',
  goal: 'The goal was reached',
  sessions: 'All story sessions were played',
  beats: 'Cut off after the most beats',
  failed: 'The rules or the table failed'
}

/** One session, as a row. */
export interface SessionRow {
  /** The number in its run, from 0. */
  session: number
  seed: string
  party: string
  ending: SessionEnd
  /** The last story event that was over at the end, by its id; empty if none was. */
  last_event: string
  beats: number
  scenes: number
  story_sessions: number
  /** Campaign time that passed, in minutes. */
  minutes: number
  /** Members of the party at the end who can act, are down, or are dead. */
  able: number
  down: number
  dead: number
  /** The longest stretch of beats in which nothing changed but time, words and turns, and the beat after which it began. */
  stuck: number
  stuck_from: number
  /** Calls that were refused, and those because a rule failed. */
  refused: number
  failures: number
  /** Log entries whose words, of six or more, were said before in the session. */
  repeated: number
  /** Why it failed, in a sentence; empty otherwise. */
  problem: string
  /** Hash of all calls and rolls, in hex. */
  digest: string
}

/** One beat: what was called, where, and what came of it. */
export interface BeatRow {
  session: number
  /** The number in its session, from 1. */
  beat: number
  /** The scene's number in its session, from 1; 0 between scenes. */
  scene: number
  actor: string
  action: string
  /** The place of the actor, or of the scene for the DM; empty between scenes. */
  place: string
  /** Campaign minutes since the session began. */
  minutes: number
  /** The status that the rules returned, such as `success`; empty if none. */
  status: string
  /** The number of changes to the state besides the turn. */
  changes: number
  fight: boolean
}

/** A call of the game's or the table's, refused or played. */
export interface ActionRow {
  session: number
  /** The beat that it made or, if it was refused, in whose place it was tried. */
  beat: number
  actor: string
  action: string
  /** The ids of the actors, places, items and features that its parameters name. */
  targets: string[]
  ok: boolean
  /** Why it was refused, and where in the rules a failure came from: `rules/actions/attack.ts:12`. Empty otherwise. */
  problem: string
  place_in_rules: string
}

/** A stay of a party member in a place; `departed` is the last beat there. */
export interface VisitRow {
  session: number
  actor: string
  place: string
  /** The place that they came from; empty at the beginning. */
  came_from: string
  arrived: number
  departed: number
}

export interface RollRow {
  session: number
  beat: number
  actor: string
  /** The action that it belongs to. */
  action: string
  label: string
  dice: string
  total: number
  /** The total that was needed; absent if none was. */
  need: number | null
  outcome: string
}

/**
 * Something that came about: a fact that was set or removed, a quest that moved, a story event that began or was over, a scene that opened, a fall, a
 * death, an item or condition that was gained or lost, a fight. `value`: the fact's value, the quest's status, the scene's title.
 */
export interface OutcomeRow {
  session: number
  beat: number
  scene: number
  kind: OutcomeKind
  id: string
  value: string
  /** The actor whom it happened to, and the place; empty if there is none. */
  actor: string
  place: string
}
export const OUTCOME_KINDS = [
  'fact',
  'quest',
  'event-began',
  'event-over',
  'scene',
  'down',
  'dead',
  'able',
  'gained',
  'lost',
  'condition',
  'condition-over',
  'fight',
  'turned-back'
] as const
export type OutcomeKind = (typeof OUTCOME_KINDS)[number]

/** How often a session exercised a thing of the rules or the world, by its kind and id as in the coverage report. `first`: the first such beat. */
export interface ExerciseRow {
  session: number
  kind: string
  id: string
  times: number
  first: number
}

/** The beats at which an actor was offered an action, and those at which they took it. */
export interface OfferRow {
  session: number
  action: string
  offered: number
  taken: number
}

/**
 * A value from the beat after which it had it (0: from the beginning) up to the beat before `until`, at which it changed or the session was over: hit
 * points, items of the party, and what the plan watches. So a value at a beat is found without the rows before it.
 */
export interface ValueRow {
  session: number
  beat: number
  /** The next beat after which it had another value; after the last one, the session's number of beats and 1. */
  until: number
  name: string
  value: number
}

/** The rows of one session, by table. */
export interface SessionRows {
  session: SessionRow
  beat: BeatRow[]
  action: ActionRow[]
  visit: VisitRow[]
  roll: RollRow[]
  outcome: OutcomeRow[]
  exercise: ExerciseRow[]
  offer: OfferRow[]
  value: ValueRow[]
}
