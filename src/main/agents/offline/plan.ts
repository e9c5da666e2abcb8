import type { ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import { placeName, sentence, the } from './grammar'
import { listed } from '../../../shared/words/labels'
import type { Mind } from './mind'
import type { Intention } from './temper'
import { mentions, offerOf } from './read'

/** The words of an occasion in a plan; other occasions are never planned. */
const STEPS: Readonly<Partial<Record<Intention['occasion'], (about: string) => string>>> = {
  go: (about) => `go to ${placeName(about)}`,
  search: (about) => `look into ${the(about)}`,
  ask: (about) => `have a word with ${placeName(about)}`
}
/** The maximum number of steps of a plan. */
const MAX_STEPS = 3
/** The odds of a new plan, without and with a plan that can still be followed. */
const ODDS = { without: 0.14, with: 0.02 }
/** The factor by which a player's plan raises the weight of what it names. */
const PLANNED_WEIGHT_FACTOR = 2

/** Returns whether a seat's plan names the subject of an option. */
const isPlanned = (view: View, { about }: Intention): boolean => view.plan !== undefined && about !== '' && mentions(view.plan, about)

/** The options, with more weight for those in the seat's own plan. */
export function resolved(view: View, plans: readonly Intention[], mind: Mind): readonly Intention[] {
  if (!plans.some((plan) => isPlanned(view, plan))) return plans
  mind.note('Options in the seat’s own plan weigh more.')
  return plans.map((plan) => (isPlanned(view, plan) ? { ...plan, weight: plan.weight * PLANNED_WEIGHT_FACTOR } : plan))
}

/** Sometimes writes a plan of the options with the highest weights; undefined if it writes none. */
export function planning(view: View, offers: readonly Offer[], plans: readonly Intention[], mind: Mind): ToolUse | undefined {
  if (view.mode !== 'story' || !offerOf(offers, 'plan') || Object.keys(view.spent).length > 0) return undefined
  const steps = plans
    .filter(({ weight, about }) => weight > 0 && about !== '')
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ occasion, about }) => STEPS[occasion]?.(about) ?? [])
  const chosen = [...new Set(steps)].slice(0, MAX_STEPS)
  if (chosen.length < 2) return undefined
  const isCurrent = plans.some((plan) => isPlanned(view, plan))
  if (!mind.happens(isCurrent ? 'Make a new plan' : 'Make a plan', isCurrent ? ODDS.with : ODDS.without)) return undefined
  const text = `${sentence(listed(chosen))}${view.scene ? ` For this: ${sentence(view.scene.aim)}` : ''}`
  return { tool: 'plan', input: { text: text.slice(0, 600) } }
}
