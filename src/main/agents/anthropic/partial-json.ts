import type { Params, ParamValue } from '../../../shared/story/play'

/**
 * The fields of an incomplete JSON object: `{"text": "The door cre` gives `{text: 'The door cre'}`. Fields that are missing, unreadable, or no
 * possible value of a tool's field are left out. For drafts only.
 */
export function partialFields(json: string): Params {
  const reader = new Reader(json)
  const fields: Params = {}
  if (!reader.take('{')) return fields
  while (reader.at('"')) {
    const key = reader.string()
    if (key.open || !reader.take(':')) break
    const value = reader.value()
    if (value !== undefined) fields[key.text] = value
    if (!reader.take(',')) break
  }
  return fields
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

class Reader {
  #at = 0
  constructor(private readonly json: string) {}

  at(mark: string): boolean {
    while (/\s/.test(this.json[this.#at] ?? '')) this.#at++
    return this.json[this.#at] === mark
  }

  take(mark: string): boolean {
    const token = this.at(mark)
    if (token) this.#at++
    return token
  }

  /** Reads a string, whether or not its closing quote has arrived. An incomplete escape at the end is left out. */
  string(): { text: string; open: boolean } {
    this.take('"')
    let text = ''
    for (; this.#at < this.json.length; this.#at++) {
      const sign = this.json[this.#at] as string
      if (sign === '"') {
        this.#at++
        return { text, open: false }
      }
      if (sign !== '\\') {
        text += sign
        continue
      }
      const escaped = this.json[++this.#at]
      if (escaped === 'u') {
        const code = this.json.slice(this.#at + 1, this.#at + 5)
        if (!/^[0-9a-f]{4}$/i.test(code)) break
        text += String.fromCharCode(Number.parseInt(code, 16))
        this.#at += 4
      } else if (escaped !== undefined) text += ESCAPES[escaped] ?? escaped
    }
    this.#at = this.json.length
    return { text: text.replace(/[\ud800-\udbff]$/, ''), open: true }
  }

  value(): ParamValue | undefined {
    if (this.at('"')) return this.string().text
    if (this.take('[')) return this.#list()
    const word = /^[^,}\]\s]*/.exec(this.json.slice(this.#at))?.[0] ?? ''
    this.#at += word.length
    // A number or word is complete only if another character follows it.
    if (this.#at >= this.json.length) return undefined
    if (word === 'true' || word === 'false') return word === 'true'
    return word !== '' && Number.isFinite(Number(word)) ? Number(word) : undefined
  }

  #list(): string[] {
    const items: string[] = []
    while (this.at('"')) {
      items.push(this.string().text)
      if (!this.take(',')) break
    }
    this.take(']')
    return items
  }
}
