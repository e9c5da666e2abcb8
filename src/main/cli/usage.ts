import { type Command, InvalidArgumentError } from 'commander'
import type { Campaigns } from './campaigns'
import type { ExitCode, Terminal } from './terminal'

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
  openApp(dir?: string): Promise<ExitCode>
  bench(args: string[]): Promise<ExitCode>
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
  /** Sets the exit code of the process; by default 0. */
  setExitCode: (code: ExitCode) => void
}

/** The option that most commands have. */
export interface Json {
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
export const whole = (least: number, most?: number) => (text: string) => {
  const value = Number(text)
  const fits = /^\d{1,15}$/.test(text) && value >= least && value <= (most ?? value)
  if (!fits) throw new InvalidArgumentError(`Give a whole number${most === undefined ? ` of at least ${least}` : ` from ${least} to ${most}`}.`)
  return value
}
