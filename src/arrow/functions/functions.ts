import { z } from 'zod'
import type { VariableType } from '../document'
import { createCharacter, updateCharacter, type CharacterTags } from '../edit/characters'
import { removeResources, removeScene } from '../edit/remove'
import { createScene, setDocumentEntry, setSceneEntry, updateScene } from '../edit/scenes'
import { createVariable, updateVariable } from '../edit/variables'
import { safeName } from '../names'
import { refusal } from '../refuse'
import { define, FlagInput, FORCE, Id, named, NODE, noted, TextInput, type ArrowFunction } from './define'
import { toText, toType } from './members'
import type { Runner } from './runner'
import {
  createConnection,
  createInsertNode,
  deleteConnection,
  deleteNode,
  quickInsertNode,
  replaceConnections,
  updateNodeFunction,
  updateNodeMap
} from './node-functions'
import { refer } from './refer'
import { usersOf } from '../users'

const VariableTypes: Readonly<Record<string, VariableType>> = {
  num: 'num',
  number: 'num',
  int: 'num',
  integer: 'num',
  float: 'num',
  double: 'num',
  decimal: 'num',
  str: 'str',
  string: 'str',
  text: 'str',
  bool: 'bool',
  boolean: 'bool'
}
/** The spellings that promise fractions. */
const FRACTIONS = ['float', 'double', 'decimal']
const Initial = z.union([z.number(), z.string().max(100_000), z.boolean()])
const SCENE = { scene: 'scene_id', id: 'scene_id', by_name: 'scene_id' }
const VARIABLE = { variable: 'variable_id', id: 'variable_id', by_name: 'variable_id', init: 'initial_value', value: 'initial_value' }
const CHARACTER = { character: 'character_id', id: 'character_id', by_name: 'character_id', colour: 'color' }

const createSceneFunction = define(
  'Creates a scene, or a macro, with an entry node.',
  z.object({ name: TextInput.optional(), is_macro: FlagInput.optional(), notes: TextInput.optional() }),
  { macro: 'is_macro' },
  (runner, { name, is_macro, notes }) => {
    const creation = createScene(runner.document, { ...named(name), macro: is_macro ?? false, ...noted(notes) }, runner.context.ids)
    runner.document = creation.document
    runner.noteName('scenes', creation.id, name)
    const entry = creation.document.resources.scenes.get(creation.id)?.entry ?? -1
    runner.created.push(entry)
    runner.context = { ...runner.context, lastCreated: entry }
    return { scene_id: creation.id, entry_node_id: entry }
  }
)
const updateSceneFunction = define(
  'Changes the name, the notes or the entry of a scene.',
  z.object({ scene_id: Id.optional(), name: TextInput.optional(), notes: TextInput.optional(), entry: Id.optional(), macro: FlagInput.optional() }),
  { ...SCENE, is_macro: 'macro' },
  (runner, { scene_id, name, notes, entry, macro }) => {
    const id = runner.scene(scene_id)
    const scene = runner.document.resources.scenes.get(id)
    if (macro !== undefined && macro !== (scene?.macro ?? false)) {
      throw refusal('PERMISSION_DENIED', 'A scene can’t become a macro, nor a macro a scene. Create a new one and move the nodes.', { id })
    }
    if (entry !== undefined && entry !== -1) {
      const node = runner.node(entry)
      if (!scene?.map.has(node)) throw refusal('INVALID_NODE_ID', `Node ${node} doesn’t lie in scene ${id}.`, { id: node })
      runner.document = setSceneEntry(runner.document, node)
    }
    runner.document = updateScene(runner.document, id, { ...named(name), ...(notes !== undefined && { notes }) })
    runner.noteName('scenes', id, name)
    return { scene_id: id }
  }
)
const deleteScene = define(
  'Removes a scene with all its nodes.',
  z.object({ scene_id: Id, force: FlagInput.optional() }),
  { ...SCENE, ...FORCE },
  (runner, { scene_id, force }) => {
    const { document, removed } = removeScene(runner.document, runner.scene(scene_id), { force: force ?? false })
    runner.document = document
    return { removed_nodes: removed }
  }
)
const setScene = define('Makes a node the entry of its scene.', z.object({ node_id: Id }), NODE, (runner, { node_id }) => {
  const id = runner.node(node_id)
  const scene = [...runner.document.resources.scenes.values()].find(({ map }) => map.has(id))
  runner.document = setSceneEntry(runner.document, id)
  return { previous_entry: scene?.entry ?? -1 }
})
const setProject = define('Makes a node the one where the document starts.', z.object({ node_id: Id }), NODE, (runner, { node_id }) => {
  const previous = runner.document.entry
  runner.document = setDocumentEntry(runner.document, runner.node(node_id))
  return { previous_entry: previous }
})

function variableType({ notes }: Runner, spelled: string): VariableType {
  const type = Object.hasOwn(VariableTypes, spelled.toLowerCase()) ? VariableTypes[spelled.toLowerCase()] : undefined
  if (!type) throw refusal('TYPE_MISMATCH', `“${spelled.slice(0, 40)}” is no type of variable: choose num, str or bool.`)
  if (FRACTIONS.includes(spelled.toLowerCase())) notes.push(`The type is num instead of ${spelled}, because Arrow holds only whole numbers.`)
  return type
}

const createVariableFunction = define(
  'Creates a variable of the type num, str or bool.',
  z.object({ type: z.string().max(40), name: TextInput.optional(), initial_value: Initial.optional(), notes: TextInput.optional() }),
  { init: 'initial_value', value: 'initial_value', variable_type: 'type' },
  (runner, { type: spelled, name, initial_value, notes }) => {
    const type = variableType(runner, spelled)
    const init = initial_value === undefined ? undefined : toType(type, initial_value, 'initial_value', runner.notes)
    const creation = createVariable(
      runner.document,
      { type, ...named(name), ...(init !== undefined && { init }), ...noted(notes) },
      runner.context.ids
    )
    runner.document = creation.document
    runner.giveName('variables', creation.id, name)
    return { variable_id: creation.id, name: creation.document.resources.variables.get(creation.id)?.name }
  }
)
const updateVariableFunction = define(
  'Changes the name, the first value or the notes of a variable; its type only while nothing uses it.',
  z.object({
    variable_id: Id,
    name: TextInput.optional(),
    type: z.string().max(40).optional(),
    initial_value: Initial.optional(),
    notes: TextInput.optional()
  }),
  VARIABLE,
  (runner, { variable_id, name, type: spelled, initial_value, notes }) => {
    const id = refer(runner, 'variables', variable_id)
    const variable = runner.document.resources.variables.get(id)
    const type = spelled === undefined || spelled === '' ? undefined : variableType(runner, spelled)
    const users = usersOf(runner.document, id)
    if (type && type !== variable?.type && users.length > 0) {
      throw refusal('RESOURCE_IN_USE', `The type of variable ${id} can’t change because nodes use it. Create another variable.`, {
        id,
        used_by: users
      })
    }
    const now = type ?? variable?.type ?? 'num'
    const first = initial_value ?? (type && type !== variable?.type ? { num: 0, str: '', bool: false }[type] : undefined)
    const init = first === undefined ? undefined : toType(now, first, 'initial_value', runner.notes)
    runner.document = updateVariable(runner.document, id, {
      ...named(name),
      ...(type && { type }),
      ...(init !== undefined && { init }),
      ...(notes !== undefined && { notes })
    })
    runner.noteName('variables', id, name)
    return { variable_id: id }
  }
)
const deleteVariable = define(
  'Removes a variable.',
  z.object({ variable_id: Id, force: FlagInput.optional() }),
  { ...VARIABLE, ...FORCE },
  (runner, { variable_id, force }) => {
    runner.document = removeResources(runner.document, [refer(runner, 'variables', variable_id)], { force: force ?? false })
    return {}
  }
)

const Tags = z.record(z.string().max(1000), z.union([z.string().max(100_000), z.number(), z.boolean()]))
/** The tags of a character, which are texts. Their keys are made safe for placeholders; both is noted. */
function tagsOf({ notes }: Runner, tags: z.output<typeof Tags> | undefined): { tags?: CharacterTags } {
  if (!tags) return {}
  for (const key of Object.keys(tags))
    if (safeName(key) !== key) notes.push(`The tag is “${safeName(key)}” instead of “${key}”, because placeholders can’t use some characters.`)
  return { tags: Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, toText(value, key, notes)])) }
}
const createCharacterFunction = define(
  'Creates a character with a colour and tags.',
  z.object({ name: TextInput.optional(), color: z.string().max(100).optional(), tags: Tags.optional(), notes: TextInput.optional() }),
  { colour: 'color' },
  (runner, { name, color, tags, notes }) => {
    const creation = createCharacter(
      runner.document,
      { ...named(name), ...(color !== undefined && { color }), ...tagsOf(runner, tags), ...noted(notes) },
      runner.context.ids
    )
    runner.document = creation.document
    runner.giveName('characters', creation.id, name)
    return { character_id: creation.id, name: creation.document.resources.characters.get(creation.id)?.name }
  }
)
const updateCharacterFunction = define(
  'Changes the name, the colour or the notes of a character; `tags` replaces all its tags.',
  z.object({
    character_id: Id,
    name: TextInput.optional(),
    color: z.string().max(100).optional(),
    tags: Tags.optional(),
    notes: TextInput.optional()
  }),
  CHARACTER,
  (runner, { character_id, name, color, tags, notes }) => {
    const id = refer(runner, 'characters', character_id)
    runner.document = updateCharacter(runner.document, id, {
      ...named(name),
      ...(color !== undefined && color !== '' && { color }),
      ...tagsOf(runner, tags),
      ...(notes !== undefined && { notes })
    })
    runner.noteName('characters', id, name)
    return { character_id: id }
  }
)
const deleteCharacter = define(
  'Removes a character.',
  z.object({ character_id: Id, force: FlagInput.optional() }),
  { ...CHARACTER, ...FORCE },
  (runner, { character_id, force }) => {
    runner.document = removeResources(runner.document, [refer(runner, 'characters', character_id)], { force: force ?? false })
    return {}
  }
)

/** The 17 functions of the protocol. */
export const FUNCTIONS: Readonly<Record<string, ArrowFunction>> = {
  create_insert_node: createInsertNode,
  update_node_map: updateNodeMap,
  update_node: updateNodeFunction,
  delete_node: deleteNode,
  create_connection: createConnection,
  delete_connection: deleteConnection,
  create_scene: createSceneFunction,
  update_scene: updateSceneFunction,
  delete_scene: deleteScene,
  set_scene_entry: setScene,
  set_project_entry: setProject,
  create_variable: createVariableFunction,
  update_variable: updateVariableFunction,
  delete_variable: deleteVariable,
  create_character: createCharacterFunction,
  update_character: updateCharacterFunction,
  delete_character: deleteCharacter
}

/** What real clients send in addition: further functions, and other names of the 17. */
export const OTHER_FUNCTIONS: Readonly<Record<string, ArrowFunction>> = {
  quick_insert_node: quickInsertNode,
  node_connection_replacement: replaceConnections,
  create_node: createInsertNode,
  remove_node: deleteNode,
  create_new_scene: createSceneFunction,
  remove_scene: deleteScene,
  update_scene_entry: setScene,
  update_project_entry: setProject,
  create_new_variable: createVariableFunction,
  remove_variable: deleteVariable,
  create_new_character: createCharacterFunction,
  remove_character: deleteCharacter
}
