import type { Commands } from './commands'
import type { ExitCode, Terminal } from './terminal'

/** What a group of commands adds itself to the program with. */
export interface CommandContext {
  commands: Commands
  to: Terminal
  /** Prints a result: `value` as JSON with --json, otherwise `words`. */
  print: (json: boolean | undefined, value: unknown, words: string) => void
  /** Sets the code that the process ends with; without a call it is 0. */
  setExitCode: (code: ExitCode) => void
}
