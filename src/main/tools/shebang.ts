import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'

/** How much of a script is examined, in bytes. */
const EXAMINED_BYTES = 64 << 10

/** Shells that can't read a script with Windows line ends. */
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ksh', 'zsh'])

/** Why the system can't run the script of a command line, as a sentence; undefined if nothing is wrong with its line ends and its first line. */
export function scriptFault(folder: string, [program = '', ...args]: readonly string[]): string | undefined {
  if (process.platform === 'win32') return undefined
  const own = beginningOf(folder, program)
  if (own?.startsWith('\u00ef\u00bb\u00bf#!'))
    return `"${program}" begins with a byte order mark, so its first line names no interpreter. Save it as UTF-8 without one.`
  const first = own === undefined ? undefined : /^#!([^\n]*)/.exec(own)?.[1]
  if (first?.endsWith('\r'))
    return `"${program}" has Windows line ends (CRLF), so the interpreter in its first line isn't found. Save it with LF line ends.`
  const interpreter = first?.trim().split(/\s/, 1)[0] ?? ''
  if (isAbsolute(interpreter) && !existsSync(interpreter))
    return `the interpreter ${interpreter} in the first line of "${program}" was not found. Install it, or correct the line.`
  const script = args.find((part) => !part.startsWith('-'))
  if (SHELLS.has(basename(program)) && script !== undefined && beginningOf(folder, script)?.includes('\r\n'))
    return `"${script}" has Windows line ends (CRLF), which ${basename(program)} can't read. Save it with LF line ends.`
  return undefined
}

/** The beginning of a file in the tool's folder, a character for each byte; undefined if there is none. */
function beginningOf(folder: string, path: string): string | undefined {
  const file = isAbsolute(path) ? path : join(folder, path)
  if (path === '' || !statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined
  try {
    const fd = openSync(file, 'r')
    try {
      const bytes = Buffer.alloc(EXAMINED_BYTES)
      return bytes.toString('latin1', 0, readSync(fd, bytes, 0, EXAMINED_BYTES, 0))
    } finally {
      closeSync(fd)
    }
  } catch {
    // A file that can't be read may still be run.
    return undefined
  }
}
