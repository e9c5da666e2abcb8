import { MAX_ID } from '../document'
import { clipped } from '../../shared/words/clipped'

/** A JSON value as it was read: objects are Maps, so that their order and names such as `12` and `__proto__` stay. */
export type JsonTree = string | number | boolean | null | JsonTree[] | JsonMap
export type JsonMap = Map<string, JsonTree>

/** A value that was read differently from its text, such as `1.9` as 1. `offset` counts UTF-16 units. */
export interface Remark {
  readonly offset: number
  readonly message: string
}

/** An earlier value of a name that stands several times in an object. `offset` is that of the name which replaced it. */
export interface Duplicate {
  readonly branch: JsonMap
  readonly name: string
  readonly value: JsonTree
  readonly offset: number
}

/** The value of a text. `cut` says where and why reading ended early; without `recover` it is thrown instead. */
export interface JsonReading {
  readonly value: JsonTree
  readonly remarks: readonly Remark[]
  /** The values that a later one of the same name replaced, in the order of the text. */
  readonly duplicates: readonly Duplicate[]
  /** White space (and a byte order mark) before and after the value. */
  readonly around: readonly [before: string, after: string]
  readonly cut?: JsonFault
}

/** A text that isn't JSON. */
export class JsonFault extends Error {
  constructor(
    override readonly message: string,
    readonly offset: number
  ) {
    super(message)
  }
}

/** The maximum nesting of lists and objects. Documents of Arrow need 9 levels. */
const MAX_DEPTH = 200
/** The maximum number of remarks. */
const MAX_REMARKS = 100

/**
 * Reads JSON as tolerantly as Arrow: raw control characters and `\v` in texts and commas before a closing bracket are fine. Numbers become integers
 * below 2^53, and the last of equal names wins; each such change leaves a remark. With `recover`, a truncated text yields the part before the break.
 * `offsets` is filled with the offsets of the values in each list and object.
 */
export function parseJson(
  text: string,
  { recover = false, offsets }: { recover?: boolean; offsets?: Map<JsonTree, Map<string, number>> } = {}
): JsonReading {
  return new Reader(text, recover, offsets).document()
}

class Reader {
  #at = 0
  #cut: JsonFault | undefined
  readonly #remarks: Remark[] = []
  readonly #duplicates: Duplicate[] = []
  readonly #text: string
  readonly #recover: boolean
  readonly #offsets: Map<JsonTree, Map<string, number>> | undefined

  constructor(text: string, recover: boolean, offsets: Map<JsonTree, Map<string, number>> | undefined) {
    this.#text = text
    this.#recover = recover
    this.#offsets = offsets
  }

  document(): JsonReading {
    if (this.#text.startsWith('\uFEFF')) {
      this.#remark('The file begins with a byte order mark. A save leaves it out.', 0)
      this.#at = 1
    }
    this.#space()
    const start = this.#at
    let value: JsonTree = null
    try {
      value = this.#value(0)
    } catch (fault) {
      if (!this.#recover || !(fault instanceof JsonFault)) throw fault
      this.#cut ??= fault
    }
    const end = this.#at
    this.#space()
    if (!this.#cut && this.#at < this.#text.length) this.#cut = this.#fault('Something follows after the end of the document')
    if (this.#cut && !this.#recover) throw this.#cut
    const around = [this.#text.slice(0, start), this.#cut ? '' : this.#text.slice(end)] as const
    return { value, remarks: this.#remarks, duplicates: this.#duplicates, around, ...(this.#cut && { cut: this.#cut }) }
  }

  #remark(message: string, offset: number): void {
    if (this.#remarks.length < MAX_REMARKS) this.#remarks.push({ message, offset })
  }

  #fault(message: string, offset = this.#at): JsonFault {
    return new JsonFault(message, offset)
  }

  #space(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return
      this.#at++
    }
  }

  #value(depth: number): JsonTree {
    const code = this.#text.charCodeAt(this.#at)
    if (code === 0x22) return this.#string()
    if (code === 0x7b) return this.#object(depth + 1)
    if (code === 0x5b) return this.#list(depth + 1)
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return this.#number()
    return this.#word()
  }

  #word(): JsonTree {
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#at)) continue
      this.#at += word.length
      return value
    }
    if (this.#at >= this.#text.length) throw this.#fault('The file ends in the middle of the document')
    throw this.#fault(`A value is expected, but there is ${this.#shown()}`)
  }

  #shown(): string {
    const letter = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0)
    return this.#at >= this.#text.length ? 'the end of the file' : /[\s\p{C}]/u.test(letter) ? 'a character that can’t stand there' : `“${letter}”`
  }

  #enter(depth: number): void {
    if (depth > MAX_DEPTH) throw this.#fault(`Lists and objects are nested more than ${MAX_DEPTH} deep`)
    this.#at++
    this.#space()
  }

  /** Reads the comma or the closing bracket after an item; returns whether that was the closing bracket. */
  #closes(bracket: number): boolean {
    this.#space()
    const code = this.#text.charCodeAt(this.#at)
    if (code === 0x2c) {
      this.#at++
      this.#space()
      if (this.#text.charCodeAt(this.#at) !== bracket) return false
    } else if (code !== bracket) {
      throw this.#at >= this.#text.length
        ? this.#fault('The file ends in the middle of the document')
        : this.#fault(`A comma or “${String.fromCharCode(bracket)}” is expected, but there is ${this.#shown()}`)
    }
    this.#at++
    return true
  }

  /** Runs `read`, which fills a list or an object. In recovery, a fault ends it and all enclosing values, which keep what was read so far. */
  #guarded(read: () => void): void {
    if (!this.#recover) {
      read()
      return
    }
    try {
      read()
    } catch (fault) {
      if (!(fault instanceof JsonFault)) throw fault
      this.#cut ??= fault
    }
  }

  #list(depth: number): JsonTree[] {
    this.#enter(depth)
    const list: JsonTree[] = []
    if (this.#text.charCodeAt(this.#at) === 0x5d) {
      this.#at++
      return list
    }
    this.#guarded(() => {
      do {
        this.#note(list, String(list.length))
        list.push(this.#value(depth))
      } while (!this.#cut && !this.#closes(0x5d))
    })
    return list
  }

  #object(depth: number): JsonMap {
    this.#enter(depth)
    const branch: JsonMap = new Map()
    if (this.#text.charCodeAt(this.#at) === 0x7d) {
      this.#at++
      return branch
    }
    this.#guarded(() => {
      do {
        this.#member(branch, depth)
      } while (!this.#cut && !this.#closes(0x7d))
    })
    return branch
  }

  /** Notes the offset of the value that is read next. */
  #note(parent: JsonTree[] | JsonMap, key: string): void {
    if (!this.#offsets) return
    const inside = this.#offsets.get(parent)
    if (inside) inside.set(key, this.#at)
    else this.#offsets.set(parent, new Map([[key, this.#at]]))
  }

  #member(branch: JsonMap, depth: number): void {
    const start = this.#at
    if (start >= this.#text.length) throw this.#fault('The file ends in the middle of the document')
    if (this.#text.charCodeAt(start) !== 0x22) throw this.#fault(`A name in quotes is expected, but there is ${this.#shown()}`)
    const name = this.#string()
    this.#space()
    if (this.#text.charCodeAt(this.#at) !== 0x3a)
      throw this.#fault(`A colon is expected after the name “${clipped(name, 40)}”, but there is ${this.#shown()}`)
    this.#at++
    this.#space()
    this.#note(branch, name)
    const value = this.#value(depth)
    const earlier = branch.get(name)
    if (earlier !== undefined) {
      this.#remark(`“${clipped(name, 40)}” stands here a second time. The last one counts; the others are lost on a save.`, start)
      this.#duplicates.push({ branch, name, value: earlier, offset: start })
    }
    branch.set(name, value)
  }

  #number(): number {
    NUMBER.lastIndex = this.#at
    const literal = NUMBER.exec(this.#text)?.[0]
    if (literal === undefined) throw this.#fault('“-” is not a number')
    const read = Number(literal)
    const value = Math.min(MAX_ID, Math.max(-MAX_ID, Math.trunc(read))) || 0
    if (!Number.isInteger(read)) this.#remark(`${clipped(literal, 40)} is read as ${value}, because documents hold only whole numbers.`, this.#at)
    else if (!Number.isSafeInteger(read)) this.#remark(`${clipped(literal, 40)} is too large and is read as ${value}.`, this.#at)
    this.#at += literal.length
    return value
  }

  #string(): string {
    const start = this.#at + 1
    const text = this.#text
    let at = start
    let code = text.charCodeAt(at)
    while (code !== 0x22 && code !== 0x5c && at < text.length) code = text.charCodeAt(++at)
    if (code === 0x22) {
      this.#at = at + 1
      return text.slice(start, at)
    }
    return this.#escaped(start, at)
  }

  /** Reads the rest of a text from its first backslash on. */
  #escaped(start: number, first: number): string {
    const text = this.#text
    let out = ''
    let from = start
    let at = first
    for (;;) {
      const code = text.charCodeAt(at)
      if (at >= text.length) throw this.#fault('A text in quotes has no end', start - 1)
      if (code === 0x22) break
      if (code !== 0x5c) {
        at++
        continue
      }
      out += text.slice(from, at)
      const letter = text.charAt(at + 1)
      if (letter === 'u') {
        const hex = text.slice(at + 2, at + 6)
        if (!/^[\da-fA-F]{4}$/.test(hex)) throw this.#fault('\\u needs four hexadecimal digits', at)
        out += String.fromCharCode(Number.parseInt(hex, 16))
        at += 6
      } else {
        out += LETTERS[letter] ?? letter
        at += 2
      }
      from = at
    }
    this.#at = at + 1
    return out + text.slice(from, at)
  }
}

const NUMBER = /-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?/y
const WORDS: readonly (readonly [string, JsonTree])[] = [
  ['true', true],
  ['false', false],
  ['null', null]
]
const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** The line and column of an offset in a text, both counted from 1. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const start = before.lastIndexOf('\n') + 1
  let line = 1
  for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) line++
  return { line, column: offset - start + 1 }
}
