import type { Json, JsonObject } from '../../../shared/base/json'

/** A value's position in YAML, in UTF-16 units; `end` is after its last character. An absent value (`key:`) is an empty leaf. */
export type LayoutNode = LayoutMap | LayoutLeaf

/** A map, block or flow. `indent` is the column of a block map's keys. Entries are in the file's order. */
export interface LayoutMap {
  kind: 'map'
  block: boolean
  indent: number
  start: number
  end: number
  entries: Map<string, LayoutEntry>
  value: JsonObject
}

/** A value that changes only as a whole: a scalar or a sequence, whose `items` the full parser gives. `line` is true if it is on one line. */
export interface LayoutLeaf {
  kind: 'leaf'
  items?: readonly LayoutNode[]
  line: boolean
  start: number
  end: number
  value: Json
}

/** A key with its value. `start` is the key's first character, `colon` is after the colon. */
export interface LayoutEntry {
  start: number
  colon: number
  node: LayoutNode
}

/** A part of a text, and what to write there. */
export interface TextReplacement {
  start: number
  end: number
  text: string
}

/** The text with every edit applied. Of two at one position, the earlier comes first. */
export function applied(text: string, edits: readonly TextReplacement[]): string {
  if (edits.length === 0) return text
  const parts: string[] = []
  let at = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, edit.start), edit.text)
    at = Math.max(at, edit.end)
  }
  return `${parts.join('')}${text.slice(at)}`
}

/** The maximum nesting of maps and sequences in a campaign file. */
export const MAX_YAML_DEPTH = 40

const INT = /^[-+]?[0-9]+$/
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
const PREFIXED = /^0[ox]|^[-+]?\.(?:inf|nan)/i

/** A plain scalar's value in YAML's core schema; undefined for rare number formats that the full parser handles. */
export function plainValue(text: string): Json | undefined {
  const first = text.charCodeAt(0)
  if (first <= 57) {
    // digits, sign or dot
    if (INT.test(text) || FLOAT.test(text)) return Number(text)
    return PREFIXED.test(text) ? undefined : text
  }
  switch (text) {
    case 'true':
    case 'True':
    case 'TRUE':
      return true
    case 'false':
    case 'False':
    case 'FALSE':
      return false
    case 'null':
    case 'Null':
    case 'NULL':
    case '~':
      return null
    default:
      return text
  }
}
