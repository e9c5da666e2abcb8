import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { type Disk, OPEN, errno, isMissing, syncFolder, withFile } from './disk'

const WRITES = fs.constants.O_WRONLY | fs.constants.O_RDWR

/** A disk that remembers which files and folders were changed and may not survive a power cut yet, except in a scratch folder and for locks. */
export class SyncedDisk {
  readonly disk: Disk
  readonly #under: Disk
  readonly #files = new Set<string>()
  readonly #folders = new Set<string>()
  /** Paths of files that are open for writing. */
  readonly #open = new Map<number, string>()

  constructor(under: Disk, scratch: string) {
    this.#under = under
    const isPassing = (path: string): boolean => path.startsWith(scratch) || path.endsWith('.lock')
    const named = (path: string): void => void (isPassing(path) || this.#folders.add(dirname(path)))
    const changed = (fd: number): void => {
      const path = this.#open.get(fd)
      if (path !== undefined) this.#files.add(path)
    }
    this.disk = {
      ...under,
      openSync: (path, flags, mode) => {
        const fd = under.openSync(path, flags, mode)
        if ((flags & WRITES) === 0 || isPassing(path)) return fd
        this.#open.set(fd, path)
        if ((flags & fs.constants.O_CREAT) !== 0) named(path)
        return fd
      },
      closeSync: (fd) => {
        this.#open.delete(fd)
        under.closeSync(fd)
      },
      writeSync: (fd, from, offset, length, position) => {
        changed(fd)
        return under.writeSync(fd, from, offset, length, position)
      },
      ftruncateSync: (fd, length) => {
        changed(fd)
        under.ftruncateSync(fd, length)
      },
      fchmodSync: (fd, mode) => {
        changed(fd)
        under.fchmodSync(fd, mode)
      },
      mkdirSync: (path) => {
        under.mkdirSync(path)
        named(path)
      },
      rmdirSync: (path) => {
        under.rmdirSync(path)
        named(path)
      },
      renameSync: (from, to) => {
        under.renameSync(from, to)
        named(from)
        named(to)
        if (this.#files.delete(from) || !isPassing(to)) this.#files.add(to)
      },
      linkSync: (from, to) => {
        under.linkSync(from, to)
        named(to)
      },
      unlinkSync: (path) => {
        under.unlinkSync(path)
        named(path)
        this.#files.delete(path)
      },
      symlinkSync: (target, path) => {
        under.symlinkSync(target, path)
        named(path)
      }
    }
  }

  /** Waits until everything that was changed is on the disk. Throws an error of the file system; then it is all still to be done. */
  flush(): void {
    for (const path of this.#files) passingMissing(() => syncFile(this.#under, path))
    // The folders that lie deepest first: what is named in them exists when they get their own names.
    for (const path of [...this.#folders].toSorted((a, b) => b.length - a.length)) passingMissing(() => syncFolder(this.#under, path))
    this.#files.clear()
    this.#folders.clear()
  }
}

/** Packs may only be read; Windows brings no file to the disk that isn't open for writing. */
function syncFile(disk: Disk, path: string): void {
  const sync = (flags: number): void => withFile(disk, path, flags, (fd) => disk.fsyncSync(fd))
  try {
    sync(OPEN.change)
  } catch (thrown) {
    if (errno(thrown) !== 'EACCES' && errno(thrown) !== 'EPERM') throw thrown
    if (process.platform !== 'win32') sync(OPEN.read)
  }
}

function passingMissing(run: () => void): void {
  try {
    run()
  } catch (thrown) {
    // A link isn't followed, and has no content of its own.
    if (!isMissing(thrown) && errno(thrown) !== 'ELOOP' && errno(thrown) !== 'EISDIR') throw thrown
  }
}
