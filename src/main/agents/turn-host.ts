import type { Agent, LatestReply, LiveNews, ToolUse, View } from '../../shared/table/agents'
import type { Offer, PossibleOffer } from '../../shared/story/game'
import type { ActionCall, Beat } from '../../shared/story/play'
import type { Problem } from '../../shared/base/problem'
import type { Context, Exchange, Profile, Seat, TurnRecord } from '../../shared/table/turns'
import type { PlanningHost } from './skills/planning'

/** The operations of an open campaign that the table needs: fresh views and offers, lookups, and the one verb that changes the story. */
export interface TurnHost {
  /** The seat that decides next; undefined if the story can't continue. */
  decider(): string | undefined
  view(who: string): View
  /** The present offers of a seat; with `only`, those of that name. */
  offers(who: string, only?: string): readonly Offer[]
  /** The seat's context now. */
  context(who: string, profile?: Profile): Context
  /** The seat's context as of the beat with that number, for a seat whose model was called before its turn came. */
  contextAt(who: string, beat: number, profile?: Profile): Promise<Context>
  /** Answers a tool that only looks (recall, get_location, get_exits). */
  look(who: string, use: ToolUse): string
  /** `commit` is the commit at which the story is now. `follows` returns whether the story came there from another commit by played beats alone. */
  commit(): string
  follows(commit: string): boolean
  everyOffer(who: string): PossibleOffer[]
  /** `decides`: the call rolled dice or changed the world. */
  play(call: ActionCall): Promise<{ beat: Beat; answer: string; decides?: boolean; changes?: number; at?: string }>
  /** Why a tool that the seat has at other times is closed now, as a part of a sentence, if the seat may know. */
  whyClosed(who: string, tool: string): string | undefined
  /** Whether a call would roll dice now. Changes nothing. */
  rolls(call: ActionCall): boolean
  /** The further services for plans, if the seat plans in this turn. */
  planning?(who: string): Pick<PlanningHost, 'tools' | 'stateFor' | 'after' | 'breathe'> | undefined
  /** Returns whether the last beat belongs to a turn that the table ended because its agent gave no valid action. */
  wasGivenUp(): boolean
  /** The last recorded reply of a model at a seat. */
  latestReply(who: string): LatestReply | undefined
  chance(who: string, stream: 'policy' | 'voice'): () => number
  /** Called for every exchange at once, so that its cost is known before the turn is over. */
  onExchange(exchange: Exchange): void
  report(news: LiveNews): void
  /** A clock in ms, to measure how long a tool takes. It never affects the story. */
  clock(): number
}

/** The agent at the seat whose turn is played, and the id of the turn. */
export interface SeatedAgent {
  id: string
  seat: Seat
  agent: Agent
  /** The agent that plays the turn if a model fails; absent if the table pauses instead. */
  standIn?: Agent | undefined
  /** Why the agent isn't called at all and the stand-in plays at once. */
  notAsked?: string | undefined
}

/** The result of a turn: the beat that it made, or the problem because of which it made none. */
export interface TurnResult extends Pick<TurnRecord, 'who' | 'context' | 'began' | 'exchanges' | 'reasons' | 'calls' | 'plan' | 'ms'> {
  beat?: Beat
  problem?: Problem
}
