import type { ToolUse, Turn } from '../../shared/table/agents'
import { Problem, toProblem } from '../../shared/base/problem'
import { AgentTurn } from './agent-turn'
import type { SeatedAgent, TurnHost, TurnResult } from './turn-host'

/** Calls that end the turn of a seat that gave no valid action, in the order in which they are tried. They invent nothing. Between scenes there is no such call. */
const FALLBACK_CALLS: readonly { tool: string; input: ToolUse['input'] }[] = [
  { tool: 'pass', input: {} },
  { tool: 'call_on', input: { who: ['all'] } }
]

/** The problem that pauses the table: no call can end this turn, or the table also ended the turn before it. */
function noValidAction({ exchanges, calls }: AgentTurn, who: string): Problem {
  const refused = calls.findLast(({ problem }) => problem !== undefined)
  const why =
    exchanges.at(-1)?.problem ??
    `${refused ? `Its last call, ${refused.tool}, was refused: ${refused.problem} ` : ''}Press Play to try again, or choose another agent for the seat in Settings.`
  return new Problem('agent-failed', `${who}'s agent gave no valid action three times. ${why}`, { who, remedy: 'settings' })
}

/** The maximum number of requests to an agent for a valid action. */
const MAX_ATTEMPTS = 3

/** A turn whose agent is asked before the turn begins. */
export interface AskedTurn {
  seated: SeatedAgent
  turn: AgentTurn
  /** Resolves when the answer has arrived, or with a Problem if none will arrive. */
  answered: Promise<Problem | undefined>
  /** Time from the request to the answer, in ms; 0 until the answer has arrived. */
  ms: number
  /** Why the answer can't be played in the turn, in a sentence. The agent is asked again. */
  overtaken?: string
}

/** Asks the agent of a seat before its turn begins. `host` shows the story as it would be in that turn. */
export function askAhead(host: TurnHost, who: string, seated: SeatedAgent, signal: Turn['signal']): AskedTurn {
  const turn = new AgentTurn(host, who, seated, signal)
  const started = host.clock()
  const ahead: AskedTurn = { seated, turn, answered: Promise.resolve(undefined), ms: 0 }
  const answer = seated.agent.ask?.(turn) ?? Promise.resolve()
  ahead.answered = answer
    .then(() => undefined, toProblem)
    .finally(() => {
      ahead.ms = rounded(host.clock() - started)
    })
  return ahead
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100

/** Asks the agent for a beat, then its stand-in, then makes a fallback call. Returns the reason if no beat could be made. `failed`: the problem of the request ahead of the turn. */
async function makeBeat(
  turn: AgentTurn,
  host: TurnHost,
  { agent, standIn, notAsked }: SeatedAgent,
  who: string,
  failed?: Problem
): Promise<Problem | undefined> {
  let problem = failed
  try {
    const attempts = failed || notAsked !== undefined ? 0 : MAX_ATTEMPTS
    for (let attempt = 0; attempt < attempts && turn.beat === undefined && !turn.signal.aborted; attempt++) await agent.act(turn)
  } catch (thrown) {
    problem = toProblem(thrown)
  }
  const isDone = (): boolean => turn.beat !== undefined || turn.signal.aborted
  if (isDone()) return problem
  const isUntold = turn.plan?.stage === 'narrate'
  if (standIn && (problem === undefined || problem.data['modelFailed'] === true)) {
    await turn.standIn(standIn, notAsked ?? (problem ?? noValidAction(turn, who)).message)
    if (isDone()) return undefined
  }
  if (isUntold) await turn.narratePlainly()
  if (isDone()) return undefined
  if (problem) return problem
  for (const fallback of host.wasGivenUp() ? [] : FALLBACK_CALLS) {
    if (turn.offers.some((offer) => offer.name === fallback.tool)) await turn.giveUp(fallback)
    if (isDone()) return undefined
  }
  return noValidAction(turn, who)
}

/**
 * Plays one beat of the current seat. With `asked`, the turn continues from a response that was requested ahead. If the agent gives no valid
 * action in three attempts, the turn passes and the beat says so. The table pauses instead if the turn before passed for the same reason, or
 * if passing would invent something. Returns undefined when nothing is left to play. Returns failures that no agent can fix (disk, external
 * changes …) and failed agents as `problem`, with every exchange and call so far.
 */
export async function playAgentTurn(
  host: TurnHost,
  seatOf: (who: string) => Promise<SeatedAgent>,
  signal: Turn['signal'],
  ahead?: AskedTurn
): Promise<TurnResult | undefined> {
  const who = host.decider()
  if (who === undefined || host.offers(who).length === 0) return undefined
  const seated = ahead?.seated ?? (await seatOf(who))
  const turn = ahead?.turn ?? new AgentTurn(host, who, seated, signal)
  const started = host.clock() - (ahead?.ms ?? 0)
  const failed = await ahead?.answered
  ahead?.turn.begin(ahead.overtaken)
  let problem: Problem | undefined
  try {
    problem = await makeBeat(turn, host, seated, who, failed)
  } catch (thrown) {
    problem = toProblem(thrown)
  }
  return resultOf(turn, who, rounded(host.clock() - started), problem)
}

/** The results of a turn so far. */
export function resultOf(turn: AgentTurn, who: string, ms: number, problem?: Problem): TurnResult {
  const { givenContext, began, calls, exchanges, reasons } = turn
  const beat = turn.beat ?? turn.plan?.beat
  const events = turn.plan?.events ?? []
  return {
    who,
    calls,
    exchanges,
    ms,
    ...(reasons.length === 0 ? {} : { reasons }),
    ...(events.length === 0 ? {} : { plan: events }),
    ...(beat === undefined ? {} : { beat }),
    ...(givenContext === undefined ? {} : { context: givenContext }),
    ...(began === undefined ? {} : { began }),
    ...(problem === undefined ? {} : { problem })
  }
}
