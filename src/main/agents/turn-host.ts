import type { Agent, LatestReply, LiveNews, ToolUse, View } from '../../shared/agents'
import type { Offer, PossibleOffer } from '../../shared/game'
import type { ActionCall, Beat } from '../../shared/play'
import type { Problem } from '../../shared/problem'
import type { Context, Exchange, Seat, TurnRecord } from '../../shared/turns'
import type { PlanningHost } from './skills/planning'

/** What the table needs of an open campaign: fresh views and offers, looks, and the one verb that changes the story. */
export interface TurnHost {
  /** Who decides next; undefined when nothing can be played on. */
  decider(): string | undefined
  view(who: string): View
  offers(who: string): readonly Offer[]
  /** The seat's context now. */
  context(who: string): Context
  /** The seat's context as of the beat of that number, if it was asked before its turn came. */
  contextAt(who: string, beat: number): Promise<Context>
  /** Answers a tool that only looks (recall, get_location, get_exits). */
  look(who: string, use: ToolUse): string
  /** The commit where the story stands now, and whether it came there from another one by played beats alone. */
  commit(): string
  follows(commit: string): boolean
  everyOffer(who: string): PossibleOffer[]
  /** `decides`: the call rolled dice or changed the world. */
  play(call: ActionCall): Promise<{ beat: Beat; answer: string; decides?: boolean; changes?: number }>
  /** What plans need besides, if the seat plans in this turn. */
  planning?(who: string): Pick<PlanningHost, 'tools' | 'stateFor' | 'after' | 'breathe'> | undefined
  /** Whether the last beat was a turn that the table ended, because its agent gave no valid action. */
  wasGivenUp(): boolean
  /** The last recorded reply of a model at that seat. */
  latestReply(who: string): LatestReply | undefined
  chance(who: string, stream: 'policy' | 'voice'): () => number
  /** Throws Problem when nothing may be asked that costs something. */
  checkBudget(seat: Seat): void
  /** Hears of every exchange at once, so that what was spent is known before the turn is over. */
  onExchange(exchange: Exchange): void
  report(news: LiveNews): void
  /** Milliseconds, for how long a tool took; never enters the story. */
  clock(): number
}

/** Who sits where a turn is played, and the name of that turn. */
export interface SeatedAgent {
  id: string
  seat: Seat
  agent: Agent
  /** Plays the turn if a model fails to; absent where the table pauses instead. */
  standIn?: Agent | undefined
  /** Why the agent isn't asked at all and the stand-in plays at once. */
  notAsked?: string | undefined
}

/** A turn as far as it came: the beat it made, or why it made none. */
export interface TurnResult extends Pick<TurnRecord, 'who' | 'context' | 'began' | 'exchanges' | 'reasons' | 'calls' | 'plan' | 'ms'> {
  beat?: Beat
  problem?: Problem
}
