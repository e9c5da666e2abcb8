import type { Json } from '../../shared/base/json'
import type { WorldEdit } from '../../shared/contract/world-edits'
import type { Edit } from './form-of'
import type { Names } from './find-names'

/** A value of a form: the key of its drafts, its value in view, and its edits. */
export interface Slot {
  at: string
  value: Json | undefined
  edit: Edit<WorldEdit>
  names: Names
}

/** A field of a form for a value of one shape. */
export interface ShapeProps extends Slot {
  label: string
  hint: string
  isExpression?: boolean
  isProse?: boolean
  labels: Readonly<Record<string, string>>
  numbers: Readonly<Record<string, string>>
}

/** A value as a text field shows it. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
