/** The offset of the value at a path in JSON text; if the path leads out of the text, of its last existing part. The text must be valid. */
export function offsetOf(text: string, path: readonly (string | number)[]): number {
  let at = skipSpace(text, text.startsWith('\uFEFF') ? 1 : 0)
  for (const key of path) {
    const inner = text[at] === '{' ? memberAt(text, at, String(key)) : text[at] === '[' ? itemAt(text, at, Number(key)) : undefined
    if (inner === undefined) return at
    at = inner
  }
  return at
}

/** The offset of the value of a member: of the last one with that name. */
function memberAt(text: string, object: number, name: string): number | undefined {
  let start: number | undefined
  let at = skipSpace(text, object + 1)
  while (text[at] === '"') {
    const end = skipString(text, at)
    const value = skipSpace(text, skipSpace(text, end) + 1)
    const literal = text.slice(at + 1, end - 1)
    if (literal === name || (literal.includes('\\') && unescaped(literal) === name)) start = value
    at = afterItem(text, skipValue(text, value))
  }
  return start
}

function itemAt(text: string, list: number, index: number): number | undefined {
  let at = skipSpace(text, list + 1)
  for (let i = 0; i < index && at < text.length && text[at] !== ']'; i++) at = afterItem(text, skipValue(text, at))
  return text[at] === ']' ? undefined : at
}

const afterItem = (text: string, end: number): number => {
  const at = skipSpace(text, end)
  return text[at] === ',' ? skipSpace(text, at + 1) : at
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (/[ \t\n\r]/.test(text[at] ?? '')) at++
  return at
}

function skipString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function skipValue(text: string, from: number): number {
  let depth = 0
  let at = from
  do {
    const letter = text[at]
    if (letter === '"') at = skipString(text, at)
    else if (letter === '{' || letter === '[') {
      depth++
      at++
    } else if (letter === '}' || letter === ']') {
      if (depth === 0) return at
      depth--
      at++
    } else if (letter === ',' && depth === 0) return at
    else at++
  } while (at < text.length && (depth > 0 || /[^\s,\]}]/.test(text[at] ?? ' ')))
  return at
}

function unescaped(literal: string): string {
  try {
    return String(JSON.parse(`"${literal}"`))
  } catch {
    return literal
  }
}
