import { z } from 'zod'
import type { ArrowDocument } from '../document'
import { misfits } from '../../shared/base/schema-errors'
import { toProblem } from '../../shared/base/problem'
import { isNodeType } from '../node-types'
import { refusal, type ArrowCode } from '../refuse'
import type { ArrowCall, CallContext, CallRefused, ArrowCallResult, CallOutcome } from './call'
import type { ArrowFunction } from './define'
import { FUNCTIONS, OTHER_FUNCTIONS } from './functions'
import { Runner } from './runner'

/** The most calls in a batch. */
const MAX_BATCH = 500

/** Runs one call on a document. A refused call returns the unchanged document and the reason. Never throws. */
export function runCall(document: ArrowDocument, call: ArrowCall, context: CallContext = {}): CallOutcome {
  const runner = new Runner(document, context)
  try {
    const report = runOne(runner, call)
    return { document: runner.document, result: done(runner, report), context: runner.context }
  } catch (thrown) {
    return { document, result: refused(thrown), context }
  }
}

/** Runs calls atomically: if one is refused, none takes effect. `results` has each call's own report. */
export function runBatch(document: ArrowDocument, calls: readonly ArrowCall[], context: CallContext = {}): CallOutcome {
  const runner = new Runner(document, context)
  const results: Readonly<Record<string, unknown>>[] = []
  try {
    if (calls.length > MAX_BATCH) throw refusal('PERMISSION_DENIED', `A batch holds at most ${MAX_BATCH} calls. Split it.`)
    for (const call of calls) results.push(runOne(runner, call))
    return { document: runner.document, result: done(runner, { results }), context: runner.context }
  } catch (thrown) {
    return { document, result: { ...refused(thrown), failed_at: results.length }, context }
  }
}

const done = (runner: Runner, report: Readonly<Record<string, unknown>>): ArrowCallResult => ({
  ...report,
  success: true,
  created_nodes: runner.created,
  created_connections: runner.connections,
  ...(runner.notes.length > 0 && { notes: [...new Set(runner.notes)] }),
  ...(runner.ignored.length > 0 && { ignored: runner.ignored })
})

/** The answer to a caller whose call is refused. */
function refused(thrown: unknown): CallRefused {
  const { message, data } = toProblem(thrown)
  const { arrowCode, referenced_by, used_by, suggestion } = data as { arrowCode?: ArrowCode } & Pick<
    CallRefused,
    'referenced_by' | 'used_by' | 'suggestion'
  >
  return {
    success: false,
    code: arrowCode ?? 'PERMISSION_DENIED',
    error: message,
    ...(referenced_by && { referenced_by }),
    ...(used_by && { used_by }),
    ...(suggestion !== undefined && { suggestion })
  }
}

function runOne(runner: Runner, { function: name, arguments: given }: ArrowCall): Readonly<Record<string, unknown>> {
  const { definition, type } = find(name)
  const wanted = renamed(definition, type === undefined ? given : { type, ...given }, runner)
  try {
    return definition.run(runner, wanted)
  } catch (thrown) {
    if (thrown instanceof z.ZodError) throw badArguments(name, thrown)
    throw thrown
  }
}

/** The function with a name; `create_dialog_node` and the like contain the type in their name. */
function find(name: string): { readonly definition: ArrowFunction; readonly type?: string } {
  const definition = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : Object.hasOwn(OTHER_FUNCTIONS, name) ? OTHER_FUNCTIONS[name] : undefined
  if (definition) return { definition }
  const type = /^create_(.+)_node$/.exec(name)?.[1]
  if (type !== undefined && isNodeType(type) && FUNCTIONS['create_insert_node']) return { definition: FUNCTIONS['create_insert_node'], type }
  throw refusal('PERMISSION_DENIED', `There is no function “${name.slice(0, 80)}”. Use one of ${Object.keys(FUNCTIONS).join(', ')}.`)
}

/** Renames arguments as the schema does. Null counts as absent; an argument without a meaning is a member of `data` or is reported. */
function renamed({ schema, aliases, flat }: ArrowFunction, input: Readonly<Record<string, unknown>>, runner: Runner): Record<string, unknown> {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const out: Record<string, unknown> = {}
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    if (value === null || value === undefined) continue
    const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined
    if (known.includes(name)) out[name] = value
    else if (alias === undefined) rest[name] = value
    else out[alias] ??= name === 'by_name' ? { by_name: value } : value
  }
  if (Object.keys(rest).length === 0) return out
  if (flat && out['data'] === undefined) out['data'] = rest
  else runner.ignored.push(...Object.keys(rest))
  return out
}

const CODES: Readonly<Record<string, ArrowCode>> = {
  type: 'INVALID_NODE_TYPE',
  node_id: 'INVALID_NODE_ID',
  from_node_id: 'INVALID_NODE_ID',
  to_node_id: 'INVALID_NODE_ID',
  scene_id: 'INVALID_SCENE_ID',
  variable_id: 'INVALID_VARIABLE_ID',
  character_id: 'INVALID_CHARACTER_ID',
  position: 'INVALID_POSITION',
  modifications: 'INVALID_CONNECTION',
  connection: 'INVALID_CONNECTION',
  connect_from: 'INVALID_CONNECTION',
  from_slot: 'INVALID_CONNECTION',
  to_slot: 'INVALID_CONNECTION'
}

function badArguments(name: string, error: z.ZodError): Error {
  const [first] = misfits(error)
  const member = first?.path[0] ?? ''
  const code = name.includes('variable') && member === 'type' ? 'TYPE_MISMATCH' : (CODES[member] ?? 'TYPE_MISMATCH')
  return refusal(code, `The function ${name} doesn't take these arguments: ${first?.sentence ?? ''}.`)
}
