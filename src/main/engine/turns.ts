import { own } from '../../shared/base/json'
import type { GameState, Next } from '../../shared/story/state'
import { afterFight, countDown } from './durations'
import { canAct, DM, ready, party } from './people'
import type { Run } from './actions'
import { MAX_DM_CALLS, TELLING } from './verbs'
import type { Game } from '../../shared/story/game'
import { sideOf } from '../../shared/story/sides'

const withNext = (state: GameState, next: Partial<Next>): GameState => ({ ...state, next: { ...state.next, ...next } })

const dmTurn = (state: GameState): GameState =>
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

/** Gives the turn to the given players in order, skipping those who can't act. If none is left, it is the DM's turn. */
export function ask(state: GameState, run: Run, players: readonly string[], called?: number): GameState {
  const [first, ...waiting] = players.filter((id) => canAct(state, run.game, id))
  if (first === undefined) return dmTurn(state)
  const turn = withNext(state, { phase: 'player', actor: first, waiting, spent: {}, called, turns: state.next.turns + 1 })
  const begun = run.hook(turn, 'turn_start', first)
  if (begun.combat) return startCombat(begun, run)
  return canAct(begun, run.game, first) ? begun : ask(begun, run, waiting, called)
}

/** Moves to the next slot of the round. After the last slot the round ends and the DM narrates it. */
function nextSlot(state: GameState, run: Run): GameState {
  const [actor, ...initiative] = state.next.initiative.filter((id) => fights(state, run.game, id))
  if (actor === undefined) return endRound(state, run)
  const phase = own(state.actors, actor)?.kind === 'npc' ? 'npc' : 'player'
  const turn = withNext(state, { phase, actor, initiative, waiting: [], spent: {}, called: undefined, turns: state.next.turns + 1 })
  const begun = run.hook(turn, 'turn_start', actor)
  if (!begun.combat) return endCombat(begun)
  const placed = withNext(begun, { initiative: stillToAct(turn, begun, run.game, actor) })
  return fights(placed, run.game, actor) ? placed : nextSlot(placed, run)
}

/** Ends a round: runs the rules for it, counts down conditions that last rounds, then gives the turn to the DM. */
function endRound(state: GameState, run: Run): GameState {
  const afterHook = run.hook(state, 'round_end', DM)
  if (!afterHook.combat) return endCombat(afterHook)
  const counted = run.settle(countDown(afterHook))
  return counted.combat ? dmTurn(withNext(counted, { round: counted.next.round + 1 })) : endCombat(counted)
}

/** Begins a round: everybody gets a slot in order, and the first one acts. */
const startRound = (state: GameState, run: Run): GameState => nextSlot(withNext(state, { initiative: roundOrder(state, run.game) }), run)

function startCombat(state: GameState, run: Run): GameState {
  const begun = run.hook(withNext(state, { mode: 'combat', round: 1, initiative: [], waiting: [], answering: undefined }), 'combat_start', DM)
  return begun.combat ? startRound(begun, run) : endCombat(begun)
}

/** Ends a fight: removes conditions that last rounds; the DM narrates how it ended. */
const endCombat = (state: GameState): GameState => dmTurn(withNext(afterFight(state), { mode: 'story', round: 0, initiative: [] }))

/** The part of a call that matters for the turn. */
interface Moved {
  verb: string
  cost: 'turn' | 'free' | 'look'
  beat: number
  /** The call is an action of a plan. Only those that tell something count as the DM's calls; the plan's narration counts once for all others. */
  isPlanned?: boolean
}

/** Moves `next` after a call, as nothing else does, with the hooks of fights and turns. `before`: when it was made. SPEC.md T1–T8, F1–F6, H1–H3. */
export function moveOn(before: GameState, after: GameState, run: Run, { verb, cost, beat, isPlanned = false }: Moved): GameState {
  const { phase, mode, actor, answering } = before.next
  const slot = phase === 'player' || phase === 'npc'
  const ended = slot && cost === 'turn' ? run.hook(after, 'turn_end', actor) : after
  if (mode === 'story' && ended.combat) return startCombat(ended, run)
  if (mode === 'combat' && !ended.combat) return endCombat(ended)
  const now = mode === 'combat' && slot ? withNext(ended, { initiative: stillToAct(before, ended, run.game, actor) }) : ended
  if (phase === 'dm') {
    if (answering !== undefined) return withNext(now, { phase: 'player', actor: answering, answering: undefined })
    if (mode === 'combat' && cost === 'turn') return startRound(now, run)
    // A plan isn't interrupted when the DM's calls are used up. Everybody is asked after the plan.
    if (isPlanned) return TELLING.has(verb) ? spend(now, verb) : now
    return spendDm(now, run, verb, beat)
  }
  if (!slot) return now
  if (verb === 'whisper') return withNext(spend(now, verb), { phase: 'dm', actor: DM, answering: actor })
  if (cost === 'free') return spend(now, verb)
  return mode === 'combat' ? nextSlot(now, run) : ask(now, run, now.next.waiting, now.next.called)
}

const spend = (state: GameState, verb: string): GameState =>
  withNext(state, { spent: { ...state.next.spent, [verb]: (own(state.next.spent, verb) ?? 0) + 1 } })

/** Counts a call of the DM. Once the calls of the turn are used up, gives the turn to everybody or begins the next round. */
function spendDm(state: GameState, run: Run, verb: string, beat: number): GameState {
  const spent = spend(state, verb)
  if (dmCalls(spent.next.spent) < MAX_DM_CALLS) return spent
  return spent.next.mode === 'combat' ? startRound(spent, run) : ask(spent, run, ready(spent, run.game), beat)
}

/** The number of calls that the DM has made in a turn, without plans for later turns. */
export const dmCalls = (spent: Next['spent']): number => Object.entries(spent).reduce((sum, [used, n]) => (used === 'plan' ? sum : sum + n), 0)

type Rules = Pick<Game, 'conditions' | 'manifest'>

/** Returns whether an actor has a slot in the fight: is in its order and able to act. */
const fights = (state: GameState, game: Rules, id: string): boolean =>
  state.combat !== undefined && Object.hasOwn(state.combat.initiative, id) && canAct(state, game, id)

/**
 * The order of a round. Initiative-based: highest score first, then players in seating order, then by id. Side-based: the side with the highest
 * score first, ties by the first seat; within a side players in seating order, then by id. Actors who can't act are left out. SPEC.md F2, F3.
 */
const roundOrder = (state: GameState, game: Rules): string[] => placed(state, game, state).filter((id) => fights(state, game, id))

/** Everybody in the fight, in order. Scores of sides come from `scored`, so that a newcomer doesn't move a side that already has a position. */
function placed(state: GameState, game: Rules, scored: GameState): string[] {
  const scores = state.combat?.initiative ?? {}
  const seats = party(state)
  const seat = (id: string): number => (seats.includes(id) ? seats.indexOf(id) : seats.length)
  const bySeat = (a: string, b: string): number => seat(a) - seat(b) || (a < b ? -1 : 1)
  const ids = Object.keys(scores).toSorted(bySeat)
  if (game.manifest.combat_flow === 'initiative-based') return ids.toSorted((a, b) => (own(scores, b) ?? 0) - (own(scores, a) ?? 0) || bySeat(a, b))
  const sides = [...new Set(ids.map((id) => sideOf(state, id)))]
  const score = (side: string): number => {
    const before = Object.entries(scored.combat?.initiative ?? {}).filter(([id]) => sideOf(scored, id) === side)
    const members = before.length > 0 ? before : Object.entries(scores).filter(([id]) => sideOf(state, id) === side)
    return Math.max(...members.map(([, own]) => own))
  }
  // `sides` is in the order of first seats, which decides ties.
  return sides.toSorted((a, b) => score(b) - score(a)).flatMap((side) => ids.filter((id) => sideOf(state, id) === side))
}

/**
 * Who still acts in this round after rules changed the fight. Actors who left the fight or can no longer act are removed at once. Actors who joined
 * are inserted if their position comes after the slot of `acting`. SPEC.md F4, F5.
 */
function stillToAct(before: GameState, after: GameState, game: Rules, acting: string): string[] {
  const remaining = after.next.initiative.filter((id) => fights(after, game, id))
  const initiativeBefore = before.combat?.initiative ?? {}
  const joined = Object.keys(after.combat?.initiative ?? {}).filter(
    (id) => !Object.hasOwn(initiativeBefore, id) && id !== acting && fights(after, game, id)
  )
  if (joined.length === 0 || !after.combat) return remaining
  // `acting` keeps their position even if they have just left the fight.
  const all: GameState = { ...after, combat: { ...after.combat, initiative: { ...initiativeBefore, ...after.combat.initiative } } }
  const places = placed(all, game, before)
  const place = (id: string): number => places.indexOf(id)
  return joined.filter((id) => place(id) > place(acting)).reduce((order, id) => insert(order, id, place), remaining)
}

function insert(order: readonly string[], id: string, place: (id: string) => number): string[] {
  const at = order.findIndex((other) => place(other) > place(id))
  return at < 0 ? [...order, id] : order.toSpliced(at, 0, id)
}
