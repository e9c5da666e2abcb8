import { z } from 'zod'
import { ActionKind, Care, type Declared, type Guide, Worth } from './guide'
import type { ActionResult, Dice, Params } from './play'
import type { GameState } from './state'

/** A parameter of a tool. `enum` and `target` list the currently valid values; `many` accepts a list. */
export const ParamDef = z.object({
  name: z.string(),
  type: z.enum(['string', 'number', 'enum', 'target']),
  description: z.string(),
  required: z.boolean().default(false),
  enum: z.array(z.string()).optional(),
  /** Labels by enum value. The ids remain the values. */
  labels: z.record(z.string(), z.string()).optional(),
  many: z.boolean().optional(),
  /** Other names that a call may use for it. A model sees the first one instead of the name. */
  aliases: z.array(z.string()).optional()
})
export type ParamDef = z.infer<typeof ParamDef>
/**
 * A parameter as it is offered. `maxCharacters`: the limit for a text that may be longer than usual. `json`: the text holds JSON of this kind.
 * `skills`: for a plan, the schemas of the skills beside the campaign, by name.
 */
export type OfferedParam = ParamDef & { maxCharacters?: number; json?: 'plan' | 'output'; skills?: Readonly<Record<string, object>> }

const Names = z.array(z.string()).default([])

/** rules/manifest.yaml. */
export const Manifest = z.looseObject({
  game: z.string(),
  version: z.coerce.string(),
  /** The game's actions offered to players outside combat, in combat, and to the DM. An action in no list happens only as a followUp. */
  entry_actions: Names,
  combat_actions: Names,
  dm_actions: Names,
  /** The actions of NPCs, which the DM calls with `as`. */
  npc_actions: Names,
  combat_flow: z.enum(['initiative-based', 'side-based']).default('initiative-based'),
  /** Actions that run as followUps at these hooks. */
  hooks: z
    .object({
      combat_start: z.string().optional(),
      turn_start: z.string().optional(),
      turn_end: z.string().optional(),
      round_end: z.string().optional()
    })
    .default({}),
  /** The numbers on a sheet: label, whether the sheet has a maximum, and the smallest value. */
  stats: z.record(z.string(), z.object({ label: z.string(), has_max: z.boolean().default(false), min: z.number().default(0) })).default({}),
  /** The carrying capacity of every character, in equipment slots; absent if the game doesn't count. */
  slots: z.number().int().min(1).optional(),
  /** The sheet of a new character, for campaigns that start blank. */
  newcomer: z
    .object({ stats: z.record(z.string(), z.number()).default({}), max: z.record(z.string(), z.number()).default({}) })
    .default({ stats: {}, max: {} }),
  /**
   * What every player needs before the first risky action: its name with the article ("a class"), the tag of the sheet that stores it, the key of
   * this manifest whose map lists the choices, and the DM's action that assigns it.
   */
  preparation: z.object({ needs: z.string(), tag: z.string(), choices: z.string(), action: z.string() }).optional(),
  /** Mechanic floors: thresholds shown in the prompt and on the sheet. */
  floors: z.record(z.string(), z.string()).default({}),
  /** Risk keyword (substring, lower case) → the stat that resists it. */
  risks: z.record(z.string(), z.string()).default({}),
  /** How journeys are resolved, in games with a choice: see totm. */
  traverse: z.enum(['graded', 'classic']).optional(),
  /**
   * The configuration of `proscenium odds`: the stats for saves, the action that attacks a target, the action that takes a journey, the actions that
   * interact with a character, and the stats that are hit points (`hp` by default).
   */
  odds: z
    .object({
      saves: Names,
      dice: z.string().default('d20'),
      attack: z.string().optional(),
      travel: z.string().optional(),
      interact: Names,
      hit_points: Names
    })
    .default({ saves: [], dice: 'd20', interact: [], hit_points: [] }),
  limits: z
    .object({ turns_per_scene: z.number().int().min(4).default(40), scenes_per_session: z.number().int().min(1).default(6) })
    .default({ turns_per_scene: 40, scenes_per_session: 6 })
})
export type Manifest = z.infer<typeof Manifest>

/** An entry of rules/equipment/*.yaml, by its id. */
export const Equipment = z.looseObject({
  name: z.string(),
  kind: z.enum(['weapon', 'armor', 'consumable', 'spell', 'tool', 'light', 'treasure']),
  slots: z.number().min(0).default(1),
  damage: z.string().optional(),
  /** Damage that armour absorbs. */
  armor: z.number().int().optional(),
  /** The effect of a consumable: healing dice, cured conditions … The game's own actions read it. */
  effect: z.record(z.string(), z.json()).optional(),
  /** Added to the stats of the actor who carries it. */
  stats: z.record(z.string(), z.number()).optional(),
  /** Additional actions of its carrier. */
  grants: z.array(z.string()).optional(),
  /** The purpose of using it or casting from it. By default it is derived from its effects. */
  purpose: ActionKind.optional(),
  /** How valuable it is: 0 is left behind first, 1 ordinary, 2 kept if possible, 3 or more never given up. By default it depends on its kind. */
  worth: Worth.optional(),
  tags: z.record(z.string(), z.union([z.boolean(), z.string(), z.number()])).optional()
})
export type Equipment = z.infer<typeof Equipment>

/** rules/conditions/<id>.yaml. */
export const Condition = z.looseObject({
  name: z.string(),
  description: z.string().default(''),
  /** "Down": an actor with it gets no turns. */
  cannot_act: z.boolean().default(false),
  /** "Dead": the party leaves an actor with it behind. */
  dead: z.boolean().optional(),
  /** Whether other actors can see it. */
  visible: z.boolean().default(true),
  /** Added to the bearer's stats, once per `count`. */
  stats: z.record(z.string(), z.number()).optional(),
  /** Additional actions of the bearer, and actions that the bearer loses. */
  grants: z.array(z.string()).optional(),
  forbids: z.array(z.string()).optional(),
  /** What getting it again does: `refresh` keeps the later end, `extend` adds durations, `count` also adds one (up to `max`), `keep` nothing. */
  stacks: z.enum(['refresh', 'extend', 'count', 'keep']).default('refresh'),
  max: z.number().int().min(1).optional(),
  /** The bearer's action that runs when its time is up. */
  ends: z.string().optional(),
  /** What helps a character who has it. */
  care: z.array(Care).optional()
})
export type Condition = z.infer<typeof Condition>

/** A row of a table. If it names a `table`, that table is rolled too and its text is appended. All other fields are for the game's own rules. */
export const Row = z.looseObject({ text: z.string().optional(), table: z.string().optional() })
export type Row = z.infer<typeof Row>

/** A table for rules and engine: `dice`, and rows by range `"1-3"`. A file may list `{weight, text}` without dice instead. */
export const Table = z.looseObject({ name: z.string(), dice: z.string(), rows: z.record(z.string(), z.union([z.string(), Row])) })
export type Table = z.infer<typeof Table>

/** An action or verb as it is offered now: its parameters list their valid choices. */
export interface Offer {
  name: string
  description: string
  params: OfferedParam[]
  /** `turn` ends a player's turn; `free` has a small budget per turn; `look` makes no beat. */
  cost: 'turn' | 'free' | 'look'
  /** The NPC that it is offered for, if the DM acts through one. */
  as?: string
}

/** The parameters of an action in several states. What is the same in all of them doesn't depend on the state. */
export type Forms = readonly (readonly OfferedParam[])[]

/** A tool that a seat may ever be offered, with the forms in which it may be offered. `through`: the DM may have an NPC do it. */
export interface PossibleOffer extends Pick<Offer, 'name' | 'description' | 'cost'> {
  forms: Forms
  through?: boolean
}

/** Whether an actor may perform an action now, or the exact reason why not. For the designer only. */
export interface Availability {
  action: string
  description: string
  /** The action's source: a list in the manifest, an item or a condition, or none (only a followUp runs it); `table` for the table's verbs. */
  from: 'entry' | 'combat' | 'dm' | 'npc' | 'granted' | 'follows' | 'table'
  /** Absent when available. One sentence: "Wren has no weapon." */
  reason?: string
  /** Present if available: the parameters with their current choices. */
  params?: ParamDef[]
}

/** An action of a loaded game. `kind` is declared, or derived from its YAML effects; otherwise only a trial run finds it. */
export interface ActionEntry extends Declared {
  name: string
  description: string
  /** Its path under rules/. */
  file: string
}

/** A loaded game. The engine gets it as an argument; its rules run in a sandbox behind these calls. */
export interface Game {
  readonly manifest: Manifest
  /** Hash of all files under rules/, in hex. */
  readonly hash: string
  readonly equipment: Readonly<Record<string, Equipment>>
  readonly conditions: Readonly<Record<string, Condition>>
  readonly tables: Readonly<Record<string, Table>>
  readonly actions: Readonly<Record<string, ActionEntry>>
  /** The purposes of actions, items and conditions. Computed on the first call, which runs actions without a declared kind on a trial basis. */
  guide(): Guide
  /** The actions in `names` available to `actor`, with parameters. `next`: others who are asked right after. Throws Problem `rule-failed`. */
  offers(state: GameState, actor: string, names: readonly string[], next?: readonly (readonly [actor: string, names: readonly string[]])[]): Offer[]
  /** The forms of actions for an actor, available now or not: in this state, and in worlds made up for trials. */
  forms(state: GameState, actor: string, names: readonly string[]): ReadonlyMap<string, Forms>
  /** Runs one action. The caller has checked `params` against the offer. Throws Problem `refused` or `rule-failed`; then nothing has changed. */
  execute(state: GameState, actor: string, action: string, params: Params, dice: Dice): ActionResult
  /** The reason why `actor` may not do `action`; undefined if available. For the designer only. */
  whyNot(state: GameState, actor: string, action: string): string | undefined
  /** Like `whyNot` for many actions at once, by name: only those that `actor` may not do. */
  whyNots(state: GameState, actor: string, actions: readonly string[]): Map<string, string>
  dispose(): void
}
