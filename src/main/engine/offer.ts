import type { Offer, ParamDef } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import { nameOf } from './people'

/** A text parameter. */
export const text = (description: string, name = 'text', required = true): ParamDef => ({ name, type: 'string', description, required })
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
export const offer = (name: string, description: string, params: ParamDef[] = [], cost: Offer['cost'] = 'free'): Offer => ({
  name,
  description,
  params,
  cost
})
/** The offers that are there. */
export const offers = (...all: readonly (Offer | false | undefined)[]): Offer[] => all.filter((one) => one !== false && one !== undefined)
