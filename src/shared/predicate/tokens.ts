import { Problem } from '../base/problem'

/** A position in an expression: the offset of the first character, and the offset after the last. */
export interface TextSpan {
  at: number
  end: number
}

/** A token of an expression. `text` of a string is the part between its quotes. */
export interface Token extends TextSpan {
  kind: 'name' | 'number' | 'string' | 'sign' | 'end'
  text: string
}

/** The maximum length of an expression, in characters. */
export const MAX_EXPRESSION_LENGTH = 500

const SIGNS = /^(?:==|!=|<=|>=|&&|\|\||[=<>!()+*/.,-])/
const NUMBER = /^\d+(?:\.\d+)?/
/** A dash between letters belongs to the name. Subtraction needs spaces around the minus sign. */
const NAME = /^[\p{L}_][\p{L}\p{N}_]*(?:-+[\p{L}\p{N}_]+)*/u
/** After a dot a name may begin with a digit. */
const PART = /^[\p{L}\p{N}_]+(?:-+[\p{L}\p{N}_]+)*/u

/** A parse error: `bad-input`, with the position in data `at` and `end`. */
export const fault = (message: string, { at, end }: TextSpan): Problem => new Problem('bad-input', message, { at, end })

/** Splits an expression into tokens, the last one of kind `end`. Throws Problem `bad-input` with the position. */
export function tokens(text: string): Token[] {
  if (text.length > MAX_EXPRESSION_LENGTH)
    throw fault(`This expression is longer than ${MAX_EXPRESSION_LENGTH} characters. Shorten it.`, { at: MAX_EXPRESSION_LENGTH, end: text.length })
  const out: Token[] = []
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at)
    const space = /^\s+/.exec(rest)?.[0]
    if (space !== undefined) {
      at += space.length
      continue
    }
    const token = rest.startsWith('"') || rest.startsWith("'") ? quoted(rest, at) : bare(rest, at, out.at(-1)?.text === '.')
    out.push(token)
    at = token.end
  }
  return [...out, { kind: 'end', text: '', at: text.length, end: text.length }]
}

function bare(rest: string, at: number, afterDot: boolean): Token {
  const name = (afterDot ? PART : NAME).exec(rest)?.[0]
  const number = name === undefined ? NUMBER.exec(rest)?.[0] : undefined
  const token = name ?? number ?? SIGNS.exec(rest)?.[0]
  if (token === undefined) {
    const [sign = ''] = rest
    throw fault(`"${sign}" can't be used here. Use names, numbers, texts in quotes, == != < <= > >= + - * / and ( ).`, { at, end: at + sign.length })
  }
  return { kind: name === undefined ? (number === undefined ? 'sign' : 'number') : 'name', text: token, at, end: at + token.length }
}

function quoted(rest: string, at: number): Token {
  const quote = rest[0]
  let text = ''
  for (let i = 1; i < rest.length; i++) {
    if (rest[i] === quote) return { kind: 'string', text, at, end: at + i + 1 }
    if (rest[i] === '\\' && i + 1 < rest.length) i++
    text += rest[i]
  }
  throw fault('This text is never closed. Add a quote at its end.', { at, end: at + rest.length })
}
