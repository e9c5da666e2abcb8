import { own } from '../../shared/json'
import { Problem } from '../../shared/problem'
import type { GameState } from '../../shared/state'
import type { Seat, TableSettings } from '../../shared/turns'
import { listed } from '../../shared/labels'
import { DM, party } from '../engine/people'

/** Seats given for this run alone, by actor id or `DM`; `all` for everybody else. They go before table.yaml. */
export type SeatsGiven = Readonly<Record<string, Seat>>

/** Who decides at a seat where table.yaml says nothing. */
const OFFLINE: Seat = { agent: 'offline' }

/** The seat of the DM or a player: given for this run, else its own line of table.yaml, else `default` there, else the built-in table. */
export function seatOf({ agents }: Pick<TableSettings, 'agents'>, who: string, chosen: SeatsGiven = {}): Seat {
  return own(chosen, who) ?? own(chosen, 'all') ?? own(agents, who) ?? own(agents, 'default') ?? OFFLINE
}

/** Said of a name that sits nowhere. */
export const nobody = (who: string, state: GameState): Problem =>
  new Problem('not-found', `This table has no seat "${who}". Choose one of ${listed([DM, ...party(state)])}.`, { who })
