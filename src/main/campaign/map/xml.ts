import { Problem } from '../../../shared/problem'

/** An element of an XML text. Names come without their prefix; `text` is what stands directly in it. */
export interface Xml {
  name: string
  attributes: ReadonlyMap<string, string>
  children: Xml[]
  text: string
}

const MAX_DEPTH = 100
const MAX_ELEMENTS = 1_000_000
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const NAME = '[\\p{L}_:][\\p{L}\\p{N}_:.-]*'
/** One piece of markup, from `<` on. */
const MARKUP = new RegExp(
  [
    '<!--(?<comment>[\\s\\S]*?)-->',
    '<!\\[CDATA\\[(?<cdata>[\\s\\S]*?)\\]\\]>',
    '<\\?[\\s\\S]*?\\?>',
    '<!DOCTYPE(?<doctype>[^>[]*)>',
    `</(?<close>${NAME})\\s*>`,
    `<(?<open>${NAME})(?<inner>(?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(?<empty>/?)>`
  ].join('|'),
  'uy'
)
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'gu')

/**
 * Reads an XML text: elements, attributes, text, CDATA, the five entities and numbers of characters. Nothing is ever fetched: a text
 * that declares entities of its own is refused. Throws Problem `bad-input` with the line.
 */
export function readXml(text: string): Xml {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const top: Xml = { name: '', attributes: new Map(), children: [], text: '' }
  const open: { element: Xml; name: string; parts: string[] }[] = [{ element: top, name: '', parts: [] }]
  const bad = (at: number, why: string): Problem =>
    new Problem(
      'bad-input',
      `This file is not valid XML. Line ${source.slice(0, at).split('\n').length}: ${why}. Correct the file or export it again.`
    )
  const plain = (raw: string, at: number): string =>
    raw.includes('&')
      ? raw.replace(/&([^;\s&]*);?/g, (whole, name: string) => character(whole, name) ?? fail(bad(at, `"${whole}" is not a character`)))
      : raw
  let elements = 0
  for (let at = 0; at < source.length;) {
    const here = open.at(-1) as (typeof open)[number]
    const next = source.indexOf('<', at)
    const end = next < 0 ? source.length : next
    const between = source.slice(at, end)
    if (open.length === 1 && between.trim() !== '') throw bad(at, 'there is text outside the root element')
    if (between !== '') here.parts.push(plain(between, at))
    if (next < 0) break
    MARKUP.lastIndex = next
    const found = MARKUP.exec(source)
    if (!found) throw bad(next, source.startsWith('<!DOCTYPE', next) ? 'the file declares its own entities' : 'a tag is not complete')
    at = MARKUP.lastIndex
    const { cdata, close, open: name, inner = '', empty } = found.groups ?? {}
    if (cdata !== undefined) {
      if (open.length === 1) throw bad(next, 'there is text outside the root element')
      here.parts.push(cdata)
    } else if (close !== undefined) {
      if (here.name !== close) throw bad(next, `</${close}> closes no open element`)
      here.element.text = here.parts.join('')
      open.pop()
    } else if (name !== undefined) {
      if (++elements > MAX_ELEMENTS || open.length > MAX_DEPTH) throw bad(next, 'the file has too many elements, or they are nested too deeply')
      const element: Xml = { name: local(name), attributes: attributesIn(inner, (raw) => plain(raw, next), bad, next), children: [], text: '' }
      if (open.length === 1 && top.children.length > 0) throw bad(next, 'the file has a second root element')
      here.element.children.push(element)
      if (empty !== '/') open.push({ element, name, parts: [] })
    }
  }
  if (open.length > 1) throw bad(source.length, `<${open.at(-1)?.name}> is not closed`)
  const [root] = top.children
  if (!root) throw bad(0, 'the file has no element')
  return root
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

function fail(problem: Problem): never {
  throw problem
}

function attributesIn(inner: string, plain: (raw: string) => string, bad: (at: number, why: string) => Problem, at: number): Map<string, string> {
  const out = new Map<string, string>()
  for (const [, name = '', double, single = ''] of inner.matchAll(ATTRIBUTE)) {
    if (out.has(name)) throw bad(at, `the attribute ${name} occurs twice`)
    out.set(name, plain(double ?? single))
  }
  return out
}

/** The character that a reference means; undefined for what XML does not know or allow. */
function character(whole: string, name: string): string | undefined {
  if (!whole.endsWith(';')) return undefined
  if (Object.hasOwn(NAMED, name)) return NAMED[name]
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(name) ?? []
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16)
  const allowed =
    [9, 10, 13].includes(code) || (code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff)
  return allowed ? String.fromCodePoint(code) : undefined
}
