import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Disk, nodeDisk } from '../disk'

interface File {
  kind: 'file'
  mode: number
  /** Every content since the last one that is certainly on the disk, which is the first. Undefined before the first flush. */
  versions: (Buffer | undefined)[]
}
interface Folder {
  kind: 'folder'
  now: Map<string, Node>
  /** The names that are sure to be on the disk. */
  synced: Map<string, Node>
}
interface Link {
  kind: 'link'
  target: string
}
type Node = File | Folder | Link

/** What a power cut leaves: only what was flushed; every name, but files without what wasn't flushed, empty or of NULs; or each of them by chance. */
export type Remains = 'flushed' | 'names, empty' | 'names, NULs' | 'mixed'

/** The real disk, which remembers what was flushed. From that it makes the folders that a power cut at this moment could leave. */
export class PowerCut {
  /** Calls that change something, so far. */
  calls = 0
  /** How often the content of a file was flushed for itself. */
  flushes = 0
  /** Called after each of them. */
  after: () => void = () => undefined
  readonly disk: Disk
  readonly #root: Folder = newFolder()
  readonly #open = new Map<number, File | Folder>()

  /** `root` is the folder whose content the power cut affects; what is in it now is on the disk. */
  constructor(readonly root: string) {
    this.#root = this.#read(root) as Folder
    this.disk = {
      ...nodeDisk,
      openSync: (path, flags, mode) => {
        const isNew = !fs.existsSync(path)
        const fd = nodeDisk.openSync(path, flags, mode)
        if (isNew) this.#name(path, { kind: 'file', mode: Number(nodeDisk.fstatSync(fd).mode & 0o777n), versions: [undefined, Buffer.alloc(0)] })
        const node = this.#at(path)
        if (node && node.kind !== 'link') this.#open.set(fd, node)
        if (isNew) this.#done()
        return fd
      },
      closeSync: (fd) => {
        this.#open.delete(fd)
        nodeDisk.closeSync(fd)
      },
      writeSync: (fd, from, offset, length, position) => {
        const written = nodeDisk.writeSync(fd, from, offset, length, position)
        this.#changed(fd)
        return written
      },
      ftruncateSync: (fd, length) => {
        nodeDisk.ftruncateSync(fd, length)
        this.#changed(fd)
      },
      fsyncSync: (fd) => this.#flush(fd),
      fdatasyncSync: (fd) => {
        this.flushes++
        this.#flush(fd)
      },
      mkdirSync: (path) => {
        nodeDisk.mkdirSync(path)
        this.#name(path, newFolder())
        this.#done()
      },
      rmdirSync: (path) => {
        nodeDisk.rmdirSync(path)
        this.#name(path, undefined)
        this.#done()
      },
      renameSync: (from, to) => {
        nodeDisk.renameSync(from, to)
        this.#name(to, this.#at(from))
        this.#name(from, undefined)
        this.#done()
      },
      linkSync: (from, to) => {
        nodeDisk.linkSync(from, to)
        this.#name(to, this.#at(from))
        this.#done()
      },
      unlinkSync: (path) => {
        nodeDisk.unlinkSync(path)
        this.#name(path, undefined)
        this.#done()
      },
      symlinkSync: (target, path) => {
        nodeDisk.symlinkSync(target, path)
        this.#name(path, { kind: 'link', target })
        this.#done()
      }
    }
  }

  /** Makes a folder as a power cut would leave it now. `chance` answers a number below its argument. */
  leave(at: string, remains: Remains, chance: (below: number) => number): void {
    this.#leave(this.#root, at, remains, chance)
  }

  #leave(folder: Folder, at: string, remains: Remains, chance: (below: number) => number): void {
    fs.mkdirSync(at)
    for (const name of new Set([...folder.synced.keys(), ...folder.now.keys()])) {
      const isKept = remains === 'flushed' || (remains === 'mixed' && chance(2) === 0)
      const node = isKept ? folder.synced.get(name) : folder.now.get(name)
      const path = join(at, name)
      if (node?.kind === 'folder') this.#leave(node, path, remains, chance)
      else if (node?.kind === 'link') fs.symlinkSync(node.target, path)
      else if (node) fs.writeFileSync(path, left(node.versions, remains, chance), { mode: node.mode })
    }
  }

  #read(path: string): Node {
    const stat = fs.lstatSync(path)
    if (stat.isSymbolicLink()) return { kind: 'link', target: fs.readlinkSync(path) }
    if (!stat.isDirectory()) return { kind: 'file', mode: stat.mode & 0o777, versions: [fs.readFileSync(path)] }
    const entries = fs.readdirSync(path).map((name): [string, Node] => [name, this.#read(join(path, name))])
    return { kind: 'folder', now: new Map(entries), synced: new Map(entries) }
  }

  #at(path: string): Node | undefined {
    if (path === this.root) return this.#root
    if (!path.startsWith(`${this.root}/`)) return undefined
    const folder = this.#at(dirname(path))
    return folder?.kind === 'folder' ? folder.now.get(basename(path)) : undefined
  }

  #name(path: string, node: Node | undefined): void {
    const folder = this.#at(dirname(path))
    if (folder?.kind !== 'folder') return
    if (node) folder.now.set(basename(path), node)
    else folder.now.delete(basename(path))
  }

  #changed(fd: number): void {
    const node = this.#open.get(fd)
    if (node?.kind === 'file') node.versions.push(content(fd))
    this.#done()
  }

  #flush(fd: number): void {
    const node = this.#open.get(fd)
    if (node?.kind === 'file') node.versions = [content(fd)]
    if (node?.kind === 'folder') node.synced = new Map(node.now)
    this.#done()
  }

  #done(): void {
    this.calls++
    this.after()
  }
}

const newFolder = (): Folder => ({ kind: 'folder', now: new Map(), synced: new Map() })

/** The content of an open file, which may be open for writing only. */
const content = (fd: number): Buffer => fs.readFileSync(`/proc/self/fd/${fd}`)

/** What is left of a file's contents. */
function left(versions: readonly (Buffer | undefined)[], remains: Remains, chance: (below: number) => number): Buffer {
  const [flushed] = versions
  const last = versions.at(-1) ?? Buffer.alloc(0)
  if (versions.length === 1 && flushed) return flushed
  if (remains === 'flushed') return flushed ?? Buffer.alloc(0)
  if (remains === 'names, empty') return flushed ?? Buffer.alloc(0)
  if (remains === 'names, NULs') return blocks(last.length, [flushed ?? Buffer.alloc(0)], () => 0)
  const size = versions[chance(versions.length)]?.length ?? 0
  return blocks(
    size,
    versions.map((version) => version ?? Buffer.alloc(0)),
    chance
  )
}

/** A file of this size whose blocks are each of one of these contents, with NULs where that one is shorter. */
function blocks(size: number, versions: readonly Buffer[], chance: (below: number) => number): Buffer {
  const result = Buffer.alloc(size)
  for (let at = 0; at < size; at += 512) versions[chance(versions.length)]?.subarray(at, at + 512).copy(result, at)
  return result
}
