// Runs inside the sandbox; rules import it from 'proscenium'.
import type { RuleState } from '../rule-state'

let given: RuleState | undefined

/** From now on, what was asked about `state` is remembered: nobody can change it, and what is remembered ends with the question. */
export function rememberFor(state: RuleState): void {
  given = state
}

/** `make`, which is asked only once in a question for the state that everybody was given; its answers are shared, so nobody may change them. */
export function remembered<T>(make: (state: RuleState, of: string) => T): (state: RuleState, of: string) => T {
  let at: RuleState | undefined
  let known = new Map<string, T>()
  return (state, of) => {
    if (state !== given) return make(state, of)
    if (at !== given) {
      at = given
      known = new Map()
    }
    const before = known.get(of)
    if (before !== undefined) return before
    const made = make(state, of)
    known.set(of, made)
    return made
  }
}
