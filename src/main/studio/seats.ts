import type { Seat, TableSettings } from '../../shared/turns'

/** Who decides at a seat where table.yaml says nothing. */
const OFFLINE: Seat = { agent: 'offline' }

/** The seat of the DM or a player: its own line of table.yaml, else `default`, else the built-in table. */
export const seatOf = ({ agents }: Pick<TableSettings, 'agents'>, who: string): Seat =>
  (Object.hasOwn(agents, who) ? agents[who] : agents['default']) ?? OFFLINE
