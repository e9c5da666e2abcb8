import { z } from 'zod'
import { ChangeLine } from './compare'
import { AgentKind, LogEntry, ParamValue, Roll, ToolCall } from './play'

/** How hard a model thinks; the provider's own words. */
export const Effort = z.enum(['low', 'medium', 'high', 'max'])
export type Effort = z.infer<typeof Effort>

/** Who decides at one seat of the table. `model` and `effort` count for models only. */
export const Seat = z.object({ agent: AgentKind, model: z.string().min(1).max(200).optional(), effort: Effort.optional() })
export type Seat = z.infer<typeof Seat>

/**
 * A part of what an agent is told: `frame` (instructions, the same at every turn), `hot` (this moment), `warm` (summaries),
 * `cold` (what was looked up). See narrative-engine.md, "Context Management".
 */
export const Tier = z.enum(['frame', 'hot', 'warm', 'cold'])
export type Tier = z.infer<typeof Tier>

/** Id of the piece with words of the designer, when a turn is played again. */
export const INSTRUCTION = 'instruction'

/** One piece of a context, kept or dropped. */
export const ContextPiece = z.object({
  /** The same for the same piece of the next turn: `sheet:Wren`, `log`, `summary:campaign`. */
  id: z.string(),
  title: z.string(),
  tier: Tier,
  /** The file it comes from, or `engine`. */
  source: z.string(),
  text: z.string(),
  /** Length in tokens. */
  tokens: z.number().int(),
  kept: z.boolean(),
  /** Why it is in, or why it was dropped, in words. */
  why: z.string()
})
export type ContextPiece = z.infer<typeof ContextPiece>

/**
 * A tool as it is shown to a model. `input_schema` is JSON Schema; `action` and `as` are what a use of it means. With `through`
 * it can be done through several NPCs, and the input says through whom in `as`. `renamed` has the game's own names of
 * parameters that no provider would take, by the names that are shown.
 */
export const ToolShape = z.object({
  name: z.string(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  action: z.string(),
  as: z.string().optional(),
  through: z.array(z.string()).optional(),
  renamed: z.record(z.string(), z.string()).optional()
})
export type ToolShape = z.infer<typeof ToolShape>

/** Everything one agent is told at the beginning of a turn, in the order in which it is told. */
export const Context = z.object({
  who: z.string(),
  /** Number of the beat that is to come. */
  beat: z.number().int(),
  pieces: z.array(ContextPiece),
  tools: z.array(ToolShape),
  /** Tokens that may be used, and that the kept pieces and the tools use by our estimate. */
  budget: z.number().int(),
  tokens: z.number().int(),
  /** Hash of everything kept, in hex: the same prompt has the same digest on every machine and at every model. */
  digest: z.string()
})
export type Context = z.infer<typeof Context>

/** How long a prompt is, in tokens: as the provider of the seat's model counts, or by our estimate and, where a model was to count, why. */
export const PromptLength = z.discriminatedUnion('by', [
  z.object({ by: z.literal('provider'), tokens: z.number().int() }),
  z.object({ by: z.literal('estimate'), tokens: z.number().int(), why: z.string().optional() })
])
export type PromptLength = z.infer<typeof PromptLength>

/** What was used, in tokens as the provider counts them. `cost` in US dollars where the price is known. */
export const Usage = z.object({
  input: z.number().int().min(0),
  output: z.number().int().min(0),
  cacheRead: z.number().int().min(0),
  cacheWrite: z.number().int().min(0),
  cost: z.number().min(0).optional()
})
export type Usage = z.infer<typeof Usage>

/** A wait before a request was sent again. */
export const Retry = z.object({ words: z.string(), ms: z.number() })
export type Retry = z.infer<typeof Retry>

/** One question to a model and its answer. */
export const Exchange = z.object({
  /** What was sent after the context: earlier answers of this turn and results of tools, as the provider's message objects. */
  messages: z.array(z.unknown()),
  /** Hash of the context's digest and `messages`, in hex. */
  digest: z.string(),
  text: z.string(),
  thought: z.string(),
  /** Tools the model asked for, in order. */
  uses: z.array(z.object({ id: z.string(), tool: z.string(), as: z.string().optional(), input: z.record(z.string(), z.unknown()) })),
  /** Why it stopped, in the provider's word. */
  stop: z.string(),
  /** The answer as the provider's content blocks, to be sent back. */
  content: z.array(z.unknown()),
  usage: Usage,
  ms: z.number(),
  retries: z.array(Retry),
  /** What went wrong, in words, when it did. */
  problem: z.string().optional()
})
export type Exchange = z.infer<typeof Exchange>

/**
 * A step of the built-in table's decision, in the order taken: a note, odds and whether it came about, or a choice with what each option
 * drew. `others` counts the options that are not listed, `total` sums the weights of all.
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

/** The words of reasons, for a search. */
export const reasonTexts = (reasons: readonly Reason[] = []): string[] =>
  reasons.flatMap((reason) =>
    reason.kind === 'note' ? [reason.words] : [reason.what, ...(reason.kind === 'choice' ? reason.options.map(({ words }) => words) : [])]
  )

/**
 * What led to one beat, or to none: kept beside the repository's objects (DETAILS 12), never in the tree. A model that makes
 * several beats in one turn has a record for each; only the first has the context, and the others name it in `began`.
 */
export const TurnRecord = z.object({
  /** The beat it made; absent when it was broken off. */
  beat: z.string().optional(),
  /** The commit it was played from, and the number of the beat to come. */
  parent: z.string(),
  n: z.number().int(),
  who: z.string(),
  /** Counts the attempts from the same parent by the same agent, from 0. */
  ordinal: z.number().int(),
  seat: Seat,
  context: Context.optional(),
  /** Id of the turn that this one goes on from: what was told there was told for this one too. */
  began: z.string().max(500).optional(),
  exchanges: z.array(Exchange),
  /** Why the built-in table did what it did: what it decided from, and nothing the seat may not know. */
  reasons: z.array(Reason).optional(),
  calls: z.array(ToolCall),
  usage: Usage.optional(),
  ms: z.number(),
  problem: z.string().optional(),
  /** An edit of the designer in a recording: what each file held afterwards, as text or else as bytes; null where it was removed. */
  files: z.record(z.string(), z.union([z.string(), z.object({ base64: z.base64() }), z.null()])).optional()
})
export type TurnRecord = z.infer<typeof TurnRecord>

/** A turn with all that was told for it. */
export interface WholeTurn extends TurnRecord {
  /** What was asked in the same turn for the beats before this one, oldest first. */
  earlier?: { beat?: string; n: number; exchanges: readonly Exchange[] }[]
}

/** Names a turn and no other, also one that made no beat. */
export const turnId = ({ parent, who, ordinal }: Pick<TurnRecord, 'parent' | 'who' | 'ordinal'>): string => `${parent}:${who}:${ordinal}`

/** A line of the inspector's list. */
export const TurnLine = z.object({
  /** See `turnId`. */
  id: z.string(),
  beat: z.string().optional(),
  parent: z.string(),
  n: z.number().int(),
  who: z.string(),
  seat: Seat,
  /** Subject of the beat, or the problem. */
  words: z.string(),
  calls: z.number().int(),
  refused: z.number().int(),
  exchanges: z.number().int(),
  usage: Usage.optional(),
  ms: z.number()
})
export type TurnLine = z.infer<typeof TurnLine>

/** News of the turn that is being played, for whoever watches. `turn` is the same for all news of one turn. */
export const Live = z.intersection(
  z.object({ turn: z.string(), who: z.string() }),
  z.discriminatedUnion('at', [
    z.object({ at: z.literal('start'), seat: Seat, n: z.number().int() }),
    /** More of what the model says or thinks; a draft until its beat is there. */
    z.object({ at: z.literal('text'), text: z.string() }),
    z.object({ at: z.literal('thought'), text: z.string() }),
    /** A tool whose input is being written: all of it so far. */
    z.object({ at: z.literal('draft'), tool: z.string(), input: z.record(z.string(), ParamValue) }),
    z.object({ at: z.literal('call'), call: ToolCall }),
    /** The question is asked again after a wait: what was said, thought and drafted since the last exchange is withdrawn. */
    z.object({ at: z.literal('retry'), retry: Retry }),
    z.object({ at: z.literal('exchange'), usage: Usage, stop: z.string() }),
    z.object({ at: z.literal('end'), problem: z.string().optional() })
  ])
)
export type Live = z.infer<typeof Live>

/** table.yaml as people set it: who plays, with which model, how much they are told, and what it may cost. */
export const TableSettings = z.object({
  /** Seats by actor id or `DM`; `default` for everybody else. */
  agents: z.record(z.string(), Seat),
  /** Order of the party. */
  party: z.array(z.string()),
  /** Entries of the log that are told. */
  k: z.number().int().min(1).max(200),
  /** Tokens each tier may take. */
  tiers: z.object({ frame: z.number().int().min(0), hot: z.number().int().min(0), warm: z.number().int().min(0), cold: z.number().int().min(0) }),
  /** US dollars after which the table pauses; absent: no cap. */
  cost_cap: z.number().min(0).optional()
})
export type TableSettings = z.infer<typeof TableSettings>

/** What this machine knows for asking models; never in a campaign. */
export const MachineSettings = z.object({
  /** Whether a key for the present address is at hand, and where it lies; the key itself never leaves the core. */
  key: z.enum(['none', 'os', 'memory', 'environment']),
  /** Whether keys outlast this run. */
  keeps: z.boolean(),
  baseUrl: z.string().optional(),
  /** Host that is asked now, and that the key is for; the provider's own is asked where no address is named. */
  host: z.string(),
  defaultHost: z.string(),
  /** Model that is asked where a campaign names none. */
  model: z.string(),
  /** Models that are offered for choice; any other name may be typed. */
  models: z.array(z.string()),
  /** Whether the open campaign may ask models with this machine's key. */
  allowed: z.boolean()
})
export type MachineSettings = z.infer<typeof MachineSettings>

/** A page of the inspector's list, newest first. */
export const TurnPage = z.object({ lines: z.array(TurnLine), more: z.boolean() })
export type TurnPage = z.infer<typeof TurnPage>

/** A change of what this machine knows; null forgets. */
export const MachineChange = z.object({
  key: z.string().max(1000).nullable().optional(),
  baseUrl: z.string().max(1000).nullable().optional(),
  model: z.string().min(1).max(200).nullable().optional(),
  allowed: z.boolean().optional()
})
export type MachineChange = z.infer<typeof MachineChange>

/** What a call would do if it were played now: for the designer only, nothing of it is saved. */
export const Preview = z.object({
  /** What the tool would answer. */
  answer: z.string(),
  /** The beat's line in words. */
  subject: z.string(),
  /** Lines for the log, as they would be written. */
  log: z.array(LogEntry),
  rolls: z.array(Roll),
  changes: z.array(ChangeLine)
})
export type Preview = z.infer<typeof Preview>

/** A turn to be played again: from the moment it was played from, with another seat, other dice, or words of the designer at the end of the frame. */
export const Rerun = z.object({
  /** The commit of the beat it made or, also where it made none, its own id. */
  turn: z.string().min(1).max(500),
  seat: Seat.optional(),
  seed: z.string().min(1).max(200).optional(),
  instruction: z.string().max(10_000).optional()
})
export type Rerun = z.infer<typeof Rerun>

/** How a cheap call to the model went, in words. */
export const TryOut = z.object({ ok: z.boolean(), words: z.string(), ms: z.number(), usage: Usage.optional() })
export type TryOut = z.infer<typeof TryOut>
