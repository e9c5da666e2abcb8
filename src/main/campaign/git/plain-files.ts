import { basename, join } from 'node:path'
import { Problem } from '../../../shared/base/problem'
import { type Disk, nodeDisk, OPEN, quietly, readWhole, removeFile, type Stat, withFile, writeAll } from './disk'

/** Files in `.git` that we read or write and that must be regular files, if they exist. */
const FILES = [
  'HEAD',
  'HEAD.lock',
  'config',
  'config.lock',
  'config.worktree',
  'index',
  'index.lock',
  'info/exclude',
  'packed-refs',
  'packed-refs.lock',
  'proscenium/chronicle',
  'proscenium/held.json',
  'proscenium/journal',
  'proscenium/lock',
  'proscenium/pending',
  'proscenium/prompts.jsonl',
  'proscenium/prompts.zlib',
  'proscenium/recordings.jsonl',
  'proscenium/switch',
  'proscenium/turns.jsonl',
  'proscenium/verified.json'
]
/** Folders in `.git`. `deep` ones are checked recursively, the others only one level deep. */
const FOLDERS: readonly { path: string; deep?: true }[] = [
  { path: 'refs', deep: true },
  { path: 'refs/heads' },
  { path: 'logs', deep: true },
  { path: 'info' },
  { path: 'objects' },
  { path: 'objects/info' },
  { path: 'objects/pack' },
  { path: 'proscenium' },
  { path: 'proscenium/tmp' },
  { path: 'proscenium/aside' },
  { path: 'proscenium/design' },
  { path: 'proscenium/drafts' }
]
/** Files that are written in place. If such a file had another hard link, the file there would change as well. */
const IN_PLACE = /^(?:refs|logs)\/(?!.*\.lock$)|^proscenium\/(?:journal$|turns|recordings|prompts)\./

const KINDS: ReadonlyMap<bigint, string> = new Map([
  [0o010000n, 'a named pipe'],
  [0o020000n, 'a device'],
  [0o040000n, 'a folder'],
  [0o060000n, 'a device'],
  [0o100000n, 'a file'],
  [0o120000n, 'a link'],
  [0o140000n, 'a socket']
])

/**
 * Throws Problem `bad-repository` if anything in `.git` that we read, write or clear is a link, a pipe, a device or a folder in the wrong place:
 * writes would land elsewhere, or block for ever. After this check at opening, it is enough to open each file without following links (see
 * `OPEN`).
 */
export function checkGitFolder(disk: Disk, gitDir: string): void {
  for (const { path, deep = false } of FOLDERS) if (statPlain(disk, gitDir, path, 'folder')) checkBelow(disk, gitDir, path, deep)
  for (const path of FILES) statPlain(disk, gitDir, path, 'file')
}

/** Checks every loose object as well, before other code gets the repository: it would open whatever is there, and wait for a pipe for ever. */
export function checkObjects(disk: Disk, gitDir: string): void {
  checkGitFolder(disk, gitDir)
  for (const fan of disk.readdirSync(join(gitDir, 'objects'))) {
    if (!/^[0-9a-f]{2}$/.test(fan)) continue
    const folder = `objects/${fan}`
    if (statPlain(disk, gitDir, folder, 'folder'))
      for (const name of disk.readdirSync(join(gitDir, folder))) statPlain(disk, gitDir, `${folder}/${name}`, 'file')
  }
}

function checkBelow(disk: Disk, gitDir: string, folder: string, deep: boolean): void {
  for (const name of disk.readdirSync(join(gitDir, folder))) {
    const path = `${folder}/${name}`
    if (statPlain(disk, gitDir, path)?.isDirectory() && deep) checkBelow(disk, gitDir, path, true)
  }
}

function statPlain(disk: Disk, gitDir: string, path: string, wanted?: 'file' | 'folder'): Stat | undefined {
  const stat = disk.lstatSync(join(gitDir, path))
  if (!stat) return undefined
  const isRight = wanted === 'file' ? stat.isFile() : wanted === 'folder' ? stat.isDirectory() : stat.isFile() || stat.isDirectory()
  if (!isRight) throw misplaced(shown(gitDir, path), stat)
  if (stat.isFile() && stat.nlink > 1n && IN_PLACE.test(path)) throw shared(shown(gitDir, path))
  return stat
}

/** The name of a file of git in a message. The folder of a worktree isn't called `.git`. */
const shown = (gitDir: string, path: string): string => (basename(gitDir) === '.git' ? `.git/${path}` : join(gitDir, path))

function misplaced(path: string, stat: Stat): Problem {
  const kind = KINDS.get(stat.mode & 0o170000n) ?? 'neither a file nor a folder'
  const why = stat.isSymbolicLink() ? ', which Proscenium never follows' : ''
  return new Problem(
    'bad-repository',
    `In this repository ${path} is ${kind}${why}. Put a plain file or folder in its place, or clone the repository again.`,
    { file: path }
  )
}

const shared = (path: string): Problem =>
  new Problem(
    'bad-repository',
    `In this repository ${path} is a hard link, so writing to it would change a file elsewhere. Replace it with a copy, or clone the repository again.`,
    { file: path }
  )

/** The maximum size of a file in our folder that is read whole, in bytes. */
const MAX_PLAIN_BYTES = 256 << 20

/** The bytes of a file in our folder in `.git`; undefined if there is none. Throws an error for a link, a Problem for more than `maxBytes`. */
export const readPlain = (path: string, maxBytes = MAX_PLAIN_BYTES): Buffer | undefined => readWhole(nodeDisk, path, OPEN.read, maxBytes)

/** Appends to a file, creating it if needed. Either the whole text is written or nothing. Throws a file system error. */
export function appendPlain(path: string, text: string): void {
  withFile(nodeDisk, path, OPEN.log, (fd) => appendAll(fd, text))
}

/** Appends to an open file, either all bytes or none. Returns the offset of the first new byte. Throws a file system error. */
export function appendAll(fd: number, content: string | Buffer): number {
  const size = Number(nodeDisk.fstatSync(fd).size)
  try {
    writeAll(nodeDisk, fd, Buffer.from(content), null)
  } catch (thrown) {
    quietly(() => nodeDisk.ftruncateSync(fd, size))
    throw thrown
  }
  return size
}

/** Replaces a file atomically. Throws a file system error; then the old file is unchanged. */
export function replacePlain(path: string, content: string | Buffer): void {
  const draft = `${path}.new`
  try {
    removeFile(nodeDisk, draft)
    withFile(nodeDisk, draft, OPEN.create, (fd) => writeAll(nodeDisk, fd, Buffer.from(content), 0))
    nodeDisk.renameSync(draft, path)
  } catch (thrown) {
    quietly(() => removeFile(nodeDisk, draft))
    throw thrown
  }
}
