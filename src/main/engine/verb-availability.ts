import { own } from '../../shared/base/json'
import type { Game, Availability } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import { roleOf } from './capabilities'
import { asSentence } from '../../shared/words/labels'
import { canAct, DM, nameOf, ready } from './people'
import { unable } from './availability'
import { type AuthoredEvents, running } from './documents'
import { hasTree } from './open-words'
import { BUDGET, verbsOf } from './verbs'

type Seats = readonly ('dm' | 'player')[]
const BOTH: Seats = ['dm', 'player']
const ONLY_DM: Seats = ['dm']
const ONLY_PLAYERS: Seats = ['player']

/** The table's own verbs in the order in which a session uses them, with the seats that may use them and their purpose. */
const VERBS: Readonly<Record<string, { seats: Seats; about: string }>> = {
  open_session: { seats: ONLY_DM, about: 'Begins a session.' },
  open_scene: { seats: ONLY_DM, about: 'Opens a scene where the party is.' },
  narrate: { seats: ONLY_DM, about: 'Tells the table what happens, or speaks for a character.' },
  speak: { seats: BOTH, about: 'Says something: a player to everybody, the DM to one player in private.' },
  whisper: { seats: ONLY_PLAYERS, about: 'Says something to the DM in private.' },
  call_on: { seats: ONLY_DM, about: "Asks players for actions, which ends the DM's turn." },
  roll_table: { seats: ONLY_DM, about: 'Rolls on a table of the game.' },
  get_location: { seats: ONLY_DM, about: 'Looks at the current place.' },
  get_exits: { seats: ONLY_DM, about: 'Lists the exits of this place.' },
  recall: { seats: BOTH, about: 'Searches the notes and the world.' },
  record: { seats: BOTH, about: 'Writes a note.' },
  plan: { seats: BOTH, about: 'Writes their own plan, which nobody else sees.' },
  remember: { seats: BOTH, about: 'Writes into a timeline: players into their own, the DM into an NPC’s.' },
  open_thread: { seats: ONLY_DM, about: 'Opens a thread of the story.' },
  close_thread: { seats: ONLY_DM, about: 'Closes a thread of the story.' },
  start_quest: { seats: ONLY_DM, about: 'Starts a quest.' },
  advance_quest: { seats: ONLY_DM, about: 'Marks an objective of a quest as done.' },
  close_quest: { seats: ONLY_DM, about: 'Completes a quest, or lets it fail.' },
  change_relationship: { seats: ONLY_DM, about: 'Changes how one character feels about another.' },
  establish: { seats: ONLY_DM, about: 'Records a fact, in a game without an action for it.' },
  run_scene: { seats: ONLY_DM, about: 'Plays the next text of a story event’s Arrow document.' },
  stop_scene: { seats: ONLY_DM, about: 'Interrupts the Arrow document that is being played.' },
  choose_option: { seats: ONLY_PLAYERS, about: 'Chooses how an Arrow document goes on.' },
  click: { seats: ONLY_PLAYERS, about: 'Clicks words of the scene tree: says its line, and the scene answers.' },
  end_scene: { seats: ONLY_DM, about: 'Closes the scene.' },
  end_session: { seats: ONLY_DM, about: 'Closes the session.' },
  end_campaign: { seats: ONLY_DM, about: 'Closes the campaign.' },
  summarise: { seats: ONLY_DM, about: 'Summarises what was closed.' },
  pass: { seats: BOTH, about: 'Does nothing this turn.' }
}

/** Every verb of the table: offered to `who` now, or why not. For the DM and players; only the designer may see it. SPEC.md W4. */
export function verbAvailabilities(state: GameState, game: Game, who: string, authored: AuthoredEvents = {}): Availability[] {
  const seat = roleOf(who)
  const open = new Map(verbsOf(state, game, who, authored).map((offer) => [offer.name, offer]))
  return Object.entries(VERBS).map(([action, { seats, about }]): Availability => {
    const base = { action, description: about, from: 'table' as const }
    const offer = open.get(action)
    if (offer) return { ...base, params: offer.params }
    if (!seats.includes(seat)) return { ...base, reason: asSentence(seat === 'dm' ? 'only players can do it' : 'only the DM can do it') }
    return { ...base, reason: asSentence(seat === 'dm' ? closedToDM(state, game, action, authored) : closedToPlayer(state, game, who, action)) }
  })
}

function closedToPlayer(state: GameState, game: Game, who: string, verb: string): string {
  const { next } = state
  if (next.phase !== 'player' || next.actor !== who) return `it isn't ${nameOf(state, who)}'s turn`
  if (!canAct(state, game, who)) return unable(state, game, who)
  if (verb === 'choose_option') return running(state) ? 'no choice of the Arrow document waits for them' : NO_DOCUMENT
  const most = own(BUDGET, verb) ?? 0
  if (verb === 'click' && (own(next.spent, verb) ?? 0) < most)
    return hasTree(state) ? 'every word of the scene tree was clicked' : 'no scene tree is open'
  return `${nameOf(state, who)} has already used it ${most === 1 ? '' : `${most} times `}this turn`
}

/** Verbs that need a certain phase, and the reason that is given in any other phase. */
const PHASES: Readonly<Record<string, { phase: GameState['next']['phase']; only: string }>> = {
  open_session: { phase: 'done', only: 'a session is already open' },
  open_scene: { phase: 'open', only: 'it can only be done between scenes' },
  summarise: { phase: 'close', only: 'no scene, session or milestone is waiting for a summary' }
}
const NO_DOCUMENT = 'no Arrow document is being played'
const NOBODY = 'nobody in the party can act'

function closedToDM(state: GameState, game: Game, verb: string, { closedEnding }: AuthoredEvents): string {
  const { phase, actor, answering, closing } = state.next
  const needed = own(PHASES, verb)
  if (needed && needed.phase !== phase) return needed.only
  if (phase === 'npc') return `it is ${nameOf(state, actor)}'s turn in the fight`
  if (answering !== undefined) return `${nameOf(state, answering)} is waiting for an answer`
  if (actor !== DM) return `it is ${nameOf(state, actor)}'s turn`
  switch (phase) {
    case 'done':
      return verb === 'open_session' ? NOBODY : 'no session is open'
    case 'close':
      return `the ${closing[0] ?? 'scene'} must be summarised first`
    case 'open':
      if (verb !== 'open_scene') return 'no scene is open'
      return ready(state, game).length === 0 ? NOBODY : `the session has used all its ${game.manifest.limits.scenes_per_session} scenes`
    default:
      return inScene(state, game, verb, closedEnding)
  }
}

/** Why the DM can't use a verb during a scene. */
function inScene(state: GameState, game: Game, verb: string, closedEnding: string | undefined): string {
  const { next } = state
  const limit = game.manifest.limits.turns_per_scene
  if (next.mode === 'combat')
    return verb === 'end_scene' ? `a fight is under way, and the scene hasn't used all its ${limit} turns` : 'a fight is under way'
  if (next.turns >= limit) return `the scene has used all its ${limit} turns and must be closed`
  if (verb === 'end_campaign' && closedEnding !== undefined) return closedEnding
  if (verb === 'stop_scene') return NO_DOCUMENT
  if (verb === 'run_scene')
    return running(state)
      ? 'a choice of the Arrow document waits for the players'
      : 'no story event that is open here has an Arrow document left to play'
  if (verb === 'pass') return 'the DM can pass only in a fight or instead of a private answer'
  if (verb === 'roll_table') return 'the game has no tables'
  if (verb === 'close_thread') return 'no thread of the story is open'
  if (verb === 'start_quest') return 'no inactive quest can begin'
  if (verb === 'advance_quest') return 'no active quest has an objective left'
  if (verb === 'close_quest') return 'no quest is active'
  if (verb === 'change_relationship') return 'fewer than two characters are near'
  if (verb === 'establish') return 'the game has an action for it'
  if (verb === 'remember') return 'no NPC is near'
  return verb === 'call_on' ? NOBODY : 'there is no player'
}
