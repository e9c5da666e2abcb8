import type { ArrowDocument, ArrowId, ArrowNode, ArrowObject, ArrowValue } from '../document'
import { change } from '../json/members'
import { dataOf, isNodeType, listOf, NODE_TYPE_FACTS, type NodeType, textOf } from '../node-types'
import { agentOutput, formOf } from './memory'

/** A node as the protocol shows it to an agent. Outputs of checks count 0 for true. */
export interface AgentNode {
  readonly id: ArrowId
  readonly type: string
  readonly name: string
  readonly data: ArrowObject
  readonly notes?: string
  readonly scene_id?: ArrowId
  readonly offset?: readonly [number, number]
  /** The further real nodes that represent it. */
  readonly nodes?: readonly ArrowId[]
  readonly connections: readonly { readonly from_slot: number; readonly to_node_id: ArrowId; readonly to_slot: number }[]
}

/** Describes a node in the agent-facing form: as its creator described it, or converted from the real one. Undefined if it doesn't exist. */
export function describeNode(document: ArrowDocument, id: ArrowId): AgentNode | undefined {
  const node = document.resources.nodes.get(id)
  if (!node) return undefined
  const form = formOf(document, id)
  const [sceneId, scene] = [...document.resources.scenes].find(([, { map }]) => map.has(id)) ?? []
  const owners = [id, ...(form?.nodes ?? [])]
  const connections = owners.flatMap((owner) =>
    (scene?.map.get(owner)?.io ?? []).flatMap(([from, slot, to, input]) => {
      const out = agentOutput(document, id, from, slot)
      return out === undefined ? [] : [{ from_slot: out, to_node_id: to, to_slot: input }]
    })
  )
  const offset = scene?.map.get(id)?.offset
  return {
    id,
    type: form?.type ?? node.type,
    name: node.name,
    data: form?.data ?? agentData(document, node),
    ...(node.notes !== undefined && { notes: node.notes }),
    ...(sceneId !== undefined && { scene_id: sceneId }),
    ...(offset && { offset }),
    ...(form?.nodes && { nodes: form.nodes }),
    // Several real outputs of one path lead to the same node.
    connections: connections.filter((one, i) => connections.findIndex((other) => sameOutput(one, other)) === i)
  }
}

const sameOutput = (a: AgentNode['connections'][number], b: AgentNode['connections'][number]): boolean =>
  a.from_slot === b.from_slot && a.to_node_id === b.to_node_id && a.to_slot === b.to_slot

const SYMBOLS: Readonly<Record<string, string>> = { eq: '==', nq: '!=', gt: '>', gte: '>=', ls: '<', lse: '<=' }
const OPERATIONS: Readonly<Record<string, string>> = { set: 'set', add: 'add', sub: 'subtract', mul: 'multiply', div: 'divide' }
const TAG_ACTIONS = ['inset', 'reset', 'set', 'outset', 'remove']

const operand = (value: ArrowValue | undefined): ArrowObject => {
  const [mode, inner] = listOf(value)
  return { type: mode === 1 ? 'variable' : 'value', value: inner ?? null }
}
const spelled = (names: Readonly<Record<string, string>>, code: ArrowValue | undefined): ArrowValue =>
  (typeof code === 'string' ? (Object.hasOwn(names, code) ? names[code] : code) : code) ?? null

/** The members that differ in the agent-facing form, by type; the others keep their names. */
const SHAPES: Partial<
  Readonly<Record<NodeType, (of: (member: string) => ArrowValue | undefined, document: ArrowDocument) => Record<string, ArrowValue | undefined>>>
> = {
  content: (of) => ({ auto_play: of('auto'), auto: undefined }),
  monolog: (of) => ({ text: of('monolog'), monolog: undefined, auto_play: of('auto'), auto: undefined }),
  condition: (of) => ({ operator: spelled(SYMBOLS, of('operator')), compare_to: operand(of('with')), with: undefined }),
  variable_update: (of) => ({ operation: spelled(OPERATIONS, of('operator')), operator: undefined, value: operand(of('with')), with: undefined }),
  randomizer: (of) => ({ paths: of('slots'), slots: undefined }),
  jump: (of) => ({ target: of('target') === -1 ? -1 : { type: 'node', id: of('target') ?? -1 } }),
  generator: (of) => {
    const [from, to, negative, even, odd] = listOf(of('arguments'))
    if (of('method') === 'rnbln') return { method: undefined, generator_type: 'random_bool' }
    const plain = of('method') === 'randi' && negative !== true && even === odd && typeof from === 'number' && typeof to === 'number'
    return plain ? { method: undefined, arguments: undefined, generator_type: 'random_int', min: from, max: to } : {}
  },
  tag_edit: (of) => {
    const [method, key, value] = listOf(of('edit'))
    return { edit: undefined, operations: [{ action: TAG_ACTIONS[Number(method)] ?? 'set', key: key ?? '', value: value ?? '' }] }
  },
  tag_pass: (of) => {
    const [method, checks] = listOf(of('pass'))
    const conditions = listOf(checks).map((check): ArrowObject => {
      const [key, value] = listOf(check)
      return value === null || value === undefined ? { key: key ?? '' } : { key: key ?? '', value }
    })
    return { pass: undefined, method: method === 0 ? 'any' : 'all', conditions }
  },
  user_input: (of, { resources }) => {
    const type = resources.variables.get(Number(of('variable')))?.type
    return type ? { input_type: { str: 'text', num: 'number', bool: 'bool' }[type] } : {}
  },
  entry: (of) => ({ label: of('plaque'), plaque: undefined }),
  frame: (of) => ({ title: of('label'), label: undefined, color: `#${textOf(of('color'))}` }),
  marker: (of) => ({ color: `#${textOf(of('color'))}` })
}

/** The data of a node in the agent-facing form. `convert` makes the same real data from it. */
export function agentData(document: ArrowDocument, node: ArrowNode): ArrowObject {
  if (!isNodeType(node.type)) return node.data
  const shape = SHAPES[node.type]
  const whole = change<ArrowObject>(NODE_TYPE_FACTS[node.type].defaults, node.data)
  if (!shape) return whole
  return change<ArrowObject>(
    whole,
    shape((member) => dataOf(node, member), document)
  )
}
