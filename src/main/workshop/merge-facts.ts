import { isObject, type Json } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import { isArrowPath } from '../../shared/story/layout'
import type { FileNames } from './file-names'
import { NameIndex, type Texts } from './name-index'
import { placesIn, valueAt, valueOf, without } from './name-places'
import { planRename } from './rename'

/**
 * The files with one fact in place of another one. Where both are in one list or map, the second one stays with its value. Throws Problem `refused` if
 * something needs one with and the other one without its `!`, or if an Arrow document has both as variables.
 */
export function planMerge(index: NameIndex, texts: Texts, from: string, to: string): { files: Map<string, string | null>; summary: string } {
  const summary = `Merged the fact “${from}” into “${to}”`
  for (const id of [from, to])
    if (!index.defines({ kind: 'fact', id })) throw new Problem('not-found', `There is no fact “${id}” any more. Look at the list again.`, { id })
  if (from === to) throw new Problem('refused', "A fact can't be merged into itself. Choose another one.")
  const files = new Map<string, string | null>()
  for (const file of index.files.values()) {
    const spans = file.names.filter(({ kind, id }) => kind === 'fact' && id === from)
    if (spans.length === 0 || file.path.endsWith('.ts')) continue
    if (isArrowPath(file.path)) {
      if (!file.names.some(({ kind, id }) => kind === 'fact' && id === to)) continue
      throw new Problem('refused', `${file.path} has both “${from}” and “${to}” as variables. Replace one by the other in the document first.`)
    }
    const cuts = doubles(
      file,
      spans.flatMap(({ form, start }) => (form === 'yaml' ? [start] : [])),
      from,
      to
    )
    if (cuts.length > 0) files.set(file.path, without(file.path, file.text, cuts))
  }
  const merged = new Map([...texts, ...files].flatMap(([path, text]) => (text === null ? [] : [[path, text] as const])))
  const rest = new NameIndex(merged)
  if (!rest.defines({ kind: 'fact', id: from })) return { files, summary }
  return { files: new Map([...files, ...planRename(rest, merged, { kind: 'fact', id: from }, to, false, [], true).files]), summary }
}

/** The paths of names whose list or map has the other name too. */
function doubles(file: FileNames, offsets: readonly number[], from: string, to: string): (readonly string[])[] {
  const value = valueOf(file.path, file.text)
  return placesIn(file.path, file.text, offsets).flatMap((place) => {
    if (!place) return []
    const { keys, isKey } = place
    const around: Json | undefined = valueAt(value, keys.slice(0, -1))
    if (isKey) return isObject(around) && Object.hasOwn(around, to) ? [keys] : []
    if (!Array.isArray(around)) return []
    const isNot = valueAt(value, keys) === `!${from}`
    if (around.includes(isNot ? to : `!${to}`))
      throw new Problem(
        'refused',
        `“${file.title ?? file.path}” needs “${isNot ? `!${from}` : from}” and “${isNot ? to : `!${to}`}” at once. Correct that first.`
      )
    return around.includes(isNot ? `!${to}` : to) ? [keys] : []
  })
}
