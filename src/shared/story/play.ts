import { z } from 'zod'
import type { ChangeLine } from '../analysis/compare'
import { EntryChanges } from './entry-changes'
import { Provenance } from '../table/skills'
import type { Writer } from './writers'

/** Who decides for the DM or a player. `mcp`: a program that uses the seat's tools over the Model Context Protocol. */
export const AgentKind = z.enum(['offline', 'anthropic', 'replay', 'hand', 'command', 'mcp'])
export type AgentKind = z.infer<typeof AgentKind>

/** Whether a seat's agent is asked in a conversation: a model, or a command. */
export const isConversational = (agent: AgentKind): boolean => agent === 'anthropic' || agent === 'command'

/** Whether a seat reads the results of its calls as a model does: its agent is asked in a conversation, or is an MCP client. */
export const readsResults = (agent: AgentKind): boolean => isConversational(agent) || agent === 'mcp'

export const ParamValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])
export type ParamValue = z.infer<typeof ParamValue>
export const Params = z.record(z.string(), ParamValue)
export type Params = z.infer<typeof Params>

/** A request to the story, and the only kind of request. Callers never build a Beat. */
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

/** One dice roll. `need` is the smallest total that succeeds (or the largest, with `under`). */
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

/** Options of a roll besides the expression. */
export interface RollOptions {
  label?: string
  target?: string
  /** Success when total ≤ under. */
  under?: number
  /** Success when total ≥ over. */
  over?: number
  table?: string
}

/** Totals from the first number to the second: a row of a table. */
export type Range = readonly [number, number]
/** The details of a roll that a rule can read besides its outcome. */
export type Look = 'total' | 'dice'

/** The source of dice, an argument of `engine.play`: replay, exact odds and previews each pass their own. */
export interface Dice {
  roll(expr: string, options?: RollOptions): Roll
  /**
   * Only the dice for computing odds have it, and it is called instead of `roll`: the roll may represent many, and `look` is called when the rule
   * reads a detail of it. With `ranges`, the total's range is known, and reading it is not reported.
   */
  watch?(expr: string, options: RollOptions, ranges?: readonly Range[]): { roll: Roll; look: (member: Look) => void }
}

/**
 * What a rule returns, as in narrative-engine.md. `stateDelta` is a JSON Merge Patch (RFC 7396). `result` is for the caller: `{status:
 * "partial_success", damage: 2}` is part of the tool's answer, and odds count it.
 */
export interface ActionResult {
  stateDelta: Record<string, unknown>
  narrative: string
  followUp?: (FollowUp | InlineAction)[]
  result?: Record<string, unknown>
}
export type FollowUp = string | { action: string; actor?: string; params?: Params }

/** An action that a rule returned as an object of its own. It has run already, on the state that the steps before it left. */
export interface InlineAction {
  action: string
  actor: string
  /** The number of its rolls, which follow those of the steps before it. */
  rolls: number
  ran: Omit<ActionResult, 'followUp'>
}

/** One entry of the scene's LOG.yaml. `at` is campaign time (ISO), `beat` the number of the beat that wrote it. */
export const LogEntry = z.looseObject({
  at: z.string(),
  beat: z.number().int(),
  by: z.string(),
  /** `record`: what only the DM and the designer read, such as a thread that was opened. */
  kind: z.enum(['narration', 'speech', 'system', 'roll', 'scene', 'record']),
  text: z.string(),
  /** The action behind a system entry; the verb behind a text of an Arrow document. */
  action: z.string().optional(),
  /** The actors whom the action's call names as its targets, by id. */
  targets: z.array(z.string()).optional(),
  rolls: z.array(Roll).optional(),
  /** The changes by the rules: the ground truth behind a system entry's sentence. */
  changes: EntryChanges.optional(),
  /** The pictures in a text of an Arrow document: the path of each in the campaign, and its alternative text. */
  pictures: z.array(z.object({ file: z.string(), alt: z.string().optional() })).optional(),
  /** The tool beside the campaign that made the changes, and the campaign time. */
  provenance: Provenance.optional()
})
export type LogEntry = z.infer<typeof LogEntry>

/** The model for a beat and its cost: facts outside the story, kept in the commit's trailers. */
export interface Spent {
  model?: string
  /** Absent if the beat came from the answer to an earlier request. `input` includes cached tokens. */
  tokens?: { input: number; output: number }
  /** US dollars, if the price is known. */
  cost?: number
}

/** The facts of a beat that one pass over the history collects: enough to draw the timeline. */
export interface Beat {
  /** Commit id. */
  id: string
  parent?: string
  /** Number of the beat on its line of history; 0 for the commit that created the campaign. */
  n: number
  /** Milliseconds since 1970, from the commit header: the real time of the commit. */
  time: number
  /** The commit's subject: one line in words. */
  subject: string
  kind: 'play' | 'edit' | 'skill' | 'script' | 'import' | 'foreign'
  action: string
  actor: string
  as?: string
  agent?: string
  /** `Scene:` trailer: the scene's folder, absent between scenes. */
  scene?: string
  rolls: Roll[]
  spent?: Spent
  /** `Writer:` trailer of a call that was played again: who wrote its texts. */
  writer?: Writer
}

/** One use of a tool by an agent. */
export const ToolCall = z.object({
  tool: z.string(),
  by: z.string(),
  agent: AgentKind,
  input: Params,
  /** The NPC through whom the DM acted. */
  as: z.string().optional(),
  /** The tool's answer, or the problem that it reported. */
  result: z.string().optional(),
  problem: z.string().optional(),
  /** A narration that was returned to the model once, because it contradicts the record. A replay skips it. */
  returned: z.literal(true).optional(),
  /** The place of a refusal: the id of a place; if a rule failed, its file in the campaign and the line. */
  place: z.string().optional(),
  file: z.string().optional(),
  line: z.number().int().optional(),
  /** The beat it made, if it made one. */
  beat: z.string().optional(),
  ms: z.number()
})
export type ToolCall = z.infer<typeof ToolCall>

/** A ruling that a text links to, as of that commit; `path` in the campaign. */
export interface Cited {
  path: string
  title: string
  text: string
}

/** A beat with all its changes, for the side panel. */
export interface BeatDetail {
  beat: Beat
  params: Params
  changes: ChangeLine[]
  log: LogEntry[]
  toolCalls: ToolCall[]
  files: string[]
  /** Rulings that the beat's texts cite by `[[link]]`. */
  cites: Cited[]
}
