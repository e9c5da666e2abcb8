import { Problem, type ProblemCode } from '../shared/base/problem'
import type { ArrowId } from './document'

/** Why a document or an edit of it is refused; the codes of the assistant's protocol. */
export type ArrowCode =
  | 'INVALID_NODE_TYPE'
  | 'INVALID_NODE_ID'
  | 'INVALID_SCENE_ID'
  | 'INVALID_VARIABLE_ID'
  | 'INVALID_CHARACTER_ID'
  | 'INVALID_CONNECTION'
  | 'RESOURCE_IN_USE'
  | 'INVALID_POSITION'
  | 'TYPE_MISMATCH'
  | 'CIRCULAR_REFERENCE'
  | 'PARSE_ERROR'
  | 'PERMISSION_DENIED'

const CODES: Readonly<Record<ArrowCode, ProblemCode>> = {
  INVALID_NODE_TYPE: 'bad-input',
  INVALID_NODE_ID: 'not-found',
  INVALID_SCENE_ID: 'not-found',
  INVALID_VARIABLE_ID: 'not-found',
  INVALID_CHARACTER_ID: 'not-found',
  INVALID_CONNECTION: 'refused',
  RESOURCE_IN_USE: 'refused',
  INVALID_POSITION: 'bad-input',
  TYPE_MISMATCH: 'bad-input',
  CIRCULAR_REFERENCE: 'refused',
  PARSE_ERROR: 'bad-input',
  PERMISSION_DENIED: 'refused'
}

/** A refusal's data for programs: the resource, and the users that prevent its removal. */
export interface RefusalData {
  readonly referenced_by?: readonly ArrowId[]
  readonly used_by?: readonly ArrowId[]
  readonly id?: ArrowId
  readonly suggestion?: string
}

/** The Problem of a refused edit; `data.arrowCode` is the protocol's code. */
export const refusal = (arrowCode: ArrowCode, message: string, data: RefusalData = {}): Problem =>
  new Problem(CODES[arrowCode], message, { arrowCode, ...data })
