import { z } from 'zod'
import { Beliefs } from './beliefs'
import { Offer } from './game'
import { LogEntry } from './play'
import { Item } from './state'
import { StoryEvent } from './lore'
import type { Context, Exchange, Live, Reason, Seat } from './turns'

/** Entries of world/STATE.yaml, as the campaign has them, by id. */
const Notes = z.record(z.string(), z.json())

/** What somebody sees of an actor. The DM and the actor itself get `sheet`; others what can be seen. */
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
      /** Slots taken and to be had, in games that count them. */
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

/** A way out, as anybody standing there sees it. */
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
 * Everything one agent may know at this moment: `project(state, lore, log, who, game)`.
 * Prompts are rendered from it and offline policies decide from it; nobody sees more.
 * The dice seed is never in it.
 */
export const View = z.object({
  who: z.string(),
  role: z.enum(['dm', 'player']),
  campaign: z.string(),
  premise: z.string(),
  /** The game that is played, as its manifest calls it. */
  game: z.object({ name: z.string(), version: z.string() }),
  at: z.string(),
  beat: z.number(),
  phase: z.enum(['done', 'open', 'dm', 'player', 'npc', 'close']),
  mode: z.enum(['story', 'combat']),
  round: z.number(),
  /** The NPC the DM decides for in phase npc. */
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
      /** What can be searched here and has not been. */
      features: z.record(z.string(), z.string()),
      items: z.record(z.string(), z.string()),
      tags: z.record(z.string(), z.union([z.boolean(), z.string(), z.number()])),
      exits: z.array(Exit)
    })
    .optional(),
  /** Who is in the same place; for the DM also the rest of the party. */
  actors: z.array(SeenActor),
  party: z.array(z.string()),
  /** Who still acts in this round of a fight, in order; of those who are seen. */
  order: z.array(z.string()).optional(),
  /** Last entries of the active scene's log (public), at most 200, and how many it has. */
  log: z.array(LogEntry),
  entries: z.number().int(),
  /** Own private talk of this scene: player ↔ DM. For the DM: with the player who is answered. */
  private: z.array(z.object({ beat: z.number(), by: z.string(), text: z.string() })),
  summaries: z.object({
    session: z.string().optional(),
    campaign: z.string().optional(),
    scenes: z.array(z.string()),
    /** Of the sessions before this one, while the campaign is summed up. DM only. */
    sessions: z.array(z.string()).optional()
  }),
  /** Players only: the last entries of their own timeline. */
  life: z.array(z.string()).optional(),
  floors: z.record(z.string(), z.string()),
  /** DM only. */
  facts: z.record(z.string(), z.union([z.boolean(), z.string(), z.number()])).optional(),
  /** DM only: what stands in world/STATE.yaml besides facts, quests and threads that are over left out; ties are of whoever is seen. */
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

/** What an agent asks for: one of the offered tools with its input. */
export const ToolUse = z.object({
  tool: z.string(),
  as: z.string().optional(),
  input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
})
export type ToolUse = z.infer<typeof ToolUse>

/** What an agent tells while it thinks; the table adds whose turn it is. Beginning, end, calls and exchanges are told by the table. */
export type LiveNews = Live extends infer News ? (News extends Live ? Omit<News, 'turn' | 'who'> : never) : never

/**
 * One turn as an agent meets it. `use` runs a tool and resolves with what the tool answers,
 * after the commit when it makes a beat; a refusal is told back as text and makes none.
 * `view` and `offers` are fresh after each use.
 */
export interface Turn {
  /** Names this turn and no other: `parent:who:ordinal`, see `turnId`. */
  readonly id: string
  readonly seat: Seat
  readonly view: View
  readonly offers: readonly Offer[]
  /** Everything this seat is told at the beginning of the turn, assembled at the first call; the record of the turn keeps it. */
  context(): Context
  /** Says that nothing is told anew, because this turn goes on where another one, named by its id, left off. */
  goesOn(from: string): void
  /** Numbers in [0, 1) for this agent's own choices: hash(seed, stream, actor, beat number, k). */
  chance(stream: 'policy' | 'voice'): () => number
  use(use: ToolUse): Promise<ToolAnswer>
  /** To be called before every request that costs something. Throws Problem `agent-failed` when the budget is used up. */
  mayAsk(): void
  /** Keeps a question to a model with its answer, also one that failed: it goes into the record of the turn and is paid for. */
  keep(exchange: Exchange): void
  /** Keeps what a decision came from: it goes into the record of the turn. */
  because(reasons: readonly Reason[]): void
  /** Tells whoever watches what the agent is at. */
  tell(news: LiveNews): void
  readonly signal: AbortSignalLike
}
export interface ToolAnswer {
  ok: boolean
  text: string
  /** The turn is over, or no more beats are allowed in this call. */
  over: boolean
}
/** The part of AbortSignal that the pure parts need. */
export interface AbortSignalLike {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
}
export interface Agent {
  /**
   * Plays one turn, or the part of it until an answer says `over`. Never throws for what a model said; a Problem
   * `agent-failed` pauses the table. One try: an agent that made no beat is asked again, twice, then the turn passes.
   */
  act(turn: Turn): Promise<void>
}
