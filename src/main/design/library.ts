import { attempt } from '../../shared/base/attempt'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { DesignDocument, DesignPassage } from '../../shared/contract/design-documents'
import { Problem, toProblem } from '../../shared/base/problem'
import { visible } from '../../shared/base/visible'
import { nodeDisk, removeFile } from '../campaign/git/disk'
import { readPlain, replacePlain } from '../campaign/git/plain-files'
import { timeSlices } from '../work/time-slices'
import { bestPart, indexPages, rank, type PageIndex } from './bm25'
import type { PdfText } from './reading'

const MAX_DOCUMENTS = 50
/** The most characters of all texts of a library, in a folder and in memory. */
const MAX_CHARACTERS = { folder: 96 << 20, memory: 16 << 20 }
/** The largest stored text, and the largest data about it, in bytes. */
const MAX_TEXT_BYTES = 160 << 20
const MAX_ABOUT_BYTES = 1 << 16
const MAX_PASSAGES = 6
const PASSAGE_CHARACTERS = 1200

/** Separates pages in a stored text. */
const PAGE_END = '\f'

const About = z.object({
  name: z.string().min(1).max(300),
  bytes: z.int().min(0),
  added: z.number().min(0),
  pages: z.int().min(0),
  textPages: z.int().min(0),
  damaged: z.int().min(0),
  unread: z.int().min(0),
  partial: z.int().min(0).default(0)
})

/** The storage of documents: texts by name. `remove` ignores missing names. */
interface Store {
  names(): readonly string[]
  read(name: string, mostBytes: number): string | undefined
  write(name: string, text: string): void
  remove(name: string): void
}

/** The documents of one project with the text of their pages, and the search in them. */
export class DesignLibrary {
  #removed: { id: string; about: string; text: string } | undefined
  readonly #indexes = new Map<string, Promise<PageIndex>>()

  constructor(
    private readonly store: Store,
    private readonly maxCharacters: number
  ) {}

  /** The documents, oldest first. Other files are ignored. */
  list(): DesignDocument[] {
    const ids = this.store.names().flatMap((name) => /^([0-9a-f]{32})\.json$/.exec(name)?.[1] ?? [])
    return ids
      .flatMap((id) => {
        const about = this.#about(id)
        return about ? [{ id, ...about }] : []
      })
      .toSorted((a, b) => a.added - b.added || a.name.localeCompare(b.name, 'en'))
  }

  /** Stores the text of a PDF. Adding the same file again replaces the first. Throws Problem `refused` if the library is full, and `disk`. */
  put(file: { name: string; bytes: number; hash: string }, { pages, texts, partial }: PdfText, now: number): DesignDocument {
    const id = file.hash.slice(0, 32)
    const others = this.list().filter((one) => one.id !== id)
    if (others.length >= MAX_DOCUMENTS)
      throw new Problem('refused', `There are ${MAX_DOCUMENTS} design documents already. Remove one, then add “${file.name}” again.`)
    const text = texts.map((one) => (one ?? '').replaceAll(PAGE_END, ' ')).join(PAGE_END)
    if (others.reduce((sum, one) => sum + (this.#text(one.id)?.length ?? 0), text.length) > this.maxCharacters)
      throw new Problem('refused', `The design documents have too much text together. Remove one, then add “${file.name}” again.`)
    const about = {
      name: file.name,
      bytes: file.bytes,
      added: now,
      pages,
      textPages: texts.filter((one) => one !== null && one.trim() !== '').length,
      damaged: texts.filter((one) => one === null).length,
      unread: Math.max(0, pages - texts.length),
      partial
    }
    // The text is written first, so that no document is listed without its text.
    this.store.write(`${id}.txt`, text)
    this.store.write(`${id}.json`, JSON.stringify(about))
    this.#indexes.delete(id)
    return { id, ...about }
  }

  /** Removes a document; it can be restored until another one is removed. Throws Problem `not-found`. */
  remove(id: string): void {
    const about = this.store.read(`${id}.json`, MAX_ABOUT_BYTES)
    if (about === undefined) throw new Problem('not-found', 'This design document was removed already.')
    this.#removed = { id, about, text: this.#text(id) ?? '' }
    this.store.remove(`${id}.json`)
    this.store.remove(`${id}.txt`)
    this.#indexes.delete(id)
  }

  /** Restores the document that was removed last. Throws Problem `not-found`. */
  restore(id: string): void {
    if (this.#removed?.id !== id) throw new Problem('not-found', 'This design document can’t be restored any more. Add its PDF again.')
    this.store.write(`${id}.txt`, this.#removed.text)
    this.store.write(`${id}.json`, this.#removed.about)
    this.#removed = undefined
  }

  /** The pages that match a question best, best first. */
  async search(question: string): Promise<DesignPassage[]> {
    const documents = this.list()
    const indexes = await Promise.all(documents.map(async (of) => ({ of, index: await this.#index(of.id) })))
    const best = rank(indexes, question, MAX_PASSAGES)
    const pages = new Map(best.map(({ of: { id } }) => [id, this.#pages(id)]))
    return best.map(({ of: { id, name }, page }) => ({
      document: id,
      name,
      page: page + 1,
      text: bestPart(pages.get(id)?.[page] ?? '', question, PASSAGE_CHARACTERS)
    }))
  }

  #about(id: string): z.infer<typeof About> | undefined {
    const text = this.store.read(`${id}.json`, MAX_ABOUT_BYTES)
    try {
      const { success, data } = About.safeParse(text === undefined ? undefined : JSON.parse(text))
      return success ? { ...data, name: visible(data.name) } : undefined
    } catch {
      return undefined
    }
  }
  #text = (id: string): string | undefined => this.store.read(`${id}.txt`, MAX_TEXT_BYTES)
  #pages = (id: string): string[] => (this.#text(id) ?? '').split(PAGE_END)

  #index(id: string): Promise<PageIndex> {
    const known = this.#indexes.get(id) ?? indexPages(this.#pages(id), timeSlices())
    this.#indexes.set(id, known)
    return known
  }
}

/** The library in a folder, which is created with the first document. Links are never followed. */
export function libraryIn(folder: string): DesignLibrary {
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (thrown) {
      throw toProblem(thrown)
    }
  }
  const store: Store = {
    names: () => attempt(() => readdirSync(folder), []),
    read: (name, most) => attempt(() => readPlain(join(folder, name), most)?.toString('utf8'), undefined),
    write: (name, text) =>
      guarded(() => {
        mkdirSync(folder, { recursive: true })
        replacePlain(join(folder, name), text)
      }),
    remove: (name) => guarded(() => removeFile(nodeDisk, join(folder, name)))
  }
  return new DesignLibrary(store, MAX_CHARACTERS.folder)
}

/** A library in memory. */
export function libraryInMemory(): DesignLibrary {
  const files = new Map<string, string>()
  const store: Store = {
    names: () => [...files.keys()],
    read: (name) => files.get(name),
    write: (name, text) => void files.set(name, text),
    remove: (name) => void files.delete(name)
  }
  return new DesignLibrary(store, MAX_CHARACTERS.memory)
}

/** The id of a file's content. */
export const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')
