import { own } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import type { Seat, TableSettings } from '../../shared/table/turns'
import { listed } from '../../shared/words/labels'
import { DM, party } from '../engine/people'

/** Seats for this run alone, by actor id or `DM`; `all` for everybody else. They take precedence over table.yaml. */
export type SeatsGiven = Readonly<Record<string, Seat>>

/** The agent of a seat that table.yaml doesn't name. */
const OFFLINE: Seat = { agent: 'offline' }

/** The seat of the DM or a player: the one for this run, else its entry in table.yaml, else `default` there, else the built-in table. */
export function seatOf({ agents }: Pick<TableSettings, 'agents'>, who: string, chosen: SeatsGiven = {}): Seat {
  return own(chosen, who) ?? own(chosen, 'all') ?? own(agents, who) ?? own(agents, 'default') ?? OFFLINE
}

/** The problem for a name without a seat. */
export const nobody = (who: string, state: GameState): Problem =>
  new Problem('not-found', `This table has no seat "${who}". Choose one of ${listed([DM, ...party(state)])}.`, { who })
