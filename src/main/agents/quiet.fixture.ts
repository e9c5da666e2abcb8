import type { Agent, Turn } from '../../shared/agents'
import type { Seated, TableSide } from './tools'

const nobodyAsks = (): never => {
  throw new Error('Nobody asks for this here.')
}

/** A table at which nothing is seen, offered or told but what is given. */
export const quietSide = (given: Partial<TableSide>): TableSide => ({
  turn: () => 'DM',
  view: nobodyAsks,
  offers: () => [],
  context: nobodyAsks,
  look: () => '',
  goesOn: () => undefined,
  play: nobodyAsks,
  chance: () => () => 0,
  mayAsk: () => undefined,
  spent: () => undefined,
  tell: () => undefined,
  clock: () => 0,
  ...given
})

/** A turn as an agent meets it, in which nothing is there but what is given. */
export const quietTurn = (given: Partial<Turn>): Turn => ({
  id: 'a turn',
  seat: { agent: 'offline' },
  get view(): never {
    return nobodyAsks()
  },
  offers: [],
  context: nobodyAsks,
  goesOn: () => undefined,
  chance: () => () => 0,
  use: nobodyAsks,
  mayAsk: () => undefined,
  keep: () => undefined,
  because: () => undefined,
  tell: () => undefined,
  signal: QUIET,
  ...given
})

/** A signal that nobody gives. */
export const QUIET: Turn['signal'] = { aborted: false, addEventListener: () => undefined }

/** The same agent at every seat. */
export const seated = (agent: Agent) => (): Promise<Seated> => Promise.resolve({ id: 'a turn', seat: { agent: 'offline' }, agent })
