import { join } from 'node:path'
import { Problem } from '../../../shared/base/problem'
import { counted } from '../../../shared/words/labels'
import { type Disk, OPEN, createWhole, errno, makeFolders, quietly, readWhole, removeFile, sleep, withFile, writeAll } from './disk'
import { type LockOwner, isGone, isSelf, ownSelf, readOwner, writeOwner } from './owner'

let serial = 0

/** How long a lock of another program is waited for, in ms. An older lock won't go soon. */
const WAIT_MS = 1000

const UNITS: readonly (readonly [string, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1]
]

/**
 * Git's lock files (`x.lock` beside `x`), with their owner. Each is a hard link to one small file that names this process, so it appears at once
 * with its content, and a killed process leaves no anonymous lock behind.
 */
export class Locks {
  #ownerFile: string | undefined
  #held = new Set<string>()

  constructor(
    readonly disk: Disk,
    readonly scratch: string,
    readonly clock: () => number
  ) {}

  /** Takes the lock, waiting a moment while another process holds it. Returns false if that process still holds it, or has held it for long. */
  take(path: string): boolean {
    for (let waited = 0; ; waited += 2) {
      try {
        this.#link(path)
        this.#held.add(path)
        return true
      } catch (thrown) {
        if (errno(thrown) === 'ENOENT' && waited === 0) {
          this.#ownerFile = undefined
          makeFolders(this.disk, this.scratch)
          makeFolders(this.disk, join(path, '..'))
        } else if (errno(thrown) !== 'EEXIST') throw thrown
        if (errno(thrown) === 'EEXIST' && (waited >= WAIT_MS || (this.#ageMs(path) ?? 0) > WAIT_MS)) return false
        sleep(2)
      }
    }
  }

  /** The time since a lock was last written; undefined if it is gone. */
  #ageMs(path: string): number | undefined {
    const stat = this.disk.lstatSync(path)
    return stat && Math.max(0, this.clock() - Number(stat.mtimeNs / 1_000_000n))
  }

  /** Creates the Problem for a lock that another process holds. */
  held(path: string): Problem {
    const seconds = Math.floor((this.#ageMs(path) ?? 0) / 1000)
    const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1]
    const age = seconds === 0 ? 'new' : `${counted(Math.floor(seconds / size), unit)} old`
    const sentence = `Git has locked this repository: ${path} is ${age}. If a git command is running, wait until it has finished. If none is running, remove that file. Then try again.`
    return new Problem('locked', sentence, { file: path })
  }

  #link(path: string): void {
    const text = Buffer.from(writeOwner(ownSelf()))
    if (!this.#ownerFile) {
      const ownerFile = join(this.scratch, `owner-${ownSelf().pid}-${Date.now()}-${serial++}`)
      try {
        withFile(this.disk, ownerFile, OPEN.create, (fd) => {
          writeAll(this.disk, fd, text, 0)
          // Flushed, so that after a power cut a lock still names its owner.
          this.disk.fsyncSync(fd)
        })
      } catch (thrown) {
        quietly(() => removeFile(this.disk, ownerFile))
        throw thrown
      }
      this.#ownerFile = ownerFile
    }
    createWhole(this.disk, path, this.#ownerFile, text)
  }

  release(path: string): void {
    if (!this.#held.has(path)) return
    removeFile(this.disk, path)
    this.#held.delete(path)
  }

  /** Removes a lock file that a Proscenium process left when it ended. 'foreign': the lock isn't ours, or its process is alive. */
  clear(path: string): 'none' | 'removed' | 'foreign' {
    const owner = ownerOf(this.disk, path)
    if (!owner) return this.disk.lstatSync(path) ? 'foreign' : 'none'
    if (!isGone(owner) && !isSelf(owner)) return 'foreign'
    removeFile(this.disk, path)
    return 'removed'
  }

  dispose(): void {
    for (const path of this.#held) quietly(() => this.release(path))
    const ownerFile = this.#ownerFile
    if (ownerFile) quietly(() => removeFile(this.disk, ownerFile))
    this.#ownerFile = undefined
  }
}

/** The Proscenium process that a lock file names; undefined if there is no lock or it isn't ours. */
export function ownerOf(disk: Disk, path: string): LockOwner | undefined {
  const bytes = readWhole(disk, path)
  return bytes && readOwner(bytes.toString('utf8'))
}
