import { z } from 'zod'
import { ChangeLine } from './compare'

/** Who decides for the DM or a player. */
export const AgentKind = z.enum(['offline', 'anthropic', 'replay', 'hand', 'command'])
export type AgentKind = z.infer<typeof AgentKind>

export const ParamValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])
export type ParamValue = z.infer<typeof ParamValue>
export const Params = z.record(z.string(), ParamValue)
export type Params = z.infer<typeof Params>

/** A request to the story, and the only kind there is. Callers never build a Beat. */
export const ActionCall = z.object({
  kind: z.enum(['play', 'edit', 'skill', 'script', 'import']).default('play'),
  /** A verb of the table (narrate, call_on …) or an action of the game. */
  action: z.string().min(1),
  /** `DM`, `designer`, `system`, or an actor's id. */
  actor: z.string().min(1),
  /** The NPC through whom the DM acts. */
  as: z.string().optional(),
  params: Params.default({}),
  agent: AgentKind.default('hand')
})
export type ActionCall = z.infer<typeof ActionCall>

/** One roll of dice. `need` is the least total that succeeds (or the most, with `under`). */
export const Roll = z.object({
  expr: z.string(),
  dice: z.array(z.number().int()),
  total: z.number(),
  label: z.string().optional(),
  target: z.string().optional(),
  need: z.number().optional(),
  under: z.boolean().optional(),
  outcome: z.enum(['success', 'failure']).optional()
})
export type Roll = z.infer<typeof Roll>

/** What `roll` may be asked besides the expression. */
export interface RollOptions {
  label?: string
  target?: string
  /** Success when total ≤ under. */
  under?: number
  /** Success when total ≥ over. */
  over?: number
  /** Id of the table that the roll is for. */
  table?: string
}

/** Totals from the first number to the second: a row of a table. */
export type Range = readonly [number, number]
/** What a rule can look at of a roll besides its outcome. */
export type Look = 'total' | 'dice'

/** Where dice come from: an argument of `engine.play`, so replay, exact odds and previews come for free. */
export interface Dice {
  roll(expr: string, options?: RollOptions): Roll
  /**
   * Only dice that count chances have it, and then it is asked instead of `roll`: a roll that may stand for many, and `look`
   * to be told what is read of it. With `ranges`, into which of them the total falls is settled and need not be told.
   */
  watch?(expr: string, options: RollOptions, ranges?: readonly Range[]): { roll: Roll; look: (member: Look) => void }
}

/**
 * What a rule answers, as in narrative-engine.md. `stateDelta` is a JSON Merge Patch (RFC 7396). `result` is for whoever
 * called: `{status: "partial_success", damage: 2}` is told with the tool's answer and is what odds are counted by.
 */
export interface ActionResult {
  stateDelta: Record<string, unknown>
  narrative: string
  followUp?: FollowUp[]
  result?: Record<string, unknown>
}
export type FollowUp = string | { action: string; actor?: string; params?: Params }

/** One line of the scene's LOG.yaml. `at` is campaign time (ISO), `beat` the number of the beat that wrote it. */
export const LogEntry = z.looseObject({
  at: z.string(),
  beat: z.number().int(),
  by: z.string(),
  kind: z.enum(['narration', 'speech', 'system', 'roll', 'scene']),
  text: z.string(),
  /** The action behind a system entry. */
  action: z.string().optional(),
  rolls: z.array(Roll).optional()
})
export type LogEntry = z.infer<typeof LogEntry>

/** What a model was asked and cost for a beat: facts beside the story, kept in the commit's trailers. */
export const Spent = z.object({
  model: z.string().optional(),
  /** Absent when the answer to an earlier question was played on. `input` counts what was read from a cache too. */
  tokens: z.object({ input: z.number().int(), output: z.number().int() }).optional(),
  /** US dollars, where the price is known. */
  cost: z.number().optional()
})
export type Spent = z.infer<typeof Spent>

/** Facts about a beat, as read from one pass over the history: enough to draw the timeline. */
export const Beat = z.object({
  /** Commit id. */
  id: z.string(),
  parent: z.string().optional(),
  /** Number of the beat on its line of history, 0 for the commit that made the campaign. */
  n: z.number().int(),
  /** Milliseconds since 1970, from the commit header: when it was really made. */
  time: z.number(),
  /** One line in words: the commit's subject. */
  subject: z.string(),
  kind: z.enum(['play', 'edit', 'skill', 'script', 'import', 'foreign']),
  action: z.string(),
  actor: z.string(),
  as: z.string().optional(),
  agent: z.string().optional(),
  /** `Scene:` trailer: the scene's folder, absent between scenes. */
  scene: z.string().optional(),
  rolls: z.array(Roll),
  spent: Spent.optional()
})
export type Beat = z.infer<typeof Beat>

/** One use of a tool by an agent. */
export const ToolCall = z.object({
  tool: z.string(),
  by: z.string(),
  agent: AgentKind,
  input: Params,
  /** The NPC through whom the DM acted. */
  as: z.string().optional(),
  /** What the tool answered, or the problem it was told. */
  result: z.string().optional(),
  problem: z.string().optional(),
  /** Where it was refused: the id of a place, and where a rule failed, its file in the campaign and the line. */
  place: z.string().optional(),
  file: z.string().optional(),
  line: z.number().int().optional(),
  /** The beat it made, when it made one. */
  beat: z.string().optional(),
  ms: z.number()
})
export type ToolCall = z.infer<typeof ToolCall>

/** A ruling that a text links to, as it stood then; `path` in the campaign. */
export const Cited = z.object({ path: z.string(), title: z.string(), text: z.string() })
export type Cited = z.infer<typeof Cited>

/** A beat with everything it changed, for the side panel. */
export const BeatDetail = z.object({
  beat: Beat,
  params: Params,
  changes: z.array(ChangeLine),
  log: z.array(LogEntry),
  toolCalls: z.array(ToolCall),
  files: z.array(z.string()),
  /** Rulings that what was said or written cites by `[[link]]`. */
  cites: z.array(Cited)
})
export type BeatDetail = z.infer<typeof BeatDetail>
