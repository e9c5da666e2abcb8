import { ifReadable, readText } from '../file-reader'
import { EMPTY_TREE, FOLDER, type Change, type Entry } from '../history'
import { readNote } from './note'
import { NoteIndex } from './note-index'

/** The part of a history that reading notes needs. */
export interface NoteObjects {
  tree(oid: string): ReadonlyMap<string, Entry>
  blob(oid: string): Buffer
  /** Every file of a tree by path. */
  files(tree: string): Map<string, Entry>
  changed(a: string, b: string): Change[]
}

/** A folder whose notes are searched, or one file. */
export interface Shelfful {
  /** The path in the campaign. */
  at: string
  /** Returns whether a file belongs to it, given the file's path in the campaign. */
  accepts: (path: string) => boolean
}

const NOTHING: Entry = { mode: FOLDER, oid: EMPTY_TREE }

/**
 * The indexed notes of one namespace. For another tree, the index is updated by the differences between the two, so that only changed notes are read
 * again. Unreadable notes are left out. The index is only in memory.
 */
export class Shelf {
  #index = new NoteIndex()
  /** The entry of each part in the tree that the index describes. */
  readonly #entries = new Map<Shelfful, Entry>()

  constructor(
    private readonly objects: NoteObjects,
    private readonly parts: readonly Shelfful[]
  ) {}

  /** The index at a root tree. It belongs to the shelf and is valid until the next call. */
  at(tree: string): NoteIndex {
    try {
      for (const part of this.parts) {
        const now = this.#entry(tree, part.at)
        this.#updatePart(part, this.#entries.get(part) ?? NOTHING, now)
        this.#entries.set(part, now)
      }
    } catch (thrown) {
      // An index that was updated only in part is useless.
      this.#index = new NoteIndex()
      this.#entries.clear()
      throw thrown
    }
    return this.#index
  }

  #entry(tree: string, path: string): Entry {
    let at: Entry | undefined = { mode: FOLDER, oid: tree }
    for (const name of path.split('/')) at = at?.mode === FOLDER ? this.objects.tree(at.oid).get(name) : undefined
    return at ?? NOTHING
  }

  #updatePart(part: Shelfful, from: Entry, to: Entry): void {
    if (from.oid === to.oid && from.mode === to.mode) return
    if (from.mode === FOLDER && to.mode === FOLDER)
      for (const { path, to: entry } of this.objects.changed(from.oid, to.oid)) this.#put(part, path, entry)
    else {
      for (const path of this.#files(from).keys()) this.#put(part, path, undefined)
      for (const [path, entry] of this.#files(to)) this.#put(part, path, entry)
    }
  }

  #files(entry: Entry): Map<string, Entry> {
    return entry.mode === FOLDER ? this.objects.files(entry.oid) : new Map([['', entry]])
  }

  #put(part: Shelfful, below: string, entry: Entry | undefined): void {
    const path = below === '' ? part.at : `${part.at}/${below}`
    if (!part.accepts(path)) return
    const text = entry && ifReadable(() => readText(this.objects, entry, path))
    if (text === undefined) this.#index.remove(path)
    else this.#index.put(readNote(text, path))
  }
}
