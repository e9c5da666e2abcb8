import type { Game, OfferedParam } from '../../../shared/story/game'
import { mergePatch, own } from '../../../shared/base/json'
import type { GameState } from '../../../shared/story/state'
import { DM } from '../../engine/people'
import { emptied, fighting, holding, hurtWorld, isFallen, moved, withCondition } from './trial'

/** Asks a game's rules for the parameters of actions, available or not. */
export type FormsQuery = (state: GameState, actor: string, names: readonly string[]) => ReadonlyMap<string, readonly OfferedParam[]>

/** The people of the small world who stand for each role. */
const PEOPLE = { dm: [DM], player: ['Ada'], npc: ['Friend', 'Foe'] } as const
export type FormsRole = keyof typeof PEOPLE

/** The role of an actor whose actions are asked about. */
export const formsRole = ({ actors }: GameState, actor: string): FormsRole =>
  actor === DM ? 'dm' : own(actors, actor)?.kind === 'player' ? 'player' : 'npc'

/** The forms of all actions for a role in worlds that differ: in peace, in a fight, with one down,
 * with the party split up, among people who are neither friends nor foes, with empty hands in the dark, and with everything that there is. */
export function triedForms(
  game: Pick<Game, 'manifest' | 'equipment' | 'conditions' | 'actions'>,
  role: FormsRole,
  asked: FormsQuery
): Map<string, (readonly OfferedParam[])[]> {
  const peace = hurtWorld(game)
  const dark = Object.keys(peace.actors).reduce((state, id) => moved(state, id, 'end'), emptied(peace))
  const laden = holding(fighting(peace), Object.keys(game.equipment))
  const fallen = Object.keys(game.conditions).find((id) => isFallen(game.conditions[id]))
  const down = fallen === undefined ? [] : [withCondition(fighting(peace), 'Ben', fallen)]
  const neutral = mergePatch(peace, { actors: { Friend: { attitude: 'neutral' }, Foe: { attitude: 'wary' } } })
  const names = Object.keys(game.actions)
  const forms = new Map<string, (readonly OfferedParam[])[]>()
  for (const state of [peace, fighting(peace), moved(peace, 'Ben', 'middle'), neutral, dark, laden, ...down])
    for (const actor of PEOPLE[role]) for (const [name, params] of asked(state, actor, names)) forms.set(name, [...(forms.get(name) ?? []), params])
  return forms
}
