import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { KeptFile } from '../campaign/chronicle/chronicle'
import { readPlain, replacePlain } from '../campaign/git/plain-files'

const FORM = 'PROSCENIUM SEALED 1 '
/** The first line: the form, and a seal of 64 hexadecimal digits. */
const FIRST = FORM.length + 65
const KEY_BYTES = 32

/** What tells a folder from every other that was or will be at its path; undefined where there is none. A copy, and a folder that takes its place, have another. */
export function folderMark(dir: string): string | undefined {
  const stat = statSync(dir, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.birthtimeNs}`
}

/**
 * Files that this machine keeps beside a repository and believes only when it wrote them itself, there: each is sealed with a key in the app's own folder,
 * for its name and for the folder it lies in. What arrives with a folder, or was copied, is not there for it.
 */
export class SealedFiles {
  #key: Buffer | undefined

  /** `home`: the app's own folder, where the key is made when something is first kept; without one nothing is kept. */
  constructor(private readonly home: string | undefined) {}

  /** The file at a path. Reading answers undefined for whatever this machine did not write there; neither throws. */
  at(path: string): KeptFile {
    return { read: () => this.#read(path), write: (content) => this.#write(path, content) }
  }

  #read(path: string): Buffer | undefined {
    try {
      const key = this.#known()
      const bytes = key && readPlain(path)
      if (!bytes) return undefined
      const content = bytes.subarray(FIRST)
      const first = Buffer.from(firstLine(key, path, content))
      return bytes.length >= FIRST && timingSafeEqual(bytes.subarray(0, FIRST), first) ? content : undefined
    } catch {
      // It is only a memory: what cannot be read is worked out again.
      return undefined
    }
  }

  #write(path: string, content: Buffer): boolean {
    try {
      mkdirSync(dirname(path), { recursive: true })
      const key = this.#known() ?? this.#made()
      if (!key) return false
      replacePlain(path, Buffer.concat([Buffer.from(firstLine(key, path, content)), content]))
      return true
    } catch {
      // A disk that takes nothing costs working it out again, no more.
      return false
    }
  }

  /** The key, when there is one. */
  #known(): Buffer | undefined {
    if (this.home === undefined) return undefined
    try {
      const key = (this.#key ??= readFileSync(join(this.home, 'seal.key')))
      return key.length === KEY_BYTES ? key : undefined
    } catch {
      return undefined
    }
  }

  /** Makes a key, once, whoever else does the same at this moment. Throws where the folder takes no file. */
  #made(): Buffer | undefined {
    if (this.home === undefined) return undefined
    const file = join(this.home, 'seal.key')
    const draft = `${file}.${randomBytes(6).toString('hex')}`
    mkdirSync(this.home, { recursive: true })
    try {
      writeFileSync(draft, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' })
      linkSync(draft, file)
    } catch (thrown) {
      // A file system without links; a key that somebody made meanwhile is as good.
      if (errno(thrown) !== 'EEXIST') writeFileSync(file, readFileSync(draft), { mode: 0o600, flag: 'wx' })
    } finally {
      rmSync(draft, { force: true })
    }
    this.#key = undefined
    return this.#known()
  }
}

const errno = (thrown: unknown): unknown => (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined)

function firstLine(key: Buffer, path: string, content: Buffer): string {
  const seal = createHmac('sha256', key)
  seal.update(`${basename(path)}\0${folderMark(dirname(path)) ?? ''}\0`).update(content)
  return `${FORM}${seal.digest('hex')}\n`
}
