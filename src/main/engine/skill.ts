import {
  applyChanges,
  canonical,
  diff,
  isObject,
  pointerKeys,
  setOwn,
  valueAt,
  type Json,
  type JsonObject,
  type StateChange
} from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import type { ActionCall } from '../../shared/story/play'
import { Problem } from '../../shared/base/problem'
import { type Provenance, SkillChange } from '../../shared/table/skills'
import { timeOf, type GameState } from '../../shared/story/state'
import { z } from 'zod'
import type { Outcome, Write } from './outcome'
import { DM } from './people'
import { patched } from './patched'
import { oneLine, Scribe, stamped as withTimes } from './scribe'

/** Parameters in no offer, for calls of the kind `skill`. This one is the plan's id for the action that made the beat. */
export const ACTION_ID = 'action id'
/** The input and the output of an external tool, as JSON. A call with an output applies that tool's changes. */
export const TOOL_PARAMETERS = 'tool parameters'
export const TOOL_RESULT = 'tool result'

/** The maximum length of a tool's output in a beat, in characters. */
export const MAX_TOOL_RESULT = 64_000

/**
 * A tool's output as a beat records it, with the changes that it requested. A replay applies them again without running the tool. `provenance` is absent
 * in beats of older versions, whose log doesn't name the tool.
 */
const ToolResult = z.object({
  output: z.record(z.string(), z.json()),
  stateChanges: z.array(SkillChange),
  provenance: z.object({ tool: z.string() }).optional()
})

/** The result of a tool, to be recorded with its provenance. */
export const toolResult = (tool: string, output: JsonObject, changes: readonly SkillChange[]): string =>
  JSON.stringify({ output, stateChanges: changes.map(({ path, operation, value }) => ({ path, operation, value })), provenance: { tool } })

/** Whether a call applies the output of an external tool. */
export const isToolCall = ({ kind, params }: Pick<ActionCall, 'kind' | 'params'>): boolean =>
  kind === 'skill' && typeof params[TOOL_RESULT] === 'string'

/** Applies an external tool's output: all changes or none, checked like a rule's. The turn stays. Throws Problem `refused`, changing nothing. */
export function playToolResult(state: GameState, call: ActionCall, game: Game): Outcome {
  if (call.actor !== DM) throw new Problem('refused', 'Only the DM uses tools beside the campaign.', { actor: call.actor })
  const { output, stateChanges, provenance: from } = readResult(call)
  const beat = state.next.beat + 1
  const delta = deltaOf(state, stateChanges, call.action)
  const moved = Object.keys(delta).length === 0 ? state : changedBy(state, delta, game, call.action)
  const after: GameState = { ...moved, next: canonical({ ...state.next, beat }) }
  const scribe = new Scribe(call, beat)
  const provenance = from && { tool: call.action, timestamp: timeOf(after) }
  const stamped = stateChanges.map((change) => ({ ...change, provenance }))
  const params = provenance ? { ...call.params, [TOOL_RESULT]: JSON.stringify({ output, stateChanges: stamped, provenance }) } : call.params
  const entries = state.scene ? scribe.entries([], [], { before: state, after, game }) : []
  const toolParams = [ACTION_ID, TOOL_PARAMETERS, TOOL_RESULT].flatMap((key) => (params[key] === undefined ? [] : [[key, params[key]] as const]))
  return {
    params: Object.fromEntries(toolParams),
    state: after,
    changes: diff(state, after),
    writes: withTimes(provenance && state.scene ? namedAfter(entries, provenance, scribe) : entries, after),
    rolls: [],
    results: [],
    subject: oneLine(`The DM uses ${call.action}`),
    answer: 'Done.'
  }
}

/** A tool's log entries with its name; one that says that the tool was used, if nothing changed that the log tells. */
function namedAfter(entries: readonly Write[], provenance: Provenance, scribe: Scribe): Write[] {
  const by = { action: provenance.tool, provenance }
  if (entries.length === 0) return [scribe.entry('system', `The DM uses ${provenance.tool}.`, { by: DM, ...by })]
  return entries.map((write) => (write.kind === 'log' ? { ...write, entry: { ...write.entry, ...by } } : write))
}

function readResult({ action, params }: ActionCall): z.infer<typeof ToolResult> {
  const text = String(params[TOOL_RESULT])
  if (text.length > MAX_TOOL_RESULT)
    throw new Problem('refused', `${action} answered more than ${MAX_TOOL_RESULT} characters, which is more than a beat keeps. Let it answer less.`)
  try {
    return ToolResult.parse(JSON.parse(text))
  } catch {
    throw new Problem('refused', `What ${action} answered can't be read. Correct the tool.`)
  }
}

/** The changes as one merge patch. Each change is applied to the result of the previous one. */
function deltaOf(state: GameState, changes: readonly SkillChange[], tool: string): JsonObject {
  const refused = (path: string, why: string): Problem =>
    new Problem('refused', `${tool} wants to change ${path}, but ${why}. Nothing was changed. Correct the tool.`, { path })
  const delta: JsonObject = {}
  let after = state
  for (const { path, operation, value } of changes) {
    const keys = pointerKeys(path)
    if (!path.startsWith('/') || keys.length < 2 || keys.some((key) => key === '' || key === '__proto__'))
      throw refused(path, 'that is no path into a part of the state')
    const was = valueAt(after, path)
    if (operation === 'Add' ? was !== undefined : was === undefined)
      throw refused(path, operation === 'Add' ? 'it is there already' : 'it is not there')
    if (operation === 'Remove' ? value !== undefined : value === undefined || value === null)
      throw refused(path, operation === 'Remove' ? 'something that is removed has no value' : 'it gives no value')
    const change: StateChange = operation === 'Remove' ? { path, op: 'remove' } : { path, op: 'update', to: canonical(value as Json) }
    after = applyChanges(after, [change])
  }
  for (const { path, op, to } of diff(state, after)) put(delta, pointerKeys(path), op === 'remove' ? null : (to as Json))
  return delta
}

function put(into: JsonObject, keys: readonly string[], value: Json): void {
  const [key = '', ...rest] = keys
  if (rest.length === 0) return setOwn(into, key, value)
  const inner = into[key]
  const next: JsonObject = isObject(inner) ? inner : {}
  setOwn(into, key, next)
  put(next, rest, value)
}

function changedBy(state: GameState, delta: JsonObject, game: Game, tool: string): GameState {
  try {
    return patched(state, delta, game, tool)
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.code !== 'rule-failed') throw thrown
    throw new Problem('refused', thrown.message.replace(/Correct the rule\.$/, 'Correct the tool.'), { path: thrown.data['path'] })
  }
}
