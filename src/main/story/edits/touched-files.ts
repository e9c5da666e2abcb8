import { type FSWatcher, lstatSync, readdirSync, statfsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

/** The maximum number of watched folders. With more, every look compares the whole folder. Some systems allow 8,192 for all programs together. */
const MAX_WATCHED_FOLDERS = 5000
/** The maximum number of touched files. With more, the look compares the whole folder, because the system drops events when too many wait. */
const MAX_TOUCHED_FILES = 200
/** The maximum age of the last whole comparison, in ms and as a multiple of the time that it takes. */
const MAX_WHOLE_AGE_MS = 2000
const MAX_WHOLE_AGE_FACTOR = 20
/** The same factor for a disk of this machine, on which only a write into mapped memory goes unreported. */
const MAX_LOCAL_AGE_FACTOR = 100
/** The file systems of this machine's own disks and memory by their numbers in Linux: ext, btrfs, xfs, f2fs, zfs, bcachefs, tmpfs, overlayfs. */
const LOCAL: ReadonlySet<number> = new Set([0xef53, 0x9123683e, 0x58465342, 0xf2f52010, 0x2fc12fc1, 0xca451a4e, 0x01021994, 0x794c7630])

/**
 * Tracks which files of a folder have been touched since the last look, `.git` excepted. A folder that came or went is touched too, and so is every
 * file in a new one. Only on Linux is an event in the queue before the writer's
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
    private readonly clock = (): number => performance.now(),
    /** Whether no other machine can write to the folder. */
    readonly isLocal = isReliable && LOCAL.has(statfsSync(dir).type)
  ) {}

  /** Runs a comparison. Passes the files touched since the last look, or undefined if the comparison must be whole. */
  async look<T>(compare: (touched?: ReadonlySet<string>) => T): Promise<T> {
    if (!this.isReliable) return compare()
    // A round of the event loop reads all waiting events. The current round may have read them already, so one more is needed.
    await setImmediate()
    await setImmediate()
    const touched = this.#touched
    const age = this.clock() - this.#wholeAt
    const most = Math.max(MAX_WHOLE_AGE_MS, (this.isLocal ? MAX_LOCAL_AGE_FACTOR : MAX_WHOLE_AGE_FACTOR) * this.#wholeMs)
    const isKnown = this.#isComplete && touched.size <= MAX_TOUCHED_FILES && age < most
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
    this.#isComplete = this.#watchFolder('', () => undefined)
  }

  /** Watches a folder and those below, and calls `found` with every file. False if no more watches are allowed, or the folder changes now. */
  #watchFolder(folder: string, found: (path: string) => void): boolean {
    if (this.#watchers.size >= MAX_WATCHED_FOLDERS) return false
    const within = (name: string): string => (folder === '' ? name : `${folder}/${name}`)
    const at = join(this.dir, folder)
    try {
      const watcher = watch(at, { persistent: false }, (kind, name) => this.#onEvent(kind, name === null ? undefined : within(name)))
      watcher.on('error', () => (this.#isComplete = false))
      this.#watchers.set(folder, watcher)
      return readdirSync(at, { withFileTypes: true }).every((one) => {
        if (one.name === '.git') return true
        if (one.isDirectory()) return this.#watchFolder(within(one.name), found)
        found(within(one.name))
        return true
      })
    } catch {
      this.close()
      return false
    }
  }

  #onEvent(kind: string, path: string | undefined): void {
    if (path === '.git') return
    if (path === undefined) return void (this.#isComplete = false)
    this.#touched.add(path)
    const isNew = kind === 'rename' && isFolder(join(this.dir, path))
    if (!isNew && !this.#watchers.has(path)) return
    for (const [folder, watcher] of this.#watchers)
      if (folder === path || folder.startsWith(`${path}/`)) {
        watcher.close()
        this.#watchers.delete(folder)
      }
    // What was written into a new folder before it was watched is in no event.
    if (isNew && !this.#watchFolder(path, (file) => this.#touched.add(file))) this.#isComplete = false
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
    this.#isComplete = false
  }
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    // A folder above it has become a file.
    return false
  }
}
