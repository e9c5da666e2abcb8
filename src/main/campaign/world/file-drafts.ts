import { isObject, equal, type Json, own } from '../../../shared/base/json'
import { spliceFrontMatter } from '../front-matter'
import { formatKey } from '../yaml/format'
import { layoutOf } from '../yaml/parse'
import { spliceEntries, type FileChange } from '../yaml-splice'

/** The files of a campaign before an edit: bytes by path, and the paths below a folder. */
export interface OldFiles {
  bytes(path: string): Buffer | undefined
  under(folder: string): string[]
}

/** Drafts of edited files, in memory. Changes to one YAML file are collected and applied together. */
export class FileDrafts {
  /** A file's new content: its text, or its bytes if it was only moved or isn't text; null if it was removed. */
  readonly #now = new Map<string, string | Buffer | null>()
  readonly #pending = new Map<string, FileChange[]>()
  readonly #values = new Map<string, { text: string; value: Json | undefined }>()

  /** The original path of each moved file, by its new path. */
  readonly #origins = new Map<string, string>()

  constructor(private readonly old: OldFiles) {}

  get moves(): [string, string][] {
    return [...this.#origins].map(([to, from]) => [from, to])
  }

  /** The text of a file with LF line ends; undefined if the file does not exist. */
  text(path: string): string | undefined {
    const pending = this.#pending.get(path)
    if (pending) {
      this.#pending.delete(path)
      const text = this.text(path)
      this.#now.set(path, spliceEntries(text === undefined || isEmptyMap(text) ? '' : text, pending))
    }
    return this.#draftText(path)
  }

  #draftText(path: string): string | undefined {
    const draft = this.#now.get(path)
    if (draft === null) return undefined
    return typeof draft === 'string' ? draft : plain(draft ?? this.old.bytes(path))
  }

  put(path: string, content: string | Buffer): void {
    this.#pending.delete(path)
    this.#now.set(path, content)
  }

  /** The bytes of a file as it was, or as it was put; undefined if there is none. */
  bytes(path: string): Buffer | undefined {
    const draft = this.#now.get(path)
    return draft === undefined ? this.old.bytes(path) : draft === null ? undefined : Buffer.from(draft)
  }

  remove(path: string): void {
    this.#pending.delete(path)
    this.#now.set(path, null)
  }

  move(from: string, to: string): void {
    // Pending changes are applied first. An unchanged file keeps its bytes.
    const text = this.text(from) ?? ''
    const draft = this.#now.get(from)
    this.#pending.delete(to)
    this.#now.set(to, typeof draft === 'string' ? text : (draft ?? this.old.bytes(from) ?? ''))
    this.remove(from)
    this.#origins.set(to, this.#origins.get(from) ?? from)
    this.#origins.delete(from)
  }

  change(path: string, ...changes: FileChange[]): void {
    const pending = this.#pending.get(path)
    if (pending) pending.push(...changes)
    else this.#pending.set(path, changes)
  }

  changeMatter(path: string, ...changes: FileChange[]): void {
    this.put(path, spliceFrontMatter(this.text(path) ?? '', changes, spliceEntries))
  }

  has(path: string): boolean {
    const draft = this.#now.get(path)
    return this.#pending.has(path) || (draft === undefined ? this.old.bytes(path) !== undefined : draft !== null)
  }

  value(path: string, keys: readonly string[]): Json | undefined {
    // Pending changes to other keys need not be applied first.
    const touched = this.#pending.get(path)?.some((change) => keys.length === 0 || change.keys[0] === keys[0]) ?? false
    const text = touched ? this.text(path) : this.#draftText(path)
    let value: Json | undefined = text === undefined ? undefined : this.#parsed(path, text)
    for (const key of keys) value = isObject(value) ? own(value, key) : undefined
    return value
  }

  #parsed(path: string, text: string): Json | undefined {
    const cached = this.#values.get(path)
    if (cached?.text === text) return cached.value
    const value = layoutOf(text, path)?.value
    this.#values.set(path, { text, value })
    return value
  }

  /** Renames a key at the root of a YAML file, keeping its position. */
  renameKey(path: string, from: string, to: string): void {
    const text = this.text(path)
    const root = text === undefined ? undefined : layoutOf(text, path)
    const entry = root?.kind === 'map' ? root.entries.get(from) : undefined
    if (text === undefined || !entry) return
    const renamed = `${text.slice(0, entry.start)}${formatKey(to)}:${text.slice(entry.colon)}`
    const after = layoutOf(renamed, path)
    if (after?.kind === 'map' && equal(after.entries.get(to)?.node.value, entry.node.value)) this.put(path, renamed)
    else this.change(path, { keys: [to], to: entry.node.value }, { keys: [from], to: undefined })
  }

  under(folder: string): string[] {
    const before = this.old.under(folder)
    const drafted = [...this.#now.keys(), ...this.#pending.keys()].filter((path) => path.startsWith(`${folder}/`))
    return [...new Set([...before, ...drafted])].filter((path) => this.#pending.has(path) || this.#now.get(path) !== null)
  }

  changed(): Map<string, Buffer | null> {
    for (const path of this.#pending.keys()) this.text(path)
    const out = new Map<string, Buffer | null>()
    for (const [path, draft] of this.#now) {
      const before = this.old.bytes(path)
      if (draft === null) {
        if (before !== undefined) out.set(path, null)
      } else if (typeof draft === 'string' ? plain(before) !== draft : !before?.equals(draft)) out.set(path, Buffer.from(draft))
    }
    return out
  }
}

const isEmptyMap = (text: string): boolean => /^\s*\{\s*\}\s*$/.test(text)

const plain = (bytes: Buffer | undefined): string | undefined =>
  bytes
    ?.toString('utf8')
    .replace(/\r\n/g, '\n')
    .replace(/^\uFEFF/, '')
