import type { ActionCall, Params } from '../../../shared/story/play'
import type { Game } from '../../../shared/story/game'
import type { GameState } from '../../../shared/story/state'
import { Problem } from '../../../shared/base/problem'
import { DM, partyPlaces, ready } from '../../engine/people'
import { verbAvailabilities } from '../../engine/verb-availability'
import { GIVEN_UP, FALLBACK_VERBS, npcsNear } from '../../engine/verbs'

/** The story where a replay stands. */
interface Now {
  state: GameState
  game: Game
}

const by = (actor: string, action: string, params: Params = {}): ActionCall => ({
  kind: 'play',
  action,
  actor,
  params: { ...params, ...(FALLBACK_VERBS.includes(action) ? { [GIVEN_UP]: true } : {}) },
  agent: 'hand'
})

/**
 * The call that brings the turn closer to where it was in `was`, in which an original call was made: turns of others pass, the same players are called
 * on, the scene opens or closes. Undefined if the turn is there, or if no call leads there without inventing anything.
 */
export function towards({ state, game }: Now, was: Pick<GameState, 'next' | 'scene'>): ActionCall | undefined {
  const { phase, actor, answering, mode } = state.next
  const to = was.next
  if (phase === to.phase && actor === to.actor && answering === to.answering) return undefined
  const isSlot = to.phase === 'player' || to.phase === 'npc'
  switch (phase) {
    case 'player':
      return by(actor, 'pass')
    case 'npc':
      return { ...by(DM, 'pass'), as: actor }
    case 'open':
      if (!was.scene) return undefined
      return opening({ state, game }, { title: was.scene.title, aim: was.scene.aim, place: was.scene.place, present: Object.keys(was.scene.present) })
    case 'dm': {
      if (answering !== undefined || (mode === 'combat' && isSlot)) return by(DM, 'pass')
      const players = ready(state, game).filter((id) => id === to.actor || to.waiting.includes(id))
      if (to.phase === 'player') return players.includes(to.actor) ? by(DM, 'call_on', { who: players }) : undefined
      return to.phase === 'close' ? by(DM, 'end_scene', { outcome: 'The scene ends.' }) : undefined
    }
    default:
      return undefined
  }
}

/** The opening of a scene as far as it is possible now: where the party is, with those who are near; `story`: the event that can begin. */
export function opening({ state, game }: Now, wanted: Params, story?: string): ActionCall | undefined {
  const places = partyPlaces(state, game)
  const place = places.find((id) => id === wanted['place']) ?? places[0]
  if (place === undefined) return undefined
  const present = [wanted['present'] ?? []].flat().filter((id) => npcsNear(state).includes(String(id)))
  const { title = '', aim = '' } = wanted
  return by(DM, 'open_scene', {
    title,
    aim,
    place,
    ...(present.length > 0 ? { present: present.map(String) } : {}),
    ...(story === undefined ? {} : { story })
  })
}

/** Why a call is refused, in words for the designer rather than for an agent, which reads what it can do instead. */
export function refusal({ state, game }: Now, { action, actor }: ActionCall, problem: Problem): Problem {
  const isOffered = problem.data['offered'] !== undefined
  const reason = isOffered ? verbAvailabilities(state, game, actor).find((verb) => verb.action === action)?.reason : undefined
  return reason === undefined ? problem : new Problem(problem.code, reason)
}
