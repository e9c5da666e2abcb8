import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

/** The maximum number of watched folders. With more, every look compares the whole folder. */
const MAX_WATCHED_FOLDERS = 2000
/** The maximum number of touched files. With more, the look compares the whole folder, because the system drops events when too many wait. */
const MAX_TOUCHED_FILES = 200
/** The maximum age of the last whole comparison, in ms and as a multiple of the time that it takes. */
const MAX_WHOLE_AGE_MS = 2000
const MAX_WHOLE_AGE_FACTOR = 20

/**
 * Tracks which files of a folder have been touched since the last look, `.git` excepted. Only on Linux is an event in the queue before the writer's
 * call returns, so other systems compare the whole folder at each look. No system reports writes by another machine or into mapped memory. Therefore
 * a look compares the whole folder every few seconds in any case.
 */
export class TouchedFiles {
  #watchers = new Map<string, FSWatcher>()
  /** Whether every folder has been watched since before the last whole comparison. */
  #isComplete = false
  #touched = new Set<string>()
  #wholeAt = Number.NEGATIVE_INFINITY
  #wholeMs = 0

  constructor(
    readonly dir: string,
    readonly isReliable = process.platform === 'linux',
    private readonly clock = (): number => performance.now()
  ) {}

  /** Runs a comparison. Passes the files touched since the last look, or undefined if the comparison must be whole. */
  async look<T>(compare: (touched?: ReadonlySet<string>) => T): Promise<T> {
    if (!this.isReliable) return compare()
    // A round of the event loop reads all waiting events. The current round may have read them already, so one more is needed.
    await setImmediate()
    await setImmediate()
    const touched = this.#touched
    const age = this.clock() - this.#wholeAt
    const isKnown = this.#isComplete && touched.size <= MAX_TOUCHED_FILES && age < Math.max(MAX_WHOLE_AGE_MS, MAX_WHOLE_AGE_FACTOR * this.#wholeMs)
    this.#touched = new Set()
    try {
      return isKnown ? compare(touched) : this.#lookAtAll(compare)
    } catch (thrown) {
      this.#isComplete = false
      throw thrown
    }
  }

  #lookAtAll<T>(compare: () => T): T {
    if (!this.#isComplete) this.#watchAll()
    const start = this.clock()
    const result = compare()
    this.#wholeAt = this.clock()
    this.#wholeMs = this.#wholeAt - start
    return result
  }

  #watchAll(): void {
    this.close()
    try {
      this.#isComplete = this.#watchFolder('')
    } catch {
      // The system allows no more watches, or the folder changes at this moment. The watch stays incomplete.
      this.close()
    }
  }

  #watchFolder(folder: string): boolean {
    if (this.#watchers.size >= MAX_WATCHED_FOLDERS) return false
    const within = (name: string): string => (folder === '' ? name : `${folder}/${name}`)
    const at = join(this.dir, folder)
    const watcher = watch(at, { persistent: false }, (kind, name) => this.#onEvent(kind, name === null ? undefined : within(name)))
    watcher.on('error', () => (this.#isComplete = false))
    this.#watchers.set(folder, watcher)
    return readdirSync(at, { withFileTypes: true }).every((one) => !one.isDirectory() || one.name === '.git' || this.#watchFolder(within(one.name)))
  }

  #onEvent(kind: string, path: string | undefined): void {
    if (path === '.git') return
    // A new folder isn't watched yet, and a removed one no longer is.
    if (path === undefined || this.#watchers.has(path) || (kind === 'rename' && isFolder(join(this.dir, path)))) this.#isComplete = false
    else this.#touched.add(path)
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
    this.#isComplete = false
  }
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
