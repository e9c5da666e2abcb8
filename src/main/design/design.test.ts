import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { never, type AbortSignalLike } from '../../shared/base/abort'
import type { DesignDocument } from '../../shared/contract/design-documents'
import { queryTerms, bestPart, indexPages, rank, searchTerms } from './bm25'
import { hashOf, libraryIn, libraryInMemory } from './library'
import { annotatedPdf, mappedPdf, placedTexts, textPdf } from './pdf.fixture'
import { documentsInMemory } from './port'
import { readPdf, type PdfText } from './reading'
import { documentWords } from '../../shared/contract/design-documents'

const home = mkdtempSync(join(tmpdir(), "o'design-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const LORE = textPdf([
  "The Lighthouse of O'Hara stands on the northern cape.\nIts keeper is Mira.",
  'Winters are long. Ships carry salt and timber.',
  'The keepers of the lighthouse swear never to let the lamp go out.\nThe lamp burns whale oil.'
])

async function whole(bytes: Uint8Array, stop: AbortSignalLike = never): Promise<PdfText> {
  const reading = readPdf('lore.pdf', { bytes }, stop)
  for (;;) {
    const step = await reading.next()
    if (step.done) return step.value
  }
}

describe('the search', () => {
  const breathe = (): Promise<void> => Promise.resolve()
  it('compares folded words, plurals as singulars, and letters without spaces in pairs', () => {
    expect([...searchTerms('The Keepers’ berries, GLASS')]).toEqual(['the', 'keeper', 'berry', 'glass'])
    // A Korean word is found with any particle behind it.
    expect([...searchTerms('은화를')]).toEqual(expect.arrayContaining([...queryTerms('은화')]))
    expect([...searchTerms('灯台守')]).toEqual(['灯', '台', '灯台', '守', '台守'])
    expect([...queryTerms('Who is the keeper?')]).toEqual(['keeper'])
    expect([...queryTerms('who are you')]).toEqual(['who', 'are', 'you'])
  })
  it('ranks rare words before common ones, and short pages before long ones', async () => {
    const pages = ['lamp lamp oil', 'lamp', `lamp ${'stone '.repeat(200)}`, 'oil whale', 'nothing']
    const index = await indexPages(pages, breathe)
    expect(rank([{ of: 'a', index }], 'whale lamps', 3).map(({ page }) => page)).toEqual([3, 0, 1])
    expect(rank([{ of: 'a', index }], 'dragon', 3)).toEqual([])
  })
  it('quotes the part of a long page where the words are, cut between words', () => {
    const text = `${'stone road '.repeat(100)}the lamp burns whale oil ${'salt wind '.repeat(100)}`
    const part = bestPart(text, 'whale lamp', 120)
    expect(part).toMatch(/^… .*the lamp burns whale oil .* …$/)
    expect(part.length).toBeLessThan(130)
    expect(bestPart('A short page.', 'x', 120)).toBe('A short page.')
  })
})

describe('reading a PDF', () => {
  it('gives the text of each page by itself', async () => {
    const { pages, texts } = await whole(LORE)
    expect(pages).toBe(3)
    expect(texts[0]).toBe("The Lighthouse of O'Hara stands on the northern cape.\nIts keeper is Mira.")
    expect(texts[2]).toContain('whale oil')
  })
  it('reads columns that are drawn row by row one after the other, between headings across both, and joins divided words', async () => {
    const rows = (top: number, lines: readonly (readonly [string, string])[]) =>
      lines.flatMap(([left, right], k) => [[20, top - 12 * k, left] as const, [150, top - 12 * k, right] as const])
    const page = placedTexts([
      [20, 280, 'The ferryman and the bell of the drowned parish of Quillwater'],
      ...rows(260, [
        ['The ferryman of Quillwater', 'Below the weir stands a'],
        ['keeps a ledger of every cros-', 'bell that rings by it-'],
        ['sing. He refuses silver and', 'self before a drowning. The well-'],
        ['asks for a true name.', 'known toll is a well-known lie.']
      ]),
      [20, 200, 'A second heading that goes across both of the columns here']
    ])
    const table = placedTexts([
      ...rows(260, [
        ['Ferry', 'Two silver pieces a head'],
        ['Rope', 'One silver piece a yard'],
        ['Lamp oil for a night', 'Three copper pieces'],
        ['Bell', 'Not for sale at any price']
      ])
    ])
    const { texts } = await whole(textPdf([page, table]))
    expect(texts[0]?.split('\n')).toEqual([
      'The ferryman and the bell of the drowned parish of Quillwater',
      'The ferryman of Quillwater',
      'keeps a ledger of every crossing.',
      'He refuses silver and',
      'asks for a true name.',
      'Below the weir stands a',
      'bell that rings by itself',
      'before a drowning. The well-known',
      'toll is a well-known lie.',
      'A second heading that goes across both of the columns here'
    ])
    expect(texts[1]).toMatch(/^Ferry +Two silver pieces a head\nRope/)
  })
  it('reads what is entered in fields, chosen and noted, but no password', async () => {
    const bytes = annotatedPdf('The sheet', [
      '/Subtype /Widget /FT /Tx /T (name) /V (Odalys Thorn)',
      '/Subtype /Widget /FT /Tx /T (secret) /TU (Secret of the character) /V (owes the ferryman a name)',
      '/Subtype /Widget /FT /Btn /T (alive) /V /Yes /AS /Yes /AP << /N << /Yes 5 0 R /Off 5 0 R >> >>',
      '/Subtype /Widget /FT /Btn /T (cursed) /V /Off /AS /Off /AP << /N << /Yes 5 0 R /Off 5 0 R >> >>',
      '/Subtype /Widget /FT /Ch /Ff 131072 /T (home) /V (q) /Opt [[(q) (Quillwater)] [(w) (The weir)]]',
      '/Subtype /Widget /FT /Tx /T (empty)',
      '/Subtype /Widget /FT /Tx /Ff 8192 /T (password) /V (hidden)',
      '/Subtype /Text /Contents (GM note: the ledger is forged)',
      '/Subtype /FreeText /DA (/F1 9 Tf) /Contents (Ask about the bell)'
    ])
    expect((await whole(bytes)).texts).toEqual([
      'The sheet\nGM note: the ledger is forged\nAsk about the bell\nname: Odalys Thorn\nSecret of the character: owes the ferryman a name\nalive: yes\nhome: Quillwater'
    ])
  })
  it('reads the shapes of printed letters as the letters', async () => {
    const { texts } = await whole(mappedPdf(['fe91', 'fefb', 'fb06', 'fe41'].map((hex) => ({ encoding: 'UniGB-UCS2-H', ordering: 'GB1', hex }))))
    expect(texts.map((text) => text?.trim())).toEqual(['ب', 'لا', 'st', '「'])
  })
  it('stops when it is cancelled', async () => {
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

describe('texts in Chinese, Japanese and Korean without maps of their own', () => {
  const rows = [
    ['UniGB-UCS2-H', 'GB1', '4f60597d0020004f', '你好 O'],
    ['UniCNS-UTF16-V', 'CNS1', '71c85854', '燈塔'],
    ['GBK-EUC-H', 'GB1', 'c4e3bac341', '你好A'],
    ['GB-H', 'GB1', '44633a43', '你好'],
    ['ETen-B5-H', 'CNS1', 'bf4fb6f0', '燈塔'],
    ['90ms-RKSJ-H', 'Japan1', '939491e44142b6', '灯台ABｶ'],
    ['EUC-H', 'Japan1', 'c5f4c2e6', '灯台'],
    ['H', 'Japan1', '45744266', '灯台'],
    ['UniJIS-UCS2-HW-H', 'Japan1', '706f53f0', '灯台'],
    ['KSCms-UHC-H', 'Korea1', 'b5eeb4eb20', '등대']
  ] as const
  it('are read where their codes are those of an encoding, and said to be unknown where they are numbers of glyphs', async () => {
    const unknown = [
      { encoding: 'Identity-H', ordering: 'Japan1', hex: '0d1e0e3f' },
      { encoding: 'KSC-Johab-H', ordering: 'Korea1', hex: '88618862' },
      { encoding: 'GBK-EUC-H', ordering: 'GB1', hex: 'fefe' }
    ]
    const bytes = mappedPdf([...rows.map(([encoding, ordering, hex]) => ({ encoding, ordering, hex })), ...unknown])
    const { texts, partial } = await whole(bytes)
    expect(texts.map((text) => text?.trim())).toEqual([...rows.map(([, , , text]) => text), '', '', ''])
    expect(partial).toBe(3)
    const document = libraryInMemory().put({ name: '灯.pdf', bytes: 1, hash: hashOf(bytes) }, { pages: 2, texts: ['', ''], partial: 2 }, 1)
    expect(documentWords(document)).toBe(
      '“灯.pdf” has no readable text. On 2 pages the file doesn’t say what some characters are. Export it again with its fonts embedded, or run text recognition (OCR) on it.'
    )
  })
})

describe('a library', () => {
  const put = async (bytes: Buffer, name: string, now: number): Promise<DesignDocument> =>
    libraryIn(join(home, 'design')).put({ name, bytes: bytes.length, hash: hashOf(bytes) }, await whole(bytes), now)

  it('keeps documents in its folder, finds their pages, and restores the one that was removed last', async () => {
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

  it("ignores files that aren't its own", async () => {
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

it('documents of a conversation are read from base64, and each project has its own', async () => {
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
