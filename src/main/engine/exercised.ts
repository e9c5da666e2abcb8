import { own } from '../../shared/base/json'
import type { Roll } from '../../shared/story/play'
import type { GameState, Outcomes } from '../../shared/story/state'

/** A rule that was run, and its status if it has one. */
type RuleStatus = readonly [action: string, status: string | undefined]

/** Adds to this scene's and session's counts. `used`: actions by name, others as `table:<id>`; the status counts as the action's. SPEC.md S3. */
export function exercised(state: GameState, used: readonly string[], [action, status]: RuleStatus = ['', undefined]): GameState {
  if (used.length === 0) return state
  const add = (counts: Record<string, number>): Record<string, number> => {
    const more = { ...counts }
    for (const name of used) more[name] = (own(more, name) ?? 0) + 1
    return more
  }
  const { scene, session, outcomes } = state.next.exercised
  const outcomesOf = (counts: Outcomes = {}): Outcomes => {
    const of = own(counts, action) ?? {}
    return status === undefined ? counts : { ...counts, [action]: { ...of, [status]: (own(of, status) ?? 0) + 1 } }
  }
  const counted = status === undefined ? outcomes : { scene: outcomesOf(outcomes?.scene), session: outcomesOf(outcomes?.session) }
  const all = { scene: add(scene), session: add(session), ...(counted ? { outcomes: counted } : {}) }
  return { ...state, next: { ...state.next, exercised: all } }
}

/** The status of a step of the rules: the one that the rule returned, otherwise the outcome of its last roll that has one. */
export function statusOf(result: Record<string, unknown> | undefined, rolls: readonly Roll[]): string | undefined {
  const status = result?.['status'] ?? rolls.findLast(({ outcome }) => outcome)?.outcome
  return typeof status === 'string' && /^[a-z_]{1,40}$/.test(status) ? status : undefined
}

/** The line of a summary about one rule: how often it was used, and how often with each outcome. */
export interface RuleUse {
  times: number
  outcomes: Map<string, number>
}

/** The counts of a state by display name. */
export function exercisedByName(counts: Readonly<Record<string, number>>, outcomes: Outcomes = {}): Map<string, RuleUse> {
  return new Map(
    Object.entries(counts).map(([key, times]) => {
      const counts = Object.entries(own(outcomes, key) ?? {}).map(([status, count]): [string, number] => [status.replaceAll('_', ' '), count])
      return [exercisedName(key), { times, outcomes: new Map(counts) }]
    })
  )
}

/** The keys of the conditions that an actor gained, or gained another count of, between two states. */
export function conditionsApplied(before: GameState, after: GameState): string[] {
  if (before.actors === after.actors) return []
  return Object.entries(after.actors).flatMap(([id, { conditions }]) => {
    const conditionsBefore = own(before.actors, id)?.conditions ?? {}
    if (conditionsBefore === conditions) return []
    return Object.keys(conditions).flatMap((condition) => {
      const times = (active: { count?: number | undefined } | undefined): number => (active ? (active.count ?? 1) : 0)
      const earlier = own(conditionsBefore, condition)
      return times(own(conditions, condition)) > times(earlier) ? [`condition:${condition}`] : []
    })
  })
}

/** The kinds of counts: the part of a key before the first colon, and the display name of the kind. */
const KINDS: Readonly<Record<string, string>> = {
  table: 'table',
  row: 'table row',
  condition: 'condition',
  item: 'item',
  place: 'location',
  event: 'story event'
}

/** The display name of a count's key: "poisoned (condition)". */
export function exercisedName(key: string): string {
  const { kind, name } = exercisedKind(key)
  return kind === 'action' ? name : `${name} (${kind})`
}

/** The display name of a key's kind, and the name without the kind. A row is named after its table and totals. */
export function exercisedKind(key: string): { kind: string; name: string } {
  const [head = '', ...rest] = key.split(':')
  const kind = own(KINDS, head)
  if (kind === undefined || rest.length === 0) return { kind: 'action', name: key }
  return { kind, name: head === 'row' ? `${rest.slice(0, -1).join(':')}: ${rest.at(-1)}` : rest.join(':') }
}
