// Runs inside the sandbox; the host knows the list, too.
import type { RuleState } from '../rule-state'

/**
 * The branches of the state that many beats change and few rules read before they run. It is noticed whether they are read, so that the host knows
 * which changes can't change an answer. `played` is `table.played`.
 */
export const NOTICED = ['clock', 'facts', 'quests', 'factions', 'relationships', 'threads', 'scene', 'played'] as const
const BRANCHES: readonly string[] = NOTICED.slice(0, -1)

let read = 0

/** Forgets what was read. */
export const startNoticing = (): void => void (read = 0)
/** What was read since: the sum of `1 << n` for each `NOTICED[n]`. */
export const whatWasRead = (): number => read

/** A copy that inherits nothing and notices when the named properties are read. */
function watching<T extends object>(of: T, names: readonly string[]): T {
  const out = Object.create(null) as T
  for (const [name, value] of Object.entries(of)) {
    const bit = 1 << (NOTICED as readonly string[]).indexOf(name)
    const get = (): unknown => {
      read |= bit
      return value
    }
    Object.defineProperty(out, name, names.includes(name) ? { get, enumerable: true } : { value, enumerable: true })
  }
  return out
}

/** The state for rules: it notices what they read. */
export const noticing = (state: RuleState): RuleState =>
  Object.freeze(watching({ ...state, table: Object.freeze(watching(state.table, ['played'])) }, BRANCHES))
