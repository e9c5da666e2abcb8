import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type Disk, OPEN, errno, makeFolders, nodeDisk, quietly, readWhole, removeFile, sleep, withFile, writeAll } from './git/disk'
import { isGone, isSelf, ownSelf } from './git/owner'
import { checkGitFolder } from './git/plain-files'

/** The lock file's content: who writes in this campaign, and the loopback port it serves, if any. */
export const LockNote = z.object({ pid: z.number().int(), host: z.string(), start: z.string(), port: z.number().int().optional() })
export type LockNote = z.infer<typeof LockNote>

/** A lock that is held until released. */
export interface Held {
  release(): void
}

export interface LockOptions {
  disk?: Disk
  /** The loopback port at which others can reach the holder. */
  port?: number
  /** Set by a host that has just ended the core of this same process that held the lock. */
  restart?: boolean
}

let serial = 0

/**
 * Takes the right to write in a campaign (`.git/proscenium/lock`). If another living process, or another core of this process, has it, returns
 * that holder and changes nothing. Takes over the lock of an ended process. Throws Problem for a `.git` in which something would be written
 * elsewhere.
 */
export function takeLock(dir: string, options: LockOptions = {}): Held | { heldBy: LockNote } {
  const disk = options.disk ?? nodeDisk
  const gitDir = join(resolve(dir), '.git')
  checkGitFolder(disk, gitDir)
  const home = join(gitDir, 'proscenium')
  const path = join(home, 'lock')
  const note: LockNote = { ...ownSelf(), ...(options.port === undefined ? {} : { port: options.port }) }
  const text = Buffer.from(`${JSON.stringify(note)}\n`)
  makeFolders(disk, home)
  for (let tries = 0; ; tries++) {
    if (place(disk, home, path, text)) return { release: () => release(disk, path, text) }
    const bytes = readWhole(disk, path)
    if (!bytes) continue
    const holder = readNote(bytes)
    if (holder && !isGone(holder) && !(options.restart && isSelf(holder))) return { heldBy: holder }
    // Without hard links a file can be visible before its content. It is abandoned only if it stays empty.
    if (!holder && tries < 10) sleep(5)
    else takeAway(disk, home, path, bytes)
  }
}

/** Creates the lock file together with its content; returns false if there is one. */
function place(disk: Disk, home: string, path: string, text: Buffer): boolean {
  const draft = join(home, `lock.${process.pid}.${Date.now()}.${serial++}`)
  try {
    withFile(disk, draft, OPEN.create, (fd) => writeAll(disk, fd, text, 0))
    disk.linkSync(draft, path)
    return true
  } catch (thrown) {
    if (errno(thrown) === 'EEXIST') return false
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(errno(thrown) ?? '')) throw thrown
    try {
      withFile(disk, path, OPEN.create, (fd) => writeAll(disk, fd, text, 0))
      return true
    } catch (again) {
      if (errno(again) === 'EEXIST') return false
      throw again
    }
  } finally {
    quietly(() => removeFile(disk, draft))
  }
}

/** Moves an abandoned lock aside and makes sure that it was that one and not a newer lock of a faster process. */
function takeAway(disk: Disk, home: string, path: string, stale: Buffer): void {
  const away = join(home, `lock.${process.pid}.${Date.now()}.${serial++}`)
  try {
    disk.renameSync(path, away)
  } catch (thrown) {
    if (errno(thrown) === 'ENOENT') return
    throw thrown
  }
  if (readWhole(disk, away)?.equals(stale) === false) quietly(() => disk.linkSync(away, path))
  removeFile(disk, away)
}

function release(disk: Disk, path: string, text: Buffer): void {
  quietly(() => {
    if (readWhole(disk, path)?.equals(text)) removeFile(disk, path)
  })
}

function readNote(bytes: Buffer): LockNote | undefined {
  try {
    return LockNote.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    return undefined
  }
}
