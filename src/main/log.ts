import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { faultWords } from './fault-words'

/** The largest size of one file of a log in bytes, and how many files a log has. */
export const MAX_LOG_BYTES = 256 << 10
const LOG_FILES = 3

/** The hosts that keep a log. */
export type LogName = 'desktop' | 'tab'

/** The folder of the logs in the app's own folder. */
export const logFolder = (home: string): string => join(home, 'logs')

const logFile = (home: string, name: LogName, age = 0): string => join(logFolder(home), `${name}${age === 0 ? '' : `.${age}`}.log`)

/** What happened to the app on this machine, for finding faults. It never has text of a story or a model, a key, or a path. */
export interface Log {
  /** Writes a line. `words`: our own, or those of `faultWords`. */
  note: (words: string) => void
  fault: (where: string, thrown: unknown) => void
  /** Writes why a core was lost: its error, or our own words. */
  lost: (cause: unknown) => void
}

/** Opens the log of a host. When its file is full it becomes `<name>.1.log`, and the oldest file goes. A disk that can't be written to loses only the log. */
export function openLog(home: string, name: LogName, now: () => Date = () => new Date()): Log {
  let last = ''
  let repeats = 0
  const write = (words: string): void => {
    const line = `${now().toISOString()} ${words}\n`
    const file = logFile(home, name)
    try {
      mkdirSync(logFolder(home), { recursive: true })
      const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
      if (size + line.length > MAX_LOG_BYTES)
        for (let age = LOG_FILES - 1; age > 0; age--)
          if (statSync(logFile(home, name, age - 1), { throwIfNoEntry: false })) renameSync(logFile(home, name, age - 1), logFile(home, name, age))
      appendFileSync(file, line, { mode: 0o600 })
    } catch {
      // Another instance may move the files at the same time.
    }
  }
  const note = (words: string): void => {
    // A fault in a loop would push everything else out of the log.
    if (words === last) {
      repeats++
      return
    }
    if (repeats > 0) write(`The same happened ${repeats} more times.`)
    last = words
    repeats = 0
    write(words)
  }
  const fault: Log['fault'] = (where, thrown) => note(`${where}: ${faultWords(thrown)}`)
  return { note, fault, lost: (cause) => (typeof cause === 'string' ? note(cause) : fault('The core failed', cause)) }
}

/** The last lines of a log, oldest first. */
export function lastLines(home: string, name: LogName, count: number): string[] {
  const lines = [1, 0].flatMap((age) => {
    try {
      return readFileSync(logFile(home, name, age), 'utf8')
        .split('\n')
        .slice(0, -1)
    } catch {
      return []
    }
  })
  return lines.slice(-count)
}
