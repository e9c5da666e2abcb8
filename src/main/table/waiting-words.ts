import type { GameState } from '../../shared/story/state'
import { equal, isObject, own } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import type { ToolCall } from '../../shared/story/play'
import type { ClientAnswer, ClientUse } from '../../shared/table/clients'
import type { TableStatus } from '../../shared/table/present'
import { parseBeatMessage } from '../campaign/beat-message'
import { DM, nameOf } from '../engine/people'
import type { OpenCampaign } from '../story/open-campaign'
import type { StorySnapshot } from '../story/story'
import { deciderNow } from './table-turn'

/** The name of a seat at the beginning of a sentence. */
export const seatName = (state: GameState, who: string): string => (who === DM ? 'The DM' : nameOf(state, who))

/** Why play has stopped and what to do next. `hasPlayed`: the last turn made a beat. */
export function whyOver({ next }: GameState, hasPlayed: boolean): string {
  if (next.ended === true) return "The campaign has ended. To go on anyway, play the DM's seat yourself and open another session."
  return hasPlayed ? 'The session is over. Press Play to begin the next one.' : 'The whole party is dead or gone. Continue from an earlier beat.'
}

/** The problem of a single step at a seat that an MCP client plays. */
export const waitsForClient = (state: GameState, who: string): Problem =>
  new Problem(
    'refused',
    `${seatName(state, who)} is played by an MCP client. Press Play, so that the table waits for the client, or choose another agent for the seat in Settings.`,
    { who, remedy: 'settings' }
  )

/** How many beats later a client may still ask for the result of its call. */
const MAX_BEATS_LATE = 100

const LATER = 'Wait, and call context again.'

/** Why the MCP client of a seat has to wait, in words; undefined if it may act. */
export function whyNotAct(
  snapshot: Pick<StorySnapshot, 'state' | 'game'>,
  who: string,
  { isClient, isTaken, table }: { isClient: boolean; isTaken: boolean; table: Pick<TableStatus, 'running' | 'stopped'> }
): string | undefined {
  const { state } = snapshot
  if (!isClient) return `${seatName(state, who)} is not played by an MCP client now. The designer can choose MCP client for the seat in Settings.`
  if (isTaken) return `The designer plays this seat now. ${LATER}`
  const decider = deciderNow(snapshot)
  if (decider === undefined) return whyOver(state, false)
  if (!table.running) return `The table is paused. ${table.stopped ?? ''} ${LATER}`.replace('  ', ' ')
  return decider === who ? undefined : `It is the turn of ${decider === DM ? 'the DM' : nameOf(state, decider)}. ${LATER}`
}

/** The answer to a call for another beat than the next; else undefined. A client that didn't hear of its saved call gets that call's result. */
export function answerBefore(campaign: OpenCampaign, who: string, { beat, action, input }: ClientUse): ClientAnswer | undefined {
  const next = campaign.snapshot.state.next.beat + 1
  if (beat === next) return undefined
  if (beat > next) return { ok: false, text: `There is no beat ${beat} yet; the next one is ${next}. Call context, and give its beat.` }
  const commit = next - beat > MAX_BEATS_LATE ? undefined : campaign.beatNumbered(beat)
  const made = commit && parseBeatMessage(commit).beat
  const call = made?.agent === 'mcp' && made.actor === who ? campaign.turns.of(made.id)?.calls.findLast((one) => one.beat === made.id) : undefined
  if (call?.tool === action && isSaid(call.input, input))
    return { ok: true, text: `Your call is saved as beat ${beat}. ${call.result ?? ''}`.trim(), beat }
  const saved = call ? ` This seat made beat ${beat} already, with ${call.tool} ${JSON.stringify(call.input)}.` : ''
  return { ok: false, text: `The story has moved on since beat ${beat}; the next one is ${next}.${saved} Call context again before you act.` }
}

/** Whether a client said every parameter of a saved call as it was saved. */
const isSaid = (saved: ToolCall['input'], said: unknown): boolean =>
  Object.entries(saved).every(([name, value]) => isObject(said) && equal(own(said, name), value))
