import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { type Disk, OPEN, errno, isMissing, syncFolder, withFile } from './disk'

const WRITES = fs.constants.O_WRONLY | fs.constants.O_RDWR

/** A disk that remembers which files and folders were changed and would be lost in a power cut. It ignores the scratch folder and lock files. */
export class SyncedDisk {
  readonly disk: Disk
  readonly #under: Disk
  readonly #files = new Set<string>()
  readonly #folders = new Set<string>()
  readonly #open = new Map<number, string>()

  constructor(under: Disk, scratch: string) {
    this.#under = under
    const isTemporary = (path: string): boolean => path.startsWith(scratch) || path.endsWith('.lock')
    const markFolder = (path: string): void => void (isTemporary(path) || this.#folders.add(dirname(path)))
    const markFile = (fd: number): void => {
      const path = this.#open.get(fd)
      if (path !== undefined) this.#files.add(path)
    }
    this.disk = {
      ...under,
      openSync: (path, flags, mode) => {
        const fd = under.openSync(path, flags, mode)
        if ((flags & WRITES) === 0 || isTemporary(path)) return fd
        this.#open.set(fd, path)
        if ((flags & fs.constants.O_CREAT) !== 0) markFolder(path)
        return fd
      },
      closeSync: (fd) => {
        this.#open.delete(fd)
        under.closeSync(fd)
      },
      writeSync: (fd, from, offset, length, position) => {
        markFile(fd)
        return under.writeSync(fd, from, offset, length, position)
      },
      ftruncateSync: (fd, length) => {
        markFile(fd)
        under.ftruncateSync(fd, length)
      },
      fchmodSync: (fd, mode) => {
        markFile(fd)
        under.fchmodSync(fd, mode)
      },
      mkdirSync: (path) => {
        under.mkdirSync(path)
        markFolder(path)
      },
      rmdirSync: (path) => {
        under.rmdirSync(path)
        markFolder(path)
      },
      renameSync: (from, to) => {
        under.renameSync(from, to)
        markFolder(from)
        markFolder(to)
        if (this.#files.delete(from) || !isTemporary(to)) this.#files.add(to)
      },
      linkSync: (from, to) => {
        under.linkSync(from, to)
        markFolder(to)
      },
      unlinkSync: (path) => {
        under.unlinkSync(path)
        markFolder(path)
        this.#files.delete(path)
      },
      symlinkSync: (target, path) => {
        under.symlinkSync(target, path)
        markFolder(path)
      }
    }
  }

  /** Flushes every changed file and folder. Throws a file system error; then all of them still have to be flushed. */
  flush(): void {
    for (const path of this.#files) ignoringMissing(() => syncFile(this.#under, path))
    // The deepest folders come first, so that the content of a folder is flushed before its name.
    for (const path of [...this.#folders].toSorted((a, b) => b.length - a.length)) ignoringMissing(() => syncFolder(this.#under, path))
    this.#files.clear()
    this.#folders.clear()
  }
}

/** Flushes a file. Packs are read-only and are opened for reading. Windows flushes only files that are open for writing. */
function syncFile(disk: Disk, path: string): void {
  const sync = (flags: number): void => withFile(disk, path, flags, (fd) => disk.fsyncSync(fd))
  try {
    sync(OPEN.change)
  } catch (thrown) {
    if (errno(thrown) !== 'EACCES' && errno(thrown) !== 'EPERM') throw thrown
    if (process.platform !== 'win32') sync(OPEN.read)
  }
}

function ignoringMissing(run: () => void): void {
  try {
    run()
  } catch (thrown) {
    // A link isn't followed, and has no content of its own.
    if (!isMissing(thrown) && errno(thrown) !== 'ELOOP' && errno(thrown) !== 'EISDIR') throw thrown
  }
}
