import type { Game } from '../../shared/game'
import type { GameState, Next } from '../../shared/state'
import { canAct, DM, party, ready } from './people'
import { DM_CALLS } from './verbs'

type Rules = Pick<Game, 'conditions'>
const withNext = (state: GameState, next: Partial<Next>): GameState => ({ ...state, next: { ...state.next, ...next } })

/** The order of a round: highest score first, then players in seating order, then by id; who cannot act is left out. */
export function roundOrder(state: GameState, game: Rules): string[] {
  const scores = state.combat?.initiative ?? {}
  const seats = party(state)
  const seat = (id: string): number => (seats.includes(id) ? seats.indexOf(id) : seats.length)
  return Object.keys(scores)
    .filter((id) => canAct(state, game, id))
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || seat(a) - seat(b) || (a < b ? -1 : 1))
}

/** Back to the DM with a fresh turn. */
export const dmTurn = (state: GameState): GameState =>
  withNext(state, {
    phase: 'dm',
    actor: DM,
    waiting: [],
    spent: {},
    initiative: [],
    called: undefined,
    answering: undefined,
    turns: state.next.turns + 1
  })

/** Asks the given players, in order; those who cannot act are passed over. With nobody left it is the DM's turn. */
export function ask(state: GameState, game: Rules, players: readonly string[], called?: number): GameState {
  const [first, ...waiting] = players.filter((id) => canAct(state, game, id))
  if (first === undefined) return dmTurn(state)
  return withNext(state, {
    phase: 'player',
    actor: first,
    waiting,
    spent: {},
    called: waiting.length > 0 || called !== undefined ? called : undefined,
    turns: state.next.turns + 1
  })
}

/** The next slot of the round; after the last one the round is over and the DM tells it. */
export function nextSlot(state: GameState, game: Rules): { state: GameState; roundOver: boolean } {
  const order = state.next.initiative.filter((id) => id in (state.combat?.initiative ?? {}) && canAct(state, game, id))
  const [actor, ...initiative] = order
  if (actor === undefined) return { state: { ...dmTurn(state), next: { ...dmTurn(state).next, round: state.next.round + 1 } }, roundOver: true }
  const phase = state.actors[actor]?.kind === 'npc' ? 'npc' : 'player'
  return {
    state: withNext(state, { phase, actor, initiative, waiting: [], spent: {}, called: undefined, turns: state.next.turns + 1 }),
    roundOver: false
  }
}

/** Begins a round: everybody's slots in order, the first one acts. */
export const startRound = (state: GameState, game: Rules): GameState => nextSlot(withNext(state, { initiative: roundOrder(state, game) }), game).state

/** A fight has begun. */
export const startCombat = (state: GameState, game: Rules): GameState =>
  startRound(withNext(state, { mode: 'combat', round: 1, waiting: [], answering: undefined }), game)

/** A fight is over: the DM tells how. */
export const endCombat = (state: GameState): GameState => dmTurn(withNext(state, { mode: 'story', round: 0, initiative: [] }))

/** The turn goes on to the next player who was called on, else to the DM. */
export const nextPlayer = (state: GameState, game: Rules): GameState => ask(state, game, state.next.waiting, state.next.called)

/**
 * Where the table stands after `verb` of `who`: the one place that moves `next`.
 * `before` is the state in which the call was made; `after` has the call's own changes.
 */
export function moveOn(
  before: GameState,
  after: GameState,
  game: Rules,
  verb: string,
  cost: 'turn' | 'free' | 'look',
  beat: number
): { state: GameState; roundOver: boolean } {
  const still = (state: GameState): { state: GameState; roundOver: boolean } => ({ state, roundOver: false })
  if (after.combat && before.next.mode === 'story') return still(startCombat(after, game))
  if (!after.combat && before.next.mode === 'combat') return still(endCombat(after))
  switch (before.next.phase) {
    case 'dm':
      if (before.next.answering !== undefined) return still(withNext(after, { phase: 'player', actor: before.next.answering, answering: undefined }))
      if (before.next.mode === 'combat' && cost === 'turn') return still(startRound(after, game))
      return still(before.next.mode === 'combat' ? after : spendDm(after, game, verb, beat))
    case 'player':
      if (verb === 'whisper') return still(withNext(spend(after, verb), { phase: 'dm', actor: DM, answering: before.next.actor }))
      if (cost === 'free') return still(spend(after, verb))
      return before.next.mode === 'combat' ? nextSlot(after, game) : still(nextPlayer(after, game))
    case 'npc':
      return nextSlot(after, game)
    default:
      return still(after)
  }
}

const spend = (state: GameState, verb: string): GameState =>
  withNext(state, { spent: { ...state.next.spent, [verb]: (state.next.spent[verb] ?? 0) + 1 } })

/** A DM who talks on without calling on anybody is interrupted: everybody is asked. */
function spendDm(state: GameState, game: Rules, verb: string, beat: number): GameState {
  if (state.next.phase !== 'dm') return state
  const spent = spend(state, verb)
  const calls = Object.values(spent.next.spent).reduce((sum, n) => sum + n, 0)
  return calls >= DM_CALLS ? ask(spent, game, ready(spent, game), beat) : spent
}
