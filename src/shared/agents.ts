import { z } from 'zod'
import { Beliefs } from './beliefs'
import { Offer } from './game'
import { LogEntry } from './play'
import { Item } from './state'
import { StoryEvent } from './lore'
import type { Context, Exchange, Live, Reason, Seat } from './turns'

/** Entries of world/STATE.yaml by id, unchanged. */
const Notes = z.record(z.string(), z.json())

/** What one agent sees of an actor. The DM and the actor itself get `sheet`; others get what is visible. */
export const SeenActor = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['player', 'npc']),
  location: z.string(),
  public: z.string(),
  pronoun: z.enum(['she', 'he', 'they', 'it']),
  /** Visible conditions, by id, with their names. */
  conditions: z.record(z.string(), z.string()),
  canAct: z.boolean(),
  attitude: z.string().optional(),
  sheet: z
    .object({
      stats: z.record(z.string(), z.number()),
      max: z.record(z.string(), z.number()),
      inventory: z.record(z.string(), Item),
      /** Slots used and available, in games that count them. */
      load: z.object({ used: z.number(), of: z.number() }).optional(),
      tags: z.record(z.string(), z.union([z.boolean(), z.string(), z.number()])),
      about: z.string(),
      wants: z.string(),
      fears: z.string(),
      voice: z.string(),
      says: z.record(z.string(), z.array(z.string())),
      beliefs: Beliefs
    })
    .optional()
})
export type SeenActor = z.infer<typeof SeenActor>

/** An exit, as anybody standing there sees it. */
export const Exit = z.object({
  journey: z.string(),
  to: z.string(),
  label: z.string(),
  direction: z.string(),
  duration: z.string(),
  risks: z.array(z.string()),
  description: z.string(),
  /** Whether the party has been there. */
  visited: z.boolean()
})
export type Exit = z.infer<typeof Exit>

/**
 * Everything one agent may know now: `project(state, lore, log, who, game)`. Prompts are rendered from it and offline policies decide from it;
 * no agent sees more. It never contains the dice seed.
 */
export const View = z.object({
  who: z.string(),
  role: z.enum(['dm', 'player']),
  campaign: z.string(),
  premise: z.string(),
  /** The game's name and version, from its manifest. */
  game: z.object({ name: z.string(), version: z.string() }),
  at: z.string(),
  beat: z.number(),
  phase: z.enum(['done', 'open', 'dm', 'player', 'npc', 'close']),
  mode: z.enum(['story', 'combat']),
  round: z.number(),
  /** The NPC for whom the DM decides in phase npc. */
  as: z.string().optional(),
  /** The player who waits for a private answer. */
  answering: z.string().optional(),
  closing: z.enum(['scene', 'session', 'campaign']).optional(),
  session: z.number(),
  scene: z
    .object({
      number: z.number(),
      title: z.string(),
      place: z.string(),
      aim: z.string(),
      story: z.string().optional(),
      turns: z.number(),
      limit: z.number(),
      opened: z.number()
    })
    .optional(),
  /** Calls already made in this turn, by tool. */
  spent: z.record(z.string(), z.number()),
  place: z
    .object({
      id: z.string(),
      name: z.string(),
      region: z.string(),
      description: z.string(),
      senses: z.array(z.string()),
      gm_guide: z.string().optional(),
      /** What can be searched here and has not been searched. */
      features: z.record(z.string(), z.string()),
      items: z.record(z.string(), z.string()),
      tags: z.record(z.string(), z.union([z.boolean(), z.string(), z.number()])),
      exits: z.array(Exit)
    })
    .optional(),
  /** The actors in the same place; for the DM also the rest of the party. */
  actors: z.array(SeenActor),
  party: z.array(z.string()),
  /** Who still acts in this round of a fight, in order, as far as visible. */
  order: z.array(z.string()).optional(),
  /** The last public entries of the active scene's log, at most 200, and how many it has in all. */
  log: z.array(LogEntry),
  entries: z.number().int(),
  /** This seat's private talk in this scene: player ↔ DM. For the DM: with the player who waits for an answer. */
  private: z.array(z.object({ beat: z.number(), by: z.string(), text: z.string() })),
  summaries: z.object({
    session: z.string().optional(),
    campaign: z.string().optional(),
    scenes: z.array(z.string()),
    /** DM only: summaries of the sessions before this one, while the campaign is being summed up. */
    sessions: z.array(z.string()).optional()
  }),
  /** Players only: the last entries of their own timeline. */
  life: z.array(z.string()).optional(),
  floors: z.record(z.string(), z.string()),
  /** DM only. */
  facts: z.record(z.string(), z.union([z.boolean(), z.string(), z.number()])).optional(),
  /** DM only: entries of world/STATE.yaml besides facts. Quests and threads that are over are left out; ties are those of visible actors. */
  quests: Notes.optional(),
  threads: Notes.optional(),
  factions: Notes.optional(),
  ties: Notes.optional(),
  story: z.array(StoryEvent.extend({ done: z.boolean(), ready: z.boolean() })).optional(),
  topics: z.array(z.object({ path: z.string(), title: z.string() })).optional(),
  tables: z.array(z.string()).optional(),
  /** DM only: place names by id. */
  places: z.record(z.string(), z.string()).optional(),
  scenesLeft: z.number().optional()
})
export type View = z.infer<typeof View>

/** An agent's request: one of the offered tools with its input. */
export const ToolUse = z.object({
  tool: z.string(),
  as: z.string().optional(),
  input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
})
export type ToolUse = z.infer<typeof ToolUse>

/** Progress that an agent reports while it thinks; the table adds whose turn it is. The table itself reports beginning, end, calls and exchanges. */
export type LiveNews = Live extends infer News ? (News extends Live ? Omit<News, 'turn' | 'who'> : never) : never

/**
 * One turn as an agent sees it. `use` runs a tool and resolves with the tool's answer, after the commit if it makes a beat. A refusal is
 * returned as text and makes no beat. `view` and `offers` are fresh after each use.
 */
export interface Turn {
  /** Identifies this turn: `parent:who:ordinal`, see `turnId`. */
  readonly id: string
  readonly seat: Seat
  readonly view: View
  readonly offers: readonly Offer[]
  /** The context of this seat at the beginning of the turn, assembled at the first call. The turn's record keeps it. */
  context(): Context
  /** Records that this turn continues the conversation of another turn, given by id, without a fresh context. */
  goesOn(from: string): void
  /** Numbers in [0, 1) for this agent's own choices: hash(seed, stream, actor, beat number, k). */
  chance(stream: 'policy' | 'voice'): () => number
  use(use: ToolUse): Promise<ToolAnswer>
  /** Must be called before every request that costs something. Throws Problem `agent-failed` if the budget is used up. */
  mayAsk(): void
  /** Adds an exchange with a model to the turn's record, failed ones included, and charges it to the budget. */
  keep(exchange: Exchange): void
  /** Adds the reasons of a decision to the turn's record. */
  because(reasons: readonly Reason[]): void
  /** Reports what the agent is doing to clients that watch. */
  tell(news: LiveNews): void
  readonly signal: AbortSignalLike
}
export interface ToolAnswer {
  ok: boolean
  text: string
  /** Whether the turn is over or this call allows no more beats. */
  over: boolean
}
/** The part of AbortSignal that the pure parts need. */
export interface AbortSignalLike {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
}
export interface Agent {
  /**
   * Plays one turn, or the part of it until an answer says `over`. Never throws because of what a model said; a Problem `agent-failed` pauses
   * the table. This is one try: an agent that made no beat is asked twice more, then the turn passes.
   */
  act(turn: Turn): Promise<void>
}
