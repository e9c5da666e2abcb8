import type { Game, Standing } from '../../shared/game'
import type { GameState } from '../../shared/state'
import { roleOf } from './capabilities'
import { canAct, DM, nameOf, ready } from './people'
import { unable } from './standing'
import { BUDGET, verbsOf } from './verbs'

type Seats = readonly ('dm' | 'player')[]
const BOTH: Seats = ['dm', 'player']
const ONLY_DM: Seats = ['dm']
const ONLY_PLAYERS: Seats = ['player']

/** The table's own verbs, in the order in which a session meets them: who may use them, and what they are for. */
const VERBS: Readonly<Record<string, { seats: Seats; about: string }>> = {
  open_session: { seats: ONLY_DM, about: 'Begins a session.' },
  open_scene: { seats: ONLY_DM, about: 'Opens a scene where the party is.' },
  narrate: { seats: ONLY_DM, about: 'Tells the table what happens, or lets somebody speak.' },
  speak: { seats: BOTH, about: 'Says something: a player to everybody, the DM to one player in private.' },
  whisper: { seats: ONLY_PLAYERS, about: 'Says something to the DM in private.' },
  call_on: { seats: ONLY_DM, about: 'Asks players for actions; ends the DM’s turn.' },
  roll_table: { seats: ONLY_DM, about: 'Rolls on a table of the game.' },
  get_location: { seats: ONLY_DM, about: 'Looks at the current place.' },
  get_exits: { seats: ONLY_DM, about: 'Looks at every way out of here.' },
  recall: { seats: BOTH, about: 'Searches what is written down.' },
  record: { seats: BOTH, about: 'Writes a note.' },
  remember: { seats: ONLY_PLAYERS, about: 'Writes into the own timeline.' },
  end_scene: { seats: ONLY_DM, about: 'Closes the scene.' },
  end_session: { seats: ONLY_DM, about: 'Closes the session.' },
  summarise: { seats: ONLY_DM, about: 'Sums up what was closed.' },
  pass: { seats: BOTH, about: 'Does nothing this time.' }
}

/**
 * For every verb of the table: offered to `who` now, with its parameters, or the reason why not. Covers the DM and players. For the designer
 * only; none of it may reach an agent. `stories` are the ids of the story events that may be named. SPEC.md W4.
 */
export function verbStandings(state: GameState, game: Game, who: string, stories: readonly string[] = []): Standing[] {
  const seat = roleOf(who)
  const open = new Map(verbsOf(state, game, who, stories).map((offer) => [offer.name, offer]))
  return Object.entries(VERBS).map(([action, { seats, about }]): Standing => {
    const standing = { action, description: about, from: 'table' as const }
    const offer = open.get(action)
    if (offer) return { ...standing, params: offer.params }
    if (!seats.includes(seat)) return { ...standing, reason: seat === 'dm' ? 'only for players' : 'only for the DM' }
    return { ...standing, reason: seat === 'dm' ? closedToDM(state, game, action) : closedToPlayer(state, game, who, action) }
  })
}

function closedToPlayer(state: GameState, game: Game, who: string, verb: string): string {
  const { next } = state
  if (next.phase !== 'player' || next.actor !== who) return 'only on their own turn'
  if (!canAct(state, game, who)) return unable(state, game, who)
  const most = BUDGET[verb] ?? 0
  return most === 1 ? 'already used in this turn' : `already used ${most} times in this turn`
}

/** Verbs that wait for a phase of their own, and how the reason says so. */
const PHASES: Readonly<Record<string, { phase: GameState['next']['phase']; only: string }>> = {
  open_session: { phase: 'done', only: 'only while no session is open' },
  open_scene: { phase: 'open', only: 'only between scenes' },
  summarise: { phase: 'close', only: 'only when a scene, a session or a milestone is to be summed up' }
}
const NOBODY = 'nobody in the party can act'

function closedToDM(state: GameState, game: Game, verb: string): string {
  const { phase, actor, answering, closing } = state.next
  const own = PHASES[verb]
  if (own && own.phase !== phase) return own.only
  if (phase === 'npc') return `not on ${nameOf(state, actor)}’s turn in a fight`
  if (answering !== undefined) return `only after ${nameOf(state, answering)} has been answered`
  if (actor !== DM) return `only on the DM’s turn, and it is ${nameOf(state, actor)}’s`
  switch (phase) {
    case 'done':
      return verb === 'open_session' ? NOBODY : 'only while a session is open'
    case 'close':
      return `only after the ${closing[0] ?? 'scene'} has been summarised`
    case 'open':
      if (verb !== 'open_scene') return 'only while a scene is open'
      return ready(state, game).length === 0 ? NOBODY : `the session has had its ${game.manifest.limits.scenes_per_session} scenes`
    default:
      return inScene(state, game, verb)
  }
}

/** Why the DM can't do it during a scene. */
function inScene({ next }: GameState, game: Game, verb: string): string {
  const limit = game.manifest.limits.turns_per_scene
  if (next.mode === 'combat') return verb === 'end_scene' ? `in a fight, only after ${limit} turns of the scene` : 'not in a fight'
  if (next.turns >= limit) return `the scene has had its ${limit} turns and must be closed`
  if (verb === 'pass') return 'only in a fight, or instead of a private answer'
  if (verb === 'roll_table') return 'the game has no tables'
  return verb === 'call_on' ? NOBODY : 'there is no player'
}
