import { fold } from '../../../shared/names'
import { readNote, type Note } from './note'
import { mayHold, signatureOf, type Query } from './signature'
import { lastPart, lastPartsOf, namesOf } from './note-names'

/** Paths by key. One path stands by itself: of the keys of ten thousand notes nearly every one has no second. */
type Paths = Map<string, string | Set<string>>

/** Newest first, by path among equals: the order of `recall`. */
export const newestFirst = (a: Note, b: Note): number => compare(b.modified, a.modified) || compare(a.path, b.path)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Notes of a namespace with what is computed from all of them: tags, names, backlinks. Never saved. What it answers depends on
 * the notes in it alone, not on how they came there.
 */
export class NoteIndex {
  readonly #notes = new Map<string, Note>()
  /** Folded link target → paths of the notes that link there. */
  readonly #linking: Paths = new Map()
  /** Last part of a folded name → paths of the notes of such names. */
  readonly #named: Paths = new Map()
  /** Folded tag → paths of the notes that have it. */
  readonly #tagged: Paths = new Map()
  #newest: Note[] | undefined
  /** Signatures of the notes that were looked through more than once; of one looked through once, null. */
  readonly #signatures = new WeakMap<Note, Uint32Array | null>()

  get size(): number {
    return this.#notes.size
  }

  /** A note by its exact path. */
  at(path: string): Note | undefined {
    return this.#notes.get(path)
  }

  /** All notes, newest first. */
  newest(): readonly Note[] {
    return (this.#newest ??= [...this.#notes.values()].toSorted(newestFirst))
  }

  /** Puts a note in, in place of the one of the same path. */
  put(note: Note): void {
    this.remove(note.path)
    this.#notes.set(note.path, note)
    for (const [map, keys] of this.#keys(note)) for (const key of keys) add(map, key, note.path)
    this.#newest?.splice(this.#place(this.#newest, note), 0, note)
  }

  /** Takes a note out; nothing happens when there is none of this path. */
  remove(path: string): void {
    const note = this.#notes.get(path)
    if (!note) return
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

  /** Where a note stands, or would stand, in the sorted list. */
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

  /**
   * Whether a note's folded text holds a query. The first look at a note reads it; from the second on its signature says of most
   * notes that they do not hold it.
   */
  holds(note: Note, query: Query): boolean {
    let signature = this.#signatures.get(note)
    if (!signature) {
      signature = signature === null ? signatureOf(note.folded) : undefined
      this.#signatures.set(note, signature ?? null)
    }
    return (!signature || mayHold(signature, query.marks)) && note.folded.includes(query.text)
  }

  /** Paths of the notes that have a tag, however it is spelt. */
  tagged(tag: string): ReadonlySet<string> {
    return pathsOf(this.#tagged, fold(tag))
  }

  /** Paths of the notes that a link target finds, by path, file name, title or alias. */
  named(target: string): ReadonlySet<string> {
    const name = linkName(target)
    const paths = [...pathsOf(this.#named, lastPart(name))].filter((path) => this.#namesAt(path).has(name))
    return new Set(paths)
  }

  /** Every name of the notes that a link target finds, the target itself among them. */
  namesOf(target: string): Set<string> {
    return new Set([linkName(target), ...[...this.named(target)].flatMap((path) => [...this.#namesAt(path)])])
  }

  #namesAt(path: string): ReadonlySet<string> {
    const note = this.#notes.get(path)
    return note ? namesOf(note) : NONE
  }

  /** Paths of the notes that link to a note, whichever of its names they use, or to a name that has no note yet. Sorted. */
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
  const known = map.get(key)
  if (known === undefined) map.set(key, path)
  else if (typeof known !== 'string') known.add(path)
  else if (known !== path) map.set(key, new Set([known, path]))
}

function take(map: Paths, key: string, path: string): void {
  const known = map.get(key)
  if (known === path) map.delete(key)
  if (known === undefined || typeof known === 'string') return
  known.delete(path)
  if (known.size === 0) map.delete(key)
}

function pathsOf(map: Paths, key: string): ReadonlySet<string> {
  const known = map.get(key)
  return typeof known === 'string' ? new Set([known]) : (known ?? NONE)
}

/** The index of a namespace: a pure function of its texts by path. */
export function buildIndex(texts: ReadonlyMap<string, string>): NoteIndex {
  const index = new NoteIndex()
  for (const [path, text] of texts) index.put(readNote(text, path))
  return index
}
