import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import Document from 'pdfkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { never } from '../../shared/base/abort'
import { DESIGN_PART_BYTES, MAX_PDF_BYTES, type DesignDocument } from '../../shared/contract/design-documents'
import { toProblem } from '../../shared/base/problem'
import { pdfOf, streamOf, textPdf } from '../design/pdf.fixture'
import { readPdf, READING_LIMITS, type ReadingLimits } from '../design/reading'
import { APP_ROOT, VERSION } from '../place'
import { createStudio } from '../studio/studio'
import { campaign, watched } from './harness.fixture'

const home = mkdtempSync(join(tmpdir(), 'design-attacks-'))
const studio = createStudio({ kind: 'terminal', version: VERSION, home: join(home, 'app'), resources: APP_ROOT })
const dir = join(home, 'campaign')
const DESIGN = join(dir, '.git/proscenium/design')
beforeAll(async () => {
  cpSync(await campaign(), dir, { recursive: true })
  await studio.open({ dir })
})
afterAll(async () => {
  await studio.dispose()
  rmSync(home, { recursive: true, force: true })
})

const SOUND = textPdf(['Hello there', 'The second page'])
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const page = (more: string): string => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] ${more} >>`
const ONE = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'
const form = (child: number, body: string): Buffer =>
  streamOf(body, `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /A ${child} 0 R >> >>`)
const spaces = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes, 32))
const MB = 1 << 20

/** A PDF that some program wrote. */
async function written(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  const document = new Document(options)
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((done) => document.on('end', done))
  document.text('A protected line')
  document.end()
  await ended
  return Buffer.concat(parts)
}

const PAGES = Array.from({ length: sizeOf(import.meta.filename, 'pages') }, (_, k) => `Page ${k}`)
const UNREADABLE = /can't be read as a PDF/
/** Files that somebody may send, and what comes of them: one sentence, or the texts of the pages. */
const ROWS: {
  name: string
  bytes: Buffer | (() => Promise<Buffer>)
  says?: RegExp
  texts?: readonly (string | null)[]
  limits?: Partial<ReadingLimits>
}[] = [
  { name: 'nothing', bytes: Buffer.alloc(0), says: UNREADABLE },
  { name: 'a page of the web', bytes: Buffer.from('<html><script>alert(1)</script></html>'), says: UNREADABLE },
  { name: 'an archive', bytes: Buffer.from(`PK\u0003\u0004${'x'.repeat(5000)}`), says: UNREADABLE },
  { name: 'a PDF that ends in its first page', bytes: SOUND.subarray(0, 400), says: UNREADABLE },
  { name: 'a PDF without its end', bytes: SOUND.subarray(0, SOUND.lastIndexOf('startxref')), texts: ['Hello there', 'The second page'] },
  { name: 'a PDF whose table is its own predecessor', bytes: selfReferring(), texts: ['Hello there', 'The second page'] },
  { name: 'pages that are their own parents', bytes: pdfOf([CATALOG, '<< /Type /Pages /Count 5 /Kids [2 0 R 2 0 R] >>']), says: UNREADABLE },
  {
    name: 'two thousand million pages, none of them there',
    bytes: pdfOf([CATALOG, '<< /Type /Pages /Count 2000000000 /Kids [] >>']),
    says: UNREADABLE
  },
  {
    name: 'a form that draws itself twice',
    bytes: pdfOf([CATALOG, ONE, page('/Contents 4 0 R /Resources << /XObject << /A 5 0 R >> >>'), streamOf('/A Do'), form(5, '/A Do /A Do')]),
    texts: ['']
  },
  {
    name: 'forms that double thirty times',
    bytes: pdfOf([
      CATALOG,
      ONE,
      page('/Contents 4 0 R /Resources << /XObject << /A 5 0 R >> >>'),
      streamOf('/A Do'),
      ...Array.from({ length: 30 }, (_, k) => form(6 + k, '/A Do /A Do')),
      form(5, '')
    ]),
    texts: ['']
  },
  {
    name: 'a stream that unpacks to 32 GB',
    bytes: pdfOf([CATALOG, ONE, page(`/Contents [${'4 0 R '.repeat(512)}]`), streamOf(spaces(64 * MB), '/Filter /FlateDecode')]),
    says: /needs too much memory/,
    limits: { growthBytes: 256 * MB }
  },
  {
    name: 'a stream packed twice',
    bytes: pdfOf([CATALOG, ONE, page('/Contents 4 0 R'), streamOf(deflateSync(spaces(16 * MB)), '/Filter [/FlateDecode /FlateDecode]')]),
    texts: ['']
  },
  {
    name: 'scripts that never end',
    bytes: textPdf(
      ['Scripted'],
      '/OpenAction << /S /JavaScript /JS (while\\(true\\){}) >> /Names << /JavaScript << /Names [(x) << /S /JavaScript /JS (for\\(;;\\);) >>] >> >>'
    ),
    texts: ['Scripted']
  },
  { name: 'a password', bytes: () => written({ userPassword: 'x' }), says: /is protected with a password/ },
  { name: 'a password for changes alone', bytes: () => written({ ownerPassword: 'x' }), texts: ['A protected line'] },
  {
    name: 'more pages than are read',
    bytes: textPdf(Array.from({ length: 60 }, (_, k) => `Page ${k}`)),
    texts: ['Page 0', 'Page 1', 'Page 2'],
    limits: { maxPages: 3 }
  },
  {
    name: 'more text than is read',
    bytes: textPdf(['Many words\n'.repeat(20).trim(), 'y', 'z']),
    texts: ['Many words\n'.repeat(20).trim()],
    limits: { maxCharacters: 100 }
  },
  { name: 'very many pages', bytes: textPdf(PAGES), texts: PAGES }
]

function selfReferring(): Buffer {
  const text = SOUND.toString('latin1')
  return Buffer.from(text.replace('trailer\n<<', `trailer\n<< /Prev ${text.lastIndexOf('xref\n0')}`), 'latin1')
}

async function read(bytes: Buffer, limits: Partial<ReadingLimits>): Promise<{ says?: string; texts?: readonly (string | null)[] }> {
  const reading = readPdf('x.pdf', { bytes }, never, { ...READING_LIMITS, ...limits })
  try {
    for (;;) {
      const step = await reading.next()
      if (step.done) return { texts: step.value.texts }
    }
  } catch (thrown) {
    return { says: toProblem(thrown).message }
  }
}

test.each(ROWS)('a PDF that is $name', async ({ name, bytes, says, texts, limits = {} }) => {
  const outcome = await watched(name, async () => read(typeof bytes === 'function' ? await bytes() : bytes, limits))
  expect(outcome.texts?.map((text) => text?.trim() ?? null)).toEqual(texts)
  expect(outcome.says ?? 'It was read.').toMatch(says ?? /^It was read\.$/)
  expect(outcome.says ?? 'It was read.').toMatch(/^[\p{Lu}“][^\n]*[.]$/u)
})

/** Uploads a file as a window does. Returns the document, or the sentence that refuses it. */
async function upload(name: string, bytes: Buffer): Promise<DesignDocument | string> {
  try {
    const id = await studio.startDesignUpload({ name, bytes: bytes.length })
    for (let at = 0; at < bytes.length; at += DESIGN_PART_BYTES)
      await studio.sendDesignPart({ upload: id, at, content: bytes.subarray(at, at + DESIGN_PART_BYTES).toString('base64') })
    for await (const news of studio.readDesignDocument({ upload: id })) if (news.kind === 'answer') return news.answer
    return 'nothing'
  } catch (thrown) {
    return toProblem(thrown).message
  }
}
test('an upload that is too large, empty, torn, out of order or unknown is refused in one sentence, and nothing is left of it', async () => {
  // Other tests upload to the machine's temporary folder at the same time.
  const temporary = mkdtempSync(join(home, 'temporary-'))
  vi.stubEnv('TMPDIR', temporary)
  await expect(studio.startDesignUpload({ name: 'a.pdf', bytes: MAX_PDF_BYTES + 1 })).rejects.toThrow('“a.pdf” is larger than 256 MB.')
  await expect(studio.startDesignUpload({ name: 'a.pdf', bytes: 0 })).rejects.toThrow('is empty')
  const torn = await studio.startDesignUpload({ name: 'torn.pdf', bytes: 100 })
  await studio.sendDesignPart({ upload: torn, at: 0, content: 'AAAA' })
  await expect(studio.readDesignDocument({ upload: torn })[Symbol.asyncIterator]().next()).rejects.toThrow("“torn.pdf” didn't arrive whole.")
  const skipped = await studio.startDesignUpload({ name: 'a.pdf', bytes: 100 })
  await expect(studio.sendDesignPart({ upload: skipped, at: 50, content: 'AAAA' })).rejects.toThrow("didn't arrive whole")
  await expect(studio.sendDesignPart({ upload: '../../x', at: 0, content: 'AAAA' })).rejects.toThrow('was cancelled')
  const many = await Promise.all(Array.from({ length: 9 }, () => studio.startDesignUpload({ name: 'a.pdf', bytes: 9 })))
  expect(readdirSync(temporary).length).toBeLessThanOrEqual(4)
  await expect(studio.sendDesignPart({ upload: many[0] ?? '', at: 0, content: 'AAAA' })).rejects.toThrow('was cancelled')
  expect(await upload('no.pdf', Buffer.from('<html>'))).toMatch(/can't be read as a PDF/)
  await studio.dispose()
  vi.unstubAllEnvs()
  expect(readdirSync(temporary)).toEqual([])
  await studio.open({ dir })
})

test('a name never leaves the folder, and no text of a name is a command', async () => {
  const document = await upload('../../\u001b[2J<script>.pdf', SOUND)
  expect(document).toMatchObject({ name: '../../\\u001b[2J<script>.pdf', pages: 2, textPages: 2 })
  expect(readdirSync(DESIGN).toSorted()).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/), expect.stringMatching(/^[0-9a-f]{32}\.txt$/)])
})

test('links in the folder of the texts are not followed', async () => {
  const secret = join(home, 'secret.txt')
  writeFileSync(secret, 'dragon dragon')
  const [text = ''] = readdirSync(DESIGN).filter((name) => name.endsWith('.txt'))
  rmSync(join(DESIGN, text))
  symlinkSync(secret, join(DESIGN, text))
  expect(await studio.searchDesignDocuments({ question: 'dragon' })).toEqual([])
  await studio.close()
  rmSync(DESIGN, { recursive: true })
  symlinkSync(home, DESIGN)
  await expect(studio.open({ dir })).rejects.toThrow('.git/proscenium/design is a link')
  expect(existsSync(secret)).toBe(true)
})
