import type { ToolUse, Turn, TurnPlan, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import { equal, type JsonObject } from '../../../shared/base/json'
import type { Plan, PlanAction } from '../../../shared/plans/plan'
import { TELLING } from '../../engine/verbs'
import { sharedShapes } from '../context/shapes'
import { plainWords } from '../skills/plan-offers'
import { planUse } from '../skills/planning'

/** Decides the next tool use of the built-in table, from a view and some of its tools; undefined if there is none. */
export type Decide = (view: View, offers: readonly Offer[]) => ToolUse | undefined

/** The maximum number of actions of a plan of the built-in table. */
const MAX_SMALL_PLAN = 3

/** Plays a turn by a small plan, and narrates its results. `heard` is the view for `decide`. */
export async function playPlan(turn: Turn, plan: TurnPlan, heard: View, decide: Decide): Promise<void> {
  if (plan.stage === 'plan') {
    const newPlan = smallPlan(heard, plan.offers, decide)
    const answer = newPlan && (await turn.use(planUse(newPlan)))
    if (!answer || answer.over || !answer.ok) return
  }
  if (turn.plan?.stage === 'narrate') await turn.use(narration(turn, plan, heard, decide))
}

/** The next tool uses, up to one that ends the turn. Their narrations, not yet in the log, count; a bystander's words may come in addition. */
function smallPlan(heard: View, offers: readonly Offer[], decide: Decide): Plan | undefined {
  const actions: PlanAction[] = []
  let left = offers
  while (actions.length < MAX_SMALL_PLAN) {
    const narrations = actions.filter(({ skillName }) => skillName === 'narrate')
    const narrated = (heard.spent['narrate'] ?? 0) + narrations.length
    const use = decide(narrated === 0 ? heard : { ...heard, spent: { ...heard.spent, narrate: narrated } }, left)
    const offer = use && left.find(({ name, as }) => name === use.tool && (use.as === undefined || as === use.as))
    // A tool that ends the scene is decided only after everything before it was narrated.
    const isHasty = actions.length > 0 && offer?.cost === 'turn' && offer.name !== 'call_on'
    const isRepeated =
      use?.tool === 'narrate' &&
      narrations.some(({ parameters }) => use.input['voice'] === undefined || equal(parameters, actionOf(use, offers, '').parameters))
    // The narration after such an action would repeat the one before.
    const isUntold = narrations.length > 0 && offer?.cost === 'free' && !TELLING.has(offer.name)
    if (!use || !offer || isHasty || isRepeated || isUntold) break
    actions.push(actionOf(use, offers, `${actions.length + 1}`))
    if (offer.cost === 'turn') break
    // The narration stays available, because without it the DM would end the scene.
    left = use.tool === 'narrate' ? left : left.filter(({ name }) => name !== use.tool)
  }
  return actions.length === 0 ? undefined : { actions }
}

/** Converts a tool use to an action of a plan, with the names that skills have. */
function actionOf({ tool, as, input }: ToolUse, offers: readonly Offer[], actionId: string): PlanAction {
  const shape = sharedShapes(offers).find(({ action }) => action === tool)
  const shown = new Map(Object.entries(shape?.renamed ?? {}).map(([name, real]) => [real, name]))
  const parameters: JsonObject = Object.fromEntries(Object.entries(input).map(([key, value]) => [shown.get(key) ?? key, value]))
  return { actionId, skillName: shape?.name ?? tool, parameters: as === undefined ? parameters : { ...parameters, as } }
}

/** The narration of the plan's results. If an action failed, it says so. */
function narration(turn: Turn, { results }: TurnPlan, heard: View, decide: Decide): ToolUse {
  const narrate = turn.offers.find(({ name }) => name === 'narrate')
  const inWords = narrate && { ...narrate, params: narrate.params.filter(({ name }) => name !== 'output') }
  const isNewScene = heard.scene?.number !== turn.view.scene?.number
  const use = inWords && !isNewScene ? decide(heard, [inWords]) : undefined
  const failed = results.some(({ status }) => status !== 'done')
  const narrated = use?.tool === 'narrate' && typeof use.input['text'] === 'string' && use.input['voice'] === undefined ? use.input['text'] : ''
  const text = [...(failed || narrated === '' ? [plainWords(results)] : []), narrated].filter(Boolean).join(' ')
  const takesOutput = narrate?.params.some(({ name }) => name === 'output') === true
  return { tool: 'narrate', input: takesOutput ? { output: JSON.stringify({ dialogue: [{ text }], scene: {} }) } : { text } }
}
