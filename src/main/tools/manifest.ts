import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute, join, sep, win32 } from 'node:path'
import { z } from 'zod'
import { badName } from '../../shared/story/names'
import { misfitProblem } from '../../shared/base/schema-errors'
import { Problem } from '../../shared/base/problem'
import { asDisk } from '../campaign/git/disk-problem'
import { readPlain } from '../campaign/git/plain-files'
import { parseYaml } from '../campaign/yaml/parse'
import { isStatePart, STATE_PARTS } from './state-parts'

/** The file that makes a folder a tool. */
export const MANIFEST = 'tool.yaml'
const MAX_MANIFEST_BYTES = 1 << 20
const DEFAULT_TIMEOUT_SECONDS = 10
/** The default time limit of a command, which asks a model and therefore takes longer. */
const DEFAULT_AGENT_TIMEOUT_SECONDS = 120
const MAX_TIMEOUT_SECONDS = 300

const Name = z.string().refine((name) => /^[a-z][a-z0-9_-]{0,63}$/.test(name) && badName(name) === undefined, {
  message: 'must be lower-case letters, digits, - and _, such as inventory'
})

/** An example call with its expected result. */
const Example = z.strictObject({
  parameters: z.record(z.string(), z.json()),
  state: z.record(z.string(), z.json()).default({}),
  success: z.boolean().default(true)
})

const CommandLine = z
  .array(z.string().regex(/^[^\0]+$/, 'must not be empty'))
  .min(1)
  .max(50)

const Manifest = z.strictObject({
  name: Name,
  description: z.string().min(1).max(2000),
  /** `program`: one JSON object in, one out. `mcp`: a server of the Model Context Protocol on standard input and output. `agent`: plays seats. */
  kind: z.enum(['program', 'mcp', 'agent']).default('program'),
  /** The program and its arguments. An argument that names a file of the tool's folder is passed as its full path. */
  run: CommandLine,
  /** Runs instead of `run` to continue a conversation; only for `agent`. */
  continue: CommandLine.optional(),
  /** Names of the user's environment variables that it receives; only for `agent`. */
  environment: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'must be the name of an environment variable, such as HOME'))
    .max(50)
    .default([]),
  /** The parts of the state that it receives and may change. */
  state: z.array(z.string()).max(50).default([]),
  timeout: z.number().positive().max(MAX_TIMEOUT_SECONDS).optional(),
  /** A JSON Schema of its parameters: an object. */
  input: z.record(z.string(), z.json()).default({ type: 'object' }),
  examples: z.array(Example).max(100).default([])
})

/** An external tool: its folder and the contents of its manifest. */
export interface Tool extends Omit<z.infer<typeof Manifest>, 'timeout'> {
  folder: string
  timeout: number
  parameters: z.ZodType
}

/** Reads the manifest of a tool's folder. Throws Problem `not-found`, `bad-file`. */
export function readTool(folder: string): Tool {
  const file = join(folder, MANIFEST)
  if (!existsSync(folder)) throw new Problem('not-found', `There is no folder ${folder}. Name the folder of a tool.`, { file: folder })
  if (!existsSync(file))
    throw new Problem('not-found', `${folder} has no ${MANIFEST}. Add one, or make a tool with \`proscenium tool new\`.`, { file })
  const read = Manifest.safeParse(parseYaml(manifestText(file), file))
  if (!read.success) throw misfitProblem(file, read.error)
  const { kind, run, continue: next = [], environment, state } = read.data
  const outside = [...run, ...next].find((part) => leadsOutside(folder, part))
  if (outside !== undefined)
    throw new Problem(
      'bad-file',
      `${file}: \`run\` names "${outside}", which is outside the tool's folder. Put what it runs into the folder, or name an interpreter such as node.`,
      { file }
    )
  const wrong = (why: string): Problem => new Problem('bad-file', `${file}: ${why}`, { file })
  if (kind === 'mcp' && state.length > 0) throw wrong('a server of the kind mcp is given no part of the state. Remove `state`.')
  if (kind === 'agent' && state.length > 0) throw wrong('a tool of the kind agent is given what its seat knows. Remove `state`.')
  if (kind !== 'agent' && next.length > 0) throw wrong('only a tool of the kind agent continues a conversation. Remove `continue`.')
  if (kind !== 'agent' && environment.length > 0) throw wrong('only a tool of the kind agent receives environment variables. Remove `environment`.')
  const hidden = state.find((part) => !isStatePart(part))
  if (hidden !== undefined)
    throw new Problem('bad-file', `${file}: \`state\` asks for "${hidden}", which no tool is given. It can ask for ${STATE_PARTS.join(', ')}.`, {
      file
    })
  const timeout = read.data.timeout ?? (kind === 'agent' ? DEFAULT_AGENT_TIMEOUT_SECONDS : DEFAULT_TIMEOUT_SECONDS)
  return { ...read.data, timeout, folder, parameters: inputSchema(read.data.input, file) }
}

/** Whether a part of a command is a path that leaves the folder, by itself or through a link. */
function leadsOutside(folder: string, part: string): boolean {
  if (isAbsolute(part) || win32.isAbsolute(part) || part.split(/[/\\]/).includes('..')) return true
  try {
    const [inner, outer] = [realpathSync(join(folder, part)), realpathSync(folder)]
    return inner !== outer && !inner.startsWith(outer + sep)
  } catch {
    // No such file, so it is the name of an interpreter or any other argument.
    return false
  }
}

function manifestText(file: string): string {
  try {
    const bytes = readPlain(file, MAX_MANIFEST_BYTES)
    if (bytes) return bytes.toString('utf8')
  } catch (error) {
    return asDisk(error)
  }
  throw new Problem('not-found', `${file} is gone. Restore it, or remove the tool's folder.`, { file })
}

function inputSchema(input: z.infer<typeof Manifest>['input'], file: string): z.ZodType {
  const wrong = (why: string): Problem => new Problem('bad-file', `${file}: \`input\` ${why}. Correct it.`, { file })
  if (input['type'] !== 'object') throw wrong('must be a JSON Schema of type "object"')
  try {
    return z.fromJSONSchema(input)
  } catch (error) {
    throw wrong(`is not a JSON Schema that Proscenium understands: ${error instanceof Error ? error.message : String(error)}`)
  }
}
