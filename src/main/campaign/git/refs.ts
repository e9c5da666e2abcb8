import { dirname, join } from 'node:path'
import { Problem } from '../../../shared/base/problem'
import { type Author, authorLine } from './commits'
import { type Disk, OPEN, errno, makeFolders, quietly, readAt, readGitText, readWhole, removeFile, withFile, writeAll } from './disk'
import type { Locks } from './locks'
import { NO_OID, type Oid, isOid } from './oid'
import type { GitFolders } from './git-folders'

/** Who moved a ref, when (ms) and why: one line of its reflog. */
export interface RefMove {
  who: Author
  time: number
  why: string
}

/** A move of a ref, with its line in the reflog. */
export interface LoggedMove {
  ref: string
  from: Oid | undefined
  to: Oid
  line: string
}

/** A ref or HEAD whose file is damaged: the content it has (`was`), the content it should have (`is`), and a sentence for the user. */
export interface Damage {
  ref: string
  was: string | undefined
  is: string
  sentence: string
}

/** Matches the reflog line of a switch to another branch. */
const SWITCH = /\tcheckout: moving from \S+ to (\S+)$/
/** The size, in bytes, above which a log is shortened to its newer half. Git writes about 200 bytes for each commit. */
const MAX_LOG_BYTES = 512 << 10
// oxlint-disable-next-line no-control-regex
const LOG_LINE = /^[0-9a-f]{40} [0-9a-f]{40} [^\0]*> \d+ [+-]\d{4}(?:\t[^\0]*)?$/

/** The maximum length of a ref name, in characters. */
const MAX_REF_NAME_LENGTH = 1000

/** Returns whether git accepts this as a full ref name (`git check-ref-format`). Such a name never leads out of the repository. */
export function isRefName(ref: string): boolean {
  // oxlint-disable-next-line no-control-regex
  if (!ref.startsWith('refs/') || ref.length > MAX_REF_NAME_LENGTH || ref.endsWith('.') || /[\0- ~^:?*[\\\x7f]|\.\.|@\{/.test(ref)) return false
  return ref.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}

/** Returns whether a new branch may have this name: git accepts it, and every system can store it. */
export const isBranchName = (name: string): boolean =>
  name.length <= 200 && name !== 'HEAD' && name !== '@' && !/^-|\.(\/|$)/.test(name) && isRefName(`refs/heads/${name}`)

/** The refs of a repository, in files. Every change is made under git's lock and compares the old value. */
export class Refs {
  #packed: { statKey: string; refs: Map<string, Oid> } = { statKey: '', refs: new Map() }
  #serial = 0
  #standIns = new Map<string, Damage>()
  /** The paths of logs whose last line is complete and written by this object. */
  #whole = new Set<string>()

  constructor(
    readonly disk: Disk,
    readonly folders: GitFolders,
    readonly locks: Locks,
    readonly scratch: string
  ) {}

  /** The path of a ref's or HEAD's file. Every path with a ref's name comes from here. Throws a Problem for a name that git refuses. */
  #file(ref: string, top = ''): string {
    if (ref !== 'HEAD' && !isRefName(ref))
      throw new Problem('bad-input', `${JSON.stringify(ref.slice(0, MAX_REF_NAME_LENGTH))} can't be the name of a git branch. Choose another name.`, {
        ref
      })
    return `${ref === 'HEAD' ? this.folders.gitDir : this.folders.commonDir}/${top}${ref}`
  }

  /** The ref that HEAD names; undefined if HEAD names a commit. Throws a Problem for a name that git refuses. */
  headRef(): string | undefined {
    const text = this.raw('HEAD') ?? ''
    const ref = text.startsWith('ref:') ? text.slice('ref:'.length).trim() : undefined
    if (ref !== undefined && !isRefName(ref))
      throw new Problem(
        'bad-repository',
        `HEAD names ${JSON.stringify(ref.slice(0, 100))}, which can't be the name of a git branch. Don't trust this repository, or write the right branch into ${this.folders.gitDir}/HEAD.`,
        { ref }
      )
    return ref
  }

  /** The commit that a ref names; undefined if there is none. Throws a Problem for other content. */
  read(ref: string): Oid | undefined {
    const text = this.raw(ref)
    if (text === undefined) return this.#readPacked().get(ref)
    const oid = text.trim()
    if (isOid(oid)) return oid
    const target = /^ref: (refs\/\S+)\s*$/.exec(text)?.[1]
    if (target && isRefName(target) && target !== ref && !this.raw(target)?.startsWith('ref:')) return this.read(target)
    throw new Problem('bad-repository', `The branch file .git/${ref} is damaged. Write the id of its last commit into it (git reflog shows it).`, {
      ref
    })
  }

  /** Lets damaged refs be read as if repaired, as long as their files don't change. For a repository that must not be written. */
  standIn(damage: readonly Damage[]): void {
    this.#standIns = new Map(damage.map((one) => [one.ref, one]))
  }

  repair({ ref, is }: Damage): void {
    this.replace(this.#file(ref), is)
  }

  raw(ref: string): string | undefined {
    const text = this.#content(ref)
    const standIn = this.#standIns.get(ref)
    return standIn && standIn.was === text ? standIn.is : text
  }

  #content(ref: string): string | undefined {
    try {
      return readGitText(this.disk, this.#file(ref))
    } catch (thrown) {
      if (errno(thrown) === 'EISDIR') return undefined
      throw thrown
    }
  }

  /** The content of a ref, whatever it is: that of its file, or else the id in `packed-refs`. */
  #valueOf(ref: string, raw: string | undefined): string | undefined {
    return raw === undefined ? this.#readPacked().get(ref) : raw.trim()
  }

  #readPacked(): Map<string, Oid> {
    const path = join(this.folders.commonDir, 'packed-refs')
    const stat = this.disk.lstatSync(path)
    const statKey = stat ? `${stat.ino} ${stat.mtimeNs} ${stat.size}` : ''
    if (statKey !== this.#packed.statKey) {
      const refs = new Map<string, Oid>()
      for (const line of readGitText(this.disk, path)?.split('\n') ?? []) {
        const match = /^([0-9a-f]{40}) (refs\/.+)$/.exec(line)
        if (match?.[1] && match[2] && isRefName(match[2])) refs.set(match[2], match[1])
      }
      this.#packed = { statKey, refs }
    }
    return this.#packed.refs
  }

  /** Every ref below a folder such as `refs/heads/`, sorted by name, without damaged ones. */
  list(under: string): { ref: string; oid: Oid }[] {
    const names = new Set([...this.#readPacked().keys()].filter((ref) => ref.startsWith(under)))
    this.walk(under.replace(/\/$/, ''), (ref) => isRefName(ref) && names.add(ref))
    return [...names].sort().flatMap((ref) => {
      try {
        const oid = this.read(ref)
        return oid ? [{ ref, oid }] : []
      } catch {
        return []
      }
    })
  }

  walk(folder: string, visit: (ref: string) => void): void {
    const path = join(this.folders.commonDir, folder)
    if (!this.disk.lstatSync(path)?.isDirectory()) return
    for (const name of this.disk.readdirSync(path)) {
      const stat = this.disk.lstatSync(join(path, name))
      if (stat?.isDirectory()) this.walk(`${folder}/${name}`, visit)
      else if (stat) visit(`${folder}/${name}`)
    }
  }

  /** Returns whether a ref is damaged or at the beginning or end of one of these moves, and nobody has moved it since the last of them. */
  isWithin(ref: string, moves: readonly LoggedMove[]): boolean {
    const at = this.#valueOf(ref, this.raw(ref))
    if (at !== undefined && isOid(at) && !moves.some(({ from, to }) => from === at || to === at)) return false
    const [last] = this.#logLines(ref)
    // Without a file and without a log the branch was deleted.
    if (last === undefined) return at !== undefined
    const isOwn = moves.some(({ from, to }) => last.startsWith(`${from ?? NO_OID} ${to} `))
    return isOwn || !moves.some(({ to }) => last.startsWith(to))
  }

  /** Repairs a log: removes lines that a power cut damaged, and adds the missing lines of these moves. */
  repairLog(ref: string, moves: readonly LoggedMove[]): void {
    const path = this.#file(ref, 'logs/')
    const text = readWhole(this.disk, path)?.toString('utf8') ?? ''
    const lines = this.#logLines(ref).toReversed()
    const existing = new Set(lines)
    const whole = [...lines, ...moves.map(({ line }) => line).filter((line) => !existing.has(line))].map((line) => `${line}\n`).join('')
    if (whole !== text) this.replace(path, whole)
  }

  /** Moves a ref from one commit to another, or creates it if `from` is undefined. Throws a Problem `conflict` if the ref isn't at `from`. */
  move(ref: string, from: Oid | undefined, to: Oid, move: RefMove, alsoHead: boolean): void {
    this.locked(ref, () => {
      const raw = this.raw(ref)
      if (this.#valueOf(ref, raw) !== from) throw moved(ref)
      // The log is written first, because a half-written ref can be restored from it.
      this.appendLog(ref, from, to, move)
      this.#put(ref, raw, to)
    })
    if (alsoHead) quietly(() => this.appendLog('HEAD', from, to, move))
  }

  #put(ref: string, raw: string | undefined, to: Oid): void {
    const path = this.#file(ref)
    try {
      // The file is overwritten in place, because renaming over a file makes ext4 flush. Nobody sees 41 bytes half written.
      if (raw !== undefined && raw.length === 41) withFile(this.disk, path, OPEN.change, (fd) => writeAll(this.disk, fd, Buffer.from(`${to}\n`), 0))
      else this.replace(path, `${to}\n`)
    } catch (thrown) {
      // An error after the last byte, such as on closing, doesn't matter if the file has the right content.
      if (this.raw(ref) !== `${to}\n`) throw thrown
    }
  }

  /** Replaces a file of the repository atomically, and flushes it. */
  replace(path: string, text: string): void {
    const draft = join(this.scratch, `ref-${this.#serial++}`)
    try {
      removeFile(this.disk, draft)
      withFile(this.disk, draft, OPEN.create, (fd) => {
        writeAll(this.disk, fd, Buffer.from(text), 0)
        this.disk.fsyncSync(fd)
      })
      makeFolders(this.disk, dirname(path))
      this.#clearFolders(path)
      this.disk.renameSync(draft, path)
    } catch (thrown) {
      quietly(() => removeFile(this.disk, draft))
      throw thrown
    }
  }

  /** Removes empty folders that removed refs left at the path of a new file. */
  #clearFolders(path: string): void {
    if (!this.disk.lstatSync(path)?.isDirectory()) return
    for (const name of this.disk.readdirSync(path)) this.#clearFolders(join(path, name))
    this.disk.rmdirSync(path)
  }

  remove(ref: string, from: Oid): void {
    const [file, log] = [this.#file(ref), this.#file(ref, 'logs/')]
    this.locked(ref, () => {
      if (this.read(ref) !== from) throw moved(ref)
      if (this.#readPacked().has(ref)) this.#unpack(ref)
      removeFile(this.disk, file)
      removeFile(this.disk, log)
    })
    this.#pruneUp(file, join(this.folders.commonDir, 'refs/heads'))
    this.#pruneUp(log, join(this.folders.commonDir, 'logs/refs/heads'))
  }

  #pruneUp(path: string, stop: string): void {
    for (let folder = dirname(path); folder.length > stop.length; folder = dirname(folder)) {
      try {
        this.disk.rmdirSync(folder)
      } catch {
        return
      }
    }
  }

  #unpack(ref: string): void {
    const path = join(this.folders.commonDir, 'packed-refs')
    this.locked('packed-refs', () => {
      const lines = (readGitText(this.disk, path) ?? '').split('\n')
      const at = lines.findIndex((line) => line.endsWith(` ${ref}`) && isOid(line.slice(0, 40)))
      if (at >= 0) lines.splice(at, lines[at + 1]?.startsWith('^') ? 2 : 1)
      this.replace(path, lines.join('\n'))
    })
  }

  setHead(ref: string, from: Oid | undefined, to: Oid, move: RefMove): void {
    this.#file(ref)
    this.locked('HEAD', () => this.replace(this.#file('HEAD'), `ref: ${ref}\n`))
    quietly(() => this.appendLog('HEAD', from, to, move))
  }

  /** Runs a function under git's lock of a ref, HEAD, `packed-refs` or `config`. Throws a Problem `locked` if git holds the lock. */
  locked(name: string, run: () => void): void {
    const lock = `${name === 'packed-refs' || name === 'config' ? `${this.folders.commonDir}/${name}` : this.#file(name)}.lock`
    if (!this.locks.take(lock)) throw this.locks.held(lock)
    try {
      run()
    } finally {
      quietly(() => this.locks.release(lock))
    }
  }

  /** Appends a line to a reflog. If a crash cut the last line short, ends that line first. */
  appendLog(ref: string, from: Oid | undefined, to: Oid, move: RefMove): void {
    const path = this.#file(ref, 'logs/')
    const line = `${logLine(from, to, move)}\n`
    const isCut = (fd: number): boolean => {
      const size = Number(this.disk.fstatSync(fd).size)
      return size > 0 && readAt(this.disk, fd, size - 1, 1)[0] !== 0x0a
    }
    const append = (): void => {
      const whole = this.#whole.delete(path)
      withFile(this.disk, path, OPEN.log, (fd) => writeAll(this.disk, fd, Buffer.from(!whole && isCut(fd) ? `\n${line}` : line), null))
      this.#whole.add(path)
    }
    try {
      append()
    } catch (thrown) {
      if (errno(thrown) !== 'ENOENT' && errno(thrown) !== 'EISDIR') throw thrown
      makeFolders(this.disk, dirname(path))
      this.#clearFolders(path)
      append()
    }
  }

  /** Shortens long logs of HEAD and its branch. HEAD's log keeps the line of the last switch, from which a damaged HEAD is recovered. */
  shortenLogs(): void {
    for (const ref of ['HEAD', this.headRef() ?? 'HEAD']) {
      const path = this.#file(ref, 'logs/')
      if ((this.disk.lstatSync(path)?.size ?? 0n) <= MAX_LOG_BYTES) continue
      this.locked(ref, () => {
        const text = readWhole(this.disk, path)?.toString('utf8') ?? ''
        const tail = text.slice(text.indexOf('\n', text.length - MAX_LOG_BYTES / 2) + 1)
        const last = text.split('\n').findLast((line) => SWITCH.test(line))
        this.replace(path, last === undefined || tail.includes(`${last}\n`) ? tail : `${last}\n${tail}`)
      })
    }
  }

  #logLines(ref: string): string[] {
    return this.#log(ref).filter((line) => LOG_LINE.test(line))
  }

  #log(ref: string): string[] {
    return (readWhole(this.disk, this.#file(ref, 'logs/'))?.toString('utf8') ?? '').split('\n').toReversed()
  }

  /** The branch last switched to; undefined if HEAD's log names none. */
  lastSwitch(): string | undefined {
    return this.#log('HEAD').flatMap((line) => SWITCH.exec(line)?.[1] ?? [])[0]
  }

  /** The ids at the end of a reflog, newest first. */
  lastLogged(ref: string): Oid[] {
    const ids: Oid[] = []
    for (const line of this.#log(ref).slice(0, 20)) {
      const match = /^([0-9a-f]{40}) ([0-9a-f]{40}) /.exec(line)
      if (match?.[1] && match[2]) ids.push(match[2], match[1])
    }
    return ids.filter((oid) => oid !== NO_OID)
  }
}

/** One line of a reflog, without the line end. */
export const logLine = (from: Oid | undefined, to: Oid, { who, time, why }: RefMove): string =>
  `${from ?? NO_OID} ${to} ${authorLine(who, time)}\t${why.replace(/\s+/g, ' ').trim()}`

function moved(ref: string): Problem {
  return new Problem('conflict', `The branch ${ref.replace('refs/heads/', '')} was moved by another program. Reload it and try again.`, { ref })
}
