import { isObject, type Json, own } from '../../../shared/base/json'
import { freeName, slug } from '../../../shared/story/names'
import { linesOf, listOf, tagsOf, tagsText } from '../../fields/field-values'

/** The value of a typed text, null to remove the field, or a sentence about why it can't be saved. */
type Typed = { value: Json | null } | string

/** The text form of a field: one text, a number, words separated by commas, a name and a value per line or an objective per line. */
export type ValueKind = 'text' | 'number' | 'list' | 'pairs' | 'objectives'

/** The value of a field in a file, as an editable text. */
export function textOf(kind: ValueKind, value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (kind === 'objectives')
    return objectives(value)
      .map(({ text, done }) => `${done ? '[x] ' : ''}${text}`)
      .join('\n')
  if (Array.isArray(value)) return value.map(String).join(kind === 'pairs' ? '\n' : ', ')
  if (kind === 'pairs') return tagsText(value as Record<string, string | number | boolean>)
  return Object.keys(value).join(', ')
}

/** The ids in the value of a field: a text, a list or the keys of a map. */
export const idsOf = (value: Json | undefined): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : isObject(value) ? Object.keys(value) : []

/** The value of a typed text. `before`: the value in the file; `bad`: what to say about a text that has none. */
export function valueOf(kind: ValueKind, text: string, before: Json | undefined, bad: string): Typed {
  const typed = text.trim()
  if (typed === '') return { value: null }
  switch (kind) {
    case 'number': {
      const number = Number(typed.replace(',', '.').replace(/^[\u2212]/, '-'))
      return Number.isFinite(number) ? { value: number } : bad
    }
    case 'list':
      return { value: listOf(typed) }
    case 'pairs': {
      const pairs = tagsOf(typed)
      return 'bad' in pairs ? bad : { value: pairs.tags }
    }
    case 'objectives':
      return { value: typedObjectives(typed, before) }
    default:
      return { value: typed }
  }
}

interface Objective {
  id: string
  text: string
  done: boolean
  entry: Json | undefined
}

function objectives(value: Json | undefined): Objective[] {
  const entries = Array.isArray(value) ? value.map((one, i): [string, Json] => [`${i + 1}`, one]) : isObject(value) ? Object.entries(value) : []
  return entries.map(([id, entry]) => {
    const text = isObject(entry) ? own(entry, 'text') : entry
    return { id, text: typeof text === 'string' ? text : id, done: isObject(entry) && entry['done'] === true, entry }
  })
}

/** The objectives in a text, one per line. An objective with the same words, else the one on the same line, keeps its id and its other fields. */
function typedObjectives(typed: string, before: Json | undefined): Json {
  const old = objectives(before)
  const lines = linesOf(typed).map((line) => ({ done: /^\[x\]/i.test(line), text: line.replace(/^\[x?\s*\]\s*/i, '') }))
  const kept = new Set(lines.map(({ text }) => text))
  const usedIds = new Set<string>()
  const out: Record<string, Json> = {}
  for (const [i, { done, text }] of lines.entries()) {
    const same = old.find((one) => one.text === text && !usedIds.has(one.id))
    const sameLine = old[i]
    const previous = same ?? (sameLine && !kept.has(sameLine.text) && !usedIds.has(sameLine.id) ? sameLine : undefined)
    const id = previous?.id ?? freeName(slug(text), (name) => usedIds.has(name) || old.some((one) => one.id === name))
    usedIds.add(id)
    const { done: _, ...rest } = isObject(previous?.entry) ? previous.entry : {}
    out[id] = { ...rest, text, ...(done ? { done: true } : {}) }
  }
  return out
}
