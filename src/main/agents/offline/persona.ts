import type { View } from '../../../shared/table/agents'
import type { Draw } from '../../../shared/story/draws'
import { own } from '../../../shared/base/json'
import { kindOf } from './kinds'
import type { Plan } from './player'

/** The main kind of action of an occasion. It counts if a persona says nothing about the action's own kind. */
const DRAW_OF: Readonly<Record<Plan['occasion'], Draw>> = {
  go: 'move',
  search: 'search',
  ask: 'talk',
  fight: 'attack',
  rest: 'rest',
  mend: 'heal',
  look: 'explore',
  run: 'flee',
  other: 'other'
}

/** The factor by which the seat's persona likes something; 1 without a persona or if it says nothing about it. */
export const drawTo = (view: View, draw: Draw): number => view.direction?.persona?.weights[draw] ?? 1
/** Like `drawTo`, for an action: by the kind that the game declares, otherwise by its occasion. */
export function personaDraw(view: View, { use, occasion }: Pick<Plan, 'use' | 'occasion'>): number {
  const kind = kindOf(view, use.tool)
  const weights: Readonly<Partial<Record<string, number>>> = view.direction?.persona?.weights ?? {}
  return (kind === 'other' ? undefined : own(weights, kind)) ?? drawTo(view, DRAW_OF[occasion])
}

/** The persona's weights in words, for the reasons of a decision; undefined if there are none. */
export function personaWords({ direction }: View): string | undefined {
  const { name = '', weights = {} } = direction?.persona ?? {}
  const words = Object.entries(weights).map(([draw, factor]) => `${draw} × ${factor}`)
  return words.length === 0 ? undefined : `Persona ${name}: ${words.join(', ')}.`
}
