import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { CLI_SWITCH, RESULTS_WORD } from './place'

/** The command line's arguments, if a start is for it: no window opens then. */
export function commandLineIn(argv: readonly string[], isPackaged: boolean): string[] | undefined {
  const [first, ...args] = argv.slice(isPackaged ? 1 : 2)
  return first === CLI_SWITCH ? args : undefined
}

/** Runs the command line in this process, or reads and writes the lab's results, and ends it. The window's browser data may be in use, so this process has its own for the time. Call it before the app is ready. */
export async function runCommands(args: readonly string[]): Promise<void> {
  const scratch = join(app.getPath('temp'), `proscenium-cli-${process.pid}`)
  app.setPath('sessionData', scratch)
  await app.whenReady()
  app.dock?.hide()
  process.argv = [process.execPath, 'proscenium', ...args]
  try {
    await (args[0] === RESULTS_WORD ? import('./lab-results') : import('./cli'))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
    app.exit(Number(process.exitCode ?? 1))
  }
}
