import { createHash, randomUUID, type Hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DESIGN_PART_BYTES, MAX_PDF_BYTES } from '../../shared/contract/design-documents'
import { Problem, toProblem } from '../../shared/base/problem'
import { visible } from '../../shared/base/visible'
import { nodeDisk, OPEN, withFile, writeAll } from '../campaign/git/disk'

const MAX_UPLOADS = 4

/** A file that arrives in parts. */
interface Upload {
  readonly name: string
  readonly bytes: number
  readonly folder: string
  readonly hash: Hash
  received: number
}

/** A completely uploaded file, in a folder of its own that `done` removes. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: number
  readonly hash: string
  readonly file: string
  done(): void
}

/** The files that windows upload in parts, in the system's folder for temporary files until they are read. */
export class Uploads {
  readonly #open = new Map<string, Upload>()

  /** Begins an upload and returns its id. Throws Problem `bad-input` for a file that is too large or empty, `disk`. */
  start(given: string, bytes: number): string {
    const name = visible(given)
    if (bytes > MAX_PDF_BYTES)
      throw new Problem('bad-input', `“${name}” is larger than ${MAX_PDF_BYTES >> 20} MB. Split it in your PDF reader, and add the parts.`)
    if (bytes === 0) throw new Problem('bad-input', `“${name}” is empty. Export it again as PDF, and add that.`)
    const [oldest] = this.#open.keys()
    if (this.#open.size >= MAX_UPLOADS && oldest !== undefined) this.#drop(oldest)
    const id = randomUUID()
    try {
      this.#open.set(id, { name, bytes, folder: mkdtempSync(join(tmpdir(), 'proscenium-pdf-')), hash: createHash('sha256'), received: 0 })
    } catch (thrown) {
      throw toProblem(thrown)
    }
    return id
  }

  /** Adds the next part. Throws Problem `not-found` for a cancelled upload, `bad-input` for a part out of order, `disk`. */
  take(id: string, at: number, content: string): void {
    const upload = this.#named(id)
    const part = Buffer.from(content, 'base64')
    if (at !== upload.received || part.length === 0 || part.length > DESIGN_PART_BYTES || upload.received + part.length > upload.bytes) {
      this.#drop(id)
      throw new Problem('bad-input', `“${upload.name}” didn't arrive whole. Add it again.`)
    }
    try {
      withFile(nodeDisk, fileOf(upload), at === 0 ? OPEN.create : OPEN.append, (fd) => writeAll(nodeDisk, fd, part, null))
    } catch (thrown) {
      this.#drop(id)
      throw toProblem(thrown)
    }
    upload.hash.update(part)
    upload.received += part.length
  }

  /** The complete file; the upload ends. Throws Problem `not-found`, or `bad-input` if parts are missing. */
  finish(id: string): UploadedFile {
    const upload = this.#named(id)
    if (upload.received !== upload.bytes) {
      this.#drop(id)
      throw new Problem('bad-input', `“${upload.name}” didn't arrive whole. Add it again.`)
    }
    this.#open.delete(id)
    const { name, bytes, folder } = upload
    return { name, bytes, hash: upload.hash.digest('hex'), file: fileOf(upload), done: () => rmSync(folder, { recursive: true, force: true }) }
  }

  dispose(): void {
    for (const id of this.#open.keys()) this.#drop(id)
  }

  #named(id: string): Upload {
    const upload = this.#open.get(id)
    if (upload) return upload
    throw new Problem('not-found', 'This upload was cancelled. Add the PDF again.')
  }

  #drop(id: string): void {
    const upload = this.#open.get(id)
    this.#open.delete(id)
    if (upload) rmSync(upload.folder, { recursive: true, force: true })
  }
}

const fileOf = ({ folder }: Upload): string => join(folder, 'upload.pdf')
