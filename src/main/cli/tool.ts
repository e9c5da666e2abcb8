import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { isObject, type JsonObject } from '../../shared/base/json'
import { misfitWords } from '../../shared/base/schema-errors'
import { Problem } from '../../shared/base/problem'
import { readTool } from '../tools/manifest'
import type { CampaignTools, ToolInfo } from '../../shared/contract/table-calls'
import { counted } from '../../shared/words/labels'
import { APP_ROOT } from '../place'
import { copyTool, TOOL_LANGUAGES, type ToolLanguage, newTool } from '../tools/new-tool'
import { runTool } from '../tools/run-tool'
import { testTool, type ToolCheck } from '../tools/test-tool'
import type { Calls } from './campaigns'
import { untilInterrupted } from './interrupt'
import { campaignCommand, type CommandContext, type JsonFlag, resultCommand } from './usage'

/** A JSON object as an argument. */
function jsonObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // Reported below.
  }
  throw new InvalidArgumentError(`Give a JSON object, such as '{"name": "Wren"}'.`)
}

/** The commands for authors of tools. */
export function toolCommands(program: Command, { campaigns, to, print, setExitCode }: CommandContext): void {
  const tool = program.command('tool').description('write, run and test external tools, and decide which may run with a campaign')

  resultCommand(
    tool,
    'new',
    'write a new tool that keeps to the contract, to be changed',
    'tool new ~/stories/well/tools/weather --language python',
    'tool new ~/stories/well/tools/quests --from quest-tool'
  )
    .argument('<folder>', 'new or empty folder; the tool is named after it')
    .addOption(new Option('--language <name>', 'language of the program').choices([...TOOL_LANGUAGES, 'node']).default('javascript'))
    .addOption(new Option('--from <name>', 'copies a tool that comes with Proscenium: inventory-tool or quest-tool').conflicts('language'))
    .action(async (folder: string, { language, from, json }: { language: ToolLanguage | 'node'; from?: string } & JsonFlag) => {
      const known = language === 'node' ? 'javascript' : language
      const files = await (from === undefined
        ? newTool(resolve(folder), known, join(APP_ROOT, 'resources'))
        : copyTool(resolve(folder), from, join(APP_ROOT, 'tools')))
      print(json, { files }, `Wrote ${files.join(' and ')}. Test it: proscenium tool test ${folder}`)
    })

  resultCommand(
    tool,
    'run',
    'run a tool once with these parameters and print its answer; changes nothing',
    `tool run ~/tools/weather '{"name": "Wren"}'`
  )
    .argument('<folder>', 'folder of the tool')
    .argument('<parameters>', 'a JSON object', jsonObject)
    .option('--state <json>', 'the state that it is given', jsonObject, {})
    .action(async (folder: string, parameters: JsonObject, { state, json }: { state: JsonObject } & JsonFlag) => {
      const read = readTool(resolve(folder))
      if (read.kind === 'agent')
        throw new Problem('bad-input', `${read.name} plays seats and has no parameters. Check it with: proscenium tool test ${folder}`, { folder })
      if (read.kind === 'mcp')
        throw new Problem('bad-input', `${read.name} is a server with tools of its own. Check it with: proscenium tool test ${folder}`, { folder })
      const fits = read.parameters.safeParse(parameters)
      if (!fits.success) throw new Problem('bad-input', `${read.name}: ${misfitWords(fits.error, 'the parameters')}. Correct the parameters.`)
      const request = { actionId: 'run', skill: read.name, parameters, state, sessionId: 'terminal' }
      const { answer, stderr } = await untilInterrupted((cancel) => runTool(read, request, { cancel }))
      if (stderr !== '') to.err(stderr.trimEnd())
      print(json, answer, JSON.stringify(answer, undefined, 2))
      setExitCode(answer.success ? 0 : 1)
    })

  const decide = (name: 'list' | 'trust' | 'distrust', description: string, work: (calls: Calls) => Promise<CampaignTools>): void => {
    campaignCommand(tool, name, description, `tool ${name} ~/stories/well`).action(async (dir: string, { json }: JsonFlag) => {
      // A decision is for this machine, so it doesn't wait for another instance that plays there.
      const found = await campaigns.read(dir, undefined, work)
      print(json, found, toolsWords(found))
      setExitCode(found.findings.length === 0 ? 0 : 1)
    })
  }
  const trustAll =
    (trust: boolean) =>
    async (calls: Calls): Promise<CampaignTools> => {
      const found = await calls.tools()
      const decisions = found.tools.map(({ key, hash }) => ({ key, hash, trust }))
      return decisions.length === 0 ? found : calls.trustTools({ decisions })
    }
  decide('list', 'list the tools of a campaign and your own, what each would run, and whether it may', (calls) => calls.tools())
  decide('trust', 'let the listed tools run with a campaign, on this machine, until their files change', trustAll(true))
  decide('distrust', 'let no tool run with a campaign any more', trustAll(false))

  resultCommand(
    tool,
    'test',
    'check a tool against the contract: its examples, wrong input, and whether it ends when asked to',
    'tool test ~/tools/weather'
  )
    .argument('<folder>', 'folder of the tool')
    .action(async (folder: string, { json }: JsonFlag) => {
      const checks = await untilInterrupted((cancel) => testTool(readTool(resolve(folder)), cancel))
      print(json, { checks }, checksWords(checks))
      setExitCode(checks.some(({ message }) => message !== undefined) ? 1 : 0)
    })
}

const TRUST: Readonly<Record<ToolInfo['trust'], string>> = {
  trusted: 'may run',
  declined: 'may not run',
  new: 'not trusted yet',
  changed: 'changed since it was decided on, so it may not run'
}

/** The parts of the state and the environment variables that a tool receives. */
function given(state: readonly string[], environment: readonly string[]): string {
  const parts = [...state, ...environment.map((name) => `your variable ${name}`)]
  return parts.length === 0 ? '' : `, is given ${parts.join(', ')}`
}

function toolsWords({ tools, findings }: CampaignTools): string {
  const lines = tools.flatMap(({ name, description, folder, kind, command, state, environment, trust }) => [
    `${name} (${TRUST[trust]}): ${description}`,
    `  runs ${command} in ${folder}${kind === 'agent' ? ' and plays seats' : ''}${given(state, environment)}`
  ])
  const found = findings.map(({ message }) => message)
  const undecided = tools.some(({ trust }) => trust === 'new' || trust === 'changed')
  const hint = undecided ? ['A tool can read and write your files like any program. Let them run with: proscenium tool trust'] : []
  return tools.length + findings.length === 0 ? 'This campaign has no tools.' : [...lines, ...hint, ...found].join('\n')
}

function checksWords(checks: readonly ToolCheck[]): string {
  const wrong = checks.filter(({ message }) => message !== undefined).length
  const lines = checks.map(({ name, message }) => (message === undefined ? `passed: ${name}` : `failed: ${name}\n  ${message}`))
  return [...lines, wrong === 0 ? 'This tool keeps to the contract.' : `${counted(wrong, 'check')} failed.`].join('\n')
}
