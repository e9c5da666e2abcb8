import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listed } from '../../shared/words/labels'
import { misfitWords } from '../../shared/base/schema-errors'
import { Problem, type ProblemData } from '../../shared/base/problem'
import { findTools, type FoundTool } from './find-tools'
import { MANIFEST } from './manifest'
import { isExecutable, missingProgram, OWN_NODE } from './programs'
import { scriptFault } from './shebang'

/** A part of a command line that can only mean a file of the tool's folder. */
const PROGRAM_FILE = /^[^-].*\.(?:[cm]?[jt]s|py|sh|rb|pl|lua|php|jar)$/

/**
 * The faults of tools with a readable manifest: a program that is missing or not executable, a name in use, an example that doesn't fit. Starts none
 * of them. `taken`: the names of the skills of the table and the game. `ownNode`: see `OWN_NODE`.
 */
export function toolFaults(tools: readonly FoundTool[], taken: ReadonlySet<string> = new Set(), ownNode: string | null = OWN_NODE): Problem[] {
  return tools.flatMap((tool) => {
    const file = join(tool.folder, MANIFEST)
    return [...nameFaults(tool, tools, taken), ...programFaults(tool, ownNode), ...exampleFaults(tool)].map(
      (why) => new Problem('bad-file', `${file}: ${why}`, { file, line: 1 })
    )
  })
}

/** All faults of the tools of the campaign in `dir`, with paths in the campaign. */
export function campaignToolFindings(dir: string, taken: ReadonlySet<string>): ProblemData[] {
  const { tools, findings } = findTools(dir)
  return [...findings, ...toolFaults(tools, taken)].map((problem) => {
    const { code, message, data } = problem.toJSON()
    const here = (path: string): string => path.replaceAll(join(dir, '/'), '').replaceAll('\\', '/')
    const file = typeof data?.['file'] === 'string' ? here(data['file']) : 'tools'
    return { code, message: here(message).replace(`${file}: `, ''), data: { line: 1, ...data, file } }
  })
}

function nameFaults(tool: FoundTool, tools: readonly FoundTool[], taken: ReadonlySet<string>): string[] {
  const { name, kind, folder } = tool
  if (kind === 'program' && taken.has(name))
    return [`the name "${name}" is that of an action of the game or the table, so plans can't use the tool. Choose another name.`]
  const twins = tools.filter((other) => other.name === name && (other.kind === 'agent') === (kind === 'agent'))
  if (twins.length < 2 || twins[0]?.folder === folder) return []
  return [
    `the name "${name}" is that of the tool in ${listed(twins.flatMap((twin) => (twin === tool ? [] : [twin.folder])))} too. Choose another name.`
  ]
}

function programFaults({ folder, run, continue: next }: FoundTool, ownNode: string | null): string[] {
  return [...new Set([run, ...(next ? [next] : [])].flatMap((line) => lineFaults(folder, line, ownNode)))]
}

function lineFaults(folder: string, [program = '', ...args]: readonly string[], ownNode: string | null): string[] {
  const missing = args.filter((part) => PROGRAM_FILE.test(part) && !existsSync(join(folder, part)))
  const faults = missing.map((part) => `"${part}" is not in the tool's folder. Add the file, or correct the command.`)
  const script = scriptFault(folder, [program, ...args])
  if (script !== undefined) faults.push(script)
  const isInFolder = existsSync(join(folder, program))
  if (!isInFolder) {
    const missing = missingProgram(program, ownNode)
    return missing === undefined ? faults : [...faults, `${missing}.`]
  }
  return process.platform === 'win32' || isExecutable(join(folder, program))
    ? faults
    : [...faults, `"${program}" may not be run. Make it executable, or name its interpreter first.`]
}

function exampleFaults({ kind, examples, parameters }: FoundTool): string[] {
  if (kind !== 'program') return []
  return examples.flatMap((example, i) => {
    const fits = parameters.safeParse(example.parameters)
    if (fits.success || !example.success) return []
    return [`the parameters of example ${i + 1} don't fit \`input\`: ${misfitWords(fits.error, 'the parameters')}. Correct one of the two.`]
  })
}
