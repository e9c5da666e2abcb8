import { ifReadable, textOfEntry } from '../parsed-files'
import { entryAt } from '../git/trees'
import { EMPTY_TREE, FOLDER, type Change, type TreeEntry } from '../history'
import { readNote } from './note'
import { NoteIndex } from './note-index'

/** The part of a history that reading notes needs. */
export interface NoteObjects {
  tree(oid: string): ReadonlyMap<string, TreeEntry>
  blob(oid: string): Buffer
  files(tree: string): Map<string, TreeEntry>
  changed(a: string, b: string): Change[]
}

/** A folder whose notes are searched, or one file. */
export interface NoteSource {
  at: string
  /** Returns whether a file belongs to it, given the file's path in the campaign. */
  accepts: (path: string) => boolean
}

const NOTHING: TreeEntry = { mode: FOLDER, oid: EMPTY_TREE }

/** A namespace's indexed notes, in memory. For another tree only changed notes are read again. Unreadable notes are left out. */
export class NoteIndexCache {
  #index = new NoteIndex()
  /** The entry of each part in the tree that the index describes. */
  readonly #entries = new Map<NoteSource, TreeEntry>()

  constructor(
    private readonly objects: NoteObjects,
    private readonly parts: readonly NoteSource[]
  ) {}

  /** The index at a root tree. It belongs to the cache and is valid until the next call. */
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

  #entry(tree: string, path: string): TreeEntry {
    return entryAt((oid) => this.objects.tree(oid), tree, path) ?? NOTHING
  }

  #updatePart(part: NoteSource, from: TreeEntry, to: TreeEntry): void {
    if (from.oid === to.oid && from.mode === to.mode) return
    if (from.mode === FOLDER && to.mode === FOLDER)
      for (const { path, to: entry } of this.objects.changed(from.oid, to.oid)) this.#put(part, path, entry)
    else {
      for (const path of this.#files(from).keys()) this.#put(part, path, undefined)
      for (const [path, entry] of this.#files(to)) this.#put(part, path, entry)
    }
  }

  #files(entry: TreeEntry): Map<string, TreeEntry> {
    return entry.mode === FOLDER ? this.objects.files(entry.oid) : new Map([['', entry]])
  }

  #put(part: NoteSource, below: string, entry: TreeEntry | undefined): void {
    const path = below === '' ? part.at : `${part.at}/${below}`
    if (!part.accepts(path)) return
    const text = entry && ifReadable(() => textOfEntry(this.objects, entry, path))
    if (text === undefined) this.#index.remove(path)
    else this.#index.put(readNote(text, path))
  }
}
