import { equal } from '../../shared/base/json'
import type { ArrowDocument, ArrowId, ArrowNode, ArrowObject, ArrowValue } from '../document'
import { change } from '../json/members'
import { isNodeType, type NodeType } from '../node-types'
import { refusal } from '../refuse'

/** The caller's form of a node that the real node doesn't determine; stored with the node in the extra member `agent`. */
export interface AgentForm {
  readonly type: NodeType
  readonly data: ArrowObject
  /** The further nodes that belong to it. */
  readonly nodes?: readonly ArrowId[]
  /** The real outputs of each of its outputs. */
  readonly outs?: readonly (readonly (readonly [ArrowId, number])[])[]
  /** Its check is the opposite of the real one, so its outputs are swapped again. */
  readonly negated?: boolean
}
type WithForm = ArrowNode & { readonly agent?: ArrowObject }

/** A node with its caller's form, which is valid as long as the node's data stays as it is now. */
export const remember = (node: ArrowNode, form: AgentForm): ArrowNode => change<WithForm>(node, { agent: { ...form, real: withoutSize(node.data) } })

const withoutSize = (data: ArrowObject): ArrowObject => change<ArrowObject>(data, { rect: undefined })

/** The stored form of a node; undefined if there is none, or if another edit changed the node since. */
export function formOf(document: ArrowDocument, id: ArrowId): AgentForm | undefined {
  const node: WithForm | undefined = document.resources.nodes.get(id)
  const form = node?.agent
  if (!node || typeof form !== 'object' || form === null || Array.isArray(form)) return undefined
  const { type, data, nodes, outs, negated, real } = form
  if (typeof type !== 'string' || !isNodeType(type) || !isObject(data) || !equal(real, withoutSize(node.data))) return undefined
  if (nodes !== undefined && !(Array.isArray(nodes) && nodes.every((one) => typeof one === 'number' && document.resources.nodes.has(one))))
    return undefined
  if (outs !== undefined && !areOuts(outs, document)) return undefined
  return {
    type,
    data,
    ...(nodes !== undefined && { nodes: nodes as readonly ArrowId[] }),
    ...(outs !== undefined && { outs: outs as unknown as NonNullable<AgentForm['outs']> }),
    ...(negated === true && { negated })
  }
}

const isObject = (value: ArrowValue | undefined): value is ArrowObject => typeof value === 'object' && value !== null && !Array.isArray(value)
const isPair = (value: ArrowValue, document: ArrowDocument): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number') && document.resources.nodes.has(Number(value[0]))
const areOuts = (outs: ArrowValue, document: ArrowDocument): boolean =>
  Array.isArray(outs) && outs.every((slots) => Array.isArray(slots) && slots.every((pair: ArrowValue) => isPair(pair, document)))

/** The types whose outputs the protocol counts in reverse: 0 is true there, and false in files. */
const isCheck = (type: string): boolean => type === 'condition' || type === 'tag_pass'

/** The real outputs that a caller means by an output of a node. Throws a refusal (`INVALID_CONNECTION`). */
export function realOutputs(document: ArrowDocument, id: ArrowId, slot: number, polarity: 'agent' | 'file'): readonly (readonly [ArrowId, number])[] {
  const node = document.resources.nodes.get(id)
  if (polarity === 'file' || !node) return [[id, slot]]
  const form = formOf(document, id)
  if (form?.outs) {
    const outs = form.outs[slot]
    if (!outs) throw refusal('INVALID_CONNECTION', `“${node.name}” has outputs 0 to ${form.outs.length - 1}, but no output ${slot}.`, { id })
    return outs
  }
  if (!isCheck(node.type)) return [[id, slot]]
  if (slot !== 0 && slot !== 1) throw refusal('INVALID_CONNECTION', `A check has the outputs 0 (true) and 1 (false), but no output ${slot}.`, { id })
  return [[id, form?.negated ? slot : 1 - slot]]
}

/** The output of a caller's node that a real output represents; undefined if it lies inside the node's expansion. */
export function agentOutput(document: ArrowDocument, owner: ArrowId, id: ArrowId, slot: number): number | undefined {
  const form = formOf(document, owner)
  if (form?.outs) {
    const at = form.outs.findIndex((outs) => outs.some(([node, out]) => node === id && out === slot))
    return at < 0 ? undefined : at
  }
  const node = document.resources.nodes.get(id)
  return node && isCheck(node.type) ? (form?.negated ? slot : 1 - slot) : slot
}
