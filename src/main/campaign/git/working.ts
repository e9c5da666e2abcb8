import { createHash } from 'node:crypto'
import { Problem } from '../../../shared/base/problem'
import { type Disk, OPEN, type Stat, errno, isMissing, readAt, removeFile, withFile, writeAll } from './disk'
import { type TreeEntry, EXECUTABLE, GITLINK, LINK, type Oid, PLAIN, oidOf } from './oid'

const PART = 1 << 20
const RETURN = 0x0d

/** What exists at a path of the working folder. The bytes of a link are its target. */
export type OnDisk = { kind: 'none' } | { kind: 'file' | 'link'; bytes: Buffer; stat: Stat } | { kind: 'other'; stat: Stat }

/** The files of the campaign folder. Never reads or writes through a symbolic link, whichever folder of the path it replaces. */
export class Working {
  /** Folders that were verified not to be links since the current operation began. */
  #real = new Set<string>()
  #trustsModes: boolean | undefined

  /** `readTrust` returns whether the executable bit of a file counts. */
  constructor(
    readonly disk: Disk,
    readonly root: string,
    readonly readTrust: () => boolean
  ) {}

  /** Whether the executable bit of a file counts; see `trustsModes`. */
  get trustsModes(): boolean {
    this.#trustsModes ??= this.readTrust()
    return this.#trustsModes
  }

  /** The mode of a plain file; undefined if there is none, or if the executable bit doesn't count. */
  mode(path: string): number | undefined {
    const stat = this.trustsModes ? this.stat(path) : undefined
    return stat?.isFile() ? (isExecutable(stat) ? EXECUTABLE : PLAIN) : undefined
  }

  /** Called at the start of every operation, because the user may have replaced a folder by a link. */
  invalidate(): void {
    this.#real.clear()
  }

  /** The location of a path on disk after checking that every folder above it is real; undefined if one is missing and must not be created. */
  #place(path: string, make: boolean): string | undefined {
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash)
      if (this.#real.has(folder)) continue
      const at = `${this.root}/${folder}`
      const kind = this.disk.kindSync(at)
      if (kind?.isDirectory()) {
        this.#real.add(folder)
        continue
      }
      if (kind?.isSymbolicLink())
        throw new Problem('bad-folder', `${folder} is a symbolic link, and Proscenium never follows links. Put a real folder there.`, {
          path,
          folder
        })
      if (!make) return undefined
      if (kind) throw new Problem('dirty', `${folder} is a file, but a folder is needed there. Move the file away.`, { paths: [folder] })
      this.disk.mkdirSync(at)
    }
    return `${this.root}/${path}`
  }

  /** The stat of a path; undefined if nothing is there or a folder above it is missing or a link. */
  stat(path: string): Stat | undefined {
    try {
      const place = this.#place(path, false)
      return place === undefined ? undefined : this.disk.lstatSync(place)
    } catch (thrown) {
      if (thrown instanceof Problem || isMissing(thrown)) return undefined
      throw thrown
    }
  }

  /** Reads what is at a path. With `toWrite` it fails at once if the file can be read but not written. */
  inspect(path: string, toWrite = false): OnDisk {
    const place = this.#place(path, false)
    const stat = place === undefined ? undefined : this.disk.lstatSync(place)
    if (place === undefined || !stat) return { kind: 'none' }
    if (stat.isSymbolicLink()) return { kind: 'link', bytes: this.disk.readlinkSync(place), stat }
    if (!stat.isFile()) return { kind: 'other', stat }
    try {
      // A write between the two calls changes the next stat.
      const read = (fd: number): Buffer => readAt(this.disk, fd, 0, Number(stat.size))
      return { kind: 'file', bytes: withFile(this.disk, place, toWrite ? OPEN.change : OPEN.read, read), stat }
    } catch (thrown) {
      if (isMissing(thrown)) return { kind: 'none' }
      throw thrown
    }
  }

  /** The object ids of a file's content: `oid` as it is, `plain` with LF ends. Read in parts: it may exceed memory. Undefined without a file. */
  oids(path: string): { oid: Oid; plain: Oid } | undefined {
    const place = this.#place(path, false)
    if (place === undefined || !this.disk.lstatSync(place)?.isFile()) return undefined
    return withFile(this.disk, place, OPEN.read, (fd) => {
      const size = Number(this.disk.fstatSync(fd).size)
      const named = (length: number, each: (part: Buffer) => Buffer): Oid => {
        const hash = createHash('sha1').update(`blob ${length}\0`)
        // A part that would end inside a CR LF is read one byte shorter.
        for (let at = 0; at < size;) {
          const read = readAt(this.disk, fd, at, Math.min(PART, size - at))
          const part = read.length === PART && read.at(-1) === RETURN ? read.subarray(0, -1) : read
          if (part.length === 0) break
          hash.update(each(part))
          at += part.length
        }
        return hash.digest('hex')
      }
      let returns = 0
      const oid = named(size, (part) => {
        returns += part.length - withPlainEnds(part).length
        return part
      })
      return { oid, plain: returns === 0 ? oid : named(size - returns, withPlainEnds) }
    })
  }

  /** The SHA-256 of a plain file, which is read in parts; undefined if there is none. */
  sha256(path: string): string | undefined {
    const place = this.#place(path, false)
    if (place === undefined || !this.disk.lstatSync(place)?.isFile()) return undefined
    return withFile(this.disk, place, OPEN.read, (fd) => {
      const hash = createHash('sha256')
      for (let at = 0; ;) {
        const part = readAt(this.disk, fd, at, PART)
        if (part.length === 0) return hash.digest('hex')
        hash.update(part)
        at += part.length
      }
    })
  }

  /** Appends bytes to a file and returns its new stat. */
  append(path: string, bytes: Buffer): Stat {
    return withFile(this.disk, this.#place(path, false) ?? `${this.root}/${path}`, OPEN.append, (fd) => {
      writeAll(this.disk, fd, bytes, null)
      return this.disk.fstatSync(fd)
    })
  }

  /** Writes to a path, in place (renaming is slow) unless the file has another hard link. `seen`: its recent stat, if known. Returns the new one. */
  write(path: string, bytes: Buffer, mode: number, seen?: Stat): Stat {
    const place = this.#place(path, true) ?? `${this.root}/${path}`
    const old = seen ?? this.disk.lstatSync(place)
    if (mode === GITLINK) {
      if (!old) this.disk.mkdirSync(place)
      return this.#lstat(place)
    }
    if (old?.isFile() && old.nlink === 1n && mode !== LINK) return this.#overwrite(place, bytes, mode)
    if (old?.isDirectory()) this.disk.rmdirSync(place)
    else if (old) this.disk.unlinkSync(place)
    if (mode === LINK) {
      try {
        this.disk.symlinkSync(bytes.toString('utf8'), place)
        return this.#lstat(place)
      } catch (thrown) {
        // Windows may not allow links. Git then writes the target into a plain file.
        if (errno(thrown) !== 'EPERM') throw thrown
      }
    }
    const make = (fd: number): Stat => {
      writeAll(this.disk, fd, bytes, 0)
      return this.disk.fstatSync(fd)
    }
    return withFile(this.disk, place, OPEN.create, make, mode === EXECUTABLE ? 0o777 : 0o666)
  }

  #overwrite(place: string, bytes: Buffer, mode: number): Stat {
    return withFile(this.disk, place, OPEN.change, (fd) => {
      const old = this.disk.fstatSync(fd)
      writeAll(this.disk, fd, bytes, 0)
      if (old.size > BigInt(bytes.length)) this.disk.ftruncateSync(fd, bytes.length)
      if (this.trustsModes && isExecutable(old) !== (mode === EXECUTABLE))
        this.disk.fchmodSync(fd, Number(old.mode & 0o666n) | (isExecutable(old) ? 0 : Number((old.mode & 0o444n) >> 2n)))
      return this.disk.fstatSync(fd)
    })
  }

  #lstat(place: string): Stat {
    const stat = this.disk.lstatSync(place)
    if (!stat) throw Object.assign(new Error(`${place} is gone`), { code: 'ENOENT' })
    return stat
  }

  /** Removes a file, and the folders above it that are then empty. */
  remove(path: string): void {
    const place = this.#place(path, false)
    const stat = place === undefined ? undefined : this.disk.lstatSync(place)
    if (place !== undefined && stat?.isDirectory()) this.disk.rmdirSync(place)
    else if (place !== undefined) removeFile(this.disk, place)
    for (let names = path.split('/').slice(0, -1); names.length > 0; names = names.slice(0, -1)) {
      try {
        this.disk.rmdirSync(`${this.root}/${names.join('/')}`)
        this.#real.clear()
      } catch (thrown) {
        if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY', 'ENOTDIR'].includes(errno(thrown) ?? '')) return
        if (!isMissing(thrown)) throw thrown
      }
    }
  }
}

export const isExecutable = (stat: Stat): boolean => (stat.mode & 0o100n) !== 0n

/** Replaces every CR LF by LF, as in the history (see core.autocrlf). Returns the same object if nothing changes. */
export function withPlainEnds(bytes: Buffer): Buffer {
  return !bytes.includes('\r\n') ? bytes : Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
}

/** Returns whether a file matches an entry, ignoring the executable bit and the kind of line ends. */
export function matchesEntry(onDisk: OnDisk, entry: TreeEntry | undefined): boolean {
  if (onDisk.kind === 'none' || !entry) return onDisk.kind === 'none' && !entry
  if (onDisk.kind === 'other') return entry.mode === GITLINK && onDisk.stat.isDirectory()
  if ((onDisk.kind === 'link') !== (entry.mode === LINK) || entry.mode === GITLINK) return false
  if (oidOf('blob', onDisk.bytes) === entry.oid) return true
  const plain = withPlainEnds(onDisk.bytes)
  return plain !== onDisk.bytes && onDisk.kind === 'file' && oidOf('blob', plain) === entry.oid
}

/** Returns whether a file is what an interrupted write of `next` over `old` leaves: the beginning of the new content, then the rest of the old. */
export function isTorn(bytes: Buffer, old: Buffer, next: Buffer): boolean {
  let same = 0
  const most = Math.min(bytes.length, next.length)
  while (same < most && bytes[same] === next[same]) same++
  return same === bytes.length ? true : bytes.length === old.length && bytes.subarray(same).equals(old.subarray(same))
}

const BLOCK_BYTES = 512

/**
 * Returns whether a power cut may have left these bytes in a file that was overwritten with one version after another. Then every block is the
 * beginning of one version followed by the end of another, or lost, which means NULs.
 */
export function isMixture(bytes: Buffer, versions: readonly Buffer[]): boolean {
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    const block = bytes.subarray(at, at + BLOCK_BYTES)
    let begun = 0
    let ended = 0
    for (const version of [...versions, Buffer.alloc(0)]) {
      const other = Buffer.alloc(block.length)
      version.subarray(at, at + block.length).copy(other)
      let same = 0
      while (same < block.length && block[same] === other[same]) same++
      begun = Math.max(begun, same)
      same = 0
      while (same < block.length && block[block.length - 1 - same] === other[block.length - 1 - same]) same++
      ended = Math.max(ended, same)
    }
    if (begun + ended < block.length) return false
  }
  return true
}
