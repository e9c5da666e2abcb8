import { equal } from '../../shared/base/json'
import {
  type ArrowCall,
  type ArrowDocument,
  type ArrowId,
  type ArrowNode,
  type ArrowResources,
  type Connection,
  dataOf,
  diffDocuments,
  ownName,
  placeOf
} from '../../arrow'

/** One call of a plan for an editor with only the functions of real editors. `key` identifies its effect. */
export interface PlainCall {
  readonly key: string
  readonly call: ArrowCall
  /** It creates the resource with this id in the plan. */
  readonly makes?: ArrowId
}

const call = (name: string, input: Readonly<Record<string, unknown>>): ArrowCall => ({ function: name, arguments: input })
/** The call that creates a resource of a planned document; undefined if its scene's call creates it, or if it isn't in the document. */
export function makingCall(planned: ArrowDocument, id: ArrowId): ArrowCall | undefined {
  const { scenes, nodes, variables, characters } = planned.resources
  const scene = scenes.get(id)
  if (scene) return call('create_scene', { is_macro: scene.macro ?? false, name: scene.name, notes: scene.notes ?? '' })
  const variable = variables.get(id)
  if (variable)
    return call('create_variable', { type: variable.type, name: variable.name, initial_value: variable.init, notes: variable.notes ?? '' })
  const character = characters.get(id)
  if (character) {
    const { name, color, tags = {}, notes = '' } = character
    return call('create_character', { name, color: `#${color}`, tags, notes })
  }
  const node = nodes.get(id)
  if (!node) return undefined
  const { type, data, notes } = node
  // A node without a name of its own is named after its id, which the editor chooses.
  const name = ownName(id, node)
  const named = name === undefined ? {} : { name }
  const preset = { ...named, data, ...(notes !== undefined && { notes }) }
  return call('create_insert_node', { type, ...named, scene_id: placeOf(planned, id)?.scene ?? -1, preset })
}

const hasConnection = (document: ArrowDocument, [from, slot, to, input]: Connection): boolean =>
  placeOf(document, from)?.item.io?.some(([, out, other, end]) => out === slot && other === to && end === input) ?? false

/** Whether a node has the content of a planned one. Missing members have their defaults. */
const saysSame = (planned: ArrowNode, actual: ArrowNode): boolean =>
  planned.type === actual.type &&
  planned.name === actual.name &&
  (planned.notes ?? '') === (actual.notes ?? '') &&
  [...Object.keys(planned.data), ...Object.keys(actual.data)].every((name) => name === 'rect' || equal(dataOf(planned, name), dataOf(actual, name)))

/** The calls, after all new resources, that turn an editor's document into the planned one. `created`: its ids for them. Nodes stay in place. */
export function* plainCalls(before: ArrowDocument, planned: ArrowDocument, actual: ArrowDocument, created: readonly ArrowId[]): Generator<PlainCall> {
  const diff = diffDocuments(before, planned)
  for (const one of diff.connections.removed) {
    // Removing a node also removes its connections.
    const stays = planned.resources.nodes.has(one[0]) && planned.resources.nodes.has(one[2])
    if (stays && hasConnection(actual, one)) yield mapCall(actual, one, 'pop')
  }
  yield* updates(before, planned, actual, new Set(created))
  for (const one of diff.connections.added) if (!hasConnection(actual, one)) yield mapCall(actual, one, 'push')
  for (const { id, members } of diff.nodes.changed) yield* moved(planned, actual, id, members)
  for (const { id, members } of diff.scenes.changed) {
    const entry = planned.resources.scenes.get(id)?.entry
    if (members.includes('entry') && entry !== undefined && actual.resources.scenes.get(id)?.entry !== entry)
      yield { key: `entry of scene ${id}`, call: call('set_scene_entry', { node_id: entry }) }
  }
  if (diff.document.includes('entry') && actual.entry !== planned.entry)
    yield { key: 'entry of the document', call: call('set_project_entry', { node_id: planned.entry }) }
  for (const [set, name, member] of REMOVALS) {
    for (const id of diff[set].removed)
      if (actual.resources[set].has(id) && !(set === 'nodes' && goesWithScene(before, planned, id)))
        yield { key: `removal of ${id}`, call: call(name, { [member]: id, id, force: true }) }
  }
}

const REMOVALS = [
  ['nodes', 'delete_node', 'node_id'],
  ['scenes', 'delete_scene', 'scene_id'],
  ['characters', 'delete_character', 'character_id'],
  ['variables', 'delete_variable', 'variable_id']
] as const

const goesWithScene = (before: ArrowDocument, planned: ArrowDocument, id: ArrowId): boolean => {
  const scene = placeOf(before, id)?.scene
  return scene !== undefined && !planned.resources.scenes.has(scene)
}

function mapCall(actual: ArrowDocument, connection: Connection, how: 'push' | 'pop'): PlainCall {
  const [from] = connection
  const modifications = { io: { [how]: [connection] } }
  return {
    key: `${how} ${connection.join(' ')}`,
    call: call('update_node_map', { node_id: from, scene_id: placeOf(actual, from)?.scene ?? -1, modifications })
  }
}

function* moved(planned: ArrowDocument, actual: ArrowDocument, id: ArrowId, members: readonly string[]): Generator<PlainCall> {
  const place = placeOf(actual, id)
  const wanted = placeOf(planned, id)?.item
  if (!place || !wanted) return
  const { scene, item } = place
  const modifications = {
    ...(members.includes('offset') && !equal(wanted.offset, item.offset) && { offset: wanted.offset }),
    ...(members.includes('skip') && (wanted.skip ?? false) !== (item.skip ?? false) && { skip: wanted.skip ?? false })
  }
  if (Object.keys(modifications).length > 0)
    yield { key: `place of ${id}`, call: call('update_node_map', { node_id: id, scene_id: scene, modifications }) }
}

/** Calls for resources that differ from the plan: those that the plan changes, and those that the editor created differently. */
function* updates(before: ArrowDocument, planned: ArrowDocument, actual: ArrowDocument, created: ReadonlySet<ArrowId>): Generator<PlainCall> {
  const { nodes, scenes, variables, characters } = planned.resources
  const isOurs = (set: keyof ArrowResources, id: ArrowId): boolean =>
    created.has(id) || before.resources[set].get(id) !== planned.resources[set].get(id)
  for (const [id, node] of nodes) {
    const actualNode = actual.resources.nodes.get(id)
    if (actualNode && isOurs('nodes', id) && !saysSame(node, actualNode) && changedBy(before.resources.nodes.get(id), node)) {
      const { name, data, notes = '' } = node
      yield { key: `content of ${id}`, call: call('update_node', { node_id: id, name, data, notes }) }
    }
  }
  for (const [id, { name, notes = '' }] of scenes) {
    const actualScene = actual.resources.scenes.get(id)
    if (actualScene && isOurs('scenes', id) && !(actualScene.name === name && (actualScene.notes ?? '') === notes))
      yield { key: `name of ${id}`, call: call('update_scene', { scene_id: id, name, notes }) }
  }
  for (const [id, { name, type, init, notes = '' }] of variables) {
    const actualVariable = actual.resources.variables.get(id)
    if (
      actualVariable &&
      isOurs('variables', id) &&
      !(actualVariable.name === name && actualVariable.type === type && actualVariable.init === init && (actualVariable.notes ?? '') === notes)
    )
      yield { key: `value of ${id}`, call: call('update_variable', { variable_id: id, name, type, initial_value: init, notes }) }
  }
  for (const [id, { name, color, tags = {}, notes = '' }] of characters) {
    const actualCharacter = actual.resources.characters.get(id)
    const isSame =
      actualCharacter?.name === name &&
      actualCharacter.color === color &&
      equal(actualCharacter.tags ?? {}, tags) &&
      (actualCharacter.notes ?? '') === notes
    if (actualCharacter && isOurs('characters', id) && !isSame)
      yield { key: `tags of ${id}`, call: call('update_character', { character_id: id, name, color: `#${color}`, tags, notes }) }
  }
}

/** Whether a plan changes a node's content, not only its `use`. */
const changedBy = (before: ArrowNode | undefined, planned: ArrowNode): boolean => !before || !saysSame(planned, before)
