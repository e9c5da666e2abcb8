import type { ArrowValue } from '../document'
import { membersOf } from './members'

/** What can be printed: JSON values, with Maps as objects. */
export type Printable = ArrowValue | ReadonlyMap<string | number, unknown> | object

/** JSON as Godot 4 and hence Arrow prints it: a tab for each level, each item on its own line, no fractions of integers, no newline at the end. */
export function printJson(value: Printable): string {
  const out: string[] = []
  print(value, '\n', out)
  return out.join('')
}

/** Prints a value. `line` is the line break and indentation of the enclosing level. */
function print(value: unknown, line: string, out: string[]): void {
  if (typeof value === 'string') out.push(quote(value))
  else if (typeof value === 'number') out.push(Number.isFinite(value) ? String(value === 0 ? 0 : value) : 'null')
  else if (typeof value !== 'object' || value === null) out.push(String(value))
  else if (Array.isArray(value)) printList(value, line, out)
  else printMembers(value instanceof Map ? value : undefined, value, line, out)
}

function printList(list: readonly unknown[], line: string, out: string[]): void {
  if (list.length === 0) {
    out.push('[]')
    return
  }
  const inner = `${line}\t`
  let before = `[${inner}`
  for (const item of list) {
    out.push(before)
    print(item, inner, out)
    before = `,${inner}`
  }
  out.push(line, ']')
}

function printMembers(map: ReadonlyMap<string | number, unknown> | undefined, object: object, line: string, out: string[]): void {
  const inner = `${line}\t`
  let before = `{${inner}`
  const member = (name: string | number, value: unknown): void => {
    if (value === undefined) return
    out.push(before, typeof name === 'number' ? `"${name}"` : quote(name), ': ')
    if (map && typeof value === 'object' && value !== null) out.push(printedOnce(value, inner))
    else print(value, inner, out)
    before = `,${inner}`
  }
  if (map) for (const [name, value] of map) member(name, value)
  else for (const name of membersOf(object)) member(name, (object as Readonly<Record<string, unknown>>)[name])
  // An empty object contains an empty line.
  out.push(before.startsWith('{') ? `{\n${line}` : line, '}')
}

/** The printed items of Maps. Values never change, so only the new parts of a large document are printed again. */
const printed = new WeakMap<object, { readonly line: string; readonly text: string }>()

function printedOnce(item: object, line: string): string {
  const known = printed.get(item)
  if (known?.line === line) return known.text
  const out: string[] = []
  print(item, line, out)
  const text = out.join('')
  printed.set(item, { line, text })
  return text
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  // Godot writes \v, which no other reader of JSON accepts.
  '\v': '\\u000b'
}
const SPECIAL = /[\\"\b\f\n\r\t\v]/
const quote = (text: string): string => `"${SPECIAL.test(text) ? text.replace(/[\\"\b\f\n\r\t\v]/g, (letter) => ESCAPES[letter] ?? letter) : text}"`
