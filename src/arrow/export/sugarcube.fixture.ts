// The part of Twee 3 and of SugarCube's markup that the exported stories need, by their specifications.

/** A passage of a Twee file. */
export interface Passage {
  readonly tags: readonly string[]
  readonly text: string
}

/** Reads Twee 3 by its specification. Throws an Error for an invalid header or a duplicate name. */
export function readTwee(text: string): Map<string, Passage> {
  const passages = new Map<string, Passage>()
  for (const part of text.split(/^::/m).slice(1)) {
    const [header = '', ...body] = part.split('\n')
    const found = /^\s*((?:\\.|[^[\]{}\\])+?)\s*(?:\[([^\]]*)\])?\s*(\{.*\})?\s*$/.exec(header)
    if (!found) throw new Error(`No header: ${header}`)
    const [, name = '', tags = '', about = '{}'] = found
    JSON.parse(about)
    if (passages.has(name)) throw new Error(`Two passages are called ${name}`)
    passages.set(name, { tags: tags.split(' ').filter((one) => one !== ''), text: body.join('\n').trimEnd() })
  }
  return passages
}

type Part = string | { macro: string; args: string; parts: Part[] }
const CONTAINERS = ['if', 'switch', 'link']
const BETWEEN = ['elseif', 'else', 'case']

/** Markup as a tree. Throws an Error for an unknown or unclosed macro. */
function parse(text: string): Part[] {
  const root: Part[] = []
  const stack: { macro: string; args: string; parts: Part[] }[] = []
  let from = 0
  const into = (): Part[] => stack.at(-1)?.parts ?? root
  for (const { 0: whole, 1: slash, 2: macro = '', 3: args = '', index } of text.matchAll(
    /<<(\/?)(\w+)((?:\s+(?:"(?:\\.|[^"\\])*"|`[^`]*`|[^"`>]|>(?!>))*)?)>>/g
  )) {
    into().push(text.slice(from, index))
    from = index + whole.length
    if (slash) {
      while (BETWEEN.includes(stack.at(-1)?.macro ?? '')) stack.pop()
      if (stack.pop()?.macro !== macro) throw new Error(`<</${macro}>> closes nothing`)
      continue
    }
    const part = { macro, args: args.trim(), parts: [] }
    if (BETWEEN.includes(macro)) {
      while (BETWEEN.includes(stack.at(-1)?.macro ?? '')) stack.pop()
      if (stack.length === 0) throw new Error(`<<${macro}>> stands alone`)
    } else if (
      !CONTAINERS.includes(macro) &&
      !['set', 'unset', 'run', 'print', 'include', 'goto', 'textbox', 'numberbox', 'checkbox'].includes(macro)
    )
      throw new Error(`There is no macro <<${macro}>>`)
    into().push(part)
    if (BETWEEN.includes(macro) || CONTAINERS.includes(macro)) stack.push(part)
  }
  into().push(text.slice(from))
  if (stack.length > 0) throw new Error(`<<${stack.at(-1)?.macro}>> is never closed`)
  return root
}

/** What a reader sees of wiki text: entities become characters; unexpected markup throws an Error. */
function plain(text: string): string {
  const bare = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^''((?:(?!'').)*)''(?=:)/gm, '$1')
    .replace(/\[img\[[^[\]|]+\]\]|<img src="[^"<>]+"(?: \w+="\w*")*>/g, '')
  const markup = /\[\[|<[a-z!/]|\/\/|__|==|~~|\^\^|\{\{|\$\w|@@|--|''|"""/i.exec(bare)
  if (markup) throw new Error(`Markup in a text: ${bare.slice(markup.index, markup.index + 40)}`)
  return bare.replace(/^(?:!!|\* )/gm, '').replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}

/** A story in play. */
export class SugarCube {
  readonly #passages: Map<string, Passage>
  readonly #variables: Record<string, unknown> = {}
  #text = ''
  links: { text: string; parts: Part[] }[] = []

  constructor(twee: string, start: string) {
    this.#passages = readTwee(twee)
    for (const { text } of this.#passages.values()) if (!text.startsWith('{')) parse(text)
    this.#run(parse(this.#passages.get('StoryInit')?.text ?? ''))
    this.#goto(start)
  }
  /** What the page shows, one line each, without the links. */
  get lines(): string[] {
    return linesOf(this.#text)
  }
  follow(index: number): void {
    this.#run(this.links[index]?.parts ?? [])
  }
  #goto(name: string): void {
    this.#text = ''
    this.links = []
    this.#include(name)
  }
  #include(name: string): void {
    const passage = this.#passages.get(name)
    if (!passage) throw new Error(`There is no passage “${name}”`)
    this.#run(parse(passage.text))
  }
  #value(expression: string): unknown {
    const code = expression
      .replace(/^`(.*)`$/s, '$1')
      .split(/("(?:\\.|[^"\\])*")/)
      .map((part, k) => (k % 2 === 1 ? part : part.replace(/\$(\w+)/g, 'V.$1').replace(/\bto\b/g, '=')))
      .join('')
    // oxlint-disable-next-line typescript/no-implied-eval -- SugarCube’s expressions are JavaScript; these are of our own making
    return new Function('V', 'random', 'either', `return (${code})`)(
      this.#variables,
      (from: number) => from,
      (one: unknown) => one
    )
  }
  #run(parts: readonly Part[]): void {
    for (const part of parts) {
      if (typeof part === 'string') this.#text += plain(part)
      else this.#macro(part)
    }
  }
  #macro({ macro, args, parts }: Exclude<Part, string>): void {
    switch (macro) {
      case 'set':
      case 'run':
        return void this.#value(args)
      case 'unset':
        delete this.#variables[args.slice(1)]
        return
      case 'print':
        this.#text += String(this.#value(args))
        return
      case 'include':
        return this.#include(String(this.#value(args)))
      case 'goto':
        return this.#goto(String(this.#value(args)))
      case 'link': {
        const text = String(this.#value(args)).replace(/\$(\w+)/g, (_, name: string) => String(this.#variables[name]))
        this.links.push({ text: linesOf(text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))).join(' '), parts })
        return
      }
      case 'if':
      case 'switch':
        return this.#run(this.#branch(macro, args, parts))
      default:
    }
  }
  #branch(macro: string, args: string, parts: readonly Part[]): readonly Part[] {
    const first = parts.findIndex((part) => typeof part !== 'string' && BETWEEN.includes(part.macro))
    const rest = first < 0 ? [] : parts.slice(first).filter((part) => typeof part !== 'string')
    const value = this.#value(args)
    if (macro === 'if' && value) return first < 0 ? parts : parts.slice(0, first)
    const branch = rest.find((part) => part.macro === 'else' || (macro === 'if' ? this.#value(part.args) : this.#value(part.args) === value))
    return branch?.parts ?? []
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
