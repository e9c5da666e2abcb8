import type { CampaignName, FactUses, FilePlace, NameKind, NameUses } from '../../shared/contract/language-calls'
import { fileAt, isArrowPath, pathOf } from '../../shared/story/layout'
import { readNote } from '../campaign/notes/note'
import { NoteIndex } from '../campaign/notes/note-index'
import { resolveImport } from '../rules/compile'
import { looseName } from './arrow-names'
import { type FileNames, isMarkdown, namesInFile } from './file-names'
import type { NameSpan } from './name-patterns'
import { TextPlaces } from './text-places'

/** Texts of files by path. */
export type Texts = ReadonlyMap<string, string>

/** A name's kind and id. */
export interface NameRef {
  kind: NameKind
  id: string
}

/** Files whose names are read: rules, world, notes, the table's settings. Sessions are records, which no rename touches. */
const isRead = (path: string): boolean =>
  (/\.(ts|yaml|md)$/i.test(path) || isArrowPath(path)) && !path.endsWith('.d.ts') && !path.startsWith('sessions/')
/** The longest text with names, in characters; longer ones are treated as generated data. */
const MAX_READ = 8 << 20

/** Parses each text once: an unchanged file keeps its result. */
export class NameReader {
  #known = new Map<string, FileNames>()
  #noted = new Map<string, string>()
  readonly #notes = new NoteIndex()

  read(texts: Texts): Map<string, FileNames> {
    const now = new Map<string, FileNames>()
    for (const [path, text] of texts) {
      if (!isRead(path) || text.length > MAX_READ) continue
      const known = this.#known.get(path)
      now.set(path, known?.text === text ? known : namesInFile(path, text))
    }
    this.#known = now
    return now
  }

  /** The notes among texts, for links between them. The index belongs to the reader and is valid until the next call. */
  notesIn(texts: Texts): NoteIndex {
    const now = new Map([...texts].filter(([path]) => isMarkdown(path)))
    for (const path of this.#noted.keys()) if (!now.has(path)) this.#notes.remove(path)
    for (const [path, text] of now) if (this.#noted.get(path) !== text) this.#notes.put(readNote(text, path))
    this.#noted = now
    return this.#notes
  }
}

/** All names in a campaign's files, with their definitions and references. */
export class NameIndex {
  readonly files: ReadonlyMap<string, FileNames>
  #notes: NoteIndex | undefined
  #mappedNames: ReadonlySet<string> | undefined
  readonly #places = new Map<string, TextPlaces>()

  constructor(
    private readonly texts: Texts,
    private readonly reader = new NameReader()
  ) {
    this.files = reader.read(texts)
  }

  /** The notes, for links between them. */
  get notes(): NoteIndex {
    return (this.#notes ??= this.reader.notesIn(this.texts))
  }

  /** Lines and columns of a file. */
  places(path: string): TextPlaces {
    const known = this.#places.get(path) ?? new TextPlaces(this.texts.get(path) ?? '')
    this.#places.set(path, known)
    return known
  }

  /** Every name that is defined, sorted by kind and id. */
  all(): CampaignName[] {
    const found = new Map<string, CampaignName>()
    for (const file of this.files.values()) {
      const add = (kind: NameKind, id: string, line: number, title?: string): void => {
        const key = `${kind} ${id}`
        const shown = kind === 'fact' ? this.factTitle(id) : title
        if (!found.has(key)) found.set(key, { kind, id, path: file.path, line, ...(shown === undefined || shown === id ? {} : { title: shown }) })
      }
      if (file.is) add(file.is.kind, file.is.id, 1, file.title)
      for (const { kind, id, defines, start } of file.names)
        if (defines && !(file.is?.kind === kind && file.is.id === id))
          add(kind, id, this.places(file.path).range(start, start).line, file.titles?.get(`${kind} ${id}`))
    }
    return [...found.values()].toSorted((a, b) => (a.kind === b.kind ? compare(a.id, b.id) : compare(a.kind, b.kind)))
  }

  /** Every fact, with the places that set it and those that need it. A belief about a fact does neither. */
  facts(): FactUses[] {
    const found = new Map<string, FactUses>()
    for (const { path, names } of this.files.values()) {
      const file = fileAt(path)?.kind
      if (file === 'beliefs') continue
      const isTitle = file === 'facts'
      for (const { kind, id, defines, start, end } of names) {
        if (kind !== 'fact') continue
        const uses = found.get(id) ?? { id, sets: [], needs: [] }
        found.set(id, uses)
        // A title says what a fact is called, and nothing else.
        if (isTitle) continue
        uses[defines ? 'sets' : 'needs'].push(this.places(path).place(path, start, end))
      }
    }
    for (const uses of found.values()) uses.sets.push(...this.#madeBy(uses.id))
    const all = [...found.values()].map(({ id, sets, needs }) => ({ id, sets: sorted(sets), needs: sorted(needs) }))
    return all.toSorted((a, b) => compare(a.id, b.id))
  }

  /** The rules that make the id of a fact from a name: `defeated:${id}` is that of `defeated:Patience`, if there is a Patience. */
  #madeBy(fact: string): FilePlace[] {
    const rest = fact.indexOf(':') + 1
    const id = fact.slice(rest)
    if (rest === 0 || !(['character', 'place', 'journey', 'quest'] as const).some((kind) => this.definitionFiles({ kind, id }).length > 0)) return []
    return [...this.files.values()].flatMap(({ path, beginnings = [] }) =>
      beginnings.flatMap(({ text, start, end }) => (text === fact.slice(0, rest) ? [this.places(path).place(path, start, end)] : []))
    )
  }

  /** The title of a fact, if it has one. */
  factTitle(id: string): string | undefined {
    return this.files.get(pathOf('facts'))?.titles?.get(`fact ${id}`)
  }

  /** Whether a name exists: something defines it, or, for a fact, anything refers to it. */
  defines(name: NameRef): boolean {
    return this.definitionFiles(name).length > 0 || (name.kind === 'fact' && this.#isFact(name))
  }

  /** Whether anything refers to a fact; a belief alone may be about a narrative. */
  #isFact(name: NameRef): boolean {
    for (const { file } of this.spans(name)) if (fileAt(file.path)?.kind !== 'beliefs') return true
    return false
  }

  definitionFiles({ kind, id }: NameRef): FileNames[] {
    return [...this.files.values()].filter(
      ({ is, names }) => (is?.kind === kind && is.id === id) || names.some((one) => one.defines && one.kind === kind && one.id === id)
    )
  }

  /** The spans of a name, by file. A note has none: links to it are found by its names. */
  *spans({ kind, id }: NameRef): Generator<{ file: FileNames; span: NameSpan }> {
    for (const file of this.files.values())
      for (const span of file.names)
        if (isCast(span) ? kind === 'character' && this.#isPlayedBy(span, id) : span.kind === kind && span.id === id) yield { file, span }
  }

  /** Whether a character of an Arrow document is this actor: their names match, and no story event maps the character to another actor. */
  #isPlayedBy({ id }: NameSpan, character: string): boolean {
    return looseName(id) === looseName(character) && !this.#mapped.has(looseName(id))
  }

  get #mapped(): ReadonlySet<string> {
    return (this.#mappedNames ??= new Set([...this.files.values()].flatMap(({ mapped = [] }) => mapped.map(looseName))))
  }

  /** Quoted texts in rules that equal a name. They may mean something else, such as a parameter or a key. */
  *possible({ kind, id }: NameRef): Generator<{ file: FileNames; start: number; end: number }> {
    if (kind === 'note') return
    for (const file of this.files.values()) for (const { text, start, end } of file.literals) if (text === id) yield { file, start, end }
  }

  *importsOf(path: string): Generator<{ file: FileNames; request: string; start: number; end: number }> {
    const rules = new Map([...this.files.keys()].flatMap((one) => (one.startsWith('rules/') ? [[one.slice(6), true] as const] : [])))
    for (const file of this.files.values())
      for (const one of file.imports) {
        const found = resolveImport(file.path.slice(6), one.request, rules)
        if ('file' in found && `rules/${found.file}` === path) yield { file, ...one }
      }
  }

  /** The name at a position, with all its references. */
  usesAt(path: string, line: number, column: number): NameUses | null {
    const file = this.files.get(path)
    if (!file) return null
    const places = this.places(path)
    const offset = places.offset(line, column)
    const within = ({ start, end }: { start: number; end: number }): boolean => start <= offset && offset <= end
    // A position may hold names of several kinds, such as a character's or a faction's.
    const spans = file.names.filter(within)
    const span = spans.find((one) => this.defines(this.#meant(one))) ?? spans[0]
    if (span) return this.usesOf(this.#meant(span), places.range(span.start, span.end))
    const link = file.links.find(within)
    const noted = link && [...this.notes.named(link.target)][0]
    if (link && noted !== undefined) return this.usesOf(this.files.get(noted)?.is ?? { kind: 'note', id: noted }, places.range(link.start, link.end))
    const literal = file.literals.find(within)
    const alikes = literal ? this.all().filter(({ kind, id }) => kind !== 'note' && id === literal.text) : []
    // A word is a fact only if no other kind has the name.
    const named = alikes.find(({ kind }) => kind !== 'fact') ?? alikes[0]
    return named && literal ? this.usesOf(named, places.range(literal.start, literal.end)) : null
  }

  /** The actual name of a span: a character of a document is the one in the world. */
  #meant(span: NameSpan): NameRef {
    if (!isCast(span)) return span
    const found = [...this.files.values()].find(({ is }) => is?.kind === 'character' && this.#isPlayedBy(span, is.id))
    return found?.is ?? span
  }

  /** Everything that refers to a name; null if nothing defines it. */
  usesOf({ kind, id }: NameRef, at: NameUses['at']): NameUses | null {
    const definitions: FilePlace[] = []
    const uses: FilePlace[] = []
    for (const { file, span } of this.spans({ kind, id }))
      (span.defines ? definitions : uses).push(this.places(file.path).place(file.path, span.start, span.end))
    const files = this.definitionFiles({ kind, id })
    if (files.length === 0 && (kind !== 'fact' || uses.length === 0)) return null
    for (const file of files) if (!definitions.some(({ path }) => path === file.path)) definitions.push(this.places(file.path).place(file.path, 0, 0))
    for (const { path } of files) {
      if (path.endsWith('.ts'))
        for (const { file, start, end } of this.importsOf(path)) uses.push(this.places(file.path).place(file.path, start, end))
      for (const from of this.#linking(path)) uses.push(...this.#linksFrom(from, path))
    }
    const possible = [...this.possible({ kind, id })].map(({ file, start, end }) => this.places(file.path).place(file.path, start, end))
    return { kind, id, at, definitions: sorted(definitions), uses: sorted(uses), possible: sorted(possible) }
  }

  #linking(path: string): string[] {
    const folder = path.replace(/\/[^/]*$/, '')
    // A character's or place's note represents it.
    const subject = this.texts.has(`${folder}/ABOUT.md`) && fileAt(path)?.kind === 'sheet' ? `${folder}/ABOUT.md` : path
    return /\.md$/i.test(subject) ? this.notes.backlinks(subject) : []
  }

  #linksFrom(from: string, to: string): FilePlace[] {
    const file = this.files.get(from)
    const subject = /\.md$/i.test(to) ? to : `${to.replace(/\/[^/]*$/, '')}/ABOUT.md`
    return (file?.links ?? []).flatMap(({ target, start, end }) =>
      this.notes.named(target).has(subject) ? [this.places(from).place(from, start, end)] : []
    )
  }
}

/** Whether a name is a character of an Arrow document. */
const isCast = ({ kind, form }: NameSpan): boolean => form === 'arrow' && kind === 'character'
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const sorted = (places: readonly FilePlace[]): FilePlace[] => {
  const seen = new Set<string>()
  const key = ({ path, line, column }: FilePlace): string => `${path}\0${String(line).padStart(8, '0')}\0${String(column).padStart(8, '0')}`
  return places.filter((one) => !seen.has(key(one)) && seen.add(key(one))).toSorted((a, b) => compare(key(a), key(b)))
}
