/** The text that the HTML-JS runtime shows once the browser has interpreted BBCode and HTML, for comparisons with recorded plays. */

/** Replaces a converted BBCode tag. Removed from the text first, so that it is unambiguous. */
const MARK = '\u{10FFFE}'

/** `open`, then each of `until` after at least one character; the part at `keptPart`, counted from `open`, stays as text, or none does. */
interface Rule {
  open: string
  until: readonly string[]
  /** Which part stays: 0 is the one after `open`. */
  keptPart?: number
  digits?: true
}

const pair = (tag: string): Rule => ({ open: `[${tag}]`, until: [`[/${tag}]`], keptPart: 0 })
const valued = (tag: string, ...between: string[]): Rule => ({
  open: `[${tag}=`,
  until: [...between, ']', `[/${tag}]`],
  keptPart: between.length + 1
})

/** The runtime replaces these in this order, each wherever all of it is on one line. */
const RULES: readonly Rule[] = [
  { open: '[br]', until: [] },
  ...['b', 'i', 'u', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p'].map(pair),
  valued('color'),
  { ...valued('size'), digits: true },
  { open: '[img]', until: ['[/img]'] },
  { open: '[img=', until: [']'] },
  pair('email'),
  valued('email'),
  pair('url'),
  { open: '[url=', until: ['|onclick]', '[/url]'], keptPart: 1 },
  valued('url', ' target='),
  valued('url'),
  valued('a'),
  pair('list'),
  pair('*'),
  valued('attr', ' value='),
  valued('attr'),
  valued('style')
]

/** The text of a title, a content or a monolog. The time is linear in its length. */
export function runtimeText(source: string): string {
  if (!source.includes('[')) return htmlText(source)
  const lines = source.replaceAll(MARK, '').split('\n')
  const marked = lines.map((line) => RULES.reduce((text, rule) => replaced(text, rule), line))
  return htmlText(marked.join('\n')).replaceAll(MARK, '')
}

function replaced(line: string, { open, until, keptPart: kept, digits }: Rule): string {
  if (!line.includes('[')) return line
  // Letters outside ASCII keep their length.
  const lower = line.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  let out = ''
  let done = 0
  for (let start = lower.indexOf(open); start >= 0; start = lower.indexOf(open, Math.max(start + 1, done))) {
    const parts: string[] = []
    let at = start + open.length
    for (const mark of until) {
      const end = lower.indexOf(mark, at + 1)
      if (end < 0) return out + line.slice(done)
      parts.push(line.slice(at, end))
      at = end + mark.length
    }
    if (digits && !/^\d+$/.test(parts[0] ?? '')) continue
    out += line.slice(done, start) + MARK + (kept === undefined ? '' : `${parts[kept] ?? ''}${MARK}`)
    done = at
  }
  return out + line.slice(done)
}

const RAW = /^(?:script|style|iframe|noembed|noframes|noscript|xmp|textarea|title)$/i

/** An element's `textContent` after `innerHTML = html`: tags and comments are removed, entities become characters. */
export function htmlText(html: string): string {
  const text = html.replaceAll(/\r\n?/g, '\n')
  if (!/[<&]/.test(text)) return text
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  let out = ''
  let at = 0
  while (at < text.length) {
    const open = text.indexOf('<', at)
    if (open < 0) return out + decoded(text.slice(at))
    out += decoded(text.slice(at, open))
    const tag = tagAt(text, open)
    if (!tag) {
      out += '<'
      at = open + 1
    } else if (tag.raw === undefined) at = tag.end
    else {
      const close = lower.indexOf(`</${tag.raw}`, tag.end)
      const inside = text.slice(tag.end, close < 0 ? text.length : close)
      out += /^(?:textarea|title)$/.test(tag.raw) ? decoded(inside) : inside
      at = close < 0 ? text.length : close
    }
  }
  return out
}

/** The tag or comment at `<`: its end, and its name if its content is raw text. undefined: the `<` is text. */
function tagAt(text: string, open: number): { end: number; raw?: string } | undefined {
  const after = text[open + 1] ?? ''
  if (text.startsWith('<!--', open)) return { end: endOf(text, '-->', open + 2) }
  if (after === '!' || after === '?') return { end: endOf(text, '>', open) }
  if (!/[a-z/]/i.test(after) || (after === '/' && !/[a-z>]/i.test(text[open + 2] ?? '')))
    return after === '/' && open + 2 < text.length ? { end: endOf(text, '>', open) } : undefined
  let quote = ''
  for (let i = open + 1; i < text.length; i++) {
    const char = text[i] ?? ''
    if (quote !== '') quote = char === quote ? '' : quote
    else if ((char === '"' || char === "'") && /=\s*$/.test(text.slice(Math.max(open, i - 20), i))) quote = char
    else if (char === '>') {
      const name = /^<([a-z0-9]+)/i.exec(text.slice(open, open + 20))?.[1]?.toLowerCase()
      return name !== undefined && RAW.test(name) ? { end: i + 1, raw: name } : { end: i + 1 }
    }
  }
  return { end: text.length }
}

const endOf = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at + mark.length
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  euro: '€',
  pound: '£',
  shy: '\u00ad',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  larr: '←',
  rarr: '→',
  uarr: '↑',
  darr: '↓',
  hearts: '♥',
  sect: '§',
  para: '¶',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  ntilde: 'ñ'
}
/** Entities that HTML accepts without a semicolon. */
const BARE = /^(?:amp|lt|gt|quot|nbsp|copy|reg|laquo|raquo|middot|times|deg|pound|shy|sect|para|eacute|egrave|agrave|ccedil|[aouAOU]uml|szlig|ntilde)/

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-f]{1,6});?|#(\d{1,7});?|([a-z]{2,8})(;?))/gi,
    (whole, hex?: string, decimal?: string, name = '', semicolon = '') => {
      const code = hex !== undefined ? Number.parseInt(hex, 16) : decimal !== undefined ? Number(decimal) : undefined
      if (code !== undefined) return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
      if (semicolon !== '') return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole
      const bare = BARE.exec(name)?.[0]
      return bare === undefined ? whole : `${NAMED[bare] ?? ''}${name.slice(bare.length)}`
    }
  )
}
