import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { DesignDocument } from '../../shared/design-documents'
import { never, type Stop } from '../../shared/calls'
import { askedWords, bestPart, indexPages, rank, wordsOf } from './bm25'
import { hashOf, libraryIn } from './library'
import { textPdf } from './pdf.fixture'
import { documentsInMemory } from './port'
import { readPdf, type PdfText } from './reading'
import { documentWords } from '../../shared/design-documents'

const home = mkdtempSync(join(tmpdir(), "o'design-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const LORE = textPdf([
  "The Lighthouse of O'Hara stands on the northern cape.\nIts keeper is Mira.",
  'Winters are long. Ships carry salt and timber.',
  'The keepers of the lighthouse swear never to let the lamp go out.\nThe lamp burns whale oil.'
])

async function whole(bytes: Uint8Array, stop: Stop = never): Promise<PdfText> {
  const reading = readPdf('lore.pdf', { bytes }, stop)
  for (;;) {
    const step = await reading.next()
    if (step.done) return step.value
  }
}

describe('the search', () => {
  const breathe = (): Promise<void> => Promise.resolve()
  test('compares folded words, plurals as singulars, and letters without spaces in pairs', () => {
    expect([...wordsOf('The Keepers’ berries, GLASS')]).toEqual(['the', 'keeper', 'berry', 'glass'])
    expect([...wordsOf('灯台守')]).toEqual(['灯', '台', '灯台', '守', '台守'])
    expect([...askedWords('Who is the keeper?')]).toEqual(['keeper'])
    expect([...askedWords('who are you')]).toEqual(['who', 'are', 'you'])
  })
  test('ranks rare words before common ones, and short pages before long ones', async () => {
    const pages = ['lamp lamp oil', 'lamp', `lamp ${'stone '.repeat(200)}`, 'oil whale', 'nothing']
    const index = await indexPages(pages, breathe)
    expect(rank([{ of: 'a', index }], 'whale lamps', 3).map(({ page }) => page)).toEqual([3, 0, 1])
    expect(rank([{ of: 'a', index }], 'dragon', 3)).toEqual([])
  })
  test('quotes the part of a long page where the words are, cut between words', () => {
    const text = `${'stone road '.repeat(100)}the lamp burns whale oil ${'salt wind '.repeat(100)}`
    const part = bestPart(text, 'whale lamp', 120)
    expect(part).toMatch(/^… .*the lamp burns whale oil .* …$/)
    expect(part.length).toBeLessThan(130)
    expect(bestPart('A short page.', 'x', 120)).toBe('A short page.')
  })
})

describe('reading a PDF', () => {
  test('gives the text of each page by itself', async () => {
    const { pages, texts } = await whole(LORE)
    expect(pages).toBe(3)
    expect(texts[0]).toBe("The Lighthouse of O'Hara stands on the northern cape.\nIts keeper is Mira.")
    expect(texts[2]).toContain('whale oil')
  })
  test('stops when it is told to', async () => {
    const listeners: (() => void)[] = []
    const stop = { aborted: false, addEventListener: (_: 'abort', listener: () => void) => void listeners.push(listener) }
    const reading = readPdf('lore.pdf', { bytes: LORE }, stop)
    await reading.next()
    stop.aborted = true
    for (const listener of listeners) listener()
    await expect(reading.next()).rejects.toThrow('Reading “lore.pdf” was stopped. Nothing of it was kept.')
    expect((await whole(LORE)).pages).toBe(3)
  })
})

describe('a library', () => {
  const put = async (bytes: Buffer, name: string, now: number): Promise<DesignDocument> =>
    libraryIn(join(home, 'design')).put({ name, bytes: bytes.length, hash: hashOf(bytes) }, await whole(bytes), now)

  test('keeps documents in its folder, finds their pages, and restores the one that was removed last', async () => {
    const lore = await put(LORE, 'Lore.pdf', 1)
    const scan = await put(textPdf(['', '']), 'Scan.pdf', 2)
    await put(LORE, 'Lore again.pdf', 1)
    const library = libraryIn(join(home, 'design'))
    expect(library.list().map(({ name, pages, textPages }) => [name, pages, textPages])).toEqual([
      ['Lore again.pdf', 3, 3],
      ['Scan.pdf', 2, 0]
    ])
    expect(documentWords(scan)).toBe(
      '“Scan.pdf” has no text on its 2 pages: it seems to be scanned. Run text recognition (OCR) on it, and add the result.'
    )
    const found = await library.search('What do lighthouse keepers swear?')
    expect(found.map(({ name, page }) => `${name} ${page}`)).toEqual(['Lore again.pdf 3', 'Lore again.pdf 1'])
    expect(found[0]?.text).toContain('never to let the lamp go out')
    library.remove(lore.id)
    expect([library.list().length, await library.search('lamp')]).toEqual([1, []])
    library.restore(lore.id)
    expect((await library.search('lamp')).map(({ page }) => page)).toEqual([3])
    expect(() => library.restore(lore.id)).toThrow('can’t be restored any more')
  })

  test('passes over files that are none of its own', async () => {
    const folder = join(home, 'design')
    const before = libraryIn(folder).list().length
    for (const [name, text] of Object.entries({
      [`${'a'.repeat(32)}.json`]: '{"name": 7}',
      [`${'b'.repeat(32)}.json`]: '[[[[',
      [`${'c'.repeat(32)}.json`]: '{"__proto__": {"name": "x"}}',
      'notes.json': '{}'
    }))
      writeFileSync(join(folder, name), text)
    expect(libraryIn(folder).list()).toHaveLength(before)
    expect(readdirSync(folder)).toContain('notes.json')
  })
})

test('documents of a conversation are read from base64, and each project has its own', async () => {
  const documents = documentsInMemory()
  const file_content = LORE.toString('base64')
  expect(await documents.take('1', { file_name: 'C:\\docs\\Lore.pdf', file_content })).toBe('Read “Lore.pdf”: 3 pages.')
  const { documents: list, passages } = await documents.about('1', 'the keeper')
  expect([list, passages.map(({ name, page }) => `${name} ${page}`)]).toEqual([
    [{ name: 'Lore.pdf', pages: 3, isScanned: false }],
    ['Lore.pdf 1', 'Lore.pdf 3']
  ])
  expect(await documents.about('2', 'the keeper')).toEqual({ documents: [], passages: [] })
  await expect(documents.take('1', { file_name: 'a.pdf', file_content: '%%%' })).rejects.toThrow("“a.pdf” isn't valid base64")
})
