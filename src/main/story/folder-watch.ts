import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

/** With more folders than this, everything is compared each time. */
const MAX_WATCHED_FOLDERS = 2000
/** With more touched files than this, everything is compared: the system drops events when too many wait. */
const MAX_TOUCHED_FILES = 200
/** How long events alone are relied on, in ms and as a multiple of the time that comparing everything takes. */
const MAX_WHOLE_AGE_MS = 2000
const MAX_WHOLE_AGE_FACTOR = 20

/**
 * Knows which files of a folder anybody touched since the last look, `.git` excepted. Only Linux has an event in its queue before the writer's
 * call returns, so elsewhere everything is compared each time. No system tells of writes by another machine or into mapped memory;
 * therefore everything is compared every few seconds in any case.
 */
export class FolderWatch {
  #watchers = new Map<string, FSWatcher>()
  /** Whether every folder has been watched since before the last look at everything. */
  #isComplete = false
  #touched = new Set<string>()
  #wholeAt = Number.NEGATIVE_INFINITY
  #wholeMs = 0

  constructor(
    readonly dir: string,
    readonly isReliable = process.platform === 'linux'
  ) {}

  /** Runs a comparison with the files touched since the last one, or without them if it has to compare everything. */
  async look<T>(compare: (touched?: ReadonlySet<string>) => T): Promise<T> {
    if (!this.isReliable) return compare()
    // A round of the event loop reads every waiting event. The present round may have done so already.
    await setImmediate()
    await setImmediate()
    const touched = this.#touched
    const age = performance.now() - this.#wholeAt
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
    const start = performance.now()
    const result = compare()
    this.#wholeAt = performance.now()
    this.#wholeMs = this.#wholeAt - start
    return result
  }

  #watchAll(): void {
    this.close()
    try {
      this.#isComplete = this.#watchFolder('')
    } catch {
      // The system allows no more watches, or the folder changes at this moment.
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
    // A folder that is new isn't watched yet, and one that is gone isn't any more.
    if (path === undefined || this.#watchers.has(path) || (kind === 'rename' && isFolder(join(this.dir, path)))) this.#isComplete = false
    else this.#touched.add(path)
  }

  /** Stops watching. */
  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
    this.#isComplete = false
  }
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
