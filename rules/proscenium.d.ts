// Everything that a rule can see and use. The sandbox has nothing else: no clock, no files, no randomness except the dice.

// A test compares this file with the schemas of a campaign's files and with the sandbox.

type Flag = boolean | string | number
type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/**
 * The data of a campaign's files. They may have fields of your own. Declare those in a file of your game, so that they have types
 * in every rule: `declare global { interface Feature { smell?: string } }`.
 */
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
  written?: boolean
  searched?: boolean
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

interface Scene {
  path: string
  title: string
  place: string
  present: Record<string, true>
  aim: string
  opened: number
  story?: string
}
interface Combat {
  /** Higher scores act first. */
  initiative: Record<string, number>
  /** In side-based fights, the side of each participant. */
  sides?: Record<string, string>
}

/** Everything true now. Frozen: a rule changes it only through the `stateDelta` that it returns. */
interface GameState {
  readonly actors: Readonly<Record<string, Actor>>
  readonly places: Readonly<Record<string, Place>>
  readonly journeys: Readonly<Record<string, Journey>>
  readonly regions: Readonly<Record<string, { name: string }>>
  readonly facts: Readonly<Record<string, Flag>>
  readonly clock: { readonly start: string; readonly minutes: number }
  readonly combat?: Readonly<Combat>
  readonly quests: Readonly<Record<string, Json>>
  readonly factions: Readonly<Record<string, Json>>
  readonly relationships: Readonly<Record<string, Json>>
  readonly threads: Readonly<Record<string, Json>>
  /** The seating order of the players. */
  readonly party?: readonly string[]
  readonly scene?: Readonly<Scene>
  readonly table: {
    readonly mode: 'story' | 'combat'
    readonly round: number
    /** How often each action was played in this session. */
    readonly played: Readonly<Record<string, number>>
  }
}

/** The values of an action's parameters, by name. A parameter that isn't required may be absent. */
type Params = Readonly<Record<string, string | number | boolean | readonly string[]>>

interface ParamDef {
  name: string
  type: 'string' | 'number' | 'enum' | 'target'
  description: string
  required: boolean
  /** The current choices. If a required parameter has none, the action is not offered. */
  enum?: string[]
  /** Readable labels, by enum value. */
  labels?: Record<string, string>
  /** Whether it takes a list. */
  many?: boolean
  /** Other names under which a call may give it, such as `edge_id` for `journey`. A model sees the first one instead of the name. */
  aliases?: string[]
}
/** The definition of an action's parameter. `required` must be true unless the parameter may be absent. */
type ParamOf<P> = {
  [Name in keyof P & string]: Omit<ParamDef, 'enum'> & { name: Name; required: undefined extends P[Name] ? boolean : true } & (NonNullable<
      P[Name]
    > extends readonly string[]
      ? { many: true; enum?: string[] }
      : NonNullable<P[Name]> extends number
        ? { type: 'number'; many?: false; enum?: never }
        : { many?: false; enum?: NonNullable<P[Name]>[] })
}[keyof P & string]

/** A JSON Merge Patch (RFC 7396): only what changes, and null removes. Lists are replaced whole. */
type Patch<T> = T extends readonly unknown[] ? T : T extends object ? { readonly [Key in keyof T]?: Patch<T[Key]> | null } : T
/** What a rule may change. */
interface Delta {
  readonly actors?: Patch<GameState['actors']>
  readonly places?: Patch<GameState['places']>
  readonly facts?: Patch<GameState['facts']>
  readonly clock?: Patch<GameState['clock']>
  readonly quests?: Patch<GameState['quests']>
  readonly factions?: Patch<GameState['factions']>
  readonly relationships?: Patch<GameState['relationships']>
  readonly threads?: Patch<GameState['threads']>
  /** Null ends the fight. */
  readonly combat?: Patch<Combat> | null
}

type FollowUp = string | { action: string; actor?: string; params?: Params }

interface ActionResult {
  stateDelta: Delta
  /** One or two sentences for readers, with names, never ids. May be empty if the follow-ups narrate. */
  narrative: string
  /** Actions that happen at once, in the same beat: by name, imported, made here as an object, or with actor and parameters. */
  followUp?: (FollowUp | Action<never>)[]
  /** The outcome as data for the caller, such as `{status: 'success', damage: 2}`. It is part of the tool's answer, and the odds use it. */
  result?: Record<string, unknown>
}

/**
 * The default export of a file in actions/. If you give the types of its parameters, `satisfies Action<{ target: string }>`, your
 * editor checks the definitions in `params` against them and knows that `params.target` is a string.
 */
interface Action<P = Params> {
  /** The same as the file's name. */
  name: string
  description: string
  /** What the action is for; the built-in players choose by it. Without it, Proscenium tries the action to find out. */
  kind?: ActionKind
  /** Its strength compared with others of its kind, from 0 to 10. The usual value is 1. */
  power?: number
  params: ParamsOf<P>[] | ((state: GameState, actor: string) => ParamsOf<P>[])
  /** True, false, or the reason as a clause for the designer, such as 'a fight is under way'. No dice. */
  available(state: GameState, actor: string): boolean | string
  execute(state: GameState, actor: string, params: Readonly<P>): ActionResult
}
type ParamsOf<P> = string extends keyof P ? ParamDef : ParamOf<P>

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

interface RollOptions {
  label?: string
  /** The id of the actor whom the roll concerns. */
  target?: string
  under?: number
  over?: number
}
/** Rolls dice such as "d20" or "2d6+1"; only inside execute. `under`: succeeds if the total is ≤ it; `over`: if the total is ≥ it. */
declare function roll(expr: string, options?: RollOptions): Roll
/**
 * Rolls on a table in tables/ and returns its row with the total that chose it; only inside execute. A row's own `table` is rolled
 * too: texts are joined, and the fields of both are returned. If both rows have a field, the outer row's wins.
 */
declare function rollTable(name: string): { readonly text: string; readonly total: number } & Readonly<Record<string, unknown>>
/** @deprecated The old word for `rollTable`. */
declare const table: typeof rollTable
/** For `throw refuse("…")`: the rule refuses the action, nothing changes, and the caller gets the sentence. */
declare function refuse(sentence: string): Error
/** Shows values in the workshop's "Try it" while the rule is tried there. At the table it does nothing. */
declare const console: Readonly<Record<'log' | 'info' | 'warn' | 'error' | 'debug', (...values: unknown[]) => void>>

/** What an action is for: see "Say what things are for" in the guide to games. */
type ActionKind =
  | 'move'
  | 'explore'
  | 'search'
  | 'take'
  | 'talk'
  | 'help'
  | 'give'
  | 'drop'
  | 'attack'
  | 'hold'
  | 'break_free'
  | 'flee'
  | 'protect'
  | 'heal'
  | 'recover'
  | 'rest'
  | 'light'
  | 'use'
  | 'cast'
  | 'prepare'
  | 'start_combat'
  | 'end_combat'
  | 'endanger'
  | 'encounter'
  | 'reward'
  | 'send'
  | 'set_fact'
  | 'pass_time'
  | 'other'
/** What helps somebody with a condition. */
type Care = 'rescue' | 'help' | 'heal' | 'sleep' | 'long_rest'

interface Equipment {
  name: string
  kind: 'weapon' | 'armor' | 'consumable' | 'spell' | 'tool' | 'light' | 'treasure'
  slots: number
  damage?: string
  armor?: number
  effect?: Record<string, Json>
  /** Added to the carrier's stats. */
  stats?: Record<string, number>
  grants?: string[]
  /** What a character uses it for, or casts from it for. Without it, Proscenium derives the purpose from the effects. */
  purpose?: ActionKind
  /** 0 is left behind first, 1 is ordinary, 2 is kept if possible, 3 and more is never parted with. */
  worth?: number
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
  care?: Care[]
}
interface Table {
  name: string
  dice: string
  /** By range: `1-3`. */
  rows: Record<string, string | { text?: string; table?: string }>
}
/** manifest.yaml. */
interface Manifest {
  game: string
  version: string
  entry_actions: string[]
  combat_actions: string[]
  dm_actions: string[]
  npc_actions: string[]
  combat_flow: 'initiative-based' | 'side-based'
  hooks: { combat_start?: string; turn_start?: string; turn_end?: string; round_end?: string }
  stats: Record<string, { label: string; has_max: boolean; min: number }>
  slots?: number
  newcomer: { stats: Record<string, number>; max: Record<string, number> }
  preparation?: { needs: string; tag: string; choices: string; action: string }
  floors: Record<string, string>
  risks: Record<string, string>
  traverse?: 'graded' | 'classic'
  odds: { saves: string[]; dice: string; attack?: string; travel?: string; interact: string[]; hit_points: string[] }
  limits: { turns_per_scene: number; scenes_per_session: number }
}
/** The game's lists, frozen. */
declare const game: {
  readonly equipment: Readonly<Record<string, Equipment>>
  readonly conditions: Readonly<Record<string, Condition>>
  readonly tables: Readonly<Record<string, Table>>
  /** The whole manifest, your own keys included. */
  readonly manifest: Readonly<Manifest> & { readonly [key: string]: unknown }
}

/** Functions that all games share: collecting changes, sheets, characters, fights, wording. */
declare module 'proscenium' {
  /** Collects a rule's changes. `state` is the state with all changes so far. */
  export class Draft {
    constructor(state: GameState)
    state: GameState
    /** Sets the value at a path of keys; null removes it. */
    put(path: readonly string[], value: unknown): void
    /** Throws a refusal if no actor has this id. */
    actor(id: string): Actor
    /** The current value of a stat, with all modifiers. */
    stat(id: string, name: string): number
    /** The value of a stat on the sheet. */
    base(id: string, name: string): number
    /** Sets a stat on the sheet, limited to the manifest's minimum and the sheet's maximum. */
    setStat(id: string, name: string, value: number): void
    hasCondition(id: string, condition: string): boolean
    /** Gives an actor a condition for some minutes, some rounds of a fight, or until it is removed. It stacks as its file says. */
    addCondition(id: string, condition: string, lasts?: { minutes?: number; rounds?: number }): void
    /** Removes a condition; returns whether the actor had it. */
    removeCondition(id: string, condition: string): boolean
    /**
     * Gives an actor an item, or puts it down in a `{ place }`. Items of a kind that an actor carries are counted together. Throws a
     * refusal if the actor has no room.
     */
    addItem(to: string | { place: string }, key: string, entry: Item): void
    roomFor(id: string, entry: Item): boolean
    /** Removes an item, or `count` of it, from an actor; returns what was removed. */
    removeItem(id: string, key: string, count?: number): Item | undefined
    /** Lets time pass for everybody. Conditions that run out end by themselves. */
    passTime(minutes: number): void
    setFact(id: string, value?: Flag): void
    /** An inactive quest becomes active; one of any other status stays as it is. Returns whether it did. */
    startQuest(id: string): boolean
    /** An active quest is completed; one of any other status stays as it is. Returns whether it was. */
    completeQuest(id: string): boolean
    /** An active quest has failed; one of any other status stays as it is. Returns whether it has. */
    failQuest(id: string): boolean
    /** Marks an objective of a quest as done. Throws a refusal if the quest doesn't have it. */
    completeObjective(quest: string, objective: string): void
    /** Changes how one character or faction feels about another by an amount, within −100 and 100. A new relationship has the type KNOWS. */
    changeRelationship(from: string, to: string, by: number): void
    /** Opens a thread of the story, unless there is one of this id. */
    openThread(id: string, text: string, payoff?: string): void
    /** Closes a thread of the story because it is paid off; a closed one stays as it is. */
    payOff(id: string, outcome?: string): void
    say(line: string): void
    /** The rule's result: all changes and lines so far. */
    result(followUp?: FollowUp[], result?: Record<string, unknown>): ActionResult

    /** @deprecated The old word for `hasCondition`. */
    has(id: string, condition: string): boolean
    /** @deprecated The old word for `addCondition`. */
    afflict(id: string, condition: string, lasts?: { minutes?: number; rounds?: number }): void
    /** @deprecated The old word for `removeCondition`. */
    relieve(id: string, condition: string): boolean
    /** @deprecated The old word for `addItem`. */
    give(id: string, key: string, entry: Item): void
    /** @deprecated The old word for `removeItem`. */
    take(id: string, key: string, count?: number): Item | undefined
    /** @deprecated The old word for `addItem` with a `{ place }`. */
    drop(place: string, key: string, entry: Item): void
    /** @deprecated The old word for `setFact`. */
    fact(id: string, value?: Flag): void
  }
  /** Rolls a save with the dice in the manifest's `odds`, at or under the current stat. On a d20, 1 always succeeds and 20 never does. */
  export const save: (draft: Draft, id: string, stat: string, label?: string) => boolean
  /** Takes points off a stat on the sheet, down to its minimum. */
  export function damage(draft: Draft, id: string, stat: string, points: number): { taken: number; over: number }
  /** @deprecated The old word for `damage`. */
  export const lose: typeof damage
  /** The first free key in an inventory: `rope`, `rope-2` … */
  export function freeKey(inventory: Readonly<Record<string, Item>>, wanted: string): string

  /**
   * Applies effects in the words of YAML actions, such as those of an item or a table row, to `actor`. `names` are the names that `{…}` can
   * use besides actor, place, facts and clock. Returns the actions that follow; return them as `followUp`.
   */
  export function applyEffects(draft: Draft, effects: unknown, actor: string, action?: string, names?: Readonly<Record<string, unknown>>): FollowUp[]

  type Sheet = Pick<Actor, 'stats' | 'conditions' | 'inventory'>
  /** Pass `game` as the lists. */
  export function statOf(actor: Sheet, stat: string, lists: typeof game): number
  export function modifiers(actor: Sheet, stat: string, lists: typeof game): { from: string; by: number }[]
  export function granted(actor: Sheet, lists: typeof game): Record<string, string>
  export function forbidding(actor: Sheet, action: string, lists: typeof game): string | undefined
  export const slotsUsed: (actor: Sheet, lists: typeof game) => number

  export function canAct(state: GameState, id: string): boolean
  export const isDead: (state: GameState, id: string) => boolean
  /** An actor's place. The DM's place is the one with most of the players who can act. */
  export function placeOf(state: GameState, actor: string): string
  /** The places in which an actor can act: the actor's own; for the DM, every place with a living player, the one with most of them first. */
  export function placesOf(state: GameState, actor: string): string[]
  export function peopleAt(state: GameState, place: string): readonly string[]
  /** The characters who travel and rest together: players and their companions. They carry the fallen and leave the dead behind. */
  export const partyAt: (state: GameState, place: string) => string[]
  /** The party members whom an actor can affect: those in the same place; for the DM, all of them, wherever they are. */
  export const partyNear: (state: GameState, actor: string) => string[]
  export const npcsAt: (state: GameState, place: string) => string[]
  export const attitude: (actor: Actor) => Attitude
  export const atLeast: (is: Attitude, needed: Attitude) => boolean
  export const warmer: (is: Attitude) => Attitude
  export const holds: (state: GameState, facts: readonly string[] | undefined) => boolean
  /** The ids of the journeys that can be made from a place now. */
  export const waysFrom: (state: GameState, place: string) => string[]
  /** Where beaten NPCs flee to: out of sight, never into a settlement. */
  export const lairFrom: (state: GameState, place: string) => string | undefined
  /** Where an actor flees to from a fight: players back to a place they have visited, if there is a journey to one; others out of sight. */
  export function refugeOf(state: GameState, actor: string): string | undefined
  /** The next thing that an NPC would reveal in this mood, with its fact's id. */
  export const nextReveal: (state: GameState, npc: Actor, mood: Attitude) => [string, Reveal] | undefined
  /** The ids of the features that can be searched in a place now. Hidden ones appear after somebody has explored the place. */
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
  /** The members of a side who are still standing in the fight, in a place. */
  export const standing: (state: GameState, side: Side, place: string) => string[]
  /** The characters that an actor can hit: the other side, in the same place, standing. */
  export function inReach(state: GameState, actor: string): string[]
  /**
   * Starts a fight in a place: the party there against `foes`, who are hostile from then on. With a stat, party members who
   * make a save with it act before the foes and the others after them; without one, the party acts first.
   */
  export function startCombat(draft: Draft, place: string, foes: readonly string[], stat?: string): void
  /** @deprecated The old word for `startCombat`. */
  export const startFight: typeof startCombat
  /** Leaves the fight without leaving the place. */
  export function leaveCombat(draft: Draft, id: string): void
  /** @deprecated The old word for `leaveCombat`. */
  export const leaveFight: typeof leaveCombat
  /** An actor's weapons, best first. */
  export function weaponsOf(actor: Actor): Weapon[]

  type Slots = Readonly<Record<string, string | readonly string[]>>
  /** `$P` is a slot, `[P:stands|stand]` a verb that agrees with it. */
  export const fill: (line: string, slots: Slots) => string
  /** The next line for an action: each time the action is played in a session, it moves one line further. */
  export const tell: (state: GameState, action: string, lines: readonly string[], slots?: Slots) => string
  export const cap: (text: string) => string
  export function names(list: readonly string[]): string
  export const placeName: (place: Place | undefined) => string
  export const itemName: (entry: Item) => string
  export function span(minutes: number): string
  /** The minutes of `N[-M] minute|hour|day(s)`; for a span, the middle. */
  export function minutesOf(duration: string): number
}
