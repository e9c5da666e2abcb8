import type { View } from '../../../shared/agents'
import type { Draw } from '../../../shared/direction'
import type { Plan } from './player'

/** The kind of action that each occasion is for. */
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

/** By how much the seat's persona is drawn to something; 1 without a persona, and where it says nothing. */
export const drawTo = (view: View, draw: Draw): number => view.direction?.persona?.weights[draw] ?? 1
/** The same for the occasion of an action. */
export const personaDraw = (view: View, occasion: Plan['occasion']): number => drawTo(view, DRAW_OF[occasion])

/** The persona in words, for the reasons of a decision; undefined without one that weighs anything. */
export function personaWords({ direction }: View): string | undefined {
  const { name = '', weights = {} } = direction?.persona ?? {}
  const words = Object.entries(weights).map(([draw, factor]) => `${draw} × ${factor}`)
  return words.length === 0 ? undefined : `Persona ${name}: ${words.join(', ')}.`
}
