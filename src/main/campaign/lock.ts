import { attempt } from '../../shared/base/attempt'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type Disk, OPEN, createWhole, errno, makeFolders, nodeDisk, quietly, readWhole, removeFile, sleep, withFile, writeAll } from './git/disk'
import { isGone, isSelf, LockOwner, ownSelf } from './git/owner'
import { checkGitFolders, gitFolders, homeIn } from './git/git-folders'

/** The lock file's content: the process that writes in this campaign, and its loopback port, if any. */
export const LockNote = LockOwner.extend({ port: z.number().int().optional() })
export type LockNote = z.infer<typeof LockNote>

/** A lock that is held until released. */
export interface HeldLock {
  release(): void
}

export interface LockOptions {
  disk?: Disk
  /** The loopback port at which others can reach the holder. */
  port?: number
  /** Set by a host whose earlier core in this same process held the lock and has just ended. */
  restart?: boolean
}

let serial = 0

/**
 * Takes the lock for writing in a campaign (`proscenium/lock` in its git folder). If another living process, or another core of this process, holds it, returns
 * that holder and changes nothing. Takes over the lock of a process that has ended. Throws Problem for a `.git` in which writes could change files
 * elsewhere.
 */
export function takeLock(dir: string, options: LockOptions = {}): HeldLock | { heldBy: LockNote } {
  const disk = options.disk ?? nodeDisk
  const folders = gitFolders(disk, resolve(dir))
  checkGitFolders(disk, folders)
  const home = homeIn(folders)
  const path = join(home, 'lock')
  const note: LockNote = { ...ownSelf(), ...(options.port === undefined ? {} : { port: options.port }) }
  const text = Buffer.from(`${JSON.stringify(note)}\n`)
  makeFolders(disk, home)
  for (let tries = 0; ; tries++) {
    if (createLock(disk, home, path, text)) return { release: () => release(disk, path, text) }
    const bytes = readWhole(disk, path)
    if (!bytes) continue
    const holder = readNote(bytes)
    if (holder && !isGone(holder) && !(options.restart && isSelf(holder))) return { heldBy: holder }
    // Without hard links the file can be visible before its content. It counts as abandoned only if it stays empty.
    if (!holder && tries < 10) sleep(5)
    else removeAbandoned(disk, home, path, bytes)
  }
}

/** Creates the lock file together with its content. Returns false if it exists already. */
function createLock(disk: Disk, home: string, path: string, text: Buffer): boolean {
  const draft = join(home, `lock.${process.pid}.${Date.now()}.${serial++}`)
  try {
    withFile(disk, draft, OPEN.create, (fd) => writeAll(disk, fd, text, 0))
    createWhole(disk, path, draft, text)
    return true
  } catch (thrown) {
    if (errno(thrown) === 'EEXIST') return false
    throw thrown
  } finally {
    quietly(() => removeFile(disk, draft))
  }
}

/** Removes an abandoned lock. It is moved aside first; if it turns out to be the newer lock of another process, it is put back. */
function removeAbandoned(disk: Disk, home: string, path: string, stale: Buffer): void {
  const asidePath = join(home, `lock.${process.pid}.${Date.now()}.${serial++}`)
  try {
    disk.renameSync(path, asidePath)
  } catch (thrown) {
    if (errno(thrown) === 'ENOENT') return
    throw thrown
  }
  if (readWhole(disk, asidePath)?.equals(stale) === false) quietly(() => disk.linkSync(asidePath, path))
  removeFile(disk, asidePath)
}

function release(disk: Disk, path: string, text: Buffer): void {
  quietly(() => {
    if (readWhole(disk, path)?.equals(text)) removeFile(disk, path)
  })
}

/** The living process that writes in the folder of a campaign in a repository (\`proscenium\`); undefined if there is none. */
export function heldIn(disk: Disk, home: string): LockNote | undefined {
  const bytes = readWhole(disk, join(home, 'lock'))
  const holder = bytes && readNote(bytes)
  return holder && !isGone(holder) ? holder : undefined
}

const readNote = (bytes: Buffer): LockNote | undefined => attempt(() => LockNote.parse(JSON.parse(bytes.toString('utf8'))), undefined)
