import type { ReactElement } from 'react'
import { type ArrowDocument, type ArrowId, type ArrowNode, type ArrowValue, dataOf, listOf, setData, textOf as asText } from '../../../arrow'
import { edit } from '../edits'
import { LiveCheck, LiveNumber, LiveText, type TextStyle } from './controls'
import { chosen, type ResourceChoice } from './pickers'

/** The properties of a node's fields. */
export interface FieldsProps {
  document: ArrowDocument
  id: ArrowId
  node: ArrowNode
  scene: ArrowId
}

export const textOf = (node: ArrowNode, member: string): string => asText(dataOf(node, member))
export const numberOf = (node: ArrowNode, member: string): number => {
  const value = dataOf(node, member)
  return typeof value === 'number' ? value : -1
}

/** Sets members of a node's data. Letters typed into one field are one undo step. */
export const set = (id: ArrowId, changes: Readonly<Record<string, ArrowValue | undefined>>): boolean =>
  edit((document) => setData(document, id, changes), { key: `${id}/${Object.keys(changes).join()}` })

/** Sets a member of a node's data to a resource, and creates the resource if it is new. `value` makes the member's value of the resource's id. */
export const setResource = (
  id: ArrowId,
  member: string,
  kind: 'character' | 'variable',
  choice: ResourceChoice,
  value: (resource: ArrowId) => ArrowValue = (resource) => resource
): boolean =>
  edit((document) => {
    const picked = chosen(document, kind, choice)
    return setData(picked.document, id, { [member]: value(picked.id) })
  })

/** A field for one item of a list in a node's data. */
export interface ListField extends TextStyle {
  at: number
  label: string
  hint?: string
  /** The smallest number. */
  least?: number
}

type ListFieldsProps = Pick<FieldsProps, 'id' | 'node'> & {
  member: string
  standard: readonly ArrowValue[]
  rows: readonly (readonly ListField[])[]
}

/** Rows of fields for the items of a list in a node's data. The `standard` list has the initial value of each item, and so its type. */
export function ListFields({ id, node, member, standard, rows }: ListFieldsProps): ReactElement {
  const list = listOf(dataOf(node, member))
  const fieldOf = ({ at, label, hint, least = -Infinity, ...style }: ListField): ReactElement => {
    const initial = standard[at] ?? ''
    const value = typeof list[at] === typeof initial ? (list[at] ?? initial) : typeof initial === 'string' ? '' : initial
    const put = (next: ArrowValue): void => void set(id, { [member]: standard.map((one, k) => (k === at ? next : (list[k] ?? one))) })
    const props = { label, hint }
    if (typeof value === 'number') return <LiveNumber {...props} key={at} value={value} onChange={(n) => put(Math.max(least, n))} />
    if (typeof value === 'boolean') return <LiveCheck {...props} key={at} value={value} onChange={put} />
    return <LiveText {...props} {...style} key={at} value={asText(value)} onChange={put} />
  }
  return (
    <>
      {rows.map((row, k) =>
        row.length === 1 ? (
          row.map(fieldOf)
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place
          <div key={`row ${k}`} className="numbers-row">
            {row.map(fieldOf)}
          </div>
        )
      )}
    </>
  )
}
