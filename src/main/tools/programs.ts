import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The Node that `node` means in a command line: the one that runs Proscenium, so that tools in JavaScript need no other. The packaged app has none. Its
 * fuses keep it from running scripts, because a signed program that runs any script lends its rights to everybody, and the place that Electron has for
 * scripts, a utility process, has no standard input, which tools read. There `node` is the user's own; without one, the campaign's opening, Tools…,
 * `check` and the tool's problem say what to install.
 */
export const OWN_NODE = import.meta.dirname.includes('app.asar') ? null : process.execPath

/** Where installers put programs on a Mac, whose apps aren't told of them by the Finder. */
const MAC_FOLDERS = ['/usr/local/bin', '/opt/homebrew/bin']

/** The folders in which programs are looked for, in order. In a thread, Windows' "Path" has that name only. */
export function programFolders(): string[] {
  const [, path = ''] = Object.entries(process.env).find(([name]) => name.toUpperCase() === 'PATH') ?? []
  return [...new Set([...path.split(delimiter).filter(Boolean), ...(process.platform === 'darwin' ? MAC_FOLDERS : [])])]
}

/** Whether a program with this name is installed. */
const isInstalled = (program: string): boolean => programFolders().some((folder) => isExecutable(join(folder, program)))

/** Whether a file can be run as a program. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Why the interpreter in a command line can't be started and what to install, as half a sentence; undefined if it is there or Windows finds it. */
export function missingProgram(program: string, ownNode: string | null = OWN_NODE): string | undefined {
  const isWindows = process.platform === 'win32'
  if (program === 'node') return ownNode !== null || isInstalled(isWindows ? 'node.exe' : 'node') ? undefined : missingWords(program)
  return isWindows || (!program.includes('/') && isInstalled(program)) ? undefined : missingWords(program)
}

/** What to do about a program that was not found, as half a sentence. */
export const missingWords = (program: string): string =>
  program === 'node'
    ? 'it needs Node.js, which was not found. Install it from nodejs.org, and start Proscenium again'
    : `the program "${program}" was not found. Install it, or correct the command`
