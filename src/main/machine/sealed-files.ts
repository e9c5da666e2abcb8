import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { KeptFile } from '../campaign/chronicle/chronicle'
import { readPlain, replacePlain } from '../campaign/git/plain-files'

const FORM = 'PROSCENIUM SEALED 1 '
/** The length of the first line: the format, and a seal of 64 hexadecimal digits. */
const FIRST = FORM.length + 65
const KEY_BYTES = 32

/** A unique mark of a folder; undefined if there is none. A copy, and a later folder at the same path, have other marks. */
export function folderMark(dir: string): string | undefined {
  const stat = statSync(dir, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.birthtimeNs}`
}

/**
 * Files that this machine stores beside a repository and trusts only if it wrote them itself at that place. Each is sealed with a key in the app's
 * own folder, for its name and its folder. A file that came with a folder or was copied counts as missing.
 */
export class SealedFiles {
  #key: Buffer | undefined

  /** `home`: the app's own folder, where the key is created when the first file is stored. Without one nothing is stored. */
  constructor(private readonly home: string | undefined) {}

  /** The file at a path. Reading returns undefined for a file that this machine didn't write there. Neither method throws. */
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
      // It is only a cache, so an unreadable file is computed again.
      return undefined
    }
  }

  #write(path: string, content: Buffer): boolean {
    try {
      mkdirSync(dirname(path), { recursive: true })
      const key = this.#known() ?? this.#create()
      if (!key) return false
      replacePlain(path, Buffer.concat([Buffer.from(firstLine(key, path, content)), content]))
      return true
    } catch {
      // If the disk fails, the only cost is computing it again.
      return false
    }
  }

  #known(): Buffer | undefined {
    if (this.home === undefined) return undefined
    try {
      const key = (this.#key ??= readFileSync(join(this.home, 'seal.key')))
      return key.length === KEY_BYTES ? key : undefined
    } catch {
      return undefined
    }
  }

  /** Creates the key once, even if another process does so at the same time. Throws if the folder can't be written. */
  #create(): Buffer | undefined {
    if (this.home === undefined) return undefined
    const file = join(this.home, 'seal.key')
    const draft = `${file}.${randomBytes(6).toString('hex')}`
    mkdirSync(this.home, { recursive: true })
    try {
      writeFileSync(draft, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' })
      linkSync(draft, file)
    } catch (thrown) {
      // On a file system without links; a key that another process created meanwhile is equally good.
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
