import { existsSync } from 'node:fs'
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import type { JsonObject } from '../../shared/base/json'
import { isDeeper } from '../../shared/base/is-deeper'
import { misfitWords } from '../../shared/base/schema-errors'
import { Problem } from '../../shared/base/problem'
import { changeFault } from './state-parts'
import { failedAnswer, MAX_ANSWER_DEPTH, ProgramAnswer, type ProgramRequest, understoodAnswer } from './contract'
import { type EndedProcess, type EndReason, runProcess, type ProcessStart } from './process-tree'
import type { Tool } from './manifest'
import { missingWords, OWN_NODE, programFolders } from './programs'
import { scriptFault } from './shebang'

/** The largest answer of a tool, in bytes. */
export const MAX_ANSWER_BYTES = 4 << 20
/** The most bytes of standard error that are kept. */
export const MAX_ERROR_BYTES = 64 << 10

/** The result of one run of a tool. */
export interface ToolRun {
  /** Its answer. Without a usable one, a failed answer whose errors give the reason. */
  answer: ProgramAnswer
  ending: EndReason
  code: number | null
  /** The beginning of its standard error. */
  stderr: string
  isForced: boolean
  ms: number
  /** Files that it left in its working folder; they are deleted with that folder. */
  left: string[]
}

/** The options of one run. */
export interface RunOptions {
  cancel?: AbortSignal
  /** The time limit in seconds; by default the manifest's. */
  timeoutSeconds?: number
  /** The text on standard input, instead of the request. */
  input?: string
  /** Writes nothing to standard input and leaves it open: the tool waits until it is cancelled. */
  waits?: boolean
}

/**
 * Runs a tool once. It runs in an empty folder of its own, which is removed afterwards, and with a minimal environment; it can still read what the
 * user can read. Throws Problem `not-found` if its program can't be started; any other failure is a failed answer.
 */
export async function runTool(
  tool: Tool,
  request: ProgramRequest,
  { cancel, timeoutSeconds = tool.timeout, input, waits = false }: RunOptions = {}
): Promise<ToolRun> {
  return inEmptyFolder(tool, async (how) => {
    const ended = await runProcess({
      ...how,
      ...(waits ? {} : { input: input ?? JSON.stringify(request) }),
      timeoutMs: timeoutSeconds * 1000,
      ...(cancel ? { cancel } : {})
    })
    const { ending, code, stderr, isForced, ms } = ended
    return { answer: answerOf(tool, ended, timeoutSeconds, request.state), ending, code, stderr, isForced, ms, left: await readdir(how.cwd) }
  })
}

/** How a tool is started, except for its time limit. */
type How = Pick<ProcessStart, 'command' | 'args' | 'cwd' | 'env' | 'maxOutputBytes' | 'maxErrorBytes'>

/** Runs work with a tool's program in an empty folder, which is removed afterwards. Throws Problem `not-found` if it can't be started. */
export async function inEmptyFolder<T>(tool: Tool, work: (how: How) => Promise<T>, ownNode: string | null = OWN_NODE): Promise<T> {
  const [command, ...args] = commandOf(tool, ownNode)
  const fault = scriptFault(tool.folder, tool.run)
  if (fault !== undefined) throw new Problem('not-found', `The tool ${tool.name} can't be started: ${fault}`, { folder: tool.folder, command })
  const cwd = await mkdtemp(join(await realpath(tmpdir()), 'proscenium-tool-'))
  try {
    return await work({ command, args, cwd, env: environment(cwd), maxOutputBytes: MAX_ANSWER_BYTES, maxErrorBytes: MAX_ERROR_BYTES })
  } catch (error) {
    throw unstarted(tool, command, error)
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
}

/** The program and arguments with full paths. `ownNode`: see `OWN_NODE`. */
function commandOf({ folder, run }: Tool, ownNode: string | null): [string, ...string[]] {
  const inFolder = (part: string): string => (!isAbsolute(part) && existsSync(join(folder, part)) ? join(folder, part) : part)
  const [program = '', ...args] = run
  return [program === 'node' && ownNode !== null ? ownNode : inFolder(program), ...args.map(inFolder)]
}

/** The variables by which a tool finds its interpreter, and nothing else of the user's environment. */
function environment(room: string): Record<string, string> {
  const folders = programFolders()
  const { SystemRoot } = process.env
  return {
    ...(folders.length === 0 ? {} : { PATH: folders.join(delimiter) }),
    ...(SystemRoot === undefined ? {} : { SystemRoot }),
    ...(process.versions['electron'] === undefined || OWN_NODE === null ? {} : { ELECTRON_RUN_AS_NODE: '1' }),
    HOME: room,
    TMPDIR: room,
    TMP: room,
    LANG: 'C.UTF-8',
    PYTHONDONTWRITEBYTECODE: '1'
  }
}

/** Why a program couldn't be started; any other error as it is. */
function unstarted({ name, folder, run }: Tool, command: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('spawn'))) return error
  const what = run[0] ?? ''
  const code = 'code' in error ? error.code : undefined
  const why =
    code === 'ENOENT'
      ? missingWords(what)
      : code === 'EACCES'
        ? `"${what}" may not be run. Make it executable, or name its interpreter in \`run\``
        : `${error.message}. Correct \`run\` in its manifest`
  return new Problem('not-found', `The tool ${name} couldn't be started: ${why}.`, { folder, command })
}

/** Why a tool was ended before it answered; undefined if it ended by itself. */
export function endingWords({ name }: Tool, ending: EndReason, seconds: number): string | undefined {
  if (ending === 'timeout') return `The tool ${name} took longer than ${seconds} s and was ended.`
  if (ending === 'cancelled') return `The tool ${name} was cancelled.`
  if (ending === 'output') return `The tool ${name} answered more than ${MAX_ANSWER_BYTES >> 20} MB and was ended.`
  if (ending === 'garbage') return `The tool ${name} wrote what is no message of the Model Context Protocol to standard output and was ended.`
  return undefined
}

function answerOf(tool: Tool, { ending, code, stdout }: EndedProcess, seconds: number, given: JsonObject): ProgramAnswer {
  const { name, state } = tool
  const early = endingWords(tool, ending, seconds)
  if (early !== undefined) return failedAnswer(early)
  let read: ReturnType<typeof understoodAnswer>
  try {
    read = understoodAnswer(stdout)
  } catch {
    return failedAnswer(
      `The tool ${name} ${stdout.trim() === '' ? 'answered nothing' : 'answered what is not JSON'}${code === 0 ? '' : ` (exit code ${code ?? 'none'})`}.`
    )
  }
  const { value, understood } = read
  if (isDeeper(value, MAX_ANSWER_DEPTH))
    return failedAnswer(`The tool ${name} answered with lists and objects nested more than ${MAX_ANSWER_DEPTH} deep.`)
  const checked = ProgramAnswer.safeParse(value)
  if (!checked.success)
    return failedAnswer(`The answer of the tool ${name} doesn't keep to the contract: ${misfitWords(checked.error, 'the answer')}.`)
  const answer: ProgramAnswer = understood === '' ? checked.data : { ...checked.data, understood }
  if (code !== 0 && answer.success)
    return { ...failedAnswer(`The tool ${name} ended with exit code ${code ?? 'none'}, so what it answered doesn't count.`), output: answer.output }
  // The changes of a failed answer are never applied.
  if (!answer.success) return { ...answer, stateChanges: [] }
  const fault = changeFault(answer.stateChanges, given, state)
  return fault === undefined ? answer : failedAnswer(`The tool ${name} ${fault}`)
}
