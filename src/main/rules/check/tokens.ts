import { parse } from 'sucrase/dist/parser/index.js'
import { formatTokenType } from 'sucrase/dist/parser/tokenizer/types.js'

/** One token. `start` and `end` are offsets in its code. `role`: how a name is used; absent for a property after a dot. */
export interface Token {
  kind: string
  text: string
  line: number
  start: number
  end: number
  role?: 'read' | 'declared' | 'key'
}

/** Sucrase's numbers for names that are declared in any scope, or imported. */
const DECLARED = [2, 3, 4, 5, 6, 7, 9]
const KEY = 10

/** The tokens of a compiled rule file, or of its `TypeScript`, without comments; none if it isn't code of that language. */
export function tokensOf(code: string, isTypeScript = false): Token[] {
  let parsed: ReturnType<typeof parse>['tokens']
  try {
    parsed = parse(code, false, isTypeScript, false).tokens
  } catch {
    return []
  }
  let line = 1
  let at = 0
  return parsed.flatMap(({ type, start, end, identifierRole }): Token[] => {
    for (; at < start; at++) if (code.charCodeAt(at) === 10) line++
    const kind = formatTokenType(type)
    if (kind === 'eof') return []
    const token: Token = { kind, line, start, end, text: code.slice(start, end) }
    if (identifierRole !== null) token.role = DECLARED.includes(identifierRole) ? 'declared' : identifierRole === KEY ? 'key' : 'read'
    return [token]
  })
}

/** The value of a string token; undefined for any other token. */
export function stringOf(token: Token | undefined): string | undefined {
  return token?.kind !== 'string' ? undefined : token.text.slice(1, -1).replace(/\\(['"\\])/g, '$1')
}

const OPENS = ['(', '[', '{', '${']
const CLOSES = [')', ']', '}']

/** The comma-separated parts in the bracket that opens at `from`, with inner brackets kept whole. */
export function partsOf(tokens: readonly Token[], from: number): Token[][] {
  const parts: Token[][] = [[]]
  for (let at = from + 1, depth = 1; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (OPENS.includes(token.kind)) depth++
    else if (CLOSES.includes(token.kind)) depth--
    if (depth === 0) break
    if (depth === 1 && token.kind === ',') parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}
