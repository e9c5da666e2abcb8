// Runs inside the sandbox; rules import it from 'proscenium'.
import type { RuleState } from '../rule-state'

let lastState: RuleState | undefined

/** Starts caching for `state`. Nothing can change it, and the cache ends with the query. */
export function rememberFor(state: RuleState): void {
  lastState = state
}

/** `make`, called only once for each argument in a query of the current state. Its results are shared and must not be changed. */
export function remembered<T>(make: (state: RuleState, of: string) => T): (state: RuleState, of: string) => T {
  let at: RuleState | undefined
  let known = new Map<string, T>()
  return (state, of) => {
    if (state !== lastState) return make(state, of)
    if (at !== lastState) {
      at = lastState
      known = new Map()
    }
    const before = known.get(of)
    if (before !== undefined) return before
    const made = make(state, of)
    known.set(of, made)
    return made
  }
}
