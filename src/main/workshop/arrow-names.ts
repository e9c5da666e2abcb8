import { attempt } from '../../shared/base/attempt'
import {
  type ArrowDocument,
  type ArrowId,
  idByName,
  offsetOf,
  placeholders,
  readArrow,
  safeName,
  splits,
  updateCharacter,
  updateVariable,
  writeArrow
} from '../../arrow'
import { fold } from '../../shared/story/names'
import type { NameSpan } from './name-patterns'

/** The form in which two names of the same character are equal: Arrow writes names without spaces and apostrophes. */
export const looseName = (name: string): string => fold(safeName(name.trim().replaceAll('’', "'")))

/** The names in an Arrow document: its variables are facts, its characters are those of the world. Undefined if it can't be read. */
export function namesInArrow(text: string): NameSpan[] | undefined {
  const document = readOrNothing(text)
  if (!document) return undefined
  const { variables, characters } = document.resources
  const kinds = new Map<string, 'fact' | 'character'>()
  const out: NameSpan[] = []
  const add = (kind: 'fact' | 'character', set: string, id: ArrowId, name: string): void => {
    kinds.set(name, kind)
    const start = offsetOf(text, ['resources', set, String(id), 'name'])
    if (text[start] === '"') out.push({ kind, id: name, start: start + 1, end: start + 1 + name.length, form: 'arrow', defines: kind === 'fact' })
  }
  for (const [id, { name }] of variables) add('fact', 'variables', id, name)
  for (const [id, { name }] of characters) add('character', 'characters', id, name)
  for (const { inner, start } of placeholders(text)) {
    const name = kinds.get(inner) === 'fact' ? inner : splits(inner).find((one) => kinds.get(one.name) === 'character')?.name
    const kind = name === undefined ? undefined : kinds.get(name)
    if (name !== undefined && kind) out.push({ kind, id: name, start: start + 1, end: start + 1 + name.length, form: 'arrow', defines: false })
  }
  return out
}

/** An Arrow document's text with a fact or character renamed, also where texts expose it; undefined if it doesn't contain the old name. */
export function renamedInArrow(text: string, kind: 'fact' | 'character', from: string, to: string): string | undefined {
  const document = readOrNothing(text)
  const set = kind === 'fact' ? 'variables' : 'characters'
  const id = document && idByName(document.resources, set, from)
  if (!document || id === undefined) return undefined
  return writeArrow(kind === 'fact' ? updateVariable(document, id, { name: to }) : updateCharacter(document, id, { name: to }))
}

const readOrNothing = (text: string): ArrowDocument | undefined => attempt(() => readArrow(text).document, undefined)
