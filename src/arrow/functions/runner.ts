import { placeOf, type ArrowDocument, type ArrowId, type ArrowNode, type ArrowObject, type ArrowResources, type Connection } from '../document'
import { edited } from '../draft'
import { connect, disconnect } from '../edit/connections'
import { createNode, updateNode } from '../edit/nodes'
import { change } from '../json/members'
import { nodeSize } from '../layout/sizes'
import { place, type PlaceRule } from '../layout/place'
import { NODE_TYPE_FACTS, type NodeType } from '../node-types'
import { refusal } from '../refuse'
import type { CallContext } from './call'
import { convert } from './convert'
import { Workbench, type Expansion } from './expansion'
import { isRecord, Members, toObject, toSlot, type FunctionArguments } from './members'
import { formOf, realOutputs, remember, type AgentForm } from './memory'
import { currentScene, refer, type Scope } from './refer'

/** The position of a new node: a rule, or coordinates in the scene. */
export type Position = PlaceRule | readonly [number, number]
const RULES: readonly string[] = ['auto', 'below_previous', 'right_of_previous']

/** A position as callers spell it: a rule, `[x, y]`, `{x, y}` or Godot's `(x, y)`. The origin means `auto`, as in the real client. */
function positionOf(input: unknown): Position {
  if (input === undefined || input === null) return 'auto'
  if (typeof input === 'string') {
    if (RULES.includes(input)) return input as PlaceRule
    const pair = /^(?:Vector2i?)?\((-?\d{1,12}(?:\.\d{1,12})?),(-?\d{1,12}(?:\.\d{1,12})?)\)$/.exec(
      input.length > 60 ? '' : input.replaceAll(' ', '')
    )
    if (pair) return positionOf([Number(pair[1]), Number(pair[2])])
  }
  const [x, y] = Array.isArray(input) && input.length === 2 ? (input as unknown[]) : isRecord(input) ? [input['x'], input['y']] : []
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) {
    throw refusal('INVALID_POSITION', 'A position must be auto, below_previous, right_of_previous, or two numbers.')
  }
  return x === 0 && y === 0 ? 'auto' : [x, y]
}

/** A node as a caller describes it. */
export interface NodeRequest {
  readonly type: NodeType
  readonly scene?: unknown
  readonly name?: string
  readonly notes?: string
  readonly data: FunctionArguments
  readonly position: Position
  readonly connectFrom?: unknown
}

/** One call, or a batch, on its way: the document so far and what was created. */
export class Runner implements Scope {
  readonly created: ArrowId[] = []
  connections = 0
  readonly notes: string[] = []
  readonly ignored: string[] = []
  readonly given = new Map<string, ArrowId>()

  constructor(
    public document: ArrowDocument,
    public context: CallContext
  ) {}

  get polarity(): 'agent' | 'file' {
    return this.context.polarity ?? 'agent'
  }
  node(reference: unknown): ArrowId {
    return refer(this, 'nodes', reference)
  }
  scene(reference: unknown): ArrowId {
    return reference === undefined || reference === null || reference === -1 ? currentScene(this) : refer(this, 'scenes', reference)
  }

  /** Lets later calls of the batch find a resource by the name that this one gave it. */
  giveName(set: keyof ArrowResources, id: ArrowId, given: string | undefined): void {
    if (given !== undefined && given !== '') this.given.set(`${set} ${given}`, id)
  }
  /** Notes that a resource got another name than the caller gave: names are unique, and placeholders need some characters. */
  noteName(set: keyof ArrowResources, id: ArrowId, given: string | undefined): void {
    this.giveName(set, id, given)
    const name = this.document.resources[set].get(id)?.name
    if (given !== undefined && given !== '' && name !== undefined && name !== given)
      this.notes.push(`The name is “${name}” instead of “${given.slice(0, 80)}”, which is taken or has characters that Arrow can’t use.`)
  }
  /** A position as the caller spells it. */
  position(input: unknown): Position {
    const position = positionOf(input)
    if (typeof position === 'string' || position.every(Number.isInteger)) return position
    const floored = position.map(Math.floor) as [number, number]
    this.notes.push(`The position is ${floored.join(', ')} instead of ${position.join(', ')}, because Arrow holds only whole numbers.`)
    return floored
  }

  connect(connection: Connection): void {
    const after = connect(this.document, connection)
    if (after !== this.document) this.connections++
    this.document = after
  }
  /** Connects an output, counted as the caller counts, with an input. */
  connectOutput(from: ArrowId, slot: number, to: ArrowId, input: number): void {
    for (const [id, out] of realOutputs(this.document, from, slot, this.polarity)) this.connect([id, out, to, input])
  }
  disconnectOutput(from: ArrowId, slot: number, to: ArrowId, input: number): void {
    for (const [id, out] of realOutputs(this.document, from, slot, this.polarity)) this.document = disconnect(this.document, [id, out, to, input])
  }

  /** Creates a node from a caller's description, with all nodes of its expansion, and connects it. Returns the first one. */
  create({ type, scene: sceneGiven, name, notes, data, position, connectFrom }: NodeRequest): ArrowId {
    const from = connectFrom === undefined || connectFrom === null ? undefined : this.#outputOf(connectFrom)
    // Connections stay within a scene, so a node that names none lies in the scene of the node that leads to it.
    const namesNone = sceneGiven === undefined || sceneGiven === null || sceneGiven === -1
    const scene = (namesNone && from ? placeOf(this.document, from.id)?.scene : undefined) ?? this.scene(sceneGiven)
    const bench = new Workbench(this.document, this.context, this.given)
    const expansion = convert(bench, type, data)
    this.document = bench.document
    const ids = this.#createNodes(expansion, {
      scene,
      position,
      previous: from?.id ?? this.#previous(scene),
      ...(name !== undefined && { name }),
      ...(notes !== undefined && { notes })
    })
    const first = ids[0] ?? -1
    for (const [a, slot, b, input] of expansion.links ?? []) this.connect([ids[a] ?? -1, slot, ids[b] ?? -1, input])
    this.#remember(first, type, data, expansion, ids)
    if (from) this.connectOutput(from.id, from.slot, first, from.input)
    this.ignored.push(...expansion.ignored)
    this.notes.push(...expansion.notes)
    if (expansion.note !== undefined && expansion.note !== '') this.notes.push(expansion.note)
    this.created.push(...ids)
    this.context = { ...this.context, lastCreated: first }
    return first
  }

  /** The node that a new one is placed beside: the one created last, otherwise the one selected last. */
  #previous(scene: ArrowId): ArrowId | undefined {
    const map = this.document.resources.scenes.get(scene)?.map
    return [this.context.lastCreated, this.context.selected?.at(-1)].find((id) => id !== undefined && map?.has(id))
  }

  #createNodes(
    { nodes }: Expansion,
    { scene, position, previous, name, notes }: { scene: ArrowId; position: Position; previous: ArrowId | undefined; name?: string; notes?: string }
  ): ArrowId[] {
    const ids: ArrowId[] = []
    for (const { type, data } of nodes) {
      const isFirst = ids.length === 0
      const node: ArrowNode = { type, name: name ?? '', data: change<ArrowObject>(NODE_TYPE_FACTS[type].defaults, data) }
      const rule = isFirst ? position : 'right_of_previous'
      const beside = ids.at(-1) ?? previous
      const offset =
        typeof rule === 'string' ? place(this.document, scene, nodeSize(node), { rule, ...(beside !== undefined && { previous: beside }) }) : rule
      const creation = createNode(
        this.document,
        { type, scene, offset, data, ...(isFirst && name !== undefined && { name }), ...(isFirst && notes !== undefined && { notes }) },
        this.context.ids
      )
      this.document = creation.document
      if (isFirst) this.giveName('nodes', creation.id, name)
      ids.push(creation.id)
    }
    return ids
  }

  #remember(
    first: ArrowId,
    type: NodeType,
    data: FunctionArguments,
    { remember: kept, negated, outs, nodes }: Expansion,
    ids: readonly ArrowId[]
  ): void {
    if (!kept) return
    const form: AgentForm = {
      type,
      // The conversion has noted what it changed.
      data: toObject(data, []),
      ...(nodes.length > 1 && { nodes: ids.slice(1) }),
      ...(outs && { outs: outs.map((slots) => slots.map(([node, slot]) => [ids[node] ?? -1, slot] as const)) }),
      ...(negated && { negated })
    }
    this.putNode(first, (node) => remember(node, form))
  }
  putNode(id: ArrowId, update: (node: ArrowNode) => ArrowNode): void {
    this.document = edited(this.document, (draft) => draft.put('nodes', id, update(draft.get('nodes', id))))
  }

  /** The output that `connect_from` names: a node, or a node with a slot. */
  #outputOf(output: unknown): { id: ArrowId; slot: number; input: number } {
    if (!isRecord(output)) return { id: this.node(output), slot: 0, input: 0 }
    const members = new Members(output, this.notes)
    const id = this.node(members.take('node_id', 'from_node_id', 'from', 'id', 'by_name'))
    return { id, slot: toSlot(members.take('slot', 'from_slot') ?? 0, 'slot'), input: toSlot(members.take('to_slot') ?? 0, 'to_slot') }
  }

  /** Changes a node's data, given in the caller's form or the real one. A member that is null loses its value, if it is optional. */
  updateData(id: ArrowId, data: FunctionArguments): void {
    const node = this.document.resources.nodes.get(id)
    if (!node) return
    const form = formOf(this.document, id)
    if (form?.nodes) {
      const others = form.nodes.join(', ')
      throw refusal(
        'PERMISSION_DENIED',
        `This ${form.type} became several nodes. Update nodes ${id}, ${others} by deleting it and creating it anew.`,
        { id }
      )
    }
    const known = Object.hasOwn(NODE_TYPE_FACTS, node.type)
    if (!known) {
      this.document = updateNode(this.document, id, { data: change<ArrowObject>(node.data, toObject(data, this.notes)) })
      return
    }
    const type = form?.type ?? (node.type as NodeType)
    const bench = new Workbench(this.document, this.context, this.given)
    const whole = form && form.type !== node.type ? { ...form.data, ...data } : data
    const expansion = convert(bench, type, whole, node.data)
    const [first, ...more] = expansion.nodes
    if (!first || more.length > 0 || first.type !== node.type) {
      throw refusal('PERMISSION_DENIED', 'This change would make it another kind of node, or several. Delete it and create it anew.', { id })
    }
    this.document = updateNode(bench.document, id, { data: cleared(node, first.data, data) })
    this.ignored.push(...expansion.ignored)
    this.notes.push(...expansion.notes)
    if (expansion.remember) this.#remember(id, type, whole, expansion, [id])
  }
}

/** Data without the optional members that a caller sets to null. */
function cleared(node: ArrowNode, data: ArrowObject, input: FunctionArguments): ArrowObject {
  const optional = NODE_TYPE_FACTS[node.type as NodeType].optional.filter((name) => Object.hasOwn(input, name) && input[name] === null)
  return change<ArrowObject>({ ...node.data, ...data }, Object.fromEntries(optional.map((name) => [name, undefined])))
}
