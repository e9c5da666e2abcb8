import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { isObject, type JsonObject } from '../../shared/json'
import { misfitWords } from '../../shared/misfit'
import { Problem } from '../../shared/problem'
import { readTool } from '../tools/manifest'
import { LANGUAGES, type Language, newTool } from '../tools/new-tool'
import { runTool } from '../tools/run-tool'
import { testTool, type ToolCheck } from '../tools/test-tool'
import type { ExitCode, Terminal } from './terminal'
import { AS_JSON, examples, type Json } from './usage'
import { count } from './words'

interface RunFlags extends Json {
  state: JsonObject
}

/** A JSON object as an argument. */
function jsonObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // Said below.
  }
  throw new InvalidArgumentError(`Give a JSON object, such as '{"name": "Wren"}'.`)
}

/** The commands for whoever writes a tool. */
export function toolCommands(
  program: Command,
  to: Terminal,
  print: (json: boolean | undefined, value: unknown, words: string) => void,
  tell: (code: ExitCode) => void
): void {
  const tool = program.command('tool').description('write, run and test an external tool')

  tool
    .command('new')
    .description('write a new tool that keeps to the contract, to be changed')
    .argument('<folder>', 'new or empty folder; the tool is named after it')
    .addOption(new Option('--language <name>', 'in which it is written').choices(LANGUAGES).default('node'))
    .option(...AS_JSON)
    .addHelpText('after', examples('tool new ~/tools/weather', 'tool new ~/tools/weather --language python'))
    .action(async (folder: string, { language, json }: { language: Language } & Json) => {
      const files = await newTool(resolve(folder), language)
      print(json, { files }, `Wrote ${files.join(' and ')}. Test it: proscenium tool test ${folder}`)
    })

  tool
    .command('run')
    .description('run a tool once with these parameters and print its answer; changes nothing')
    .argument('<folder>', 'folder of the tool')
    .argument('<parameters>', 'a JSON object', jsonObject)
    .option('--state <json>', 'the state that it is given', jsonObject, {})
    .option(...AS_JSON)
    .addHelpText('after', examples(`tool run ~/tools/weather '{"name": "Wren"}'`))
    .action(async (folder: string, parameters: JsonObject, { state, json }: RunFlags) => {
      const read = readTool(resolve(folder))
      const fits = read.parameters.safeParse(parameters)
      if (!fits.success) throw new Problem('bad-input', `${read.name}: ${misfitWords(fits.error, 'the parameters')}. Correct the parameters.`)
      const request = { actionId: 'run', skill: read.name, parameters, state, sessionId: 'terminal' }
      const { answer, stderr } = await untilInterrupted((cancel) => runTool(read, request, { cancel }))
      if (stderr !== '') to.err(stderr.trimEnd())
      print(json, answer, JSON.stringify(answer, undefined, 2))
      tell(answer.success ? 0 : 1)
    })

  tool
    .command('test')
    .description('check a tool against the contract: its examples, wrong input, and whether it ends when asked to')
    .argument('<folder>', 'folder of the tool')
    .option(...AS_JSON)
    .addHelpText('after', examples('tool test ~/tools/weather'))
    .action(async (folder: string, { json }: Json) => {
      const checks = await untilInterrupted((cancel) => testTool(readTool(resolve(folder)), cancel))
      print(json, { checks }, checksWords(checks))
      tell(checks.some(({ message }) => message !== undefined) ? 1 : 0)
    })
}

/** Does something that Ctrl+C cancels: a tool has a process group of its own, so it would run on. */
async function untilInterrupted<T>(work: (cancel: AbortSignal) => Promise<T>): Promise<T> {
  const interrupted = new AbortController()
  const interrupt = (): void => interrupted.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    return await work(interrupted.signal)
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

function checksWords(checks: readonly ToolCheck[]): string {
  const wrong = checks.filter(({ message }) => message !== undefined).length
  const lines = checks.map(({ name, message }) => (message === undefined ? `passed: ${name}` : `failed: ${name}\n  ${message}`))
  return [...lines, wrong === 0 ? 'This tool keeps to the contract.' : `${count(wrong, 'check')} failed.`].join('\n')
}
