import { z } from 'zod'
import type { AbortSignalLike } from './abort'
import type { Beliefs } from './beliefs'
import type { SeatDirection } from './direction'
import type { Offer, PossibleOffer } from './game'
import type { Guide } from './guide'
import type { LogEntry, ToolCall } from './play'
import type { Item } from './state'
import type { StoryEvent, StoryOutcome } from './lore'
import type { Json } from './json'
import type { PlanViolation } from './plans/check'
import type { PlanEvent, SkillExecuted } from './plans/events'
import type { Context, ContextPiece, Exchange, Live, Reason, Seat } from './turns'

/** Entries of world/STATE.yaml by id, unchanged. */
type Notes = Record<string, Json>

/** A turn in which a seat plans instead of using its tools one by one. */
export interface TurnPlan {
  /** A plan is due, or the narration of its results; `over` once nothing is left to do. */
  readonly stage: 'plan' | 'narrate' | 'over'
  /** What the seat could do now without a plan. */
  readonly offers: readonly Offer[]
  /** What is wrong with the plan that was sent last. */
  readonly violations: readonly PlanViolation[]
  /** Everything that happened to it. */
  readonly events: readonly PlanEvent[]
  /** How the actions came out so far. */
  readonly results: readonly SkillExecuted[]
  /** Takes what external skills answered from a recording, so that none of them runs. */
  repeats(recorded: readonly PlanEvent[]): void
}

/** What one agent sees of an actor. The DM and the actor itself get `sheet`; others get what is visible. */
export interface SeenActor {
  id: string
  name: string
  kind: 'player' | 'npc'
  location: string
  public: string
  pronoun: 'she' | 'he' | 'they' | 'it'
  /** Visible conditions, by id, with their names. */
  conditions: Record<string, string>
  canAct: boolean
  attitude?: string
  sheet?: {
    stats: Record<string, number>
    max: Record<string, number>
    inventory: Record<string, Item>
    /** Slots used and available, in games that count them. */
    load?: { used: number; of: number }
    tags: Record<string, boolean | string | number>
    about: string
    /** What they want now, and what they wanted before and have. */
    wants: string
    met?: string[]
    fears: string
    voice: string
    says: Record<string, string[]>
    beliefs: Beliefs
  }
}

/** A story event as the DM reads it: of its sentences those that are true now, of its outcomes those that hold once it is over. */
export type SeenEvent = Omit<
  StoryEvent,
  'document' | 'characters' | 'arrow' | 'opening' | 'closing' | 'closing_failed' | 'foreshadow' | 'epilogue' | 'outcomes'
> & {
  opening: string[]
  closing: string[]
  closing_failed: string[]
  foreshadow: string[]
  epilogue: string[]
  outcomes: (Omit<StoryOutcome, 'reactions'> & { reactions: Record<string, string[]> })[]
  done: boolean
  ready: boolean
  /** Present if it has an Arrow document that the table can play. */
  isPrepared?: true
}

/** An exit, as anybody standing there sees it. */
export interface Exit {
  journey: string
  to: string
  label: string
  direction: string
  duration: string
  risks: string[]
  description: string
  /** Whether the party has been there. */
  visited: boolean
  /** Members of the party who are elsewhere and to whom this exit is the shortest way, as far as the party has been. */
  mates?: string[]
}

/** A place as somebody sees it. */
export interface SeenPlace {
  id: string
  name: string
  region: string
  description: string
  senses: string[]
  gm_guide?: string
  /** What can be searched here and has not been searched. */
  features: Record<string, string>
  items: Record<string, string>
  /** The id in equipment/ of each of these things. */
  itemIds: Record<string, string>
  tags: Record<string, boolean | string | number>
  exits: Exit[]
}

/** What every player still needs before anything can be ventured: see `preparation` in the manifest. */
export interface Preparation {
  /** With its article: "a class". */
  needs: string
  /** The DM's action that gives it. */
  action: string
  /** What there is to choose, by name. */
  choices: string[]
  /** What the players who have one have, by actor id. */
  have: Record<string, string>
  missing: string[]
}

/**
 * Everything one agent may know now: `project(state, lore, log, who, game)`. Prompts are rendered from it and offline policies decide from it;
 * no agent sees more. It never contains the dice seed.
 */
export interface View {
  who: string
  role: 'dm' | 'player'
  campaign: string
  premise: string
  /** The game's name and version, from its manifest. */
  game: { name: string; version: string }
  /** What the game's actions, items and conditions are for; players have only the items and conditions that they see. */
  guide: Guide
  at: string
  beat: number
  phase: 'done' | 'open' | 'dm' | 'player' | 'npc' | 'close'
  mode: 'story' | 'combat'
  round: number
  /** The NPC for whom the DM decides in phase npc. */
  as?: string
  /** The player who waits for a private answer. */
  answering?: string
  closing?: 'scene' | 'session' | 'campaign'
  session: number
  scene?: {
    number: number
    title: string
    place: string
    aim: string
    story?: string
    turns: number
    limit: number
    opened: number
  }
  /** Calls already made in this turn, by tool. */
  spent: Record<string, number>
  place?: SeenPlace
  /** DM only: the other places with players in them, while the party is split. */
  elsewhere?: SeenPlace[]
  /** While the game's preparation lasts. */
  preparation?: Preparation
  /** The actors in the same place; for the DM also the rest of the party. */
  actors: SeenActor[]
  party: string[]
  /** Who still acts in this round of a fight, in order, as far as visible. */
  order?: string[]
  /** The last public entries of the active scene's log, at most 200, and how many it has in all. */
  log: LogEntry[]
  entries: number
  /** This seat's private talk in this scene: player ↔ DM. For the DM: with the player who waits for an answer. */
  private: { beat: number; by: string; text: string }[]
  /** The DM's own summaries; for players their recaps. */
  summaries: {
    session?: string
    campaign?: string
    scenes: string[]
    /** DM only: summaries of the sessions before this one, while the campaign is being summed up. */
    sessions?: string[]
  }
  /** What the designer's direction files say to this seat. */
  direction?: SeatDirection
  /** This seat's own plan. */
  plan?: string
  /** Players only: the last entries of their own timeline. */
  life?: string[]
  /** Players only: the quests that they know of, and where they stand with people and factions, each in a sentence. */
  knownQuests?: string[]
  standing?: string[]
  floors: Record<string, string>
  /** DM only. */
  facts?: Record<string, boolean | string | number>
  /** DM only: entries of world/STATE.yaml besides facts. Quests and threads that are over are left out; ties are those of visible actors. */
  quests?: Notes
  threads?: Notes
  factions?: Notes
  ties?: Notes
  /** DM only: the narratives that matter most now, and those that are told if there is room; the weightiest first, by id. Dormant ones are left out. */
  narratives?: Notes
  lesserNarratives?: Notes
  story?: SeenEvent[]
  /** DM only: how the DM narrates, if not in plain text. */
  narration?: 'scene-tree'
  /** DM only: where the open scene tree plays, its words that nobody has clicked, and the clicks that wait for an answer. */
  tree?: { place: string; open: string[]; waits: WaitingClick[] }
  topics?: { path: string; title: string }[]
  tables?: string[]
  /** DM only: place names by id. */
  places?: Record<string, string>
  /** DM only: names and kinds of all actors by id, wherever they are. */
  cast?: Record<string, { name: string; kind: 'player' | 'npc' }>
  scenesLeft?: number
  /** DM only: what the whole world still holds, worked out when it is asked for. */
  atlas?: () => Atlas
}

/** A click that waits for the DM's answer. `exit`: it was an exit of the scene; `next` is the id of the scene tree that it leads to, if it names one. */
export interface WaitingClick {
  who: string
  words: string
  speaks: string
  intent: string
  exit?: { next?: string }
}

/** The world as a DM plans with it. Places, people and facts are ids. */
export interface Atlas {
  /** What can be searched. `searched`: somebody has done so. */
  features: { place: string; id: string; name: string; text: string; after: string[]; fact?: string; item?: string; searched?: boolean }[]
  /** What people who are not hostile can tell. `isOpen`: they are well enough disposed; `isTold`: it is known. */
  tellings: { who: string; place: string; fact: string; text: string; after: string[]; isOpen: boolean; isTold?: boolean }[]
  /** `difficulty` as the journey's file has it, 0 for a plain road. */
  journeys: { from: string; to: string; difficulty: number; requires?: string }[]
  places: { id: string; name: string; description: string; isVisited: boolean }[]
  /** `isBounded`: their file says when what they want is met; `metBy`: the facts that it names there. */
  people: {
    id: string
    name: string
    kind: 'player' | 'npc'
    place: string
    pronoun: SeenActor['pronoun']
    wants: string
    isBounded: boolean
    metBy?: string[]
  }[]
}

/** An agent's request: one of the offered tools with its input. */
export const ToolUse = z.object({
  tool: z.string(),
  as: z.string().optional(),
  input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
})
export type ToolUse = z.infer<typeof ToolUse>

/** Progress that an agent reports while it thinks; the table adds whose turn it is. The table itself reports beginning, end, calls and exchanges. */
export type LiveNews = Live extends infer News ? (News extends Live ? Omit<News, 'turn' | 'who'> : never) : never

/** The tools that a model requested in one reply, and the calls that were made for them. */
export interface LatestReply {
  uses: Exchange['uses']
  calls: readonly ToolCall[]
}

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
  /** The commit where the story stands now. */
  readonly commit: string
  /** Whether the story came here from that commit by played beats alone: no other branch, no undo, no edit. */
  follows(commit: string): boolean
  /** Every tool that this seat may be offered at some time. */
  everyOffer(): PossibleOffer[]
  /** The context of this seat at the beginning of the turn, assembled at the first call. */
  context(): Context
  /** The seat's context as of the beat of that number, if it was asked together with others before its turn came. */
  contextAt(beat: number): Promise<Context>
  /** The context for a conversation that begins in this turn. The turn's record keeps it whole. */
  beginsAfresh(): Context
  /** Records that this turn continues the conversation that began in the turn of that id, and which pieces it adds to it. */
  continuesFrom(began: string, pieces?: readonly ContextPiece[]): void
  /** This seat's last calls with their results, which a new conversation doesn't contain. */
  latestReply(): LatestReply | undefined
  /** Numbers in [0, 1) for this agent's own choices: hash(seed, stream, actor, beat number, k). */
  chance(stream: 'policy' | 'voice'): () => number
  use(use: ToolUse): Promise<ToolAnswer>
  /** Must be called before every request that costs something. Throws Problem `agent-failed` if the budget is used up. */
  checkBudget(): void
  /** Adds an exchange with a model to the turn's record, failed ones included, and charges it to the budget. */
  addExchange(exchange: Exchange): void
  /** Adds the reasons of a decision to the turn's record. */
  addReasons(reasons: readonly Reason[]): void
  /** Reports what the agent is doing to clients that watch. */
  report(news: LiveNews): void
  /** Present if the seat plans in this turn: it is offered `run_plan`, and `narrate` for the results. */
  readonly plan?: TurnPlan | undefined
  readonly signal: AbortSignalLike
}
export interface ToolAnswer {
  ok: boolean
  text: string
  /** It rolled dice, changed the world or was returned: what the same reply asks for after it waits until this result has been read. */
  decides?: true
  /** Whether the turn is over or this call allows no more beats. */
  over: boolean
}
export interface Agent {
  /**
   * Plays one turn, or the part of it until an answer says `over`. Never throws because of what a model said; a Problem `agent-failed` pauses
   * the table. This is one try: an agent that made no beat is asked twice more, then the turn passes.
   */
  act(turn: Turn): Promise<void>
  /**
   * Asks for a turn before it comes, without playing anything: several players were called on together. `act` begins with the answer, if the
   * turn comes. Throws as `act` does.
   */
  ask?(turn: Turn): Promise<void>
}
