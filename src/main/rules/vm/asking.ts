// Runs inside the sandbox. Who asks a condition, what it answers, and what a row of the table of conditions is.
import type { RuleState } from '../rule-state'
import type { Labels } from './choices'
import type { Word } from './shapes'
import { type Bindings, common } from './templates'

/** Who asks, and about which state. */
export interface Asking {
  state: RuleState
  actor: string
  names: Bindings
}
/** The same outside of an action that runs: what `{…}` can stand for is worked out when somebody asks. */
export class Asked implements Asking {
  #names: Bindings | undefined
  constructor(
    readonly state: RuleState,
    readonly actor: string
  ) {}
  get names(): Bindings {
    return (this.#names ??= common(() => this.state, this.actor))
  }
}
/** Whether it is so, and the fact in words, told when the opposite is needed. */
export interface Verdict {
  holds: boolean
  words: string
}
/** A word for conditions: what it takes, and what it asks. */
export interface Condition extends Word {
  ask(argument: unknown, asking: Asking): Verdict
  /** What a choice without values is filled with, when this makes the action available. */
  offers?(argument: unknown, asking: Asking): Labels
}
