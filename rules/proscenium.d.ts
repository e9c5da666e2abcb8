// Everything a rule can see and use. Nothing else exists in the sandbox: no clock, no files, no chance except the dice.

type Flag = boolean | string | number

interface Item {
  /** Id of an entry in equipment/. */
  item: string
  count?: number
  name?: string
  tags?: Record<string, Flag>
}
interface ActiveCondition {
  /** Campaign minutes. */
  since?: number
  until?: number
  /** The remaining rounds of the fight. */
  rounds?: number
  /** How many times it applies, for conditions that count. */
  count?: number
}
interface Reveal {
  text: string
  needs?: 'wary' | 'neutral' | 'friendly'
  after?: string[]
}
type Attitude = 'hostile' | 'wary' | 'neutral' | 'friendly'
interface Actor {
  kind: 'player' | 'npc'
  name: string
  location: string
  stats: Record<string, number>
  max: Record<string, number>
  conditions: Record<string, ActiveCondition>
  inventory: Record<string, Item>
  tags: Record<string, Flag>
  attitude?: Attitude
  reveals?: Record<string, Reveal>
}
interface Feature {
  name: string
  text: string
  fact?: string
  item?: string
  after?: string[]
  hidden?: boolean
  searched?: boolean
  /** Damage dice for a character who searches it and isn't wary enough. */
  trap?: string
  /** How hard it is to open, if it is locked. Removed once it is open. */
  lock?: number
}
interface Place {
  name: string
  region: string
  features: Record<string, Feature>
  inventory: Record<string, Item>
  tags: Record<string, Flag>
}
interface Journey {
  from: string
  to: string
  region: string
  direction: string
  duration: string
  difficulty: number
  risks: string[]
  requires?: string
}

/** Everything true now. Frozen: a rule changes it only through the `stateDelta` that it returns. */
interface GameState {
  readonly actors: Readonly<Record<string, Actor>>
  readonly places: Readonly<Record<string, Place>>
  readonly journeys: Readonly<Record<string, Journey>>
  readonly regions: Readonly<Record<string, { name: string }>>
  readonly facts: Readonly<Record<string, Flag>>
  readonly clock: { readonly start: string; readonly minutes: number }
  readonly combat?: { readonly initiative: Readonly<Record<string, number>>; readonly sides?: Readonly<Record<string, string>> }
  readonly scene?: { readonly title: string; readonly place: string; readonly present: Readonly<Record<string, true>>; readonly aim: string }
  readonly table: {
    readonly mode: 'story' | 'combat'
    readonly round: number
    /** How often each action was played in this session. */
    readonly played: Readonly<Record<string, number>>
  }
}

type Params = Readonly<Record<string, string | number | boolean | readonly string[]>>

interface ParamDef {
  name: string
  type: 'string' | 'number' | 'enum' | 'target'
  description: string
  required: boolean
  /** The current choices. If a required parameter has none, the action is not offered. */
  enum?: string[]
  /** Labels for people, by enum value. */
  labels?: Record<string, string>
  /** Whether it takes a list. */
  many?: boolean
}

/** A JSON Merge Patch (RFC 7396) of actors, places, facts, clock and combat: null removes. */
type Delta = { [key: string]: unknown }

interface ActionResult {
  stateDelta: Delta
  /** One or two sentences for readers, with names, never ids. May be empty if the follow-ups narrate. */
  narrative: string
  /** Actions that happen at once, in the same beat. */
  followUp?: (string | Action | { action: string; actor?: string; params?: Params })[]
  /** Facts of the outcome for the caller, such as `{status: 'success', damage: 2}`. Part of the tool's answer; odds use it. */
  result?: Record<string, unknown>
}

/** The default export of a file in actions/. */
interface Action {
  /** The same as the file's name. */
  name: string
  description: string
  params: ParamDef[] | ((state: GameState, actor: string) => ParamDef[])
  /** True, false, or the reason as a clause for the designer, such as 'a fight is under way'. No dice. */
  available(state: GameState, actor: string): boolean | string
  execute(state: GameState, actor: string, params: Params): ActionResult
}

interface Roll {
  readonly expr: string
  readonly dice: readonly number[]
  readonly total: number
  readonly label?: string
  readonly target?: string
  readonly need?: number
  readonly under?: boolean
  readonly outcome?: 'success' | 'failure'
}

/** Rolls dice such as "d20" or "2d6+1"; only inside execute. `under`: succeeds if the total is ≤ it; `over`: if the total is ≥ it. */
declare function roll(expr: string, options?: { label?: string; target?: string; under?: number; over?: number }): Roll
/**
 * Rolls on a table in tables/ and returns its row with the total that chose it; only inside execute. A row's own `table` is rolled
 * too: texts are joined, and the fields of both are returned; the outer row's wins if both have one.
 */
declare function table(name: string): { readonly text: string; readonly total: number; readonly [key: string]: unknown }
/** For `throw refuse("…")`: the rule refuses, nothing changes, and the caller gets the sentence. */
declare function refuse(sentence: string): Error

interface Equipment {
  name: string
  kind: 'weapon' | 'armor' | 'consumable' | 'spell' | 'tool' | 'light' | 'treasure'
  slots: number
  damage?: string
  armor?: number
  effect?: Record<string, unknown>
  /** Added to the carrier's stats. */
  stats?: Record<string, number>
  grants?: string[]
  tags?: Record<string, Flag>
}
interface Condition {
  name: string
  description: string
  cannot_act: boolean
  visible: boolean
  dead?: boolean
  /** Added to the bearer's stats, once per count. */
  stats?: Record<string, number>
  grants?: string[]
  forbids?: string[]
  stacks: 'refresh' | 'extend' | 'count' | 'keep'
  max?: number
  ends?: string
}
/** The game's own lists, frozen. */
declare const game: {
  readonly equipment: Readonly<Record<string, Equipment>>
  readonly conditions: Readonly<Record<string, Condition>>
  readonly tables: Readonly<Record<string, { name: string; dice: string; rows: Record<string, string | { text?: string; table?: string }> }>>
  /** The whole manifest, your own keys included. */
  readonly manifest: {
    readonly risks: Readonly<Record<string, string>>
    readonly stats: Readonly<Record<string, { label: string; has_max: boolean; min: number }>>
    readonly slots?: number
    readonly traverse?: 'graded' | 'classic'
    readonly [key: string]: unknown
  }
}

/** What all games share: collecting changes, sheets, characters, fights, wording. */
declare module 'proscenium' {
  /** Collects a rule's changes. `state` is the state with all changes so far. */
  export class Draft {
    constructor(state: GameState)
    state: GameState
    /** Sets the value at a path of keys; null removes it. */
    put(path: readonly string[], value: unknown): void
    /** Throws a refusal if no actor has this id. */
    actor(id: string): Actor
    /** The current value of a stat, with everything that changes it. */
    stat(id: string, name: string): number
    /** The value of a stat on the sheet. */
    base(id: string, name: string): number
    /** Sets a stat on the sheet, limited to the manifest's minimum and the sheet's maximum. */
    setStat(id: string, name: string, value: number): void
    has(id: string, condition: string): boolean
    /** Gives an actor a condition for some minutes, some rounds of a fight, or until it is removed. It stacks as its file says. */
    afflict(id: string, condition: string, lasts?: { minutes?: number; rounds?: number }): void
    relieve(id: string, condition: string): boolean
    /** Gives an actor an item; plain items of the same kind are counted up. Throws a refusal if there is no room. */
    give(id: string, key: string, entry: Item): void
    roomFor(id: string, entry: Item): boolean
    /** Takes an item, or `count` of it, from an actor; returns what was taken. */
    take(id: string, key: string, count?: number): Item | undefined
    /** Puts an item in a place. */
    drop(place: string, key: string, entry: Item): void
    /** Lets time pass for everybody. Conditions that run out end by themselves. */
    passTime(minutes: number): void
    fact(id: string, value?: Flag): void
    say(line: string): void
    /** The rule's result: everything that was changed and said. */
    result(followUp?: ActionResult['followUp'], result?: Record<string, unknown>): ActionResult
  }
  /** Rolls a save with the dice in the manifest's `odds`, at or under the current stat. On a d20, 1 always succeeds and 20 never does. */
  export const save: (draft: Draft, id: string, stat: string, label?: string) => boolean
  /** Takes points off a stat on the sheet, down to its minimum. */
  export function lose(draft: Draft, id: string, stat: string, points: number): { taken: number; over: number }
  /** The first free key in an inventory: `rope`, `rope-2` … */
  export function freeKey(inventory: Readonly<Record<string, Item>>, wanted: string): string

  /**
   * Applies effects in the words of YAML actions, such as those of an item or a table row, to `actor`. `names` are what `{…}` can
   * stand for besides actor, place, facts and clock. Returns the actions that follow; return them as `followUp`.
   */
  export function applyEffects(
    draft: Draft,
    effects: unknown,
    actor: string,
    action?: string,
    names?: Readonly<Record<string, unknown>>
  ): { action: string; actor?: string }[]

  type Sheet = Pick<Actor, 'stats' | 'conditions' | 'inventory'>
  /** Pass `game` as the lists. */
  export function statOf(actor: Sheet, stat: string, lists: typeof game): number
  export function modifiers(actor: Sheet, stat: string, lists: typeof game): { from: string; by: number }[]
  export function granted(actor: Sheet, lists: typeof game): Record<string, string>
  export function forbidding(actor: Sheet, action: string, lists: typeof game): string | undefined
  export const slotsUsed: (actor: Sheet, lists: typeof game) => number

  export function canAct(state: GameState, id: string): boolean
  export const isDead: (state: GameState, id: string) => boolean
  /** An actor's place; the DM's is where most of the players who can act are. */
  export function placeOf(state: GameState, actor: string): string
  export function peopleAt(state: GameState, place: string): readonly string[]
  /** Those who travel and rest together: players and their companions. The fallen are carried, the dead stay. */
  export const partyAt: (state: GameState, place: string) => string[]
  export const npcsAt: (state: GameState, place: string) => string[]
  export const attitude: (actor: Actor) => Attitude
  export const atLeast: (is: Attitude, needed: Attitude) => boolean
  export const warmer: (is: Attitude) => Attitude
  export const holds: (state: GameState, facts: readonly string[] | undefined) => boolean
  /** The ids of the journeys out of a place that can be taken now. */
  export const waysFrom: (state: GameState, place: string) => string[]
  /** Where beaten NPCs flee to: out of sight, never into a settlement. */
  export const lairFrom: (state: GameState, place: string) => string | undefined
  /** Where an actor flees to from a fight: players back to a place they have visited, if there is a journey to one; others out of sight. */
  export function refugeOf(state: GameState, actor: string): string | undefined
  /** The next thing that an NPC would reveal in this mood, with its fact's id. */
  export const nextReveal: (state: GameState, npc: Actor, mood: Attitude) => [string, Reveal] | undefined
  /** The ids of the features that can be searched in a place now. Hidden ones show after the place has been explored. */
  export function openFeatures(state: GameState, place: string): string[]
  /**
   * Caches `make` for one query of the current state, for lists that both `available` and `params` need. Its results are shared,
   * so don't change them.
   */
  export const remembered: <T>(make: (state: GameState, of: string) => T) => (state: GameState, of: string) => T
  /** Labels by id, for a parameter's enum. */
  export const called: (state: GameState, ids: readonly string[]) => Record<string, string>

  /** `party`, `foes`, or a value that a rule wrote into the fight's `sides`. */
  type Side = string
  interface Weapon {
    id: string
    name: string
    damage: string
    average: number
  }
  /** The side an actor fights on: as the fight's `sides` say, otherwise `party` for players and friendly NPCs, `foes` for the others. */
  export const sideOf: (state: GameState, id: string) => Side
  export const fighters: (state: GameState) => string[]
  /** The members of a side who still stand in the fight, in a place. */
  export const standing: (state: GameState, side: Side, place: string) => string[]
  /** Whom an actor can hit: the other side, in the same place, on their feet. */
  export function inReach(state: GameState, actor: string): string[]
  /**
   * Starts a fight in a place: the party there against `foes`, who are hostile from then on. With a stat, party members who
   * make a save with it act before the foes and the others after them; without one, the party acts first.
   */
  export function startFight(draft: Draft, place: string, foes: readonly string[], stat?: string): void
  /** Leaves the fight without leaving the place. */
  export function leaveFight(draft: Draft, id: string): void
  /** An actor's weapons, best first. */
  export function weaponsOf(actor: Actor): Weapon[]

  type Slots = Readonly<Record<string, string | readonly string[]>>
  /** `$P` is a slot, `[P:stands|stand]` a verb that agrees with it. */
  export const fill: (line: string, slots: Slots) => string
  /** The next line for an action: one further each time the action is played in a session. */
  export const tell: (state: GameState, action: string, lines: readonly string[], slots?: Slots) => string
  export const cap: (text: string) => string
  export function names(list: readonly string[]): string
  export const placeName: (place: Place | undefined) => string
  export const itemName: (entry: Item) => string
  export function span(minutes: number): string
  /** The minutes of `N[-M] minute|hour|day(s)`; for a span, the middle. */
  export function minutesOf(duration: string): number
}
