import { type ArrowDocument, type ArrowId, type ArrowNode, type ArrowValue, dataOf, setData } from '../../../arrow'
import { edit } from '../edits'
import { chosen, type ResourceChoice } from './pickers'

/** The properties of a node's fields. */
export interface FieldsProps {
  document: ArrowDocument
  id: ArrowId
  node: ArrowNode
  scene: ArrowId
  isClosed: boolean
}

export const textOf = (node: ArrowNode, member: string): string => {
  const value = dataOf(node, member)
  return typeof value === 'string' ? value : ''
}
export const numberOf = (node: ArrowNode, member: string): number => {
  const value = dataOf(node, member)
  return typeof value === 'number' ? value : -1
}
export const listOf = (value: ArrowValue | undefined): readonly ArrowValue[] => (Array.isArray(value) ? (value as readonly ArrowValue[]) : [])

/** Sets members of a node's data. Letters typed into one field are one undo step. */
export const set = (id: ArrowId, changes: Readonly<Record<string, ArrowValue | undefined>>): boolean =>
  edit((document) => setData(document, id, changes), { key: `${id}/${Object.keys(changes).join()}` })

/** Sets a member of a node's data to a resource, and creates the resource if it is new. */
export const setResource = (id: ArrowId, member: string, kind: 'character' | 'variable', choice: ResourceChoice): boolean =>
  edit((document) => {
    const picked = chosen(document, kind, choice)
    return setData(picked.document, id, { [member]: picked.id })
  })
