import { type Json, setOwn, own } from '../../shared/base/json'
import type { GameState, SceneFacts, SceneState } from '../../shared/story/state'
import { memoized } from '../../shared/base/memoized'

/** The state that rules see: without plays, scene trees and the turn order but for mode, round and how often actions were played. */
export type RuleState = Omit<GameState, 'next' | 'plays' | 'narration' | 'scene'> & {
  scene?: SceneFacts | undefined
  table: { mode: 'story' | 'combat'; round: number; played: Readonly<Record<string, number>> }
}

/** The part of a state that rules see. Branches are shared with the state, so that two views can be compared by reference. */
export function ruleStateOf(state: GameState): RuleState {
  const { next, plays: _plays, narration: _narration, ...world } = state
  const rest = world.scene?.tree || world.scene?.clicked ? { ...world, scene: withoutTree(world.scene) } : world
  return { ...rest, table: { mode: next.mode, round: next.round, played: next.exercised.session } }
}

/** A scene without its tree; the same one for the same scene. */
const withoutTree = memoized(({ tree: _tree, clicked: _clicked, ...rest }: SceneState): SceneFacts => rest)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON Merge Patch from `before` to `after`; undefined if equal. Branches shared by reference are skipped. Arrays are replaced whole. */
export function patchBetween(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return undefined
  if (!isObject(before) || !isObject(after)) {
    return Array.isArray(before) && Array.isArray(after) && JSON.stringify(before) === JSON.stringify(after) ? undefined : after
  }
  const patch: Record<string, Json> = {}
  let some = false
  let length = 0
  for (const key of Object.keys(after)) {
    const now = after[key]
    // In a large state, nearly every branch is shared, so this is checked first. JSON inherits nothing.
    if (own(before, key) === now && now !== undefined) {
      length++
      continue
    }
    const known = Object.hasOwn(before, key)
    if (known && now !== undefined) length++
    const inner = known ? patchBetween(own(before, key), now) : now
    if (inner === undefined) continue
    setOwn(patch, key, inner as Json)
    some = true
  }
  const old = Object.keys(before)
  if (length === old.length) return some ? patch : undefined
  for (const key of old) {
    if (own(before, key) === undefined || (Object.hasOwn(after, key) && after[key] !== undefined)) continue
    setOwn(patch, key, null)
    some = true
  }
  return some ? patch : undefined
}
