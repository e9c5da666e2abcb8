import { z } from 'zod'
import { ActionKind, Care, type Declared, type Guide, Worth } from './guide'
import type { ActionResult, Dice, Params } from './play'
import type { GameState } from './state'

/** A parameter of a tool. `enum` and `target` are filled with what is valid now; `many` accepts a list. */
export const ParamDef = z.object({
  name: z.string(),
  type: z.enum(['string', 'number', 'enum', 'target']),
  description: z.string(),
  required: z.boolean().default(false),
  enum: z.array(z.string()).optional(),
  /** Labels by enum value. The ids remain the values. */
  labels: z.record(z.string(), z.string()).optional(),
  many: z.boolean().optional(),
  /** Other names under which a call may give it. They are read, never shown. */
  aliases: z.array(z.string()).optional()
})
export type ParamDef = z.infer<typeof ParamDef>
/** A parameter as it is offered. `maxCharacters`: of a text that may be longer than usual. */
export type OfferedParam = ParamDef & { maxCharacters?: number }

const Names = z.array(z.string()).default([])

/** rules/manifest.yaml. */
export const Manifest = z.looseObject({
  game: z.string(),
  version: z.coerce.string(),
  /** The game's actions offered to players outside combat, in combat, and to the DM. An action in no list happens only as a followUp. */
  entry_actions: Names,
  combat_actions: Names,
  dm_actions: Names,
  /** What NPCs can do through the DM's `as`. */
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
  /** The numbers on a sheet: label, whether the sheet keeps a maximum, and the smallest value. */
  stats: z.record(z.string(), z.object({ label: z.string(), has_max: z.boolean().default(false), min: z.number().default(0) })).default({}),
  /** How much everybody can carry, in equipment slots; absent if the game doesn't count. */
  slots: z.number().int().min(1).optional(),
  /** The sheet of a new character, for campaigns that start blank. */
  newcomer: z
    .object({ stats: z.record(z.string(), z.number()).default({}), max: z.record(z.string(), z.number()).default({}) })
    .default({ stats: {}, max: {} }),
  /**
   * What every player needs before anything can be ventured: its name with the article ("a class"), the tag of the sheet that holds it, the key of
   * this manifest whose map lists what there is to choose, and the DM's action that gives it.
   */
  preparation: z.object({ needs: z.string(), tag: z.string(), choices: z.string(), action: z.string() }).optional(),
  /** Mechanic floors: thresholds shown in the prompt and on the sheet. */
  floors: z.record(z.string(), z.string()).default({}),
  /** Risk keyword (substring, lower case) → the stat that meets it. */
  risks: z.record(z.string(), z.string()).default({}),
  /** How journeys are resolved, in games that leave the choice: see totm. */
  traverse: z.enum(['graded', 'classic']).optional(),
  /**
   * What `proscenium odds` needs to know: the stats for saves, the action that attacks a target, the action that takes a journey, the actions
   * that interact with somebody, and the stats that are hit points (`hp` if none is named).
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
  /** A weapon's damage dice. */
  damage: z.string().optional(),
  /** Damage that armour absorbs. */
  armor: z.number().int().optional(),
  /** The effect of a consumable: healing dice, cured conditions … The game's own actions read it. */
  effect: z.record(z.string(), z.json()).optional(),
  /** Added to the stats of the actor who carries it. */
  stats: z.record(z.string(), z.number()).optional(),
  /** Actions that its carrier has besides those in the manifest. */
  grants: z.array(z.string()).optional(),
  /** What using it, or casting from it, is for. Without it, its effects say so. */
  purpose: ActionKind.optional(),
  /** How dear it is: 0 is left behind first, 1 is ordinary, 2 is kept if possible, 3 and more is never parted with. Without it, its kind says so. */
  worth: Worth.optional(),
  tags: z.record(z.string(), z.union([z.boolean(), z.string(), z.number()])).optional()
})
export type Equipment = z.infer<typeof Equipment>

/** rules/conditions/<id>.yaml. */
export const Condition = z.looseObject({
  name: z.string(),
  description: z.string().default(''),
  /** "Down": an actor with it is not asked for actions. */
  cannot_act: z.boolean().default(false),
  /** "Dead": the party leaves an actor with it behind. */
  dead: z.boolean().optional(),
  /** Whether other actors can see it. */
  visible: z.boolean().default(true),
  /** Added to the bearer's stats, once per `count`. */
  stats: z.record(z.string(), z.number()).optional(),
  /** Actions that the bearer has besides those in the manifest, and actions that the bearer loses. */
  grants: z.array(z.string()).optional(),
  forbids: z.array(z.string()).optional(),
  /**
   * What happens when an actor who has it gets it again: `refresh` keeps the later end, `extend` adds the durations, `count` adds one to `count`
   * (up to `max`) and refreshes, `keep` changes nothing.
   */
  stacks: z.enum(['refresh', 'extend', 'count', 'keep']).default('refresh'),
  max: z.number().int().min(1).optional(),
  /** The bearer's action that follows when its time has run out. */
  ends: z.string().optional(),
  /** What helps somebody who has it. */
  care: z.array(Care).optional()
})
export type Condition = z.infer<typeof Condition>

/** A row of a table. With `table`, that table is rolled too and its text follows. All other fields are for the game's own rules. */
export const Row = z.looseObject({ text: z.string().optional(), table: z.string().optional() })
export type Row = z.infer<typeof Row>

/**
 * A table as rules and engine see it: `dice`, and rows by range `"1-3"`. In its file, rows may also be a list of `{weight, text}` without dice;
 * the reader converts weights to ranges.
 */
export const Table = z.looseObject({ name: z.string(), dice: z.string(), rows: z.record(z.string(), z.union([z.string(), Row])) })
export type Table = z.infer<typeof Table>

/** An action or verb as it is offered now: parameters filled, with nothing that would be refused because of its name. */
export interface Offer {
  name: string
  description: string
  params: OfferedParam[]
  /** `turn` ends a player's turn; `free` has a small budget per turn; `look` makes no beat. */
  cost: 'turn' | 'free' | 'look'
  /** The NPC this is offered for, if the DM acts through one. */
  as?: string
}

/** A tool that a seat may be offered at some time. Without `params` only the rules can tell them, and only when it is available. */
export type PossibleOffer = Omit<Offer, 'params'> & { params?: Offer['params'] }

/** Whether an actor may do something now, or the exact reason why not. For the designer only. */
export interface Availability {
  action: string
  description: string
  /** Where the action comes from: a list in the manifest, an item or a condition, or nowhere (it only follows); `table` for the table's own verbs. */
  from: 'entry' | 'combat' | 'dm' | 'npc' | 'granted' | 'follows' | 'table'
  /** Absent when available. One sentence: "Wren has no weapon." */
  reason?: string
  /** Present if available: the parameters with their current choices. */
  params?: ParamDef[]
}

/** An action of a loaded game. `kind` is as declared, or as its YAML effects show it; without either, only trying it does. */
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
  /** What actions, items and conditions are for. Computed at the first call: actions that don't declare their kind are tried then. */
  guide(): Guide
  /** The actions in `names` whose `available()` holds for `actor`, with their parameters. Throws Problem `rule-failed`. */
  offers(state: GameState, actor: string, names: readonly string[]): Offer[]
  /** Runs one action. The caller has checked `params` against the offer. Throws Problem `refused` or `rule-failed`; then nothing has changed. */
  execute(state: GameState, actor: string, action: string, params: Params, dice: Dice): ActionResult
  /** The reason why `actor` may not do `action`; undefined if available. For the designer only. */
  whyNot(state: GameState, actor: string, action: string): string | undefined
  /** Like `whyNot` for many actions at once, by name: only those that `actor` may not do. */
  whyNots(state: GameState, actor: string, actions: readonly string[]): Map<string, string>
  dispose(): void
}
