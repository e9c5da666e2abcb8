import { z } from 'zod'
import type { ChangeLine } from '../analysis/compare'
import { LabQueue } from '../lab/plan'
import { Direction } from './direction'
import { ModelPrice, type ModelPrices, Protocol } from './model-access'
import { PlanEvent } from '../plans/events'
import { AgentKind, type LogEntry, type ParamValue, type Roll, ToolCall } from '../story/play'

/** A model's thinking effort, in the provider's terms. */
export const Effort = z.enum(['low', 'medium', 'high', 'max'])
export type Effort = z.infer<typeof Effort>

/** How much a seat's agent is given: everything, or, for small models, a short prompt with few tools. */
export const Profile = z.enum(['full', 'lean'])
export type Profile = z.infer<typeof Profile>

const ModelName = z.string().min(1).max(200)

/**
 * The agent in one seat of the table. `model`, `effort` and `fallback` (the model to ask after a refusal) apply to models only, `command` (the name of
 * a tool that plays seats) to commands only. `profile`: how much its agent is given; absent: as the machine says for the model.
 */
export const Seat = z.object({
  agent: AgentKind,
  model: ModelName.optional(),
  effort: Effort.optional(),
  fallback: ModelName.optional(),
  command: ModelName.optional(),
  profile: Profile.optional()
})
export type Seat = z.infer<typeof Seat>

/** A part of a context: `frame` (instructions), `hot` (the situation), `warm` (summaries), `cold` (look-ups). See narrative-engine.md. */
export const Tier = z.enum(['frame', 'hot', 'warm', 'cold'])
export type Tier = z.infer<typeof Tier>

/** The id of the piece with the designer's instruction in a rerun. */
export const INSTRUCTION = 'instruction'

/** One piece of a context, kept or dropped. */
export const ContextPiece = z.object({
  /** Equal for the same piece in the next turn: `sheet:Wren`, `log`, `summary:campaign`. */
  id: z.string(),
  title: z.string(),
  tier: Tier,
  /** The file it comes from, or `engine`. */
  source: z.string(),
  text: z.string(),
  /** Length in tokens. */
  tokens: z.number().int(),
  kept: z.boolean(),
  /** Why it is included or dropped, in words. */
  why: z.string()
})
export type ContextPiece = z.infer<typeof ContextPiece>

/**
 * A tool as a model sees it. `input_schema` is JSON Schema; `action` and `as` give the meaning of a use. With `through`, several NPCs can do it, and
 * the input names one in `as`. `renamed` maps shown parameter names to the game's own names where they differ; `aliases` maps other accepted names to
 * shown ones. `isDoor`: it does any other action that is offered.
 */
export const ToolShape = z.object({
  name: z.string(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  action: z.string(),
  as: z.string().optional(),
  through: z.array(z.string()).optional(),
  renamed: z.record(z.string(), z.string()).optional(),
  aliases: z.record(z.string(), z.string()).optional(),
  isDoor: z.literal(true).optional()
})
export type ToolShape = z.infer<typeof ToolShape>

/** The context of one turn, in the order in which the agent reads it. */
export const Context = z.object({
  who: z.string(),
  /** The number of the next beat. */
  beat: z.number().int(),
  pieces: z.array(ContextPiece),
  tools: z.array(ToolShape),
  /** The available tokens, and our estimate for the kept pieces and the tools. */
  budget: z.number().int(),
  tokens: z.number().int(),
  /** Hash of everything kept, in hex. The same prompt has the same digest on every machine and for every model. */
  digest: z.string()
})
export type Context = z.infer<typeof Context>

/** A prompt's length in tokens: by the provider, or our estimate and, if a model should have counted, why it didn't. */
export type PromptLength = { by: 'provider'; tokens: number } | { by: 'estimate'; tokens: number; why?: string }

/** Usage in tokens as the provider counts them; `estimated` where it doesn't count everything. `cost` in US dollars if the price is known. */
export const Usage = z.object({
  input: z.number().int().min(0),
  output: z.number().int().min(0),
  cacheRead: z.number().int().min(0),
  cacheWrite: z.number().int().min(0),
  cost: z.number().min(0).optional(),
  estimated: z.boolean().optional()
})
export type Usage = z.infer<typeof Usage>

/** A wait before a request was sent again. */
export const Retry = z.object({ words: z.string(), ms: z.number() })
export type Retry = z.infer<typeof Retry>

/** One request to a model and its response. */
export const Exchange = z.object({
  /** The model or command that answered: the seat's, or its fallback. Absent in older records. */
  model: z.string().optional(),
  /** The sent messages in the provider's form: those since the previous response, or, without `after`, everything after the context. */
  messages: z.array(z.unknown()),
  /** The number of messages in the conversation, responses included, between the context and `messages`. */
  after: z.number().int().min(0).optional(),
  /** Hash of the context's digest and everything sent after it, in hex. */
  digest: z.string(),
  text: z.string(),
  thought: z.string(),
  /** The tools that the model requested, in order. `understood`: what was understood of an input that was nearly right, in sentences. */
  uses: z.array(
    z.object({
      id: z.string(),
      tool: z.string(),
      as: z.string().optional(),
      input: z.record(z.string(), z.unknown()),
      understood: z.string().optional()
    })
  ),
  /** Why it stopped, in the provider's term. */
  stop: z.string(),
  /** The response as the provider's content blocks, to be sent back. */
  content: z.array(z.unknown()),
  usage: Usage,
  ms: z.number(),
  retries: z.array(Retry),
  /** The beginning of what a command wrote to standard error. */
  stderr: z.string().optional(),
  /** The failure in words, if there was one. */
  problem: z.string().optional()
})
export type Exchange = z.infer<typeof Exchange>

/**
 * A step of the built-in table's decision, in order: a note, odds and whether the event happened, or a choice with the factors of each option.
 * `others` counts the options not listed, `total` is the sum of all weights.
 */
export const Reason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('note'), words: z.string() }),
  z.object({ kind: z.literal('odds'), what: z.string(), odds: z.number(), came: z.boolean() }),
  z.object({
    kind: z.literal('choice'),
    by: z.enum(['weight', 'score']),
    what: z.string(),
    options: z.array(z.object({ words: z.string(), weight: z.number(), want: z.string().optional() })),
    total: z.number().optional(),
    chosen: z.number().int().min(0).optional(),
    others: z.number().int().min(0)
  })
])
export type Reason = z.infer<typeof Reason>

/** The texts of reasons, for search. */
export const reasonTexts = (reasons: readonly Reason[] = []): string[] =>
  reasons.flatMap((reason) =>
    reason.kind === 'note' ? [reason.words] : [reason.what, ...(reason.kind === 'choice' ? reason.options.map(({ words }) => words) : [])]
  )

/**
 * The record of how one beat came about, or why there was none, kept beside the repository's objects (DETAILS 12), never in the tree. A model's
 * conversation lasts for many turns. Only the turn in which it began has the whole context; the others name that turn in `began`, and their own
 * context has only the new pieces.
 */
export const TurnRecord = z.object({
  /** The beat it made; absent if the turn was interrupted. */
  beat: z.string().optional(),
  /** The commit it was played from, and the number of the next beat. */
  parent: z.string(),
  n: z.number().int(),
  who: z.string(),
  /** Counts the attempts from the same parent by the same agent, from 0. */
  ordinal: z.number().int(),
  seat: Seat,
  context: Context.optional(),
  /** The id of the turn in which this turn's conversation began. Its context applies to this turn too. */
  began: z.string().max(500).optional(),
  exchanges: z.array(Exchange),
  /** The built-in table's reasons: the basis of its decision, without anything that the seat may not know. */
  reasons: z.array(Reason).optional(),
  calls: z.array(ToolCall),
  plan: z.array(PlanEvent).optional(),
  usage: Usage.optional(),
  ms: z.number(),
  problem: z.string().optional(),
  /** A designer's edit in a recording: the content of each file afterwards, as text or bytes; null if it was removed. */
  files: z.record(z.string(), z.union([z.string(), z.object({ base64: z.base64() }), z.null()])).optional()
})
export type TurnRecord = z.infer<typeof TurnRecord>

/** A turn with its whole context. */
export interface WholeTurn extends TurnRecord {
  /** The exchanges in the same conversation for earlier beats, oldest first. */
  earlier?: { beat?: string; n: number; exchanges: readonly Exchange[] }[]
}

/** A line of the inspector's list. */
export interface TurnLine {
  /** See `turnId`. */
  id: string
  beat?: string
  parent: string
  n: number
  who: string
  seat: Seat
  /** The subject of the beat, or the problem. */
  words: string
  calls: number
  refused: number
  exchanges: number
  usage?: Usage
  ms: number
}

/** Progress of the current turn for clients that watch. `turn` is the same for all events of one turn. */
export type Live = { turn: string; who: string } & (
  | { at: 'start'; seat: Seat; n: number }
  /** More of the model's text or thinking; a draft until its beat exists. */
  | { at: 'text'; text: string }
  | { at: 'thought'; text: string }
  /** A tool whose input is being generated: everything so far. */
  | { at: 'draft'; tool: string; input: Record<string, ParamValue> }
  | { at: 'call'; call: ToolCall }
  /** An event of this turn's plan. */
  | { at: 'plan'; event: PlanEvent }
  /** The request is sent again after a wait. All text, thinking and drafts since the last exchange are withdrawn. */
  | { at: 'retry'; retry: Retry }
  | { at: 'exchange'; usage: Usage; stop: string }
  | { at: 'end'; problem?: string }
)

/** The settings in table.yaml: the agents, their models, the size of contexts, and the cost limit. */
export const TableSettings = z.object({
  /** Agents by actor id or `DM`; `default` for everybody else. */
  agents: z.record(z.string(), Seat),
  /** Seating order of the party. */
  party: z.array(z.string()),
  /** The number of log entries in a context. */
  k: z.number().int().min(1).max(200),
  /** The tokens that each tier may use. */
  tiers: z.object({ frame: z.number().int().min(0), hot: z.number().int().min(0), warm: z.number().int().min(0), cold: z.number().int().min(0) }),
  /** Whether the built-in table plays the turns in which a model fails. Otherwise the table pauses. */
  stand_in: z.boolean().optional(),
  /** A model's narration that contradicts the record is told and marked, or with `gate` first returned once, with the reason. */
  contradictions: z.enum(['mark', 'gate']).optional(),
  /** The model that judges narrations at the designer's request; absent: none. */
  judge: ModelName.optional(),
  /** The Markdown files that direct the table. */
  direction: Direction.optional(),
  /**
   * How the DM plays. `mode`: it uses its tools one by one (the default), or sends plans that are checked, executed and then narrated. `narration`:
   * as plain text (the default), or as scene trees whose words the players click.
   */
  dm: z.object({ mode: z.enum(['tools', 'plan']).optional(), narration: z.enum(['plain', 'scene-tree']).optional() }).optional(),
  /** The cost in US dollars after which the table pauses; absent: no limit. */
  cost_cap: z.number().min(0).optional()
})
export type TableSettings = z.infer<typeof TableSettings>

/** A file in direction/, for the settings that choose and edit them. */
export interface DirectionFileInfo {
  path: string
  name: string
  /** The whole file, front matter included. */
  text: string
  /** The length of the text in models' prompts, in tokens. */
  tokens: number
  /** Why it can't be used, in a sentence. */
  problem?: string
}

/** How models get their tools at an endpoint that can't change tools within a conversation. */
export const ToolSetting = z.enum(['live', 'stable'])
export type ToolSetting = z.infer<typeof ToolSetting>

/** This machine's settings for calling models; never in a campaign. */
export interface MachineSettings {
  /** Whether there is a key for the current address, and where it is stored. The key itself never leaves the core. */
  key: 'none' | 'os' | 'memory' | 'environment'
  /** Whether stored keys outlast this run. */
  keeps: boolean
  /** Whether models at the current address can only be called with a key. */
  needsKey: boolean
  baseUrl?: string
  /** The protocol at that address; absent: as the address says. */
  protocol?: Protocol
  /** The owner's own prices, by model. */
  prices: ModelPrices
  /** The host of the current address, which the key is for; by default the provider's own. */
  host: string
  defaultHost: string
  /** The model to call if a campaign names none. */
  model: string
  /** Models to choose from; any other name may be typed. */
  models: string[]
  tools: ToolSetting
  /** How much models are given whose seat doesn't say so; absent: as the server and the model suggest. `usual`: what that is for the default model. */
  profile?: Profile
  usualProfile: Profile
  /** The queue of workers that play what the lab of the window begins. */
  queue?: { url: string; source?: string | undefined; hasPassword: boolean }
  /** Whether the open campaign may call models with this machine's key. */
  allowed: boolean
}

/** A page of the inspector's list, newest first. */
export interface TurnPage {
  lines: TurnLine[]
  more: boolean
}

/** A change of this machine's settings; null deletes a value. */
export const MachineChange = z.object({
  key: z.string().max(1000).nullable().optional(),
  baseUrl: z.string().max(1000).nullable().optional(),
  protocol: Protocol.nullable().optional(),
  /** By model; null deletes a price. */
  prices: z.record(z.string().min(1).max(200), ModelPrice.nullable()).optional(),
  model: z.string().min(1).max(200).nullable().optional(),
  tools: ToolSetting.nullable().optional(),
  profile: Profile.nullable().optional(),
  /** Without a password the one that was given for its address before is kept. */
  queue: LabQueue.nullable().optional(),
  allowed: z.boolean().optional()
})
export type MachineChange = z.infer<typeof MachineChange>

/** The effect of a call if it were made now. For the designer only; nothing is saved. */
export interface Preview {
  /** The tool's answer. */
  answer: string
  /** The beat's subject. */
  subject: string
  /** The log entries that it would write. */
  log: LogEntry[]
  rolls: Roll[]
  changes: ChangeLine[]
}

/** A rerun of a turn from its parent commit, with another seat, another seed, or an instruction by the designer at the end of the frame. */
export const Rerun = z.object({
  /** The commit of its beat, or the turn's own id, even if it made none. */
  turn: z.string().min(1).max(500),
  seat: Seat.optional(),
  seed: z.string().min(1).max(200).optional(),
  instruction: z.string().max(10_000).optional()
})
export type Rerun = z.infer<typeof Rerun>

/** The result of a test call to the model, in words. */
export interface TryOut {
  ok: boolean
  words: string
  ms: number
  usage?: Usage
  /** The tokens of the model's context window, if its server says so. */
  contextTokens?: number
}
