// Runs inside the sandbox. Who asks a condition, what it answers, and what a row of the table of conditions is.
import type { RuleState } from '../rule-state'
import type { NameLabels } from './choices'
import type { Word } from './shapes'
import { type Bindings, common } from './templates'

/** The actor that a condition is evaluated for, and the state. */
export interface ConditionContext {
  state: RuleState
  actor: string
  names: Bindings
}
/** The same outside a running action: the values of `{…}` are computed when they are needed. */
export class LazyQuestion implements ConditionContext {
  #names: Bindings | undefined
  constructor(
    readonly state: RuleState,
    readonly actor: string
  ) {}
  get names(): Bindings {
    return (this.#names ??= common(() => this.state, this.actor))
  }
}
/** Whether a condition holds, and the fact in words, which becomes the reason when the opposite is required. */
export interface Verdict {
  holds: boolean
  words: string
}
/** A condition of the vocabulary: what it takes, and how it is evaluated. */
export interface Condition extends Word {
  ask(argument: unknown, question: ConditionContext): Verdict
  /** The choices for a parameter without values if this condition makes the action available. */
  offers?(argument: unknown, question: ConditionContext): NameLabels
}
