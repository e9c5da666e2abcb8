import type { ArrowDocument, ArrowNode, ArrowValue } from '../document'
import { dataOf, isNodeType, type NodeType } from '../node-types'
import type { NodeFault } from './finding'
import { nodeLabel } from './words'

type Form = 'text' | 'texts' | 'truth' | 'number' | 'pair'
const FORMS: Partial<Record<NodeType, Readonly<Record<string, Form>>>> = {
  content: { title: 'text', content: 'text', auto: 'truth', clear: 'truth' },
  monolog: { monolog: 'text', auto: 'truth', clear: 'truth', character: 'number' },
  dialog: { lines: 'texts', playable: 'truth', character: 'number' },
  interaction: { actions: 'texts' },
  user_input: { prompt: 'text', variable: 'number' },
  condition: { with: 'pair', operator: 'text' },
  variable_update: { with: 'pair', operator: 'text' },
  entry: { plaque: 'text' },
  marker: { label: 'text' },
  frame: { label: 'text' },
  jump: { target: 'number' },
  tag_match: { tag_key: 'text', patterns: 'texts', regex: 'truth' }
}
const FORM_WORDS: Readonly<Record<Form, string>> = {
  text: 'a text',
  texts: 'a list of texts with at least one',
  truth: 'true or false',
  number: 'an id',
  pair: 'a pair of a mode, 0 or 1, and a value'
}
const FITS: Readonly<Record<Form, (value: ArrowValue | undefined) => boolean>> = {
  text: (value) => typeof value === 'string',
  texts: (value) => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'),
  truth: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  pair: (value) => Array.isArray(value) && value.length === 2 && (value[0] === 0 || value[0] === 1)
}

/** The fault in the form of a node's data: the first member whose kind doesn't fit the node's type. References aren't checked here. */
export function formFault(node: ArrowNode, document: ArrowDocument): NodeFault | undefined {
  if (!isNodeType(node.type)) return undefined
  for (const [field, form] of Object.entries(FORMS[node.type] ?? {}))
    if (!FITS[form](dataOf(node, field)))
      return { field, message: `“${field}” of the ${nodeLabel(node, document)} must be ${FORM_WORDS[form]}. Enter it again.` }
  return node.type === 'tag_edit' ? tagEditFault(node) : node.type === 'tag_pass' ? tagPassFault(node) : undefined
}

function tagEditFault(node: ArrowNode): NodeFault | undefined {
  const edit = dataOf(node, 'edit')
  const [method, key, value] = Array.isArray(edit) ? edit : []
  if (
    typeof method === 'number' &&
    method >= 0 &&
    method <= 4 &&
    typeof key === 'string' &&
    (typeof value === 'string' || (method === 4 && value === null))
  ) {
    return key === '' ? { field: 'edit', message: 'The tag edit names no tag, so it does nothing. Enter the tag.' } : undefined
  }
  return { field: 'edit', message: 'The tag edit must be a method from 0 to 4, a tag and a value. Enter it again.' }
}

function tagPassFault(node: ArrowNode): NodeFault | undefined {
  const pass = dataOf(node, 'pass')
  const [method, checks] = Array.isArray(pass) ? pass : []
  const sound =
    (method === 0 || method === 1) &&
    Array.isArray(checks) &&
    checks.every((one) => Array.isArray(one) && typeof one[0] === 'string' && (one[1] === undefined || one[1] === null || typeof one[1] === 'string'))
  if (!sound)
    return { field: 'pass', message: 'The tag pass must be any (0) or all (1), and a list of tags with or without a value. Enter it again.' }
  return checks.every((one) => Array.isArray(one) && one[0] === '')
    ? { field: 'pass', message: 'The tag pass checks no tag, so it always takes its false output. Enter a tag.' }
    : undefined
}
