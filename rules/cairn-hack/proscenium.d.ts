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
  rounds?: number
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
  readonly combat?: { readonly initiative: Readonly<Record<string, number>> }
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
  /** One or two sentences for readers: names, never ids. */
  narrative: string
  /** Actions that happen at once, in the same beat. */
  followUp?: (string | Action | { action: string; actor?: string; params?: Params })[]
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
/** Rolls on a table of tables/ and gives its row, with the total that chose it; only inside execute. */
declare function table(name: string): { readonly text: string; readonly total: number; readonly [key: string]: unknown }
/** For `throw refuse("…")`: the rule says no, nothing changes, and whoever asked is told the sentence. */
declare function refuse(sentence: string): Error

interface Equipment {
  name: string
  kind: 'weapon' | 'armor' | 'consumable' | 'tool' | 'light' | 'treasure'
  slots: number
  damage?: string
  armor?: number
  effect?: Record<string, unknown>
  tags?: Record<string, Flag>
}
/** The game's own lists, frozen. */
declare const game: {
  readonly equipment: Readonly<Record<string, Equipment>>
  readonly conditions: Readonly<Record<string, { name: string; description: string; cannot_act: boolean; visible: boolean }>>
  readonly tables: Readonly<Record<string, { name: string; dice: string; rows: Record<string, string | { text: string }> }>>
  readonly manifest: {
    readonly risks: Readonly<Record<string, string>>
    readonly stats: Readonly<Record<string, { label: string; has_max: boolean; min: number }>>
  }
}
