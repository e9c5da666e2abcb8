import { own } from '../../shared/json'
import type { Roll } from '../../shared/play'
import type { GameState, Outcomes } from '../../shared/state'

/** A rule that was played, and the status that it came to, where it came to one. */
type CameTo = readonly [action: string, status: string | undefined]

/**
 * Counts what was used in this scene and session: actions by name, everything else with its kind before it, as `table:<id>`; and how `came` came
 * out. SPEC.md S3.
 */
export function exercised(state: GameState, used: readonly string[], [action, status]: CameTo = ['', undefined]): GameState {
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

/** The status of a step of the rules: what the rule returned, else the outcome of its last roll that has one. */
export function statusOf(result: Record<string, unknown> | undefined, rolls: readonly Roll[]): string | undefined {
  const status = result?.['status'] ?? rolls.findLast(({ outcome }) => outcome)?.outcome
  return typeof status === 'string' && /^[a-z_]{1,40}$/.test(status) ? status : undefined
}

/** What a summary says of one rule: how often it was used, and how often with which outcome. */
export interface Exercised {
  times: number
  outcomes: Map<string, number>
}

/** Counts as a state keeps them, by name for people. */
export function exercisedByName(counts: Readonly<Record<string, number>>, outcomes: Outcomes = {}): Map<string, Exercised> {
  return new Map(
    Object.entries(counts).map(([key, times]) => {
      const counts = Object.entries(own(outcomes, key) ?? {}).map(([status, count]): [string, number] => [status.replaceAll('_', ' '), count])
      return [exercisedName(key), { times, outcomes: new Map(counts) }]
    })
  )
}

/** The conditions that an actor gained, or gained once more, between two states, as they are counted. */
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

/** The kinds of counts, by what stands before the first colon of a count, and what each is called beside a name. */
const KINDS: Readonly<Record<string, string>> = {
  table: 'table',
  row: 'table row',
  condition: 'condition',
  item: 'item',
  place: 'location',
  event: 'story event'
}

/** Returns the name of a count for people: "poisoned (condition)". */
export function exercisedName(key: string): string {
  const { kind, name } = exercisedKind(key)
  return kind === 'action' ? name : `${name} (${kind})`
}

/** The kind of a count for people, and the name without it: a row is named after its table and totals. */
export function exercisedKind(key: string): { kind: string; name: string } {
  const [head = '', ...rest] = key.split(':')
  const kind = own(KINDS, head)
  if (kind === undefined || rest.length === 0) return { kind: 'action', name: key }
  return { kind, name: head === 'row' ? `${rest.slice(0, -1).join(':')}: ${rest.at(-1)}` : rest.join(':') }
}
