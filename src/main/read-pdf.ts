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

/** Text of a page, a line for each line. */
type Piece = { str: string; hasEOL: boolean } | object

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

async function pageText(pdf: Awaited<ReturnType<typeof getDocumentProxy>>, n: number): Promise<string | null> {
  try {
    const page = await pdf.getPage(n)
    const { items } = await page.getTextContent()
    page.cleanup()
    return (items as Piece[]).map((one) => ('str' in one ? `${one.str}${one.hasEOL ? '\n' : ''}` : '')).join('')
  } catch {
    return null
  }
}

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
  read(task).catch((thrown: unknown) => {
    tell({ fault: thrown instanceof Error && thrown.name === 'PasswordException' ? 'encrypted' : 'broken' })
  })
