import type { ArrowCall, ArrowDocument, CallContext } from '../../../arrow'
import { ClarifyingQuestion } from './find'
import { Later, Planner } from './planner'
import type { RequestStep } from './steps'

/** The plan for steps: calls, their description, and the remaining steps; or a question, if the steps aren't clear. */
export type StepPlan =
  | {
      readonly calls: readonly ArrowCall[]
      readonly words: readonly string[]
      readonly remarks: readonly string[]
      readonly rest: readonly RequestStep[]
      /** The rest continues in the new scene. */
      readonly inNewScene?: true
    }
  | { readonly question: string }

/**
 * Plans steps on a document. New nodes follow each other; the first one follows the selected node, or the one created last, or the entry of a scene
 * without other nodes. A plan ends at a new scene, and at a step about something that it creates: the `rest` continues from there.
 */
export function planSteps(steps: readonly RequestStep[], document: ArrowDocument, context: CallContext, isResumed = false): StepPlan {
  const planner = new Planner(document, context, isResumed)
  try {
    for (const [i, step] of steps.entries()) {
      try {
        planner.add(step)
        if (i === steps.length - 1) planner.rejoin()
      } catch (thrown) {
        if (thrown instanceof Later) return { ...planner.plan, rest: steps.slice(i) }
        throw thrown
      }
      if (step.do === 'scene' && i < steps.length - 1) return { ...planner.plan, rest: steps.slice(i + 1), inNewScene: true }
    }
  } catch (thrown) {
    if (thrown instanceof ClarifyingQuestion) return { question: thrown.message }
    throw thrown
  }
  return { ...planner.plan, rest: [] }
}
