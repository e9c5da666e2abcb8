import type { ArrowDocument, ArrowId, ArrowNode, ArrowValue } from '../../document'
import { leadingInteger } from '../coercion'

/** A variable or tag that a node reads or sets: `v5` is variable 5, `c7.mood` a tag of character 7. */
export type Need = string

const list = (value: ArrowValue | undefined): readonly ArrowValue[] => (Array.isArray(value) ? value : [])
const idOf = (value: ArrowValue | undefined): ArrowId => leadingInteger(value, -1)

/** The variables and tags that decide which output a node leaves by; empty for nodes without a decision. */
export function needsOf({ type, data }: ArrowNode): Need[] {
  const tag = (key: ArrowValue | undefined): Need[] => (typeof key === 'string' && key !== '' ? [`c${idOf(data['character'])}.${key}`] : [])
  if (type === 'condition') {
    const [mode, value] = list(data['with'])
    return [`v${idOf(data['variable'])}`, ...(mode === 1 && idOf(value) !== idOf(data['variable']) ? [`v${idOf(value)}`] : [])]
  }
  if (type === 'tag_match') return tag(data['tag_key'])
  if (type === 'tag_pass') return list(list(data['pass'])[1]).flatMap((item) => tag(list(item)[0]))
  return []
}

/** The variable or tag that a node sets. */
export function setBy({ type, data }: ArrowNode): Need | undefined {
  if (type === 'variable_update' || type === 'generator' || type === 'user_input') return `v${idOf(data['variable'])}`
  const key = list(data['edit'])[1]
  return type === 'tag_edit' && typeof key === 'string' ? `c${idOf(data['character'])}.${key}` : undefined
}

/** The name of a need, as messages show it. */
export function needName({ resources }: ArrowDocument, need: Need): string {
  const [, kind = '', id = '', key = ''] = /^([vc])(-?\d+)(?:\.(.*))?$/s.exec(need) ?? []
  if (kind === 'v') return `\`${resources.variables.get(Number(id))?.name ?? id}\``
  return `${resources.characters.get(Number(id))?.name ?? id}'s tag \`${key}\``
}
