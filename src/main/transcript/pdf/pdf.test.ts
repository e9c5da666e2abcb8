import { expect, it } from 'vitest'
import { transcriptOf } from '../document'
import { withPortraits } from '../../../shared/map-image/shape'
import { entry, HOSTILE, source, still } from '../source.fixture'
import { pngFile } from '../../../../e2e/picture-files'
import { pdfOf } from './pdf'
import { outlineOf, pagesIn, textOf } from './read.fixture'

const nothing = (): void => undefined

it('sets sessions and scenes as headings that an outline leads to, and the same transcript in the same bytes', async () => {
  const transcript = transcriptOf(source())
  const reported: number[] = []
  const { bytes, notes } = await pdfOf(transcript, (done) => void reported.push(done))
  const text = textOf(bytes)
  const isNumber = (line: string): boolean => /^\d+$/.test(line)
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  expect(lines.filter(isNumber)).toEqual(['1', '2'])
  expect(lines.filter((line) => !isNumber(line))).toEqual([
    'The Well',
    'A well has gone foul.',
    'Beats 0 to 30, 3 October 1421 to 4 October 1421',
    'Session 1: The Counting',
    'Scene 1: The Counting',
    'Throat Yard',
    'It stinks of pennies.',
    'Nobody drinks.',
    'Wren Tallow',
    'Let me.',
    'DM to Wren Tallow, privately',
    'You hear him.',
    'Wren Tallow to the DM, privately',
    'I say nothing.',
    'Wren climbs down.',
    'Wren Tallow: STR save 12, needs 10 or less, failure',
    'The scene in short',
    'Key events',
    '•  Wren climbed down.',
    '•  It stank.',
    'And nothing else.',
    'Throat Yard',
    'W',
    'The map of Underclint at the end of session 1: the party is at Throat Yard.',
    'Session 1 in short',
    'They went down.',
    'Session 2',
    'Scene 1: Nought',
    'Morning.'
  ])
  expect(outlineOf(bytes).toSorted()).toEqual(['Scene 1: Nought', 'Scene 1: The Counting', 'Session 1: The Counting', 'Session 2'])
  expect([pagesIn(bytes), notes, reported.at(-1)]).toEqual([2, [], transcript.passages.length])
  expect(Buffer.compare(Buffer.from((await pdfOf(transcript, nothing)).bytes), Buffer.from(bytes))).toBe(0)
})

it('holds pictures once each, and beside speech a portrait or an initial; what it can’t hold is described', async () => {
  const png = (red: number): string => `data:image/png;base64,${pngFile(40, 30, [red, 40, 60]).toString('base64')}`
  const [scene] = source().scenes
  const said = ['Wren', 'Wren', 'Ada'].map((by, k) => entry(4 + k, 'speech', by, `Line ${k}.`))
  const broken = Buffer.from(pngFile(40, 30, [1, 2, 3]))
  // The pixels are no longer compressed data, but the file still has its header and its end.
  broken.fill(0, 45, broken.length - 20)
  const pictures = [
    { beat: 2, src: png(90), alt: 'The quay at dusk' },
    { beat: 4, src: png(90), alt: '' },
    { beat: 5, src: 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAQAcJaQAA3AA/v3AgAA=', alt: 'A chart' },
    { beat: 6, src: `data:image/png;base64,${broken.toString('base64')}`, alt: 'A torn page' }
  ]
  const mapped = { ...still(), image: withPortraits(still().image, new Map([['Wren', png(10)]])) }
  const told = source({
    scenes: scene ? [{ ...scene, entries: said, private: {}, pictures }] : [],
    sessions: new Map([[1, { still: mapped }]]),
    portraits: new Map([['Wren', png(200)]])
  })
  const { bytes } = await pdfOf(transcriptOf(told), nothing)
  const file = Buffer.from(bytes).toString('latin1')
  expect(file.match(/\/Subtype \/Image/g)).toHaveLength(3)
  expect(file).toContain('/Alt (The quay at dusk)')
  const lines = textOf(bytes)
    .split('\n')
    .flatMap((line) => line.trim() || [])
  expect(lines.slice(lines.indexOf('Throat Yard') + 1, lines.indexOf('The scene in short'))).toEqual([
    'Wren Tallow',
    'Line 0.',
    'Wren Tallow',
    'Line 1.',
    'A chart',
    'A',
    'Ada',
    'Line 2.',
    'A torn page'
  ])
  expect(Buffer.compare(Buffer.from((await pdfOf(transcriptOf(told), nothing)).bytes), Buffer.from(bytes))).toBe(0)
})

it('shows a box for every sign that its typeface lacks, and names them once', async () => {
  const words = 'Łódź, “ő” — Ελληνικά Русский Việt e\u0301'
  const entries = [words, '日本 日 🐉', 'soft\u00ADhyphen\u200B joined\u2011up\u202Fspace'].map((text) => entry(3, 'narration', 'DM', text))
  const { bytes, notes } = await pdfOf(
    transcriptOf(source({ scenes: [{ session: 1, number: 1, title: '', opened: 0, entries, private: {} }] })),
    nothing
  )
  const text = textOf(bytes)
  expect(text).toContain(words.normalize('NFC'))
  expect(text).toContain('\u25A1\u25A1 \u25A1 \u25A1')
  expect(text).toContain('softhyphen joined-up space')
  expect(notes).toEqual(["The PDF's typeface lacks 3 characters: 日 本 🐉. The PDF shows a box for each. Markdown and HTML keep them."])
})

it('sets any text, over as many pages as it takes', async () => {
  const texts = [...HOSTILE, 'w'.repeat(2000), 'word '.repeat(1000), '\n\n\n', '', 'a\nb\n\nc']
  const entries = texts.flatMap((text) => (['narration', 'speech', 'system', 'scene'] as const).map((kind) => entry(3, kind, text, text)))
  const scene = {
    session: 1,
    number: 1,
    title: 'w'.repeat(500),
    place: 'p'.repeat(500),
    opened: 0,
    entries,
    private: { Wren: [{ beat: 4, by: 'DM', text: '' }] },
    summary: texts.join('\n')
  }
  const { bytes } = await pdfOf(transcriptOf(source({ title: '', scenes: [scene] })), nothing)
  expect(pagesIn(bytes)).toBeGreaterThan(10)
  expect(textOf(bytes)).toContain('<script>alert(1)</script>')
  expect(pagesIn((await pdfOf(transcriptOf(source({ scenes: [] })), nothing)).bytes)).toBe(1)
})
