import { randomUUID } from 'node:crypto'
import { own } from '../../shared/base/json'
import { listed } from '../../shared/words/labels'
import { Problem, toProblem } from '../../shared/base/problem'
import type { CommandRequest, CommandRun, SeatCommand } from '../../shared/table/commands'
import { visible } from '../../shared/base/visible'
import type { ToolPermission } from './external-skills'
import { findTools, type FoundTool } from './find-tools'
import type { Tool } from './manifest'
import { runProcess } from './process-tree'
import { endingWords, inEmptyFolder } from './run-tool'
import { cancelledBy, changedSince } from './fingerprint'

/** The placeholder for the conversation's id in a command line. */
const SESSION = '{session}'

/** The command of a name: a trusted tool of the kind `agent`, of the campaign `dir` or the app's `home`. Throws Problem `agent-failed`. */
export function seatCommand(name: string | undefined, dir: string, home: string | undefined, permission: ToolPermission): SeatCommand {
  const commands = findTools(dir, home).tools.filter(({ kind }) => kind === 'agent')
  const named = commands.filter((tool) => tool.name === name)
  const failed = (why: string): Problem => new Problem('agent-failed', why, { remedy: 'settings' })
  const [command] = named
  if (name === undefined) throw failed('This seat names no command. Choose one in Settings.')
  if (!command) {
    const others = commands.length === 0 ? 'Add a tool of the kind agent' : `Choose ${listed(commands.map((tool) => tool.name))}`
    throw failed(`There is no command "${name}" that can play a seat. ${others}, or another agent for the seat in Settings.`)
  }
  if (named.length > 1) throw failed(`${named.length} tools are named "${name}": ${listed(named.map(({ folder }) => folder))}. Rename one of them.`)
  if (permission.toolTrust(dir, command.key, command.hash) !== 'trusted')
    throw failed(`The command "${name}" isn't trusted in this campaign. Look at it under Tools… and trust it, or choose another agent in Settings.`)
  return {
    name,
    remembers: command.continue !== undefined,
    newSession: () => randomUUID(),
    ask: (request, signal) => ask(command, request, cancelledBy(signal))
  }
}

async function ask(command: FoundTool, request: CommandRequest, cancel: AbortSignal): Promise<CommandRun> {
  const changed = changedSince(command)
  if (changed !== undefined) return { text: '', stderr: '', failure: changed, isCancelled: false, ms: 0 }
  return runCommand(command, request, cancel)
}

/** Runs a command once, in an empty folder and with the limits of a tool. Never throws. */
export async function runCommand(command: Tool, request: CommandRequest, cancel?: AbortSignal): Promise<CommandRun> {
  const line = request.continues ? (command.continue ?? command.run) : command.run
  const run = line.map((part) => part.replaceAll(SESSION, request.sessionId))
  try {
    return await inEmptyFolder({ ...command, run }, async (how) => {
      const { ending, code, stdout, stderr, ms } = await runProcess({
        ...how,
        env: { ...how.env, ...environmentOf(command) },
        input: JSON.stringify(request),
        timeoutMs: command.timeout * 1000,
        ...(cancel ? { cancel } : {})
      })
      const failure = endingWords(command, ending, command.timeout) ?? (code === 0 ? undefined : exitWords(command, code, stderr))
      return { text: stdout, stderr, isCancelled: ending === 'cancelled', ms, ...(failure === undefined ? {} : { failure }) }
    })
  } catch (error) {
    return { text: '', stderr: '', failure: toProblem(error).message, isCancelled: false, ms: 0 }
  }
}

/** The user's environment variables that its manifest names. */
function environmentOf({ environment }: Tool): Record<string, string> {
  return Object.fromEntries(
    environment.flatMap((name) => {
      const value = own(process.env, name)
      return value === undefined ? [] : [[name, value] as const]
    })
  )
}

const MAX_QUOTED = 300

function exitWords({ name }: Tool, code: number | null, stderr: string): string {
  const last = visible(stderr.trim().split('\n').at(-1)?.slice(0, MAX_QUOTED) ?? '')
  const why = code === null ? 'was ended by a signal' : `ended with exit code ${code}`
  return `The command ${name} ${why}${last === '' ? '' : `. It wrote to standard error: ${last.replace(/\.$/, '')}`}.`
}
