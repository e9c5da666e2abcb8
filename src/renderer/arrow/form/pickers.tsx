import { useCallback, type ReactElement } from 'react'
import { type ArrowDocument, type ArrowId, createCharacter, createVariable, safeName, type VariableType } from '../../../arrow'
import type { Choosable } from '../../ui/Chooser'
import { cssColor, typeLabel } from '../graph/cards'
import { nodeLabel } from '../outline/rows'
import { arrowTexts } from '../arrow-texts'
import { formTexts } from './form-texts'
import { PickField } from './controls'

const t = arrowTexts

/** A choice of a resource: one of the document, a new one, or none. */
export interface ResourceChoice extends Choosable {
  pick: ArrowId
  creates?: { name: string; type?: VariableType }
}

/** The colours of new characters, used in turn. */
const COLOURS = ['d98e73', '7fb4d9', 'a3c46c', 'c792d6', 'e0c15a', '6cc5b5', 'd97ba0', '9aa4e8']

/** Whether a name contains a query, in any case. */
export const matches = (name: string, query: string): boolean => name.toLowerCase().includes(query.trim().toLowerCase())

/** The choices of a character picker for a query. */
function characterChoices({ resources: { characters } }: ArrowDocument, query: string): ResourceChoice[] {
  const matching = [...characters].filter(([, { name }]) => matches(name, query)).map(([id, { name }]) => ({ id: String(id), pick: id, label: name }))
  const wanted = safeName(query.trim())
  const isNew = wanted !== '' && ![...characters.values()].some(({ name }) => name === wanted)
  return [
    ...(query.trim() === '' ? [{ id: 'none', pick: -1, label: formTexts.fields.anonymous }] : []),
    ...matching,
    ...(isNew ? [{ id: 'new', pick: -1, label: `New character “${wanted}”`, creates: { name: wanted } }] : [])
  ]
}

/** The choices of a variable picker for a query. */
function variableChoices({ resources: { variables } }: ArrowDocument, query: string, only?: VariableType): ResourceChoice[] {
  const matching = [...variables]
    .filter(([, { name, type }]) => matches(name, query) && (only === undefined || type === only))
    .map(([id, { name, type }]) => ({ id: String(id), pick: id, label: name, group: formTexts.fields.variableTypes[type] }))
  const wanted = safeName(query.trim())
  const isNew = wanted !== '' && ![...variables.values()].some(({ name }) => name === wanted)
  const types: readonly VariableType[] = only === undefined ? ['num', 'str', 'bool'] : [only]
  return [
    ...(query.trim() === '' && only === undefined ? [{ id: 'none', pick: -1, label: formTexts.fields.noVariable }] : []),
    ...matching,
    ...(isNew
      ? types.map((type) => ({
          id: `new-${type}`,
          pick: -1,
          label: `New ${formTexts.fields.variableTypes[type]} variable “${wanted}”`,
          creates: { name: wanted, type }
        }))
      : [])
  ]
}

/** The document with the choice applied, and the resource's id. */
export function chosen(
  document: ArrowDocument,
  kind: 'character' | 'variable',
  { pick, creates }: ResourceChoice
): { document: ArrowDocument; id: ArrowId } {
  if (!creates) return { document, id: pick }
  if (kind === 'variable') return createVariable(document, { name: creates.name, type: creates.type ?? 'num' })
  const color = COLOURS[document.resources.characters.size % COLOURS.length] ?? 'ffffff'
  return createCharacter(document, { name: creates.name, color })
}

interface PickerProps {
  document: ArrowDocument
  value: ArrowId
  onChoose: (choice: ResourceChoice) => void
  isFirst?: boolean
  label?: string
}

/** Chooses a character, or creates one by typing a new name. */
export function CharacterPicker({ document, value, label = 'Character', ...props }: PickerProps): ReactElement {
  const now = document.resources.characters.get(value)
  const find = useCallback((query: string) => characterChoices(document, query), [document])
  return (
    <PickField
      {...props}
      label={label}
      title="Character"
      words={now?.name ?? formTexts.fields.anonymous}
      dot={cssColor(now?.color)}
      placeholder="Name of a character"
      none={t.choose.nothing}
      find={find}
    />
  )
}

/** Chooses a variable, or creates one by typing a new name. With `only`, those of one type. */
export function VariablePicker({ document, value, label = 'Variable', only, ...props }: PickerProps & { only?: VariableType }): ReactElement {
  const now = document.resources.variables.get(value)
  const find = useCallback((query: string) => variableChoices(document, query, only), [document, only])
  return (
    <PickField
      {...props}
      label={label}
      title="Variable"
      words={now ? `${now.name} (${formTexts.fields.variableTypes[now.type]})` : formTexts.fields.noVariable}
      placeholder="Name of a variable"
      none={t.choose.nothing}
      find={find}
    />
  )
}

/** A node as a choice. */
export interface NodeChoice extends Choosable {
  pick: ArrowId
}

/** The nodes of the document that match a query by name, text or id, those of one scene first. */
export function nodeChoices(document: ArrowDocument, query: string, first: ArrowId, accepts: (id: ArrowId) => boolean): NodeChoice[] {
  const { scenes, nodes } = document.resources
  const order = [...scenes].sort(([a], [b]) => Number(b === first) - Number(a === first))
  return order.flatMap(([scene, { name, map }]) =>
    [...map.keys()].flatMap((id): NodeChoice[] => {
      const node = nodes.get(id)
      if (!node || !accepts(id)) return []
      const label = nodeLabel(document, id)
      if (!matches(`${label} ${node.name} ${id} ${typeLabel(node.type)}`, query)) return []
      return [{ id: String(id), pick: id, label, group: scene === first ? typeLabel(node.type) : `${name} · ${typeLabel(node.type)}` }]
    })
  )
}
