import { z } from 'zod'
import { placeOf, type ArrowId, type Connection } from '../document'
import { connect, disconnect } from '../edit/connections'
import { moveNodes, skipNodes, updateNode } from '../edit/nodes'
import { removeResources } from '../edit/remove'
import { refusal } from '../refuse'
import { nodeType } from './convert'
import { Data, define, FlagInput, FORCE, Id, named, NODE, noted, PositionInput, SlotInput, TextInput } from './define'
import { isRecord, Members, toSlot, type FunctionArguments } from './members'
import { formOf } from './memory'
import type { Runner } from './runner'

export const createInsertNode = define(
  'Creates a node in a scene. `position` is auto, below_previous, right_of_previous or [x, y]; `connect_from` connects it with an output of a node.',
  z.object({
    type: z.string().max(100),
    name: TextInput.optional(),
    data: Data.optional(),
    notes: TextInput.optional(),
    scene_id: Id.optional(),
    position: PositionInput.optional(),
    connect_from: z.union([Id, Data]).optional()
  }),
  { node_type: 'type', preset: 'data', scene: 'scene_id', offset: 'position', name_prefix: 'name' },
  (runner, { type, name, data = {}, notes, scene_id, position, connect_from }) => {
    // The real client's preset contains the node: its data, name and notes.
    const whole = isRecord(data['data']) ? data : undefined
    const inner = new Members(whole ?? {}, runner.notes)
    const id = runner.create({
      type: nodeType(type),
      scene: scene_id,
      ...named(name ?? inner.text('name')),
      ...noted(notes ?? inner.text('notes')),
      data: whole ? (whole['data'] as FunctionArguments) : data,
      position: runner.position(position),
      connectFrom: connect_from
    })
    runner.noteName('nodes', id, name ?? inner.text('name'))
    return { node_id: id }
  },
  true
)
export const quickInsertNode = define(
  'Creates a node and connects it: `connection` is [node, slot, whether it leads from that node].',
  z.object({
    type: z.string().max(100),
    position: PositionInput.optional(),
    connection: z.tuple([Id, SlotInput, FlagInput]).optional(),
    scene_id: Id.optional()
  }),
  { node_type: 'type', offset: 'position', scene: 'scene_id' },
  (runner, { type, position, connection, scene_id }) => {
    const other = connection && runner.node(connection[0])
    const id = runner.create({ type: nodeType(type), scene: scene_id, data: {}, position: runner.position(position) })
    if (connection && other !== undefined) runner.connect(connection[2] ? [other, connection[1], id, 0] : [id, 0, other, connection[1]])
    return { node_id: id }
  }
)

export const updateNodeFunction = define(
  'Changes the name, the notes or some members of the data of a node.',
  z.object({ node_id: Id, name: TextInput.optional(), data: Data.optional(), notes: TextInput.optional() }),
  { ...NODE, preset: 'data' },
  (runner, { node_id, name, data, notes }) => {
    const id = runner.node(node_id)
    if (data) runner.updateData(id, data)
    runner.document = updateNode(runner.document, id, { ...(name !== undefined && name !== '' && { name }), ...(notes !== undefined && { notes }) })
    runner.noteName('nodes', id, name)
    return { node_id: id }
  },
  true
)

/** A raw connection as in files. */
function rawConnection(runner: Runner, input: unknown): Connection {
  const parts = Array.isArray(input) ? (input as unknown[]) : isRecord(input) ? fromRecord(input, runner) : []
  if (parts.length !== 4) throw refusal('INVALID_CONNECTION', 'A connection must be a list of four: from node, from slot, to node, to slot.')
  const node = (one: unknown): ArrowId => (Number.isInteger(one) ? Number(one) : runner.node(one))
  return [node(parts[0]), toSlot(parts[1], 'from_slot'), node(parts[2]), toSlot(parts[3], 'to_slot')]
}
const fromRecord = (input: FunctionArguments, { notes }: Runner): unknown[] => {
  const members = new Members(input, notes)
  return [
    members.take('from_node_id', 'from', 'from_id'),
    members.take('from_slot') ?? 0,
    members.take('to_node_id', 'to', 'to_id'),
    members.take('to_slot') ?? 0
  ]
}

export const updateNodeMap = define(
  'Changes how a node lies in its scene: raw connections to push and pop, its offset, whether it is skipped. Slots count as in files.',
  z.object({
    node_id: Id.optional(),
    scene_id: Id.optional(),
    modifications: z.object({
      io: z.object({ push: z.array(z.unknown()).max(10_000).optional(), pop: z.array(z.unknown()).max(10_000).optional() }).optional(),
      offset: PositionInput.optional(),
      skip: FlagInput.optional()
    })
  }),
  { ...NODE, scene: 'scene_id', modification: 'modifications' },
  (runner, { node_id, modifications: { io, offset, skip } }) => {
    for (const one of io?.pop ?? []) runner.document = disconnect(runner.document, rawConnection(runner, one))
    for (const one of io?.push ?? []) runner.connect(rawConnection(runner, one))
    if (offset === undefined && skip === undefined) return {}
    const id = runner.node(node_id)
    const at = offset === undefined ? undefined : runner.position(offset)
    if (typeof at === 'string') throw refusal('INVALID_POSITION', 'To move a node, give two numbers that aren’t both 0.')
    if (at) runner.document = moveNodes(runner.document, [[id, at]])
    if (skip !== undefined) runner.document = skipNodes(runner.document, [id], skip)
    return { node_id: id }
  }
)

export const deleteNode = define(
  'Removes a node. With `force`, nodes that refer to it refer to nothing afterwards.',
  z.object({ node_id: Id, force: FlagInput.optional() }),
  { ...NODE, ...FORCE },
  (runner, { node_id, force }) => {
    const id = runner.node(node_id)
    const nodes = [id, ...(formOf(runner.document, id)?.nodes ?? [])]
    runner.document = removeResources(runner.document, nodes, { force: force ?? false })
    return { removed_id: id, ...(nodes.length > 1 && { removed_nodes: nodes }) }
  }
)

export const createConnection = define(
  'Connects an output of a node with an input of another. Outputs of a condition or tag check: 0 is true, 1 is false.',
  z.object({ from_node_id: Id, to_node_id: Id, from_slot: SlotInput.optional(), to_slot: SlotInput.optional() }),
  { from: 'from_node_id', from_id: 'from_node_id', to: 'to_node_id', to_id: 'to_node_id', slot: 'from_slot' },
  (runner, { from_node_id, to_node_id, from_slot = 0, to_slot = 0 }) => {
    const [from, to] = [runner.node(from_node_id), runner.node(to_node_id)]
    runner.connectOutput(from, from_slot, to, to_slot)
    return { message: `Connection created from node ${from} to node ${to}` }
  }
)
export const deleteConnection = define(
  'Removes a connection. Outputs of a condition or tag check: 0 is true, 1 is false.',
  z.object({ from_node_id: Id, to_node_id: Id, from_slot: SlotInput.optional(), to_slot: SlotInput.optional() }),
  createConnection.aliases,
  (runner, { from_node_id, to_node_id, from_slot = 0, to_slot = 0 }) => {
    runner.disconnectOutput(runner.node(from_node_id), from_slot, runner.node(to_node_id), to_slot)
    return {}
  }
)

export const replaceConnections = define(
  'Gives copies the connections of their originals: `conversation_table` maps originals to copies.',
  z.object({ conversation_table: z.record(z.string(), Id), remake_lost_connections: FlagInput.optional() }),
  {},
  (runner, { conversation_table, remake_lost_connections = true }) => {
    const table = new Map(Object.entries(conversation_table).map(([from, to]) => [runner.node(from), runner.node(to)] as const))
    const connections: Connection[] = []
    for (const [original, copy] of table) {
      for (const [, slot, target, input] of placeOf(runner.document, original)?.item.io ?? []) {
        const other = table.get(target)
        const wasConnected =
          placeOf(runner.document, copy)?.item.io?.some(([from, out]) => from === original || (from === copy && out === slot)) ?? false
        if (other === undefined || !(wasConnected || remake_lost_connections)) continue
        runner.document = connect(runner.document, [copy, slot, other, input])
        runner.connections++
        connections.push([copy, slot, other, input])
      }
    }
    return { connections }
  }
)
