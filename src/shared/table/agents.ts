import { z } from 'zod'
import type { AbortSignalLike } from '../base/abort'
import type { Beliefs } from '../story/beliefs'
import type { SeatDirection } from './direction'
import type { Offer, PossibleOffer } from '../story/game'
import type { Guide } from '../story/guide'
import type { LogEntry, ToolCall } from '../story/play'
import type { Item } from '../story/state'
import type { StoryEvent, StoryOutcome } from '../story/lore'
import type { Json } from '../base/json'
import type { PlanViolation } from '../plans/check'
import type { PlanEvent, SkillExecuted } from '../plans/events'
import type { Context, ContextPiece, Exchange, Live, Profile, Reason, Seat } from './turns'

/** Entries of world/STATE.yaml by id, unchanged. */
type Notes = Record<string, Json>

/** A turn in which a seat sends a plan instead of using its tools one by one. */
export interface TurnPlan {
  /** What the seat does next: send a plan or narrate its results; `over` once nothing is left to do. */
  readonly stage: 'plan' | 'narrate' | 'over'
  /** The calls that the seat could make now without a plan. */
  readonly offers: readonly Offer[]
  /** The faults of the plan that was sent last. */
  readonly violations: readonly PlanViolation[]
  readonly events: readonly PlanEvent[]
  /** The results of the actions so far. */
  readonly results: readonly SkillExecuted[]
  /** Replays the answers of external skills from a recording, so that none of them runs. */
  repeats(recorded: readonly PlanEvent[]): void
}

/** An actor as one agent sees it. The DM and the actor itself get `sheet`; others get what is visible. */
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
    /** What they want now; the wants before it that they have attained. */
    wants: string
    met?: string[]
    fears: string
    voice: string
    says: Record<string, string[]>
    beliefs: Beliefs
  }
}

/** A story event as the DM reads it: only the sentences that are true now, and the outcomes that take effect once it is over. */
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

/** An exit, as anybody at the place sees it. */
export interface Exit {
  journey: string
  to: string
  label: string
  direction: string
  duration: string
  risks: string[]
  description: string
  /** Whether the party has visited the place that it leads to. */
  visited: boolean
  /** Members of the party who are elsewhere and to whom this exit is the shortest route through visited places. */
  mates?: string[]
}

/** A place as an agent sees it. */
export interface SeenPlace {
  id: string
  name: string
  region: string
  description: string
  /** What the picture of the place shows, as its alternative text says. */
  picture?: string
  senses: string[]
  gm_guide?: string
  /** Features that can be searched here and have not been searched. */
  features: Record<string, string>
  /** For the DM, the features that have been searched, with the facts that came of it, in words. */
  searched?: string[]
  items: Record<string, string>
  /** The id in equipment/ of each of these things. */
  itemIds: Record<string, string>
  /** The names of what is to be read here: features that are `written`, and items with a text. */
  written?: string[]
  tags: Record<string, boolean | string | number>
  exits: Exit[]
}

/** What every player still needs before the first risky action: see `preparation` in the manifest. */
export interface Preparation {
  /** With its article: "a class". */
  needs: string
  /** The DM's action that gives it. */
  action: string
  choices: string[]
  /** The choice of each player who has made one, by actor id. */
  have: Record<string, string>
  missing: string[]
}

/** Everything that an agent may know now (`project`). Prompts and offline policies use nothing else. It never has the dice seed. */
export interface View {
  who: string
  role: 'dm' | 'player'
  campaign: string
  premise: string
  game: { name: string; version: string }
  /** A description of the game's actions, items and conditions; players get only the items and conditions that they see. */
  guide: Guide
  at: string
  beat: number
  phase: 'done' | 'open' | 'dm' | 'player' | 'npc' | 'close'
  mode: 'story' | 'combat'
  round: number
  /** The NPC for whom the DM decides in phase npc. */
  as?: string
  /** The player who waits for the DM's private answer. */
  answering?: string
  /** Set for a player who was called on together with others: they don't hear each other's answers. */
  calledTogether?: true
  closing?: 'scene' | 'session' | 'campaign'
  session: number
  scene?: { number: number; title: string; place: string; aim: string; story?: string; turns: number; limit: number; opened: number }
  /** The number of calls already made in this turn, by tool. */
  spent: Record<string, number>
  place?: SeenPlace
  /** DM only, while the party is split: the other places with players in them. */
  elsewhere?: SeenPlace[]
  /** Present while the game's preparation lasts. */
  preparation?: Preparation
  /** The actors in the same place; for the DM also the rest of the party. */
  actors: SeenActor[]
  party: string[]
  /** Those who still act in this round of a fight, in order, as far as they are visible. */
  order?: string[]
  /** The last public entries of the active scene's log, at most 200 (all for the DM while the scene's summary is due), and the total number of its entries. */
  log: LogEntry[]
  entries: number
  /** Players only: the beats of `log` that their character did not see, because they were elsewhere or unconscious. */
  unseen?: number[]
  /** This seat's private talk in this scene: player ↔ DM. For the DM: with the player who waits for an answer. */
  private: { beat: number; by: string; text: string }[]
  /** The DM's own summaries; for players their recaps. */
  summaries: {
    session?: string
    campaign?: string
    scenes: string[]
    /** DM only, while the campaign is being summed up: summaries of the earlier sessions. */
    sessions?: string[]
  }
  /** What the designer's direction files say to this seat. */
  direction?: SeatDirection
  /** This seat's own plan. */
  plan?: string
  /** Players only: the last entries of their own timeline. */
  life?: string[]
  /** Players only: the quests that they know of, and their ties with people and factions, one sentence each. */
  knownQuests?: string[]
  standing?: string[]
  floors: Record<string, string>
  /** DM only. */
  facts?: Record<string, boolean | string | number>
  /** DM only: entries of world/STATE.yaml besides facts. Completed quests and threads are left out; ties are those of visible actors. */
  quests?: Notes
  threads?: Notes
  factions?: Notes
  ties?: Notes
  /** DM only, by id: the narratives that matter most now, then those if there is room, both by weight, without dormant ones. */
  narratives?: Notes
  lesserNarratives?: Notes
  story?: SeenEvent[]
  /** DM only: the form in which the DM narrates; absent for plain text. */
  narration?: 'scene-tree'
  /** DM only: where the open scene tree plays, its chunks that nobody has clicked, and the clicks that wait for an answer. */
  tree?: { place: string; open: string[]; waits: WaitingClick[] }
  topics?: { path: string; title: string }[]
  tables?: string[]
  /** DM only: place names by id. */
  places?: Record<string, string>
  /** DM only: names and kinds of all actors by id, wherever they are. */
  cast?: Record<string, { name: string; kind: 'player' | 'npc' }>
  scenesLeft?: number
  /** DM only: everything that the world still offers. Computed on demand. */
  atlas?: () => Atlas
}

/** A click that waits for the DM's answer. `exit`: an exit of the scene; `next`: the scene tree's id that it leads to, if it names one. */
export interface WaitingClick {
  who: string
  words: string
  speaks: string
  intent: string
  exit?: { next?: string }
}

/** The world as the DM plans with it. Places, people and facts are ids. */
export interface Atlas {
  /** What can be searched. `searched`: somebody has done so. */
  features: { place: string; id: string; name: string; text: string; after: string[]; fact?: string; item?: string; searched?: boolean }[]
  /** What people who are not hostile can tell. `isOpen`: their attitude is good enough; `isTold`: the party knows it. */
  tellings: { who: string; place: string; fact: string; text: string; after: string[]; isOpen: boolean; isTold?: boolean }[]
  /** `difficulty` as in the journey's file; 0 for a plain road. */
  journeys: { from: string; to: string; difficulty: number; requires?: string }[]
  places: { id: string; name: string; description: string; isVisited: boolean }[]
  /** `isBounded`: their file says when their want is met; `metBy`: the facts that it names there. */
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
/** `understood`: what was understood of an input that a model nearly got right, in sentences. */
export type ToolUse = z.infer<typeof ToolUse> & { understood?: string }

/** Progress that an agent reports while it thinks; the table adds whose turn it is, and reports the beginning, the end, calls and exchanges. */
export type LiveNews = Live extends infer News ? (News extends Live ? Omit<News, 'turn' | 'who'> : never) : never

/** The tools that a model requested in one reply, and the resulting calls. `unplayed`: why there are none, in a sentence. */
export interface LatestReply {
  uses: Exchange['uses']
  calls: readonly ToolCall[]
  unplayed?: string
}

/**
 * One turn as an agent sees it. `use` runs a tool and resolves with the tool's answer, after the commit if the call makes a beat. A refusal is
 * returned as text and makes no beat. `view` and `offers` are up to date after each use.
 */
export interface Turn {
  /** Identifies this turn: `parent:who:ordinal`, see `turnId`. */
  readonly id: string
  readonly seat: Seat
  readonly view: View
  readonly offers: readonly Offer[]
  /** The current commit of the story. */
  readonly commit: string
  /** Whether only played beats lead from that commit to the current one: no other branch, no undo, no edit. */
  follows(commit: string): boolean
  /** Why an answer that was requested ahead of this turn isn't played, in a sentence; undefined if it is. */
  readonly overtaken?: string | undefined
  /** Every tool that this seat may ever be offered. */
  everyOffer(): PossibleOffer[]
  /** The context of this seat at the beginning of the turn, assembled on the first call. `profile`: that of a recorded seat instead of its own. */
  context(profile?: Profile): Context
  /** The seat's context at the beat of that number, for a seat that was asked together with others before its turn. */
  contextAt(beat: number, profile?: Profile): Promise<Context>
  /** The context for a conversation that begins in this turn. The turn's record stores it whole. */
  beginsAfresh(): Context
  /** Records that this turn continues the conversation that began in the turn of that id, and the pieces that it adds. */
  continuesFrom(began: string, pieces?: readonly ContextPiece[]): void
  /** This seat's last calls with their results, which a new conversation doesn't contain. */
  latestReply(): LatestReply | undefined
  /** Numbers in [0, 1) for this agent's own choices: hash(seed, stream, actor, beat number, k). */
  chance(stream: 'policy' | 'voice'): () => number
  use(use: ToolUse): Promise<ToolAnswer>
  /** Why a tool that the seat has at other times is closed now, in a sentence, if the seat may know. */
  whyClosed(tool: string): string | undefined
  /** Whether a tool use would roll dice now. Changes nothing. */
  rolls(use: ToolUse): boolean
  /** Adds an exchange with a model to the turn's record, even a failed one, and charges it to the budget. */
  addExchange(exchange: Exchange): void
  /** Adds the reasons of a decision to the turn's record. */
  addReasons(reasons: readonly Reason[]): void
  /** Reports the agent's activity to clients that watch. */
  report(news: LiveNews): void
  /** Present if the seat plans in this turn: it is offered `run_plan`, and `narrate` for the results. */
  readonly plan?: TurnPlan | undefined
  readonly signal: AbortSignalLike
}
export interface ToolAnswer {
  ok: boolean
  text: string
  /** The call rolled dice, changed the world or was returned. Later calls in the same reply wait until the model has read this result. */
  decides?: true
  /** Whether the turn is over or this call allows no more beats. */
  over: boolean
}
export interface Agent {
  /**
   * Plays one turn, or the part of it until an answer says `over`. Never throws because of a model's output; a Problem `agent-failed` pauses the
   * table. This is one attempt: an agent that made no beat is asked twice more, then the turn passes.
   */
  act(turn: Turn): Promise<void>
  /** Requests a turn ahead without playing, when several players are called on. `act` begins with the answer. Throws as `act` does. */
  ask?(turn: Turn): Promise<void>
}
