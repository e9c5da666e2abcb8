import type { NameKind } from '../../shared/contract/language-calls'
import { Problem } from '../../shared/base/problem'
import { isArrowPath } from '../../shared/story/layout'
import { safeName } from '../../arrow'
import { formatInline } from '../campaign/yaml/format'
import { looseName, renamedInArrow } from './arrow-names'
import { type FileNames, namesInFile } from './file-names'
import type { NameSpan } from './name-patterns'

export const refused = (sentence: string): Problem => new Problem('refused', sentence)

/** A name that became another one. */
export interface NameChange {
  kind: NameKind
  id: string
  to: string
}

/** The text of a file that refers to a thing by its new name. A name that the file can't hold stays as it is. */
export function renamedText(path: string, text: string, { kind, id, to }: NameChange): string {
  if (!text.includes(id) && !(kind === 'character' && isArrowPath(path))) return text
  const file = namesInFile(path, text)
  if (isArrowPath(path)) {
    if (kind !== 'fact' && kind !== 'character') return text
    const isMeant = (span: NameSpan): boolean => span.kind === kind && (kind === 'fact' ? span.id === id : looseName(span.id) === looseName(id))
    const named = new Set(file.names.filter(isMeant).map((span) => span.id))
    if (kind === 'fact' && safeName(to) !== to) return text
    return [...named].reduce((now, name) => renamedInArrow(now, kind, name, arrowName(kind, to, path)) ?? now, text)
  }
  const spans = file.names.filter((span) => span.kind === kind && span.id === id)
  const edits = new Map(spans.map((span) => [span.start, { start: span.start, end: span.end, text: written(file, span, to) }]))
  return applied(text, [...edits.values()])
}

/** A name in the form of an Arrow document. Throws Problem `refused` for a fact without such a form: facts are matched letter by letter. */
export function arrowName(kind: 'fact' | 'character', to: string, path: string): string {
  if (kind === 'character') return safeName(to)
  if (safeName(to) !== to)
    throw refused(`The fact can't be called "${to}", because it is a variable of ${path}. Choose a name without spaces, quotes, dots and braces.`)
  return to
}

/** A new name in the form that the position of the old one requires. */
export function written(file: FileNames, { start, end, form, prefix, escaped = false }: NameSpan, name: string): string {
  const source = file.text.slice(start, end)
  const to = `${prefix ?? ''}${name}`
  if (form === 'template') return to
  if (form === 'code') return requoted(file.text, start, to)
  if (form === 'expression') {
    if (/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(to) || /["']/.test(file.text[start - 1] ?? '')) return to
    return escaped ? `\\"${to}\\"` : `"${to}"`
  }
  if (source.startsWith("'")) return `'${to.replaceAll("'", "''")}'`
  return source.startsWith('"') ? JSON.stringify(to) : formatInline(to)
}

/** A text in the quotes of the literal that begins at an offset. */
export function requoted(code: string, start: number, text: string): string {
  const quote = code[start] === '"' ? '"' : "'"
  return `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`
}

/** A text with parts replaced. */
export function applied(text: string, edits: readonly { start: number; end: number; text: string }[]): string {
  let out = ''
  let at = 0
  for (const { start, end, text: next } of edits.toSorted((a, b) => a.start - b.start)) {
    out += text.slice(at, start) + next
    at = end
  }
  return out + text.slice(at)
}
