// Runs in a thread of its own (see design/reading.ts) and must not import other files of ours.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'

/** What the thread reads, and where it stops, in pages and characters. */
export interface PdfTask {
  readonly file?: string
  readonly bytes?: Uint8Array
  readonly maxPages: number
  readonly maxCharacters: number
}

/** What the thread reports: how many pages there are, then each page's text (null for a damaged page; partial if the file doesn't say what some of its characters are), then the end or why it can't be read. */
export type PdfNews =
  | { readonly pages: number }
  | { readonly page: number; readonly text: string | null; readonly isPartial?: boolean }
  | { readonly end: true }
  | { readonly fault: 'encrypted' | 'broken' }

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (news: PdfNews): void => parentPort?.postMessage(news)

async function read({ file, bytes, maxPages, maxCharacters }: PdfTask): Promise<void> {
  const data = bytes ?? new Uint8Array(readFileSync(file ?? ''))
  // Scripts of a PDF are never run, and nothing is fetched: no fonts, no tables of characters.
  const pdf = await getDocumentProxy(data, {
    verbosity: 0,
    stopAtErrors: false,
    isEvalSupported: false,
    useSystemFonts: false,
    useWorkerFetch: false,
    disableFontFace: true,
    enableXfa: false,
    cMapPacked: false,
    BinaryDataFactory: CharacterMaps
  })
  tell({ pages: pdf.numPages })
  let characters = 0
  for (let n = 1; n <= Math.min(pdf.numPages, maxPages) && characters < maxCharacters; n++) {
    const text = await pageText(pdf, n)
    const known = text?.replace(UNKNOWN, '') ?? null
    characters += known?.length ?? 0
    tell({ page: n, text: known, ...(known !== text && { isPartial: true }) })
  }
  tell({ end: true })
}

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

async function pageText(pdf: Awaited<ReturnType<typeof getDocumentProxy>>, n: number): Promise<string | null> {
  try {
    const page = await pdf.getPage(n)
    const { items } = await page.getTextContent()
    const entered = await enteredTexts(page)
    page.cleanup()
    const pieces = (items as (Piece | object)[]).filter((one): one is Piece => 'str' in one)
    const columns = columnLines(segmentsOf(pieces))
    const drawn = pieces.map(({ str, hasEOL }) => `${str}${hasEOL ? '\n' : ''}`).join('')
    const text = joinedWords((columns?.join('\n') ?? drawn).replace(PRESENTATION_FORMS, (form) => form.normalize('NFKC')))
    return [...(text.trim() === '' && entered.length > 0 ? [] : [text]), ...entered].join('\n')
  } catch {
    return null
  }
}

/** Shapes of letters for printing: ligatures, Hebrew and Arabic letters by their place in a word, and signs for vertical text. */
const PRESENTATION_FORMS = /[\ufb00-\ufdff\ufe10-\ufe19\ufe30-\ufe4f\ufe70-\ufefc]/g

/** A text in which words that are divided at the end of a line are whole. A hyphen stays if the page has the word with it inside a line. */
function joinedWords(text: string): string {
  const compounds = new Set([...text.matchAll(/(?<!\p{L})\p{L}{1,40}-\p{L}{1,40}/gu)].map(([word]) => word.toLowerCase()))
  return text.replace(
    /(?<=\p{L})([-\u2010\u00ad])[ \t]*\n[ \t]*(\p{Ll}\p{L}{0,39})(\S*)([ \t]+|\n|$)/gu,
    (_, hyphen: string, end: string, signs: string, after: string, at: number) => {
      const start = /\p{L}+$/u.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? ''
      const isCompound = hyphen !== '\u00ad' && compounds.has(`${start}-${end}`.toLowerCase())
      return `${isCompound ? '-' : ''}${end}${signs}${after === '' ? '' : '\n'}`
    }
  )
}

/** What pdf.js says of a field of a form, or of a note on a page. */
interface Annotation {
  readonly subtype?: string
  readonly fieldType?: string
  readonly fieldName?: string
  readonly alternativeText?: string
  readonly fieldValue?: unknown
  readonly options?: readonly { readonly exportValue: unknown; readonly displayValue: unknown }[]
  readonly password?: boolean
  readonly pushButton?: boolean
  readonly checkBox?: boolean
  readonly contentsObj?: { readonly str: string }
}

/** The values of a page's form fields, as `name: value`, and the texts of its notes. */
async function enteredTexts(page: PdfPage): Promise<string[]> {
  const annotations = (await page.getAnnotations().catch(() => [])) as Annotation[]
  const texts = annotations.flatMap((one) => {
    if (one.subtype === 'Widget') return fieldText(one)
    const note = one.subtype === 'Popup' || one.subtype === 'Link' ? undefined : one.contentsObj?.str.trim()
    return note === undefined || note === '' ? [] : [note]
  })
  // Each button of a group has the value of the group.
  return [...new Set(texts)]
}

function fieldText({ fieldType, fieldName, alternativeText, fieldValue, options = [], password, pushButton, checkBox }: Annotation): string[] {
  if (password || pushButton || fieldType === 'Sig') return []
  const shown = (value: unknown): unknown => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value
  const values = [fieldValue].flat().filter((value): value is string => typeof value === 'string' && value.trim() !== '')
  const text =
    fieldType === 'Btn' && (values[0] === 'Off' || checkBox) ? values.filter((value) => value !== 'Off').map(() => 'yes') : values.map(shown)
  return text.length === 0 ? [] : [`${alternativeText || fieldName || 'Field'}: ${text.join(', ').trim()}`]
}

/** A part of a page's text as pdf.js gives it, in the order in which it is drawn. */
interface Piece {
  readonly str: string
  readonly hasEOL: boolean
  readonly dir: string
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
}

/** Pieces of one line without a wide gap. `at`: its position in the order of drawing. Lengths are in points; `y` grows upwards. */
interface Segment {
  text: string
  readonly x0: number
  x1: number
  readonly y: number
  readonly height: number
  readonly at: number
  readonly isRtl: boolean
}

/** The widest gap inside a line, and the narrowest between two columns, relative to the height of the text. */
const MAX_GAP = 0.7
const MIN_COLUMN_LINES = 3
const MAX_GUTTERS = 8
const MAX_COLUMN_DEPTH = 4

/** The segments of a page; none if some of its text isn't horizontal. */
function segmentsOf(pieces: readonly Piece[]): Segment[] {
  const segments: Segment[] = []
  let isSpaced = false
  for (const { str, dir, transform, width, height } of pieces) {
    if (str.trim() === '') {
      isSpaced = true
      continue
    }
    const [a = 0, b = 0, , d = 0, x0 = 0, y = 0] = transform
    if (a <= 0 || Math.abs(b) > a / 100) return []
    const size = height || Math.abs(d)
    const last = segments.at(-1)
    if (last && Math.abs(last.y - y) < size / 2 && x0 > last.x1 - size && x0 - last.x1 < MAX_GAP * size) {
      last.text += (isSpaced ? ' ' : '') + str
      last.x1 = Math.max(last.x1, x0 + width)
    } else segments.push({ text: str, x0, x1: x0 + width, y, height: size, at: segments.length, isRtl: dir === 'rtl' })
    isSpaced = false
  }
  return segments
}

/** The lines of a page whose columns are drawn row by row, column by column; undefined for any other page. */
function columnLines(segments: readonly Segment[], depth = 0): string[] | undefined {
  if (depth === MAX_COLUMN_DEPTH || segments.length < 2 * MIN_COLUMN_LINES) return undefined
  const rows = rowsOf(segments)
  for (const gutter of guttersOf(segments)) {
    const lines: string[] = []
    let run: Segment[] = []
    let isFound = false
    const close = (): void => {
      const isRtl = run.filter((one) => one.isRtl).length > run.length / 2
      const sides = [run.filter(({ x0 }) => x0 < gutter), run.filter(({ x0 }) => x0 >= gutter)] as const
      const [first, second] = isRtl ? [sides[1], sides[0]] : sides
      if (areColumns(...sides) && isInterleaved(first, second)) {
        isFound = true
        for (const side of [first, second]) lines.push(...(columnLines(side, depth + 1) ?? rowsOf(side).map(rowText)))
      } else lines.push(...rowsOf(run).map(rowText))
      run = []
    }
    for (const row of rows) {
      if (row.some(({ x0, x1 }) => x0 < gutter && x1 > gutter)) {
        close()
        lines.push(rowText(row))
      } else run.push(...row)
    }
    close()
    if (isFound) return lines
  }
  return undefined
}

/** Segments by their rows, from above, each from left to right. */
function rowsOf(segments: readonly Segment[]): Segment[][] {
  const rows: Segment[][] = []
  for (const one of segments.toSorted((a, b) => b.y - a.y || a.x0 - b.x0)) {
    const row = rows.at(-1)
    if (row?.[0] && row[0].y - one.y < one.height / 2) row.push(one)
    else rows.push([one])
  }
  return rows.map((row) => row.toSorted((a, b) => a.x0 - b.x0))
}

function rowText(row: readonly Segment[]): string {
  const isRtl = row.filter((one) => one.isRtl).length > row.length / 2
  return (isRtl ? row.toReversed() : row).map(({ text }) => text.trim()).join(' ')
}

/** The edges at which most segments begin or end, as positions between two columns. */
function guttersOf(segments: readonly Segment[]): number[] {
  const counts = new Map<number, number>()
  for (const edge of segments.flatMap(({ x0, x1 }) => [Math.floor(x0), Math.ceil(x1) + 1])) counts.set(edge, (counts.get(edge) ?? 0) + 1)
  const common = [...counts].filter(([, count]) => count >= MIN_COLUMN_LINES).toSorted(([a, n], [b, m]) => m - n || a - b)
  return common.slice(0, MAX_GUTTERS).map(([edge]) => edge)
}

/** Whether texts side by side are columns of prose: neither cells of a table nor below each other. */
function areColumns(left: readonly Segment[], right: readonly Segment[]): boolean {
  const sides = [left, right].map(rowsOf)
  if (sides.some((rows) => rows.length < MIN_COLUMN_LINES)) return false
  const most = (list: readonly Segment[], of: (one: Segment) => number): number => list.reduce((max, one) => Math.max(max, of(one)), -Infinity)
  const gap = -most(right, ({ x0 }) => -x0) - most(left, ({ x1 }) => x1)
  const [top, bottom] = [
    Math.min(
      most(left, ({ y }) => y),
      most(right, ({ y }) => y)
    ),
    Math.max(-most(left, ({ y }) => -y), -most(right, ({ y }) => -y))
  ]
  return gap >= MAX_GAP * (left[0]?.height ?? 0) && top > bottom && sides.every(isProse)
}

/** Whether lines are prose: long, about as wide as each other, and often beginning inside a sentence, where the script has lower case. */
function isProse(rows: readonly Segment[][]): boolean {
  const texts = rows.map(rowText)
  const widths = rows.map((row) => (row.at(-1)?.x1 ?? 0) - (row[0]?.x0 ?? 0)).toSorted((a, b) => a - b)
  const isWide = (widths[widths.length >> 1] ?? 0) > 0.6 * (widths.at(-1) ?? 0)
  const length = texts.reduce((sum, text) => sum + text.length, 0) / texts.length
  const going = texts.slice(1).filter((text) => /^\p{Ll}/u.test(text)).length
  return isWide && length >= 12 && (going >= 0.3 * (texts.length - 1) || !texts.some((text) => /\p{Ll}/u.test(text)))
}

/** Whether a part of the second column was drawn before the end of the first. */
const isInterleaved = (first: readonly Segment[], second: readonly Segment[]): boolean =>
  (second[0]?.at ?? 0) < first.reduce((max, { at }) => Math.max(max, at), 0)

/*
 * Texts in Chinese, Japanese and Korean often name a predefined map from their codes to numbers of glyphs (CIDs), and readers are to know those maps and
 * what each glyph means. No such tables are needed where the codes are those of an encoding that the platform decodes: here a code has the CID of a block
 * of its own, beyond those of Adobe's glyphs, and the way back from there is known. Adobe's own CIDs lead to a lone surrogate: what they mean isn't known.
 */

/** For each of Adobe's collections where its own CIDs end, and the characters that get CIDs after them. */
const HAN: readonly (readonly [number, number])[] = [
  [0x20, 0x4ff],
  [0x2000, 0x33ff],
  [0x4e00, 0x9fff],
  [0xf900, 0xffef]
]
const EXTENSION = [0x3400, 0x4dbf] as const
const COLLECTIONS: Readonly<Record<string, { readonly end: number; readonly blocks: readonly (readonly [number, number])[] }>> = {
  GB1: { end: 30_600, blocks: HAN },
  CNS1: { end: 19_200, blocks: [...HAN, EXTENSION] },
  Japan1: { end: 23_100, blocks: [...HAN, EXTENSION] },
  Korea1: { end: 18_400, blocks: [...HAN, [0xac00, 0xd7a3]] }
}
/** A character whose meaning the file doesn't say: half of a pair, alone. */
const UNKNOWN = /[\ud800-\udbff](?![\udc00-\udfff])/g
const [SURROGATES, SURROGATE_COUNT] = [0xd800, 0x400]

/** Predefined maps by their names: the encoding of their codes, and whether these have seven bits. */
const ENCODINGS: readonly (readonly [RegExp, collection: string, encoding: string | undefined, sevenBits?: true])[] = [
  [/^Uni(?:GB|CNS|JIS|KS).*-(?:UCS2|UTF16)/, '', 'utf-16be'],
  [/^GB.*EUC-|^GBK/, 'GB1', 'gb18030'],
  [/^GBT?-[HV]$/, 'GB1', 'gb18030', true],
  [/B5/, 'CNS1', 'big5'],
  [/RKSJ/, 'Japan1', 'shift_jis'],
  [/^(?:78-)?EUC-/, 'Japan1', 'euc-jp'],
  [/^(?:(?:78|Add|Ext|NWP)-)?[HV]$/, 'Japan1', 'euc-jp', true],
  [/^KSC(?:ms-UHC|-EUC|pc-EUC)/, 'Korea1', 'euc-kr'],
  [/^KSC-[HV]$/, 'Korea1', 'euc-kr', true]
]
const UNICODE: Readonly<Record<string, string>> = { UniGB: 'GB1', UniCNS: 'CNS1', UniJIS: 'Japan1', UniKS: 'Korea1' }

/** Every code has one of Adobe's CIDs: what it means isn't known. */
const UNKNOWN_CODES =
  '1 begincodespacerange <0000> <ffff> endcodespacerange 4 begincidrange <0000> <3fff> 0 <4000> <7fff> 0 <8000> <bfff> 0 <c000> <ffff> 0 endcidrange'

const hex = (n: number, digits = 4): string => `<${n.toString(16).padStart(digits, '0')}>`

/** Gives pdf.js the predefined maps that it asks for, as text. Nothing else is read. */
class CharacterMaps {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl') throw new Error('Nothing is fetched.')
    return new TextEncoder().encode(mapNamed(filename))
  }
}

function mapNamed(name: string): string {
  const meaning = /^Adobe-(\w+)-UCS2$/.exec(name)?.[1]
  if (meaning !== undefined) return meanings(meaning)
  const [, given, encoding, sevenBits] = ENCODINGS.find(([pattern]) => pattern.test(name)) ?? []
  const collection = given === '' ? UNICODE[/^Uni[A-Z]+/.exec(name)?.[0] ?? ''] : given
  const { end, blocks } = COLLECTIONS[collection ?? ''] ?? { end: 0, blocks: [] }
  if (encoding === undefined) return UNKNOWN_CODES
  const cids = new Map<number, number>()
  let next = end
  for (const [from, to] of blocks) for (let code = from; code <= to; code++) cids.set(code, next++)
  return encoding === 'utf-16be' ? unicodeMap(cids) : legacyMap(cids, new TextDecoder(encoding), sevenBits === true)
}

/** What CIDs mean. */
function meanings(collection: string): string {
  const { end, blocks } = COLLECTIONS[collection] ?? { end: 0, blocks: [] }
  const ranges: string[] = []
  for (let cid = 0; cid < end; cid += SURROGATE_COUNT) ranges.push(`${hex(cid)} ${hex(Math.min(cid + SURROGATE_COUNT, end) - 1)} ${hex(SURROGATES)}`)
  let next = end
  for (const [from, to] of blocks) {
    ranges.push(`${hex(next)} ${hex(next + to - from)} ${hex(from)}`)
    next += to - from + 1
  }
  return `1 begincodespacerange <0000> <ffff> endcodespacerange ${ranges.length} beginbfrange ${ranges.join(' ')} endbfrange`
}

function unicodeMap(cids: ReadonlyMap<number, number>): string {
  const entries = [...cids].map(([code, cid]) => `${hex(code)} ${cid}`)
  return `1 begincodespacerange <0000> <ffff> endcodespacerange ${entries.length} begincidchar ${entries.join(' ')} endcidchar`
}

/** Every code of one or two bytes: the character that it decodes to, or one that isn't known. */
function legacyMap(cids: ReadonlyMap<number, number>, decoder: InstanceType<typeof TextDecoder>, sevenBits: boolean): string {
  const entries: string[] = []
  const singles = new Set<number>()
  const add = (bytes: readonly number[]): boolean => {
    const text = decoder.decode(Uint8Array.from(bytes))
    const cid = text.length === 1 && text !== '\ufffd' ? cids.get(text.charCodeAt(0)) : undefined
    const code = bytes.map((byte) => (sevenBits ? byte & 0x7f : byte).toString(16).padStart(2, '0')).join('')
    if (cid !== undefined || bytes.length > 1) entries.push(`<${code}> ${cid ?? 0}`)
    return cid !== undefined
  }
  if (!sevenBits) for (let byte = 0x20; byte <= 0xff; byte++) if (add([byte])) singles.add(byte)
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    if (singles.has(lead)) continue
    for (let trail = sevenBits ? 0xa1 : 0x40; trail <= 0xfe; trail++) add([lead, trail])
  }
  const leads = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) =>
    sevenBits ? byte >= 0x21 && byte <= 0x7e : byte > 0x80 && !singles.has(byte)
  )
  const spaces = [
    ...(sevenBits ? [] : ['<00> <80>', ...[...singles].filter((byte) => byte > 0x80).map((byte) => `${hex(byte, 2)} ${hex(byte, 2)}`)]),
    ...leads.map((lead) => `${hex((lead << 8) | (sevenBits ? 0x21 : 0x40))} ${hex((lead << 8) | (sevenBits ? 0x7e : 0xff))}`)
  ]
  return `${spaces.length} begincodespacerange ${spaces.join(' ')} endcodespacerange ${entries.length} begincidchar ${entries.join(' ')} endcidchar`
}

const task = (workerData as { pdf?: PdfTask } | null)?.pdf
if (task)
  read(task).catch((thrown: unknown) => tell({ fault: thrown instanceof Error && thrown.name === 'PasswordException' ? 'encrypted' : 'broken' }))
