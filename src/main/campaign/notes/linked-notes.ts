import type { Backlink, LinkEnd, MissingNote, NoteLink, NoteList } from '../../../shared/contract/world-calls'
import { fold } from '../../../shared/story/names'
import { isAttachment } from '../../../shared/story/note-links'
import { beatNamed } from '../../../shared/story/ruling'
import { type Note, lastPart } from './note'
import type { NoteIndex } from './note-index'
import { namespaceFolder } from './namespaces'
import { type LinkingLine, type LinkSpan, linkSpans, linksTo } from './wikilinks'

/** A thing of the world that links may name. `note`: the path of the note about it, if it can have one. */
export interface LinkableThing {
  what: 'actor' | 'place' | 'region'
  id: string
  name: string
  note?: string
}

/** A file of the world that isn't a note, such as a place, with its lines that contain links. */
export interface LinkingFile {
  path: string
  lines: readonly LinkingLine[]
}

const MAX_LINES = 300

const NOWHERE: LinkEnd = { what: 'missing' }

/**
 * The notes that one reader may see, with the targets of their links. A link leads to a note of its own namespace with that name, else to a note of
 * the world, else to a thing of the world, else to any note that the reader may see, else to a beat or an attachment. The result depends only on the arguments; the
 * indexes are not kept.
 */
export class LinkedNotes {
  readonly notes: readonly Note[]
  /** For each note, the positions of the other notes to which it links, each once. */
  readonly #links: readonly (readonly number[])[]
  readonly #missing = new Map<string, MissingNote>()
  readonly #numbers: ReadonlyMap<string, number>
  readonly #ends = new Map<string, LinkEnd>()
  readonly #files: readonly LinkingFile[]

  constructor(indexes: readonly NoteIndex[], sees: (path: string) => boolean, things: readonly LinkableThing[], files: readonly LinkingFile[] = []) {
    this.#files = files
    this.notes = indexes
      .flatMap((index) => index.newest().filter(({ path }) => sees(path)))
      .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    this.#numbers = new Map(this.notes.map(({ path }, i) => [path, i]))
    const named = new Map<string, LinkableThing>()
    for (const of of [(thing: LinkableThing) => thing.id, (thing: LinkableThing) => thing.name])
      for (const thing of things) if (!named.has(fold(of(thing)))) named.set(fold(of(thing)), thing)
    for (const file of files) for (const { targets } of file.lines) for (const target of targets) this.#resolve(file, target, indexes, named)
    this.#links = this.notes.map((note, i) => {
      const ends = note.links.map((target) => [target, this.#resolve(note, target, indexes, named)] as const)
      const missing = ends.flatMap(([target, end]) => (end.what === 'missing' ? [target] : []))
      if (missing.length > 0) this.#miss(missing, note, i)
      const numbers = ends.flatMap(([, end]) => (end.what === 'note' ? [this.#numbers.get(end.path) ?? i] : []))
      return [...new Set(numbers.filter((number) => number !== i))]
    })
  }

  /** All notes, and the targets of links that lead nowhere, each spelled as in its first link. */
  list(): NoteList {
    const notes = this.notes.map(({ path, title, tags, modified }, i) => ({ path, title, tags, modified, links: [...(this.#links[i] ?? [])] }))
    return { notes, missing: [...this.#missing.values()].toSorted((a, b) => compare(a.target, b.target) || compare(a.folder, b.folder)) }
  }

  at(path: string): Note | undefined {
    return this.notes[this.#numbers.get(path) ?? -1]
  }

  /** The links of a note in order, each spelling once. */
  linksOf(note: Note): NoteLink[] {
    const links = new Map<string, NoteLink>()
    for (const { target, written } of spansOf(note))
      if (!links.has(written)) links.set(written, { written, to: this.#ends.get(keyOf(note, target)) ?? NOWHERE })
    return [...links.values()]
  }

  /** The other notes that link to a note, sorted by path, and then the files that link to it. */
  backlinksOf({ path }: Note): Backlink[] {
    const number = this.#numbers.get(path)
    const linking = this.notes.filter((_, i) => number !== undefined && this.#links[i]?.includes(number))
    const notes = linking.map((note, i) => ({ path: note.path, title: note.title, line: i < MAX_LINES ? this.#lineTo(note, path) : '' }))
    const files = this.#files.flatMap((file): Backlink[] => {
      const line = file.lines.find(({ targets }) => targets.some((target) => this.#leads(file, target, path)))
      return line ? [{ path: file.path, title: file.path, line: line.text, at: line.number }] : []
    })
    return [...notes, ...files]
  }

  #lineTo(note: Note, path: string): string {
    const lines = [note.body, ...note.properties].map((text) => linksTo(text, note.path, (target) => this.#leads(note, target, path)).line)
    return lines.find((line) => line !== '') ?? ''
  }

  #leads(from: Pick<Note, 'path'>, target: string, path: string): boolean {
    const end = this.#ends.get(keyOf(from, target))
    return end?.what === 'note' && end.path === path
  }

  #miss(targets: readonly string[], note: Note, number: number): void {
    const written = new Map(spansOf(note).map((span) => [span.target, span.written]))
    for (const target of targets) {
      const missing = this.#missing.get(keyOf(note, target))
      if (missing) missing.from.push(number)
      else this.#missing.set(keyOf(note, target), { target: written.get(target) ?? target, folder: namespaceFolder(note.path), from: [number] })
    }
  }

  #resolve(from: Pick<Note, 'path'>, target: string, indexes: readonly NoteIndex[], things: ReadonlyMap<string, LinkableThing>): LinkEnd {
    const key = keyOf(from, target)
    const cached = this.#ends.get(key)
    if (cached) return cached
    const home = namespaceFolder(from.path)
    const paths = indexes.flatMap((index) => [...index.named(target)].filter((path) => this.#numbers.has(path))).toSorted()
    const thing = things.get(lastPart(target.replace(/\.yaml$/, '')))
    const inHome = paths.find((path) => namespaceFolder(path) === home) ?? paths.find((path) => namespaceFolder(path) === 'world')
    const end = this.#noteAt(inHome) ?? (thing && (this.#noteAt(thing.note) ?? thingEnd(thing))) ?? this.#noteAt(paths[0]) ?? otherEnd(target)
    this.#ends.set(key, end)
    return end
  }

  #noteAt(path: string | undefined): LinkEnd | undefined {
    const note = path === undefined ? undefined : this.at(path)
    return note && { what: 'note', path: note.path, title: note.title }
  }
}

const thingEnd = ({ what, id, name }: LinkableThing): LinkEnd => ({ what, id, name })

/** The end of a link to neither a note nor a thing: a beat, a file such as a picture, or nothing. */
const otherEnd = (target: string): LinkEnd => {
  const n = beatNamed(target)
  if (n !== undefined) return { what: 'beat', n }
  return isAttachment(target) ? { what: 'attachment', name: target } : NOWHERE
}

/** The links of a note in order: those in its properties, then those in its body. */
const spansOf = ({ properties, body, path }: Note): LinkSpan[] => [...properties, body].flatMap((text) => linkSpans(text, path))

/** The key of a link's end: the namespace of its note, and the target in the form in which it is looked up. */
const keyOf = ({ path }: Pick<Note, 'path'>, target: string): string => `${namespaceFolder(path)}\0${target}`

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
