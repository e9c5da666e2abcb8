import type { Offer, ParamDef } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import { nameOf } from './people'

/** A required text parameter. */
export const text = (description: string): ParamDef => ({ name: 'text', type: 'string', description, required: true })
/** A required parameter with a choice of ids, labelled with names. */
export const choice = (state: GameState, name: string, description: string, ids: readonly string[], more: Partial<ParamDef> = {}): ParamDef => ({
  name,
  type: 'enum',
  description,
  required: true,
  enum: [...ids],
  labels: Object.fromEntries(ids.map((id) => [id, nameOf(state, id)])),
  ...more
})
/** The offer of a verb. */
export const offer = (name: string, description: string, params: ParamDef[], cost: Offer['cost'] = 'free'): Offer => ({
  name,
  description,
  params,
  cost
})
