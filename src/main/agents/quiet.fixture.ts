import { never } from '../../shared/base/abort'
import type { Agent, Turn } from '../../shared/table/agents'
import type { SeatedAgent, TurnHost } from './turn-host'

const nobodyAsks = (): never => {
  throw new Error('Nobody asks for this here.')
}

/** A turn's host that does nothing, except for the overrides. */
export const quietSide = (overrides: Partial<TurnHost>): TurnHost => ({
  decider: () => 'DM',
  view: nobodyAsks,
  offers: () => [],
  context: nobodyAsks,
  contextAt: nobodyAsks,
  look: () => '',
  commit: () => '',
  follows: () => true,
  everyOffer: () => [],
  play: nobodyAsks,
  whyClosed: () => undefined,
  rolls: () => false,
  latestReply: () => undefined,
  chance: () => () => 0,
  wasGivenUp: () => false,
  onExchange: () => undefined,
  report: () => undefined,
  clock: () => 0,
  ...overrides
})

/** An agent's turn that does nothing, except for the overrides. */
export const quietTurn = (overrides: Partial<Turn>): Turn => ({
  id: 'a turn',
  seat: { agent: 'offline' },
  get view(): never {
    return nobodyAsks()
  },
  offers: [],
  commit: '',
  follows: () => true,
  everyOffer: () => [],
  context: nobodyAsks,
  contextAt: nobodyAsks,
  beginsAfresh: nobodyAsks,
  continuesFrom: () => undefined,
  latestReply: () => undefined,
  chance: () => () => 0,
  use: nobodyAsks,
  whyClosed: () => undefined,
  rolls: () => false,
  addExchange: () => undefined,
  addReasons: () => undefined,
  report: () => undefined,
  signal: QUIET,
  ...overrides
})

/** A signal that never aborts. */
export const QUIET: Turn['signal'] = never

/** The same agent at every seat. */
export const seated = (agent: Agent) => (): Promise<SeatedAgent> => Promise.resolve({ id: 'a turn', seat: { agent: 'offline' }, agent })
