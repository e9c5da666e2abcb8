import { never } from '../../shared/base/abort'
import { Problem } from '../../shared/base/problem'
import { visible } from '../../shared/base/visible'
import type { DesignStore } from '../arrow/session'
import { hashOf, libraryInMemory, type DesignLibrary } from './library'
import { readPdf } from './reading'
import { documentWords } from '../../shared/contract/design-documents'

/** The design documents of projects, for conversations with an assistant. `libraryOf` gives a project's own. */
export const documentsPort = (libraryOf: (project: string) => DesignLibrary, now: () => number): DesignStore => ({
  async take(project, { file_name, file_content }) {
    const name = visible(file_name.split(/[\\/]/).at(-1)?.slice(0, 300) ?? '') || 'document.pdf'
    const bytes = decoded(file_content, name)
    const reading = readPdf(name, { bytes }, never)
    let step = await reading.next()
    while (!step.done) step = await reading.next()
    return documentWords(libraryOf(project).put({ name, bytes: bytes.length, hash: hashOf(bytes) }, step.value, now()))
  },
  async about(project, question) {
    const library = libraryOf(project)
    const documents = library.list().map(({ name, pages, textPages }) => ({ name, pages, isScanned: textPages === 0 }))
    return { documents, passages: documents.length === 0 ? [] : await library.search(question) }
  }
})

/** The most projects of one client whose documents are kept. */
const MAX_PROJECTS = 8

/** Design documents of one client's projects, discarded when it disconnects. */
export function documentsInMemory(): DesignStore {
  const libraries = new Map<string, DesignLibrary>()
  return documentsPort((project) => {
    const library = libraries.get(project) ?? libraryInMemory()
    libraries.delete(project)
    libraries.set(project, library)
    const [oldest] = libraries.keys()
    if (libraries.size > MAX_PROJECTS && oldest !== undefined) libraries.delete(oldest)
    return library
  }, Date.now)
}

/** The bytes of base64, with or without a `data:` prefix. Throws Problem `bad-input`. */
function decoded(content: string, name: string): Uint8Array {
  const base64 = content.replace(/^data:[^,]{0,100},/, '').replace(/\s+/g, '')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0 || base64.replace(/=+$/, '').length !== Math.ceil((bytes.length * 4) / 3))
    throw new Problem('bad-input', `“${name}” isn't valid base64, so it wasn't read. Send the whole file as base64.`)
  return new Uint8Array(bytes)
}
