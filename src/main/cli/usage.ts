import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type Command, InvalidArgumentError } from 'commander'
import type { Campaigns } from './campaigns'
import type { ExitCode, Terminal } from './terminal'
import type { LabQueue } from '../../shared/lab/plan'
import type { Seat } from '../../shared/table/turns'

/** What this process can do beside the calls of the Studio contract. */
export interface Host {
  /** Serves the app until the process is told to stop. */
  serve(dir: string | undefined, port: number | undefined, onOpen: (url: string) => void): Promise<void>
  /**
   * Serves the Arrow assistant to editors until the process is told to stop. Pages of these origins need no token; `budget` is in US dollars. Throws
   * Problem `agent-failed`, `bad-input` for a budget that can't be kept.
   */
  serveArrow(
    settings: { port?: number | undefined; origins: readonly string[]; model?: string | undefined; budget?: number | undefined },
    onOpen: (url: string) => void
  ): Promise<void>
  /** Plays a queue's sessions in threads until the process is told to stop. Throws Problem if the queue can't be reached for too long. */
  labWorker(queue: LabQueue, threads: number | undefined, to: Terminal): Promise<void>
  openApp(dir?: string): Promise<ExitCode>
  bench(args: string[]): Promise<ExitCode>
  /** Standard input and output for an MCP client; closed when the input ends. `home`: the app's own folder. Absent where a terminal has none. */
  client?: { home: string; connect(): Promise<Transport> }
  /** The password for queues whose address has none. */
  queuePassword?: string | undefined
  /** A token for this run, for a git server that the owner names. */
  gitToken?: string | undefined
  /** Throws Problem `bad-input` if that token must not go to the servers that a folder names. */
  checkTokenServer(): void
}

/** The context in which a group of commands adds itself to the program. */
export interface CommandContext {
  campaigns: Campaigns
  host: Host
  to: Terminal
  /** Prints a result: `value` as JSON with --json, otherwise `words`. */
  print: (json: boolean | undefined, value: unknown, words: string) => void
  setExitCode: (code: ExitCode) => void
}

/** The option that most commands have. */
export interface JsonFlag {
  json?: boolean
}

/** Lines of examples for a command's help. */
export const examples = (...lines: string[]) => `\nExamples:\n${lines.map((line) => `  $ proscenium ${line}`).join('\n')}`

export const DIR = 'folder of the campaign'
export const AS_JSON = ['--json', 'print machine-readable output on stdout'] as const
/** The option for a revision in the past. */
export const AT = ['--at <rev>', 'commit id (full or short), branch or HEAD~n'] as const

/** Adds a command whose result can be printed as JSON. */
export const resultCommand = (parent: Command, name: string, description: string, ...lines: string[]): Command =>
  parent
    .command(name)
    .description(description)
    .option(...AS_JSON)
    .addHelpText('after', examples(...lines))

/** Adds such a command whose first argument is the folder of a campaign. */
export const campaignCommand = (parent: Command, name: string, description: string, ...lines: string[]): Command =>
  resultCommand(parent, name, description, ...lines).argument('<dir>', DIR)

/** A whole number from `least` to `most`. */
export const wholeNumber = (least: number, most?: number) => (text: string) => {
  const value = Number(text)
  const fits = /^\d{1,15}$/.test(text) && value >= least && value <= (most ?? value)
  if (!fits) throw new InvalidArgumentError(`Give a whole number${most === undefined ? ` of at least ${least}` : ` from ${least} to ${most}`}.`)
  return value
}

/** The values of `--agent`. */
export const SEATS = 'who=agent, where who is dm, a player’s name or all, and agent is offline, anthropic[:model], command:name or replay'

/** Adds the seat of one `--agent` to the previous ones. Throws InvalidArgumentError if it is invalid. */
export function seatArgument(text: string, before: Record<string, Seat> = {}): Record<string, Seat> {
  const [, who = '', kind = '', model] = /^([^=]*)=?([^:]*)(?::(.*))?$/s.exec(text) ?? []
  return { ...before, [/^dm$/i.test(who) ? 'DM' : who]: seatOf(who, kind, model) }
}

function seatOf(who: string, kind: string, model: string | undefined): Seat {
  if (who === '' || kind === '') throw new InvalidArgumentError('Write who=agent, such as dm=anthropic or all=offline.')
  if (kind === 'hand')
    throw new InvalidArgumentError('You can’t play a seat yourself in a terminal. Take the turn in the app, or name offline, anthropic or replay.')
  if (kind === 'command') {
    if (model === undefined || model.trim() === '') throw new InvalidArgumentError(`Name the command that plays: ${who}=command:name.`)
    return { agent: kind, command: model }
  }
  if (kind !== 'offline' && kind !== 'anthropic' && kind !== 'replay')
    throw new InvalidArgumentError(`There is no agent "${kind}". Choose offline, anthropic[:model], command:name or replay.`)
  if (model !== undefined && kind !== 'anthropic') throw new InvalidArgumentError(`Only anthropic takes a model. Write ${who}=${kind}.`)
  if (model?.trim() === '') throw new InvalidArgumentError(`No model follows the colon. Name one, or write ${who}=${kind}.`)
  return { agent: kind, ...(model === undefined ? {} : { model }) }
}

/** An amount in US dollars, as the argument of an option. */
export function dollarsArgument(text: string): number {
  const value = Number(text.replace(/^\$/, ''))
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw new InvalidArgumentError('Give an amount in US dollars, such as 2.50.')
  return value
}
