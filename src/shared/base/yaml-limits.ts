import { Lexer } from 'yaml'

/**
 * The first line (from 1) at which a YAML text exceeds the limits for nesting or size, and a remedy; undefined if it doesn't. Call it before parsing:
 * the parser recurses for every level, and a stack overflow in it can end the whole process.
 */
export function overLimits(text: string, { depth, entries }: { depth: number; entries: number }): { line: number; reason: string } | undefined {
  let [line, tokens, flow, dashes] = [1, 0, 0, 0]
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') flow++
    else if (token === ']' || token === '}') flow--
    else if (token === '-' || token === '?') dashes++
    else if (token.includes('\n')) {
      line += token.split('\n').length - 1
      dashes = 0
    } else if (/^ +$/.test(token) && token.length > 4 * depth) return { line, reason: 'is indented too far. Write it with less nesting' }
    if (flow + dashes > depth) return { line, reason: `is nested more than ${depth} levels deep. Write it with less nesting` }
    if (++tokens > 4 * entries) return { line, reason: `exceeds the limit of ${entries} entries. Split the file` }
  }
  return undefined
}
