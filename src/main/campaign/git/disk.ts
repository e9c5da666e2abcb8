import * as fs from 'node:fs'
import { Problem } from '../../../shared/base/problem'

/** A file's stat, to the nanosecond, such as Node's BigIntStats. */
export interface Stat {
  dev: bigint
  ino: bigint
  mode: bigint
  nlink: bigint
  uid: bigint
  gid: bigint
  size: bigint
  mtimeNs: bigint
  ctimeNs: bigint
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}

/** The kind of the file, folder or link at a path. */
export type PathKind = Pick<Stat, 'isFile' | 'isDirectory' | 'isSymbolicLink'>

/** The file system as History uses it: the synchronous calls of node:fs under their own names, with Node's errors. Tests pass one that fails. */
export interface Disk {
  openSync(path: string, flags: number, mode?: number): number
  closeSync(fd: number): void
  readSync(fd: number, into: Buffer, offset: number, length: number, position: number): number
  writeSync(fd: number, from: Buffer, offset: number, length: number, position: number | null): number
  ftruncateSync(fd: number, length: number): void
  fsyncSync(fd: number): void
  fdatasyncSync(fd: number): void
  fchmodSync(fd: number, mode: number): void
  fstatSync(fd: number): Stat
  /** Undefined if nothing is there. */
  lstatSync(path: string): Stat | undefined
  /** The kind of what is at a path, without the numbers of its stat, which cost more than the call itself; undefined if nothing is there. */
  kindSync(path: string): PathKind | undefined
  /** Whether anything is there; for a link, whether its target exists. */
  existsSync(path: string): boolean
  readdirSync(path: string): string[]
  mkdirSync(path: string): void
  rmdirSync(path: string): void
  renameSync(from: string, to: string): void
  linkSync(from: string, to: string): void
  unlinkSync(path: string): void
  symlinkSync(target: string, path: string): void
  readlinkSync(path: string): Buffer
}

/** The real file system. */
export const nodeDisk: Disk = {
  openSync: fs.openSync,
  closeSync: fs.closeSync,
  readSync: (fd, into, offset, length, position) => fs.readSync(fd, into, offset, length, position),
  writeSync: (fd, from, offset, length, position) => fs.writeSync(fd, from, offset, length, position),
  ftruncateSync: fs.ftruncateSync,
  fsyncSync: fs.fsyncSync,
  fdatasyncSync: fs.fdatasyncSync,
  fchmodSync: fs.fchmodSync,
  fstatSync: (fd) => fs.fstatSync(fd, { bigint: true }),
  lstatSync: (path) => fs.lstatSync(path, { bigint: true, throwIfNoEntry: false }),
  kindSync: (path) => fs.lstatSync(path, { throwIfNoEntry: false }),
  existsSync: (path) => fs.existsSync(path),
  readdirSync: (path) => fs.readdirSync(path),
  mkdirSync: (path) => fs.mkdirSync(path),
  rmdirSync: (path) => fs.rmdirSync(path),
  renameSync: fs.renameSync,
  linkSync: fs.linkSync,
  unlinkSync: fs.unlinkSync,
  symlinkSync: (target, path) => fs.symlinkSync(target, path),
  readlinkSync: (path) => fs.readlinkSync(path, { encoding: 'buffer' })
}

const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY, O_RDWR, O_APPEND } = fs.constants
/**
 * Flags that never follow a link at the end of a path, and never wait for the other end of a pipe. Windows supports neither; there only
 * `checkGitFolder` and the check of the parent folders protect against links and pipes.
 */
const PLAIN = (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0)
/** Open flags. `readUsers` is for the user's own settings files, which may be links. */
export const OPEN = {
  read: O_RDONLY | PLAIN,
  readUsers: O_RDONLY | (fs.constants.O_NONBLOCK ?? 0),
  create: O_WRONLY | O_CREAT | O_EXCL | PLAIN,
  change: O_RDWR | PLAIN,
  append: O_RDWR | O_APPEND | PLAIN,
  log: O_RDWR | O_APPEND | O_CREAT | PLAIN
} as const

/** The code of a file system error, such as ENOENT; undefined for any other thrown value. */
export function errno(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
}

/** Returns whether an error means that the path does not exist. */
export function isMissing(thrown: unknown): boolean {
  const code = errno(thrown)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Reads `length` bytes at `position`, or fewer if the file ends earlier. */
export function readAt(disk: Disk, fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const read = disk.readSync(fd, bytes, done, length - done, position + done)
    if (read === 0) break
    done += read
  }
  return done === length ? bytes : bytes.subarray(0, done)
}

/** Writes all bytes, in several calls if needed. `position` null means at the end or at the current position. */
export function writeAll(disk: Disk, fd: number, bytes: Buffer, position: number | null): void {
  let done = 0
  while (done < bytes.length) done += disk.writeSync(fd, bytes, done, bytes.length - done, position === null ? null : position + done)
}

/** Opens a file, runs a function, and always closes the file. A file system error names the file. */
export function withFile<T>(disk: Disk, path: string, flags: number, run: (fd: number) => T, mode?: number): T {
  const fd = disk.openSync(path, flags, mode)
  let result: T
  try {
    result = run(fd)
  } catch (thrown) {
    try {
      disk.closeSync(fd)
    } catch {
      // the first error is more informative
    }
    if (errno(thrown) !== undefined) Object.assign(thrown as Error, { path })
    throw thrown
  }
  disk.closeSync(fd)
  return result
}

const LINE_END = 0x0a
/** How many bytes are read before asking for a file's size. Refs and similar files are smaller, and asking for the size costs as much as reading. */
const FIRST_READ_BYTES = 512

/** The maximum size of a file that is read whole, in bytes. A campaign's objects and packs are smaller. */
const MAX_FILE_BYTES = 1 << 30
/** The maximum size of a file of names, settings or refs, in bytes. */
const MAX_TEXT_BYTES = 16 << 20

/** Reads a whole file; undefined if it does not exist. Throws a Problem `bad-repository` for more than `maxBytes`. */
export function readWhole(disk: Disk, path: string, flags: number = OPEN.read, maxBytes = MAX_FILE_BYTES): Buffer | undefined {
  try {
    return withFile(disk, path, flags, (fd) => {
      const first = Buffer.allocUnsafe(FIRST_READ_BYTES)
      const read = disk.readSync(fd, first, 0, FIRST_READ_BYTES, 0)
      // A text that ends with a line end is complete. Asking for its size would cost as much as reading it.
      if (read > 0 && read < FIRST_READ_BYTES && first[read - 1] === LINE_END) return first.subarray(0, read)
      const size = Number(disk.fstatSync(fd).size)
      if (size > maxBytes) throw tooLarge(path, maxBytes)
      return readAt(disk, fd, 0, size)
    })
  } catch (thrown) {
    if (isMissing(thrown)) return undefined
    throw thrown
  }
}

const tooLarge = (path: string, maxBytes: number): Problem =>
  new Problem('bad-repository', `${path} is larger than ${maxBytes >> 20} MB, which no campaign needs. Move it away or clone the repository again.`, {
    file: path
  })

/** Reads a file of names, settings or refs as text; undefined if it does not exist. Throws a Problem `bad-repository` for more than 16 MB. */
export const readGitText = (disk: Disk, path: string, flags: number = OPEN.read): string | undefined =>
  readWhole(disk, path, flags, MAX_TEXT_BYTES)?.toString('utf8')

/** Creates a folder and its parents, if they don't exist. */
export function makeFolders(disk: Disk, path: string): void {
  try {
    disk.mkdirSync(path)
  } catch (thrown) {
    if (errno(thrown) === 'EEXIST') return
    if (errno(thrown) !== 'ENOENT') throw thrown
    const parent = path.replace(/[/\\][^/\\]+[/\\]*$/, '')
    if (parent === path || parent === '') throw thrown
    makeFolders(disk, parent)
    disk.mkdirSync(path)
  }
}

/** The errors of a file system that can't create a hard link. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/** Creates a file whole: as a hard link to `draft`, or written where there are none. Throws a file system error, `EEXIST` if it exists. */
export function createWhole(disk: Disk, path: string, draft: string, content: Buffer): void {
  try {
    disk.linkSync(draft, path)
  } catch (thrown) {
    if (!NO_LINKS.includes(errno(thrown) ?? '')) throw thrown
    withFile(disk, path, OPEN.create, (fd) => writeAll(disk, fd, content, 0))
  }
}

/** Flushes the names in a folder to the disk. Windows has no call for this, and flushes names by itself. */
export function syncFolder(disk: Disk, path: string): void {
  if (process.platform !== 'win32') withFile(disk, path, OPEN.read, (fd) => disk.fsyncSync(fd))
}

/** Removes a file, if it exists. */
export function removeFile(disk: Disk, path: string): void {
  try {
    disk.unlinkSync(path)
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown
  }
}

/** Runs a cleanup and ignores its errors, so that they do not hide an earlier error. The next opening repairs what the cleanup could not do. */
export function quietly(run: () => void): void {
  try {
    run()
  } catch {
    // nothing more can be done here
  }
}

const sleepCell = new Int32Array(new SharedArrayBuffer(4))
/** Blocks the thread, for the few milliseconds that git holds a lock. */
export function sleep(milliseconds: number): void {
  Atomics.wait(sleepCell, 0, 0, milliseconds)
}
