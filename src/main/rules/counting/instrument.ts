import { parse } from '@babel/parser'

/** A place in a file that can be counted: a statement, or one arm of a `? :`. Lines count from 1; `end` is its last line. */
export interface CountedSpan {
  line: number
  end: number
  arm?: true
}

/** An instrumented file: the same code on the same lines, which counts the runs of its places in `counter`. */
export interface Instrumented {
  code: string
  places: CountedSpan[]
}

/** The parser's node for a piece of code. */
interface Node {
  type: string
  start: number
  end: number
  loc: { start: { line: number }; end: { line: number } }
}

/** Statements that only declare, or whose parts count themselves. */
const UNCOUNTED: ReadonlySet<string> = new Set(['FunctionDeclaration', 'BlockStatement', 'EmptyStatement', 'ImportDeclaration'])

/** The bodies of these may be a single statement without braces. */
const BODIES: Readonly<Record<string, readonly string[]>> = {
  IfStatement: ['consequent', 'alternate'],
  ForStatement: ['body'],
  ForInStatement: ['body'],
  ForOfStatement: ['body'],
  WhileStatement: ['body'],
  DoWhileStatement: ['body']
}

/**
 * Instruments a rule's JavaScript. Code outside functions runs when the game is loaded and isn't counted. `first`: the number of its first place;
 * `counter`: a name that occurs nowhere in the code. Undefined if the code can't be parsed.
 */
export function instrument(code: string, first: number, counter: string): Instrumented | undefined {
  try {
    return new Instrumenter(code, first, counter).run()
  } catch {
    // Nested too deeply, or not a module: the rule's own problem reports it.
    return undefined
  }
}

class Instrumenter {
  readonly #places: CountedSpan[] = []
  /** The insertions by position. At one position, closings come first, the inner before the outer; openings come in the order of the visit. */
  readonly #inserts: { at: number; order: number; text: string }[] = []

  constructor(
    private readonly code: string,
    private readonly first: number,
    private readonly counter: string
  ) {}

  run(): Instrumented {
    const { program } = parse(this.code, { sourceType: 'module' })
    this.#visit(program, false)
    const sorted = this.#inserts.toSorted((a, b) => a.at - b.at || a.order - b.order)
    const parts: string[] = []
    let from = 0
    for (const { at, text } of sorted) {
      parts.push(this.code.slice(from, at), text)
      from = at
    }
    return { code: [...parts, this.code.slice(from)].join(''), places: this.#places }
  }

  #visit(node: unknown, isInFunction: boolean): void {
    if (Array.isArray(node)) return node.forEach((one) => this.#visit(one, isInFunction))
    if (!isNode(node)) return
    const here = isInFunction || /Function|Method|StaticBlock/.test(node.type)
    if (here) this.#count(node)
    for (const [key, part] of Object.entries(node)) if (key !== 'loc' && typeof part === 'object') this.#visit(part, here)
  }

  #count(node: Node): void {
    const of = (key: string): unknown => (node as unknown as Record<string, unknown>)[key]
    for (const key of BODIES[node.type] ?? []) {
      const body = of(key)
      // A block's statements have their own counters.
      if (isNode(body) && body.type !== 'BlockStatement') this.#wrap(body, '{', ';', '}')
    }
    if (node.type === 'ConditionalExpression') for (const key of ['consequent', 'alternate']) this.#wrap(of(key) as Node, '(', ',', ')', true)
    const body = of('body')
    if (node.type === 'ArrowFunctionExpression' && isNode(body) && body.type !== 'BlockStatement') this.#wrap(body, '(', ',', ')')
    const list = node.type === 'BlockStatement' || node.type === 'StaticBlock' ? body : node.type === 'SwitchCase' ? of('consequent') : undefined
    if (Array.isArray(list)) for (const one of list) if (isNode(one) && !UNCOUNTED.has(one.type)) this.#insert(one.start, `${this.#next(one)};`)
  }

  /** Wraps an expression or statement in brackets, with its counter before it. */
  #wrap(node: Node, open: string, between: string, close: string, isArm = false): void {
    if (node.type === 'EmptyStatement') return
    this.#insert(node.start, `${open}${this.#next(node, isArm)}${between}`)
    this.#inserts.push({ at: node.end, order: -this.#inserts.length - 1, text: close })
  }

  #next({ loc: { start, end } }: Node, isArm = false): string {
    const number = this.first + this.#places.length
    this.#places.push({ line: start.line, end: end.line, ...(isArm ? { arm: true as const } : {}) })
    return `${this.counter}[${number}]++`
  }

  #insert(at: number, text: string): void {
    this.#inserts.push({ at, order: this.#inserts.length, text })
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value && 'loc' in value
