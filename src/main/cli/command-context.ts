import type { Commands } from './commands'
import type { ExitCode, Terminal } from './terminal'

/** The context in which a group of commands adds itself to the program. */
export interface CommandContext {
  commands: Commands
  to: Terminal
  /** Prints a result: `value` as JSON with --json, otherwise `words`. */
  print: (json: boolean | undefined, value: unknown, words: string) => void
  /** Sets the exit code of the process; by default 0. */
  setExitCode: (code: ExitCode) => void
}
