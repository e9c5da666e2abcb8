import { fold } from '../../../shared/story/names'
import { isCalled, readNote, type Note, lastPart, lastPartsOf, noteNames } from './note'
import { mayHold, signatureOf, type TextQuery } from './signature'

/** Paths by key. A single path is stored directly, because nearly every key of ten thousand notes has only one. */
type Paths = Map<string, string | Set<string>>

/** Compares notes: newest first, then by path. This is the order of `recall`. */
export const newestFirst = (a: Note, b: Note): number => compare(b.modified, a.modified) || compare(a.path, b.path)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Counts the changes of all indexes, so that no two versions of indexes have the same number. */
let changes = 0

/** The notes of a namespace, indexed by tags, names and link targets. Its results don't depend on the order in which notes were added. */
export class NoteIndex {
  readonly #notes = new Map<string, Note>()
  /** Folded link target → paths of the notes that link to it. */
  readonly #linking: Paths = new Map()
  /** Last part of a folded name → paths of the notes that have such a name. */
  readonly #named: Paths = new Map()
  /** Folded tag → paths of the notes with it. */
  readonly #tagged: Paths = new Map()
  #newest: Note[] | undefined
  #revision = ++changes
  /** Signatures of notes that were searched more than once; null for a note searched once. */
  readonly #signatures = new WeakMap<Note, Uint32Array | null>()

  get size(): number {
    return this.#notes.size
  }

  /** A number that changes whenever a note changes. No other index of this process has the same number. */
  get revision(): number {
    return this.#revision
  }

  at(path: string): Note | undefined {
    return this.#notes.get(path)
  }

  newest(): readonly Note[] {
    return (this.#newest ??= [...this.#notes.values()].toSorted(newestFirst))
  }

  put(note: Note): void {
    this.remove(note.path)
    this.#revision = ++changes
    this.#notes.set(note.path, note)
    for (const [map, keys] of this.#keys(note)) for (const key of keys) add(map, key, note.path)
    this.#newest?.splice(this.#place(this.#newest, note), 0, note)
  }

  remove(path: string): void {
    const note = this.#notes.get(path)
    if (!note) return
    this.#revision = ++changes
    this.#notes.delete(path)
    for (const [map, keys] of this.#keys(note)) for (const key of keys) take(map, key, path)
    this.#newest?.splice(this.#place(this.#newest, note), 1)
  }

  #keys(note: Note): [Paths, Iterable<string>][] {
    return [
      [this.#linking, note.links],
      [this.#named, lastPartsOf(note)],
      [this.#tagged, note.tags.map(fold)]
    ]
  }

  #place(list: readonly Note[], note: Note): number {
    let low = 0
    let high = list.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (newestFirst(list[middle] as Note, note) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Whether a note's text contains a query. The first search reads it; later ones use its signature, which rules out most notes. */
  matches(note: Note, query: TextQuery): boolean {
    let signature = this.#signatures.get(note)
    if (!signature) {
      signature = signature === null ? signatureOf(note.searched) : undefined
      this.#signatures.set(note, signature ?? null)
    }
    return (!signature || mayHold(signature, query.marks)) && note.searched.includes(query.text)
  }

  tagged(tag: string): ReadonlySet<string> {
    return pathsOf(this.#tagged, fold(tag))
  }

  /** Sorted paths of the notes that a link target refers to, by path, file name, title or alias. */
  named(target: string): ReadonlySet<string> {
    const name = linkName(target)
    const paths = [...pathsOf(this.#named, lastPart(name))].filter((path) => isCalled(this.#notes.get(path) as Note, name))
    return new Set(paths.toSorted(compare))
  }

  /** Every name of the notes that a link target refers to, including the target itself. */
  namesOf(target: string): Set<string> {
    return new Set([linkName(target), ...[...this.named(target)].flatMap((path) => [...this.#namesAt(path)])])
  }

  #namesAt(path: string): ReadonlySet<string> {
    const note = this.#notes.get(path)
    return note ? noteNames(note) : NONE
  }

  /** Sorted paths of the notes that link to a note by any of its names, or to a name without a note. */
  backlinks(target: string): string[] {
    return [...new Set([...this.namesOf(target)].flatMap((name) => [...pathsOf(this.#linking, name)]))].toSorted(compare)
  }
}

const NONE: ReadonlySet<string> = new Set()

/** A target as links spell it: without brackets, heading, block or shown text; folded. */
export function linkName(target: string): string {
  const inner = /^!?\[\[(.*)\]\]$/s.exec(target.trim())?.[1] ?? target
  return fold(inner.replace(/[#|].*$/s, '').trim()).replace(/^\.?\//, '')
}

function add(map: Paths, key: string, path: string): void {
  const existing = map.get(key)
  if (existing === undefined) map.set(key, path)
  else if (typeof existing !== 'string') existing.add(path)
  else if (existing !== path) map.set(key, new Set([existing, path]))
}

function take(map: Paths, key: string, path: string): void {
  const existing = map.get(key)
  if (existing === path) map.delete(key)
  if (existing === undefined || typeof existing === 'string') return
  existing.delete(path)
  if (existing.size === 0) map.delete(key)
}

function pathsOf(map: Paths, key: string): ReadonlySet<string> {
  const existing = map.get(key)
  return typeof existing === 'string' ? new Set([existing]) : (existing ?? NONE)
}

/** Builds the index of a namespace from its texts by path. */
export function buildIndex(texts: ReadonlyMap<string, string>): NoteIndex {
  const index = new NoteIndex()
  for (const [path, text] of texts) index.put(readNote(text, path))
  return index
}
