import { type CommandRequest, type CommandRun, readCommandAnswer } from '../../shared/table/commands'
import { equal } from '../../shared/base/json'
import { misfitWords } from '../../shared/base/schema-errors'
import { visible } from '../../shared/base/visible'
import type { ProgramRequest } from './contract'
import type { Tool } from './manifest'
import { serverToolFault } from './external-skills'
import { GRACE_MS } from './process-tree'
import { runCommand } from './seat-commands'
import { runTool, type ToolRun } from './run-tool'

/** One requirement of the contract. */
export interface ToolCheck {
  name: string
  /** The fault and a remedy; undefined if the tool meets the requirement. */
  message?: string
}

/** The delay before the test cancels the tool to see whether it ends by itself, in ms. */
const CANCEL_AFTER_MS = 400

/** Checks a tool against the contract: its examples, twice each, then input that is not JSON, and a signal to end. Runs it several times. */
export async function testTool(tool: Tool, cancel?: AbortSignal): Promise<ToolCheck[]> {
  const checks: ToolCheck[] = [{ name: `the manifest of ${tool.name} can be read` }]
  if (tool.kind === 'agent') return [...checks, ...(await testCommand(tool, cancel))]
  if (tool.kind === 'mcp') return [...checks, ...(await testServer(tool, cancel))]
  if (tool.examples.length === 0) {
    checks.push({
      name: 'the manifest has an example',
      message: 'It has none. Add one under `examples`: what the tool is given, and whether it succeeds.'
    })
  }
  for (const [i, { parameters, state, success }] of tool.examples.entries()) {
    const name = `example ${i + 1} ${success ? 'succeeds' : 'fails'}, the same each time`
    const fits = tool.parameters.safeParse(parameters)
    if (!fits.success) {
      checks.push({ name, message: `Its parameters don't fit \`input\`: ${misfitWords(fits.error, 'the parameters')}. Correct one of the two.` })
      continue
    }
    const request: ProgramRequest = { actionId: `example-${i + 1}`, skill: tool.name, parameters, state, sessionId: 'test' }
    const [first, second] = [await runTool(tool, request, cancel ? { cancel } : {}), await runTool(tool, request, cancel ? { cancel } : {})]
    checks.push(check(name, exampleFault(first, second, success)))
  }
  const garbage = await runTool(tool, requestOf(tool), { input: '{"actionId": ', ...(cancel ? { cancel } : {}) })
  checks.push(check('input that is not JSON is refused', garbageFault(garbage)))
  const stopped = await runTool(tool, requestOf(tool), { waits: true, cancel: AbortSignal.timeout(CANCEL_AFTER_MS) })
  checks.push(check('it ends when it is asked to', stopFault(stopped)))
  return checks
}

/** Checks that a server lists its tools, and that they can be used. */
async function testServer(server: Tool, cancel?: AbortSignal): Promise<ToolCheck[]> {
  const { listServer } = await import('./mcp')
  const served = await listServer(server, cancel)
  if ('failure' in served) return [{ name: 'it lists its tools', message: `${served.failure}${lastErrorLine(served)}` }]
  const names = served.value.map(({ name }) => visible(name.slice(0, 64)))
  return [
    check(
      names.length === 0 ? 'it lists its tools' : `it lists its tools: ${names.join(', ')}`,
      names.length === 0 ? 'It has none. Register one.' : undefined
    ),
    ...served.value.map((tool, i) => check(`${names[i]} can be used`, serverToolFault(server, tool)))
  ]
}

/** A turn for a command under test, with one available tool. */
const SAMPLE_TURN: CommandRequest = {
  sessionId: 'test',
  continues: false,
  who: 'DM',
  prompt:
    'You are the game master. Rain falls on an empty yard. Use the tool narrate. Answer with one JSON object and nothing else: {"calls": [{"tool": "narrate", "input": {"text": "…"}}]}',
  tools: [
    {
      name: 'narrate',
      description: 'Tell what happens.',
      input_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false }
    }
  ]
}

/** Checks that a command plays a small turn, and that it continues a conversation. */
async function testCommand(command: Tool, cancel?: AbortSignal): Promise<ToolCheck[]> {
  const first = await runCommand(command, SAMPLE_TURN, cancel)
  const checks = [check('it answers a turn with calls', commandFault(first))]
  if (command.continue === undefined || checks[0]?.message !== undefined) return checks
  const prompt = 'Result (call_1_1): Done. It is your turn again. Use the tool narrate.'
  const next = await runCommand(command, { ...SAMPLE_TURN, continues: true, prompt }, cancel)
  return [...checks, check('it answers when the conversation goes on', commandFault(next))]
}

function commandFault({ text, failure, stderr }: CommandRun): string | undefined {
  if (failure !== undefined) return failure
  const read = readCommandAnswer(text)
  if (typeof read === 'string')
    return `${read.replace(/^Your answer/, 'Its answer')} Write one JSON object with \`calls\`.${lastErrorLine({ stderr })}`
  if (read.calls.length === 0) return 'It made no call. Put what it does into `calls`.'
  const other = read.calls.find(({ tool }) => tool !== 'narrate')
  return other && `It called "${other.tool}", which is not among the tools that it was given. Name one of those.`
}

const requestOf = ({ name }: Tool): ProgramRequest => ({ actionId: 'test', skill: name, parameters: {}, state: {}, sessionId: 'test' })
const check = (name: string, message: string | undefined): ToolCheck => (message === undefined ? { name } : { name, message })
/** The last line of standard error, which may show the cause. */
const lastErrorLine = ({ stderr }: Pick<ToolRun, 'stderr'>): string => {
  const line = stderr.trim().split('\n').at(-1) ?? ''
  return line === '' ? '' : ` It wrote to standard error: ${visible(line.slice(0, 300))}`
}

function exampleFault(first: ToolRun, second: ToolRun, success: boolean): string | undefined {
  const { answer, left } = first
  if (success && !answer.success) return `${answer.errors.join(' ') || 'It failed without saying why.'}${lastErrorLine(first)}`
  if (!success && answer.success) return 'It succeeded. Correct the tool, or set `success: true` in the example.'
  if (!success && answer.errors.length === 0) return 'It failed without saying why. Add a sentence to `errors`.'
  if (answer.understood !== undefined)
    return `Its answer was nearly right, and plans understand it. Write it in the form of the contract. ${answer.understood}`
  if (!equal(answer, second.answer)) return 'Two runs answered differently. A tool must answer the same for the same input.'
  if (left.length > 0) return `It left files in its folder: ${left.join(', ')}. They are lost; put what should be kept into the answer.`
  return undefined
}

function garbageFault(run: ToolRun): string | undefined {
  if (run.ending !== 'exit') return run.answer.errors.join(' ')
  if (run.code === 0) return "It ended with exit code 0. End with another one when the input can't be read."
  return undefined
}

function stopFault({ ending, isForced }: ToolRun): string | undefined {
  if (ending !== 'cancelled') return 'It ended before it had read its input. Read standard input to its end first.'
  if (isForced) return `It didn't end within ${GRACE_MS} ms of the signal SIGTERM and had to be killed. End at once when it arrives.`
  return undefined
}
