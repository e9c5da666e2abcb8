import { own } from '../../../shared/base/json'
import { NAMED_ARGUMENTS, NAMED_FIELDS, NAMED_KEYS, type RuleNameKind } from '../../../shared/story/rule-names'

/** The string literal at the cursor in a rule. */
interface CodePlace {
  kind: RuleNameKind
  /** The text before the cursor, and its offset in the line. */
  word: string
  from: number
}

/** The kind of name that is expected in the string literal at the end of a line of code; undefined if none is. */
export function codePlace(before: string): CodePlace | undefined {
  const open = openQuote(before)
  if (open === undefined) return undefined
  const place = { word: before.slice(open + 1), from: open + 1 }
  const code = before.slice(0, open)
  const key = /[.?]\s*(\w+)\s*(?:\?\.)?\[\s*$/.exec(code)?.[1]
  const map = key === undefined ? undefined : own(NAMED_KEYS, key)
  if (map) return { kind: map, ...place }
  const field = /[{,\s](\w+)\s*:\s*$/.exec(code)?.[1]
  const named = field === undefined ? undefined : own(NAMED_FIELDS, field)
  if (named) return { kind: named, ...place }
  const call = callAround(code)
  const known = call && own(NAMED_ARGUMENTS, call.name)
  if (known && known[0] === call.argument) return { kind: known[2], ...place }
  return /\b(?:followUp\s*:|\.result\()\s*\[[^\]]*$/.test(code) ? { kind: 'action', ...place } : undefined
}

function openQuote(text: string): number | undefined {
  let open: number | undefined
  for (let i = 0; i < text.length; i++) {
    const one = text[i]
    if (one === '\\') i++
    else if (open !== undefined) {
      if (one === text[open]) open = undefined
    } else if (one === "'" || one === '"') open = i
    else if (one === '/' && text[i + 1] === '/') return undefined
  }
  return open
}

/** The call whose brackets enclose the end of a text, and the index of the argument there. */
function callAround(code: string): { name: string; argument: number } | undefined {
  let depth = 0
  let argument = 0
  for (let i = code.length - 1; i >= 0; i--) {
    const one = code[i] ?? ''
    if (')]}'.includes(one)) depth++
    else if ('([{'.includes(one)) {
      if (depth === 0) {
        const name = one === '(' ? /(\w+)\s*$/.exec(code.slice(0, i))?.[1] : undefined
        return name === undefined ? undefined : { name, argument }
      }
      depth--
    } else if (one === ',' && depth === 0) argument++
  }
  return undefined
}
