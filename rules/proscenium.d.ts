// What a rule can see and use. Nothing else exists where rules run: no clock, no files, no chance but the dice.

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
  /** Rounds of the fight it still lasts. */
  rounds?: number
  /** How many times over, for conditions that count. */
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
  /** Dice of harm for whoever searches it and is not wary enough. */
  trap?: string
  /** How hard it is to open what is locked; gone once it is open. */
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

/** Everything true now. Frozen: a rule changes it only by the `stateDelta` it gives back. */
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
  /** What can be chosen now. A required one with nothing to choose from takes the action off the table. */
  enum?: string[]
  /** Words for people, by enum value. */
  labels?: Record<string, string>
  /** Takes a list. */
  many?: boolean
}

/** A JSON Merge Patch (RFC 7396) of actors, places, facts, clock and combat: null removes. */
type Delta = { [key: string]: unknown }

interface ActionResult {
  stateDelta: Delta
  /** One or two sentences for readers: names, never ids. May be empty when what follows does the telling. */
  narrative: string
  /** Actions that happen at once, in the same beat. */
  followUp?: (string | Action | { action: string; actor?: string; params?: Params })[]
  /** For whoever called: facts of the outcome, such as `{status: 'success', damage: 2}`. Told with the tool's answer; odds are counted by it. */
  result?: Record<string, unknown>
}

/** What a file in actions/ exports as its default. */
interface Action {
  /** Same as the file's name. */
  name: string
  description: string
  params: ParamDef[] | ((state: GameState, actor: string) => ParamDef[])
  /** True, or false, or why not in a few words for the designer. No dice. */
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

/** Rolls dice such as "d20", "2d6+1"; only inside execute. `under`: success when total ≤ it; `over`: when total ≥ it. */
declare function roll(expr: string, options?: { label?: string; target?: string; under?: number; over?: number }): Roll
/**
 * Rolls on a table of tables/ and gives its row, with the total that chose it; only inside execute. A row's own `table` is rolled
 * too: texts are joined, fields of both are there, and where two have the same it is the outer row's.
 */
declare function table(name: string): { readonly text: string; readonly total: number; readonly [key: string]: unknown }
/** For `throw refuse("…")`: the rule says no, nothing changes, and whoever asked is told the sentence. */
declare function refuse(sentence: string): Error

interface Equipment {
  name: string
  kind: 'weapon' | 'armor' | 'consumable' | 'spell' | 'tool' | 'light' | 'treasure'
  slots: number
  damage?: string
  armor?: number
  effect?: Record<string, unknown>
  /** Added to the stats of whoever carries it. */
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
  /** Added to the bearer's stats, once for each count. */
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
  /** The manifest with everything in it, keys of your own included. */
  readonly manifest: {
    readonly risks: Readonly<Record<string, string>>
    readonly stats: Readonly<Record<string, { label: string; has_max: boolean; min: number }>>
    readonly slots?: number
    readonly traverse?: 'graded' | 'classic'
    readonly [key: string]: unknown
  }
}

/** What every game shares: collecting changes, sheets, people, fights, words. */
declare module 'proscenium' {
  /** Collects what a rule changes. `state` is always the state as changed so far. */
  export class Draft {
    constructor(state: GameState)
    state: GameState
    /** Sets the value at a path of keys; null takes it away. */
    put(path: readonly string[], value: unknown): void
    /** Throws a refusal when there is nobody of this id. */
    actor(id: string): Actor
    /** A stat as it counts now, with everything that changes it. */
    stat(id: string, name: string): number
    /** A stat as it stands on the sheet. */
    base(id: string, name: string): number
    /** Sets a stat on the sheet, between the manifest's least value and the sheet's own maximum. */
    setStat(id: string, name: string, value: number): void
    has(id: string, condition: string): boolean
    /** Puts a condition on somebody, for some minutes, some rounds of a fight, or until it is taken away; it stacks as its file says. */
    afflict(id: string, condition: string, lasts?: { minutes?: number; rounds?: number }): void
    relieve(id: string, condition: string): boolean
    /** Gives a thing; the same plain thing is counted up. Throws a refusal when there is no room for it. */
    give(id: string, key: string, entry: Item): void
    roomFor(id: string, entry: Item): boolean
    /** Takes some of a thing away, all of it when no count is given; answers what was taken. */
    take(id: string, key: string, count?: number): Item | undefined
    /** Lays a thing down in a place. */
    drop(place: string, key: string, entry: Item): void
    /** Time goes by for everybody. What lasts only so long ends by itself. */
    passTime(minutes: number): void
    fact(id: string, value?: Flag): void
    say(line: string): void
    /** What the rule answers: everything put and said. */
    result(followUp?: ActionResult['followUp'], result?: Record<string, unknown>): ActionResult
  }
  /** Rolls a save: the dice of the manifest's `odds`, at or under the stat as it counts now. On a d20, 1 always does it and 20 never. */
  export const save: (draft: Draft, id: string, stat: string, label?: string) => boolean
  /** Takes points off a stat of the sheet, down to its least value. */
  export function lose(draft: Draft, id: string, stat: string, points: number): { taken: number; over: number }
  /** A key that is not taken in an inventory: `rope`, `rope-2` … */
  export function freeKey(inventory: Readonly<Record<string, Item>>, wanted: string): string

  /**
   * Does the effects of a thing, a row or anything else in the words of YAML actions, on `actor`. `names` are what `{…}` can
   * stand for besides actor, place, facts and clock. Answers the actions that follow; give them back as `followUp`.
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
  /** Where somebody is; the DM is where most of the players who can act are. */
  export function placeOf(state: GameState, actor: string): string
  export function peopleAt(state: GameState, place: string): readonly string[]
  /** Who travels and rests together: players, and companions of theirs; the fallen are carried, the dead stay. */
  export const partyAt: (state: GameState, place: string) => string[]
  export const npcsAt: (state: GameState, place: string) => string[]
  export const attitude: (actor: Actor) => Attitude
  export const atLeast: (is: Attitude, needed: Attitude) => boolean
  export const warmer: (is: Attitude) => Attitude
  export const holds: (state: GameState, facts: readonly string[] | undefined) => boolean
  /** Ids of the ways out of a place that can be taken now. */
  export const waysFrom: (state: GameState, place: string) => string[]
  /** Where the beaten of the world run to: out of sight, never into a settlement. */
  export const lairFrom: (state: GameState, place: string) => string | undefined
  /** Where somebody runs to from a fight: players back to where they have been, if there is a way; the others out of sight. */
  export function refugeOf(state: GameState, actor: string): string | undefined
  /** The next thing somebody has to tell and would tell in this mood, with its fact's id. */
  export const nextReveal: (state: GameState, npc: Actor, mood: Attitude) => [string, Reveal] | undefined
  /** Ids of what can be seen and searched in a place now: what is hidden shows once it has been explored. */
  export function openFeatures(state: GameState, place: string): string[]
  /**
   * `make`, which is asked only once in a question for the state that rules are given: for lists that both `available` and `params`
   * need. Its answers are shared; do not change them.
   */
  export const remembered: <T>(make: (state: GameState, of: string) => T) => (state: GameState, of: string) => T
  /** Labels by id, for the enum of a parameter. */
  export const called: (state: GameState, ids: readonly string[]) => Record<string, string>

  /** `party` and `foes`, or what a rule wrote into the fight's `sides`. */
  type Side = string
  interface Weapon {
    id: string
    name: string
    damage: string
    average: number
  }
  /** Which side somebody fights on: what the fight's `sides` say, else `party` for players and those who like them, `foes` for the others. */
  export const sideOf: (state: GameState, id: string) => Side
  export const fighters: (state: GameState) => string[]
  /** Who of a side still stands in the fight, in a place. */
  export const standing: (state: GameState, side: Side, place: string) => string[]
  /** Whom somebody can really hit: the other side, in the same place, on their feet. */
  export function inReach(state: GameState, actor: string): string[]
  /**
   * Starts a fight in a place: the party there against `foes`, who are hostile from then on. With a stat, whoever of the party
   * makes a save of it acts before the foes and the others after them; without one, the party acts first.
   */
  export function startFight(draft: Draft, place: string, foes: readonly string[], stat?: string): void
  /** Leaves the fight without leaving the place. */
  export function leaveFight(draft: Draft, id: string): void
  /** Weapons somebody carries, best first. */
  export function weaponsOf(actor: Actor): Weapon[]

  type Slots = Readonly<Record<string, string | readonly string[]>>
  /** `$P` is a slot, `[P:stands|stand]` a verb that agrees with it. */
  export const fill: (line: string, slots: Slots) => string
  /** The next of the lines for an action: a step further each time it is played in a session. */
  export const tell: (state: GameState, action: string, lines: readonly string[], slots?: Slots) => string
  export const cap: (text: string) => string
  export function names(list: readonly string[]): string
  export const placeName: (place: Place | undefined) => string
  export const itemName: (entry: Item) => string
  export function span(minutes: number): string
  /** Minutes of `N[-M] minute|hour|day(s)`; of a span, the middle. */
  export function minutesOf(duration: string): number
}
