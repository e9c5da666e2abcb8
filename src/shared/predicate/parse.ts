import { own } from '../base/json'
import { leafOf, QUANTIFIERS } from './paths'
import { leavesOf, typeOf, type ComparisonOperator, type Leaf, type Node, type ArithmeticOperator, type ValueType } from './tree'
import { fault, MAX_EXPRESSION_LENGTH, tokens, type TextSpan, type Token } from './tokens'

/** The maximum nesting of parentheses and `not`. */
const MAX_NESTING = 32

/** A parsed expression. `text` is the source without surrounding spaces. */
export interface Expression {
  text: string
  root: Node
}

const COMPARISONS: Readonly<Record<string, ComparisonOperator>> = { '=': '==', '==': '==', '!=': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' }
const CONSTANTS: Readonly<Record<string, boolean | undefined>> = { true: true, false: false, nothing: undefined }
const JOINS: Readonly<Record<string, 'and' | 'or'>> = { and: 'and', '&&': 'and', or: 'or', '||': 'or' }
const WORDS = ['and', 'or', 'not', ...Object.keys(CONSTANTS)]

/**
 * Reads an expression over the state. The grammar, loosest first:
 *
 *     or       = and { ("or" | "||") and }
 *     and      = not { ("and" | "&&") not }
 *     not      = ("not" | "!") not | compare
 *     compare  = sum [ ("==" | "=" | "!=" | "<" | "<=" | ">" | ">=") sum ]
 *     sum      = product { ("+" | "-") product }
 *     product  = single { ("*" | "/") single }
 *     single   = number | "-" number | text | "true" | "false" | "nothing" | path | "(" or ")"
 *     path     = name { "." (name | text) } [ "(" text ")" ]
 *
 * A comparison with `any.` or `all.` in it is asked of everybody of that group, one after the other.
 * Throws Problem `bad-input` with a sentence and, in data, the place `at`–`end`.
 */
export function parse(text: string): Expression {
  const reader = new Reader(tokens(text))
  return { text: text.trim(), root: reader.whole() }
}

class Reader {
  #at = 0
  #depth = 0

  constructor(private readonly list: readonly Token[]) {}

  whole(): Node {
    if (this.#now().kind === 'end') throw fault('The expression is empty. Write one such as actor.Wren.hp == 0.', this.#now())
    const node = this.#truth(this.#or())
    if (this.#now().kind === 'end') return node
    throw fault(`"${this.#now().text}" can't be used here. Join two conditions with "and" or "or".`, this.#now())
  }

  #now(): Token {
    return this.list[this.#at] as Token
  }

  /** Consumes the current word if it is one of these. */
  #take(...words: readonly string[]): Token | undefined {
    const { kind, text } = this.#now()
    return kind !== 'string' && kind !== 'end' && words.includes(text) ? this.list[this.#at++] : undefined
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > MAX_NESTING)
      throw fault(`This expression is nested more than ${MAX_NESTING} levels deep. Remove some parentheses.`, this.#now())
    const out = read()
    this.#depth--
    return out
  }

  #or(): Node {
    return this.#joined(['or', '||'], () => this.#joined(['and', '&&'], () => this.#not()))
  }

  #joined(words: readonly string[], part: () => Node): Node {
    let left = part()
    for (let word = this.#take(...words); word; word = this.#take(...words)) {
      const [a, b] = [this.#truth(left), this.#truth(part())]
      left = { kind: own(JOINS, word.text) ?? 'and', left: a, right: b, at: a.at, end: b.end }
    }
    return left
  }

  #not(): Node {
    const word = this.#take('not', '!')
    if (!word) return this.#compare()
    const of = this.#truth(this.#deeper(() => this.#not()))
    return { kind: 'not', of, at: word.at, end: of.end }
  }

  #compare(): Node {
    const left = this.#sum()
    const word = this.#take(...Object.keys(COMPARISONS))
    if (!word) return left
    const op = own(COMPARISONS, word.text) ?? '=='
    const right = this.#sum()
    checkComparison(op, word, left, right)
    return overEach({ kind: 'compare', op, left: placed(left, right), right: placed(right, left), at: left.at, end: right.end })
  }

  #sum(): Node {
    return this.#reckoned(['+', '-'], () => this.#reckoned(['*', '/'], () => this.#single()))
  }

  #reckoned(signs: readonly string[], part: () => Node): Node {
    let left = part()
    for (let word = this.#take(...signs); word; word = this.#take(...signs)) {
      const right = part()
      for (const side of [left, right]) mustBeNumber(side, `"${word.text}" works on numbers`)
      left = { kind: 'sum', op: word.text as ArithmeticOperator, left, right, at: left.at, end: right.end }
    }
    return left
  }

  #single(): Node {
    const token = this.#now()
    const { at, end, text, kind } = token
    const open = this.#take('(')
    if (open) {
      const inner = this.#deeper(() => this.#or())
      const close = this.#take(')')
      if (!close) throw fault('This parenthesis is never closed. Add ")" after its content.', open)
      return inner
    }
    if (this.#take('-')) {
      const number = this.list[this.#at]
      if (number?.kind !== 'number') throw fault('Write a minus before a number, or with a space on each side between two numbers.', token)
      this.#at++
      return { kind: 'value', value: -Number(number.text), at, end: number.end }
    }
    if (kind === 'end') throw fault('The expression ends too early. Add a name, a number or a text.', token)
    if (kind === 'sign' || ['and', 'or'].includes(text)) throw fault(`"${text}" can't be used here. Write a name, a number or a text.`, token)
    this.#at++
    if (kind === 'number') return { kind: 'value', value: Number(text), at, end }
    if (kind === 'string') return { kind: 'value', value: text, at, end }
    if (Object.hasOwn(CONSTANTS, text) && this.#now().text !== '.') return { kind: 'value', value: own(CONSTANTS, text), at, end }
    return this.#path(token)
  }

  #path(first: Token): Leaf {
    const parts = [first]
    for (let dot = this.#take('.'); dot; dot = this.#take('.')) {
      const part = this.#now()
      if (part.kind !== 'name' && part.kind !== 'string') throw fault('A name must follow this dot.', dot)
      parts.push(part)
      this.#at++
    }
    const argument = this.#argument()
    return leafOf(parts, argument, { at: first.at, end: this.list[this.#at - 1]?.end ?? first.end })
  }

  /** The text in parentheses after a path. */
  #argument(): Token | undefined {
    if (this.#now().text !== '(' || this.#now().kind !== 'sign') return undefined
    const open = this.list[this.#at++] as Token
    const argument = this.#now()
    if (argument.kind !== 'string') throw fault('Put a text in quotes between these parentheses.', argument.text === ')' ? open : argument)
    this.#at++
    if (!this.#take(')')) throw fault('This parenthesis is never closed. Add ")" after the text.', open)
    return argument
  }

  /** Requires a node that can be true or false. */
  #truth(node: Node): Node {
    if (node.kind !== 'leaf' || !node.over) return node
    if (node.type === 'truth' || node.type === 'any') return overEach(node)
    throw fault(`This has one value for each of several. Compare it, or write ${QUANTIFIERS.slice(2).join(', ')} instead of ${node.over.how}.`, node)
  }
}

/** A text compared with a place id is itself the id of a place. */
function placed(node: Node, other: Node): Node {
  if (node.kind !== 'leaf' || !node.places || other.kind !== 'value' || typeof other.value !== 'string') return node
  const { value: id, at, end } = other
  return { ...node, names: [...node.names, { kind: 'place', id, at, end, exists: (from) => from.place(id) !== undefined }] }
}

/** A comparison with `any` or `all` in it, evaluated for each member of the group. */
function overEach(body: Node): Node {
  const overs = ownLeaves(body).flatMap((leaf) => (leaf.over ? [{ ...leaf.over, leaf }] : []))
  const [first] = overs
  if (!first) return body
  const other = overs.find(({ how, of }) => how !== first.how || of !== first.of)
  if (other) throw fault('One comparison can read only one group, with "any" or with "all". Write two comparisons.', other.leaf)
  return { kind: 'each', how: first.how, of: first.of, body, at: body.at, end: body.end }
}

/** The leaves that belong to this comparison and not to one inside it. */
function ownLeaves(node: Node): Leaf[] {
  if (node.kind === 'compare' || node.kind === 'sum') return [...ownLeaves(node.left), ...ownLeaves(node.right)]
  return node.kind === 'leaf' ? [node] : []
}

const CALLED: Record<ValueType, string> = { number: 'a number', text: 'a text', truth: 'true or false', any: 'a value' }

function mustBeNumber(node: Node, why: string): void {
  const actual = typeOf(node)
  if (actual !== 'number' && actual !== 'any') throw fault(`${why}, but this is ${CALLED[actual]}.`, node)
}

function checkComparison(op: ComparisonOperator, word: TextSpan, left: Node, right: Node): void {
  if (op !== '==' && op !== '!=') for (const side of [left, right]) mustBeNumber(side, `"${op}" compares numbers`)
  const [a, b] = [typeOf(left), typeOf(right)]
  if (a !== 'any' && b !== 'any' && a !== b)
    throw fault(`The left side is ${CALLED[a]} and the right side is ${CALLED[b]}, so they are never equal.`, word)
}

/** Returns whether a name can be written without quotes between dots. */
export const isPlain = (name: string): boolean => /^[\p{L}\p{N}_]+(?:-+[\p{L}\p{N}_]+)*$/u.test(name) && name.length < MAX_EXPRESSION_LENGTH

/** A name as it is written between dots. */
export const written = (name: string): string => (isPlain(name) && !WORDS.includes(name) ? name : JSON.stringify(name))

/** All names that an expression uses. */
export const namesOf = ({ root }: Expression): Leaf['names'] => leavesOf(root).flatMap(({ names }) => names)
