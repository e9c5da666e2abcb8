import { describe, expect, it } from 'vitest'
import { relinked } from '../edit/relink'
import { callsIn, type ArrowCallResult } from './call'
import { describeNode } from './describe'
import { FUNCTIONS } from './functions'
import { runBatch } from './run'
import { call, io, real, stage } from './stage.fixture'

/** A result without the ids that it created, which other assertions check. */
const plain = (result: ArrowCallResult): object => Object.fromEntries(Object.entries(result).filter(([name]) => !name.startsWith('created_')))

it('the protocol has 17 functions', () => expect(Object.keys(FUNCTIONS)).toHaveLength(17))

it('the conversation of the protocol makes two connected nodes', () => {
  const message = {
    type: 'function_call_batch',
    data: {
      request_id: 'req_001',
      functions: [
        {
          function: 'create_node',
          arguments: {
            type: 'dialog',
            position: 'auto',
            data: { character: 6, lines: ["I've been watching you, stranger.", 'Perhaps I can help you?'] },
            connect_from: { node_id: 'last_selected', slot: 0 }
          }
        },
        {
          function: 'create_node',
          arguments: {
            type: 'hub',
            position: 'below_previous',
            data: { options: ["Accept Elena's help", 'Politely decline', 'Ask what she wants in return'] },
            connect_from: { node_id: 'last_created', slot: 0 }
          }
        }
      ]
    }
  }
  const { requestId, batch, calls } = callsIn(message) ?? { batch: false, calls: [] }
  expect([requestId, batch]).toEqual(['req_001', true])
  const { document, result } = runBatch(stage(), calls, { selected: [2] })
  expect(result).toMatchObject({ success: true, created_nodes: [7, 8], created_connections: 2 })
  expect(io(document, 2)).toEqual([[2, 0, 7, 0]])
  expect(io(document, 7)).toEqual([[7, 0, 8, 0]])
  expect(real(document, 8)).toEqual({
    type: 'interaction',
    data: { actions: ["Accept Elena's help", 'Politely decline', 'Ask what she wants in return'] }
  })
  expect(describeNode(document, 8)).toMatchObject({
    type: 'hub',
    data: { options: ["Accept Elena's help", 'Politely decline', 'Ask what she wants in return'] }
  })
  const map = document.resources.scenes.get(0)?.map
  expect(map?.get(8)?.offset[1]).toBeGreaterThan(map?.get(7)?.offset[1] ?? Infinity)
  expect(relinked(document)).toBe(document)
})

describe('a value that Arrow holds in another form is named in the notes', () => {
  const whole = (what: string, was: number): string => `“${what}” is ${Math.trunc(was)} instead of ${was}, because Arrow holds only whole numbers.`
  it.each([
    ['create_variable', { type: 'num', initial_value: 1.5 }, whole('initial_value', 1.5)],
    ['create_variable', { type: 'num', initial_value: '2.5' }, whole('initial_value', 2.5)],
    ['create_variable', { type: 'float' }, 'The type is num instead of float, because Arrow holds only whole numbers.'],
    ['create_variable', { type: 'str', initial_value: 5 }, '“initial_value” holds a text, so 5 became "5".'],
    ['update_variable', { variable_id: 3, initial_value: -0.5 }, whole('initial_value', -0.5)],
    ['update_variable', { variable_id: 3, name: 'a str' }, expect.stringMatching(/^The name is “a_str_” instead of “a str”/)],
    ['update_variable', { variable_id: 3, type: 'Double' }, expect.stringMatching(/^The type is num instead of Double/)],
    ['update_node', { node_id: 2, data: { content: true } }, '“content” holds a text, so true became "true".'],
    ['update_node', { node_id: 2, data: { brief: 7.9 } }, whole('brief', 7.9)],
    ['update_node', { node_id: 2, name: '1' }, expect.stringMatching(/^The name is “1_” instead of “1”/)],
    ['create_node', { type: 'content', name: '1' }, expect.stringMatching(/^The name is “1_” instead of “1”/)],
    ['create_node', { type: 'dialog', data: { lines: 5 } }, '“lines” holds a text, so 5 became "5".'],
    ['create_node', { type: 'dialog', data: { lines: [{ text: 'Go', goto: 7 }] } }, '“lines” holds only texts, so “goto” had no effect.'],
    ['create_node', { type: 'condition', data: { variable: 3, operator: '>', compare_to: 1.5 } }, whole('compare_to', 1.5)],
    ['create_node', { type: 'condition', data: { variable: 4, operator: 'rgx', compare_to: 1 } }, '“compare_to” holds a text, so 1 became "1".'],
    ['create_node', { type: 'condition', data: { with: [0, 1.5] } }, whole('compare_to', 1.5)],
    ['create_node', { type: 'variable_update', data: { variable: 3, operation: 'add', value: 0.5 } }, whole('value', 0.5)],
    ['create_node', { type: 'generator', data: { variable: 3, method: 'randi', min: 1.2, max: 6 } }, whole('min', 1.2)],
    ['create_node', { type: 'generator', data: { variable: 3, method: 'randi', arguments: [1.2, 6] } }, whole('arguments', 1.2)],
    ['create_node', { type: 'user_input', data: { variable: 3, custom: { min: 0.5 } } }, whole('min', 0.5)],
    ['create_node', { type: 'user_input', data: { variable: 3, custom: [0.5, 1, 1, 0] } }, whole('custom', 0.5)],
    ['create_node', { type: 'frame', data: { size: [200.5, 300] } }, whole('rect', 200.5)],
    ['create_node', { type: 'hub', data: { slots: 2.5 } }, whole('slots', 2.5)],
    ['create_node', { type: 'tag_edit', data: { character: 6, action: 'set', key: 'trust', value: 5 } }, '“value” holds a text, so 5 became "5".'],
    ['create_node', { type: 'hub', position: [10.5, 20] }, 'The position is 10, 20 instead of 10.5, 20, because Arrow holds only whole numbers.'],
    [
      'update_node_map',
      { node_id: 2, modifications: { offset: { x: 1, y: 2.5 } } },
      expect.stringMatching(/^The position is 1, 2 instead of 1, 2\.5/)
    ],
    ['update_character', { character_id: 6, tags: { 'knows it': 1 } }, expect.stringMatching(/^The tag is “knows_it” instead of “knows it”/)]
  ])('%s %j', (name, given, note) => {
    const { result } = call(name, given)
    expect(result).toMatchObject({ success: true, notes: expect.arrayContaining([note]) })
  })
  it.each([
    ['create_node', { type: 'hub', connect_from: { node_id: 2, slot: 0.5 } }, 'INVALID_CONNECTION'],
    ['create_connection', { from_node_id: 1, to_node_id: 2, from_slot: 0.5 }, 'INVALID_CONNECTION'],
    ['update_node_map', { modifications: { io: { push: [[1, 0.5, 2, 0]] } } }, 'INVALID_CONNECTION'],
    ['update_node_map', { modifications: { io: { push: [[1.5, 0, 2, 0]] } } }, 'INVALID_NODE_ID'],
    ['create_node', { type: 'generator', data: { variable: 4, method: 'strst', options: ['a|b', 'c'] } }, 'TYPE_MISMATCH'],
    ['update_scene', { scene_id: 0, name: 5 }, 'TYPE_MISMATCH']
  ])('what would mean something else is refused: %s %j', (name, given, code) =>
    expect(call(name, given).result).toMatchObject({ success: false, code })
  )
  it('other spellings of the same value leave no note', () =>
    expect(call('create_node', { type: 'dialog', data: { lines: 'Hi', playable: 1 }, position: [5, 5] }).result).not.toHaveProperty('notes'))
})

describe('every spelling of a call', () => {
  it.each([
    [{ function: 'f', arguments: { a: 1 } }],
    [{ type: 'function_call', data: { function: 'f', arguments: { a: 1 } } }],
    [{ type: 'function_call', function_name: 'f', args: { a: 1 } }],
    [{ type: 'function_call_batch', functions: [{ function: 'f', args: { a: 1 } }] }],
    [[{ function: 'f', arguments: { a: 1 } }]]
  ])('%j', (message) => expect(callsIn(message)?.calls).toEqual([{ function: 'f', arguments: { a: 1 } }]))
  it.each([[null], [7], [{}], [{ function: 1 }], [[{}]], ['create_node']])('%j contains no call', (message) =>
    expect(callsIn(message)).toBeUndefined()
  )

  const lines = { lines: ['Hello'] }
  it.each([
    ['create_insert_node', { type: 'dialog', preset: { character_id: 6, ...lines } }],
    ['create_insert_node', { type: 'dialog', preset: { data: { character: 6, ...lines } }, offset: [0, 0], scene_id: null, draw: undefined }],
    ['create_node', { type: 'dialog', data: { character: { by_name: 'Elena' }, ...lines }, position: 'auto' }],
    ['create_node', { node_type: 'dialog', character: 'Elena', ...lines }],
    ['create_dialog_node', { character_id: '6', lines: 'Hello' }],
    ['create_node', { type: 'dialogue', data: { character_name: 'Elena', ...lines }, scene_id: 'current' }]
  ])('%s %j', (name, given) => {
    const { document, result } = call(name, given)
    expect(result).toMatchObject({ success: true, node_id: 7 })
    expect(real(document, 7)).toEqual({ type: 'dialog', data: { character: 6, lines: ['Hello'], playable: true } })
  })
  it('the name of a real client’s preset counts', () => {
    expect(
      call('create_insert_node', { type: 'hub', preset: { name: 'Join', notes: 'both', data: {} } }).document.resources.nodes.get(7)
    ).toMatchObject({ name: 'Join', notes: 'both' })
  })
})

describe('special references', () => {
  it.each([
    ['last_created', 2],
    ['selected', 2],
    ['first_selected', 2],
    ['last_selected', 2],
    ['current_entry', 1],
    ['project_entry', 1],
    ['2', 2],
    [{ by_name: '2' }, 2]
  ])('%j is node %i', (reference, id) => {
    const { result } = call('update_node', { node_id: reference, notes: 'x' }, { lastCreated: 2, selected: [2] })
    expect(result).toMatchObject({ success: true, node_id: id })
  })
  it.each([
    ['selected', { selected: [1, 2] }, 'INVALID_NODE_ID'],
    ['selected', {}, 'INVALID_NODE_ID'],
    ['last_created', {}, 'INVALID_NODE_ID'],
    ['nobody', {}, 'INVALID_NODE_ID'],
    [99, {}, 'INVALID_NODE_ID'],
    [1.5, {}, 'INVALID_NODE_ID']
  ] as const)('%j with %j is refused', (reference, context, code) => {
    expect(call('update_node', { node_id: reference, notes: 'x' }, context).result).toMatchObject({ success: false, code })
  })
})

describe('the other functions', () => {
  it('a partial update keeps the rest', () => {
    const before = call('create_node', { type: 'condition', data: { variable: 3, operator: '>', compare_to: 5 } }).document
    const { document, result } = call('update_node', { node_id: 7, name: 'Rich?', data: { operator: '<=' }, notes: 'n' }, {}, before)
    expect(plain(result)).toEqual({ success: true, node_id: 7 })
    expect(document.resources.nodes.get(7)).toMatchObject({ name: 'Rich?', notes: 'n', data: { variable: 3, operator: 'lse', with: [0, 5] } })
  })
  it('a remembered hub keeps its form', () => {
    const before = call('create_node', { type: 'hub', data: { options: ['a', 'b'] } }).document
    const { document } = call('update_node', { node_id: 7, data: { options: ['a', 'b', 'c'] } }, {}, before)
    expect([real(document, 7), describeNode(document, 7)?.type]).toEqual([{ type: 'interaction', data: { actions: ['a', 'b', 'c'] } }, 'hub'])
    expect(call('update_node', { node_id: 2, data: { options: ['a'] } }).result).toMatchObject({ success: true, ignored: ['options'] })
  })
  it('scenes', () => {
    const { document, result } = call('create_scene', { name: 'Chapter 2: The Journey', is_macro: false, notes: 'n' })
    expect(plain(result)).toEqual({ success: true, scene_id: 7, entry_node_id: 8 })
    const { context } = call('create_scene', { name: 'Two' })
    expect(context.lastCreated).toBe(8)
    const next = call('create_node', { type: 'content', data: { content: 'On.' }, connect_from: 'last_created' }, context, document)
    expect(next.result).toMatchObject({ success: true, created_connections: 1 })
    expect([...(next.document.resources.scenes.get(7)?.map.keys() ?? [])]).toEqual([8, 9])
    expect(call('create_node', { type: 'content', scene_id: 0, connect_from: 8 }, {}, document).result).toMatchObject({ code: 'INVALID_CONNECTION' })
    expect(call('update_scene', { scene_id: 7, name: 'Two' }, {}, document).document.resources.scenes.get(7)?.name).toBe('Two')
    expect(call('update_scene', { scene_id: 7, macro: true }, {}, document).result).toMatchObject({ code: 'PERMISSION_DENIED' })
    expect(plain(call('set_project_entry', { node_id: 8 }, {}, document).result)).toEqual({ success: true, previous_entry: 1 })
    expect(plain(call('set_scene_entry', { node_id: 2 }, {}, document).result)).toEqual({ success: true, previous_entry: 1 })
    expect(plain(call('delete_scene', { scene_id: 7 }, {}, document).result)).toEqual({ success: true, removed_nodes: [8] })
    expect(call('delete_scene', { scene_id: 0, force: true }, {}, document).result).toMatchObject({ code: 'PERMISSION_DENIED' })
  })
  it('variables, by name too', () => {
    const { document, result } = call('create_variable', { name: 'player_health', type: 'number', initial_value: '100', notes: 'hp' })
    expect(plain(result)).toEqual({ success: true, variable_id: 7, name: 'player_health' })
    expect(document.resources.variables.get(7)).toEqual({ name: 'player_health', type: 'num', init: 100, notes: 'hp' })
    const after = call('update_variable', { by_name: 'player_health', initial_value: 150.9, name: 'hp' }, {}, document).document
    expect(after.resources.variables.get(7)).toMatchObject({ name: 'hp', init: 150 })
    expect(call('delete_variable', { by_name: 'hp' }, {}, after).result).toMatchObject({ success: true })
    expect(call('delete_variable', { by_name: 'HP' }, {}, after).result).toMatchObject({ code: 'INVALID_VARIABLE_ID', suggestion: 'hp' })
    expect(call('create_variable', { type: 'num', initial_value: 'much' }).result).toMatchObject({ code: 'TYPE_MISMATCH' })
    expect(call('create_variable', { type: 'date' }).result).toMatchObject({ code: 'TYPE_MISMATCH' })
  })
  it('characters; tags are replaced', () => {
    const { document, result } = call('create_character', { name: 'Elena the Scholar', color: '#4A90E2', tags: { knows_secret: true }, notes: 'n' })
    expect(plain(result)).toEqual({
      success: true,
      character_id: 7,
      name: 'Elena_the_Scholar',
      notes: ['“knows_secret” holds a text, so true became "true".']
    })
    const after = call('update_character', { by_name: 'Elena the Scholar', color: '#5A9FE2', tags: { trust: '5' } }, {}, document).document
    expect(after.resources.characters.get(7)).toEqual({ name: 'Elena_the_Scholar', color: '5a9fe2', tags: { trust: '5' }, notes: 'n' })
  })
  it('a removal of a resource in use is refused with its users', () => {
    const before = call('create_node', { type: 'dialog', data: { character: 6, lines: ['{a_num}'] } }).document
    expect(call('delete_character', { character_id: 6 }, {}, before).result).toMatchObject({ success: false, code: 'RESOURCE_IN_USE', used_by: [7] })
    expect(call('delete_variable', { variable_id: 3 }, {}, before).result).toMatchObject({ code: 'RESOURCE_IN_USE', used_by: [7] })
    expect(call('delete_character', { character_id: 6, force: true }, {}, before).document.resources.nodes.get(7)?.data['character']).toBe(-1)
    const jump = call('create_node', { type: 'jump', data: { target: 7 } }, {}, before).document
    expect(call('delete_node', { node_id: 7 }, {}, jump).result).toMatchObject({ code: 'RESOURCE_IN_USE', referenced_by: [8] })
    expect(call('delete_node', { node_id: 'project_entry', force: true }).result).toMatchObject({ code: 'PERMISSION_DENIED' })
  })
  it('the extra functions of real clients', () => {
    const { document } = call('quick_insert_node', { node_type: 'hub', offset: [500, 20], connection: [2, 0, true] })
    expect([io(document, 2), document.resources.scenes.get(0)?.map.get(7)?.offset]).toEqual([[[2, 0, 7, 0]], [500, 20]])
    const copies = runBatch(
      document,
      ['hub', 'content'].map((type) => ({ function: 'create_node', arguments: { type } }))
    ).document
    const { result } = call('node_connection_replacement', { conversation_table: { 2: 9, 7: 8 } }, {}, copies)
    expect(result).toMatchObject({ success: true, connections: [[9, 0, 8, 0]] })
  })
  it.each([
    ['create_node', {}, 'INVALID_NODE_TYPE'],
    ['create_node', { type: 'spark' }, 'INVALID_NODE_TYPE'],
    ['create_node', { type: 'hub', position: 'left' }, 'INVALID_POSITION'],
    ['create_node', { type: 'hub', scene_id: 9 }, 'INVALID_SCENE_ID'],
    ['create_node', { type: 'hub', connect_from: { node_id: 2, slot: 4 } }, 'INVALID_CONNECTION'],
    ['update_node', {}, 'INVALID_NODE_ID'],
    ['update_node_map', { node_id: 2 }, 'INVALID_CONNECTION'],
    ['create_connection', { from_node_id: 2, to_node_id: 2 }, 'INVALID_CONNECTION'],
    ['delete_character', { character_id: 3 }, 'INVALID_CHARACTER_ID'],
    ['fly', {}, 'PERMISSION_DENIED']
  ])('%s %j: %s', (name, given, code) => {
    const { result } = call(name, given)
    expect(result).toMatchObject({ success: false, code })
    expect(result.success ? '' : result.error).toMatch(/^[A-Z“].*[.?]$/)
  })
})

it('AD15 a batch runs whole or not at all', () => {
  const before = stage()
  const calls = [
    { function: 'create_node', arguments: { type: 'hub' } },
    { function: 'create_connection', arguments: { from_node_id: 'last_created', to_node_id: 77 } }
  ]
  const { document, result } = runBatch(before, calls)
  expect(document).toBe(before)
  expect(result).toMatchObject({ success: false, code: 'INVALID_NODE_ID', failed_at: 1 })
})

it('a name that a batch gave means what the batch created, also if the name was taken', () => {
  const taken = call('create_character', { name: 'Elena the Scholar' }).document
  const { document } = runBatch(taken, [
    { function: 'create_character', arguments: { name: 'Elena the Scholar' } },
    { function: 'create_node', arguments: { type: 'dialog', data: { character: 'Elena the Scholar', lines: ['Hm.'] } } },
    { function: 'update_character', arguments: { by_name: 'Elena the Scholar', name: 'Elena the Wise' } },
    { function: 'update_character', arguments: { by_name: 'Elena the Wise', color: '#112233' } }
  ])
  expect([...document.resources.characters].slice(-2)).toEqual([
    [7, expect.objectContaining({ name: 'Elena_the_Scholar' })],
    [8, expect.objectContaining({ name: 'Elena_the_Wise', color: '112233' })]
  ])
  expect(document.resources.nodes.get(9)?.data['character']).toBe(8)
})
