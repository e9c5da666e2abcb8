import { describe, expect, it } from 'vitest'
import { documentOf } from '../documents.fixture'
import type { ArrowDocument, ArrowId, ArrowObject } from '../document'
import { relinked } from '../edit/relink'
import { createScene } from '../edit/scenes'
import type { NODE_TYPES } from '../node-types'
import type { CallContext } from './call'
import { convert } from './convert'
import { agentData, describeNode } from './describe'
import { Workbench } from './expansion'
import { call, io, real, stage } from './stage.fixture'

describe('agent-facing data becomes real data', () => {
  it.each<[string, object, string, ArrowObject]>([
    [
      'content',
      { title: 'T', content: 'C', brief: 50.7, auto_play: true, clear: false },
      'content',
      { title: 'T', content: 'C', brief: 50, auto: true, clear: false }
    ],
    ['monolog', { character: 6, text: 'Alone' }, 'monolog', { character: 6, monolog: 'Alone', brief: 0, auto: false, clear: false }],
    [
      'condition',
      { variable: 3, operator: '>=', compare_to: { type: 'value', value: 100.5 } },
      'condition',
      { variable: 3, operator: 'gte', with: [0, 100] }
    ],
    [
      'condition',
      { variable: 3, operator: '!=', compare_to: { type: 'variable', value: 3 } },
      'condition',
      { variable: 3, operator: 'nq', with: [1, 3] }
    ],
    [
      'condition',
      { variable: 'a_bool', operator: '==', compare_to: { type: 'value', value: 'true' } },
      'condition',
      { variable: 5, operator: 'eq', with: [0, true] }
    ],
    [
      'condition',
      { variable: 4, operator: '==', compare_to: { type: 'value', value: 'a.b' } },
      'condition',
      { variable: 4, operator: 'rgx', with: [0, '^a\\.b$'] }
    ],
    [
      'condition',
      { variable: 4, operator: '!=', compare_to: { type: 'value', value: 'x' } },
      'condition',
      { variable: 4, operator: 'rgx', with: [0, '^x$'] }
    ],
    ['condition', { variable: 4, operator: 'ct', with: [0, 'x'] }, 'condition', { variable: 4, operator: 'ct', with: [0, 'x'] }],
    ['hub', { options: ['a', 'b'] }, 'interaction', { actions: ['a', 'b'] }],
    ['hub', { slots: 3 }, 'hub', { slots: 3 }],
    ['interaction', { actions: ['Look', 'Go'] }, 'interaction', { actions: ['Look', 'Go'] }],
    [
      'variable_update',
      { variable: 3, operation: 'subtract', value: { type: 'value', value: 10 } },
      'variable_update',
      { variable: 3, operator: 'sub', with: [0, 10] }
    ],
    ['variable_update', { variable: 4, operation: 'add', value: 'x' }, 'variable_update', { variable: 4, operator: 'ins', with: [0, 'x'] }],
    ['jump', { target: { type: 'scene', id: 0 } }, 'jump', { target: 1, reason: '' }],
    ['jump', { target: 2, reason: 'again' }, 'jump', { target: 2, reason: 'again' }],
    ['marker', { label: 'checkpoint_1', color: '#00FFFF' }, 'marker', { label: 'checkpoint_1', color: '00ffffff' }],
    ['randomizer', { paths: 3 }, 'randomizer', { slots: 3 }],
    ['randomizer', { paths: 3, weights: [2, 4, 2] }, 'randomizer', { slots: 4 }],
    ['sequencer', { slots: 3 }, 'sequencer', { slots: 3 }],
    [
      'generator',
      { variable: 3, generator_type: 'random_int', min: 1, max: 100 },
      'generator',
      { variable: 3, method: 'randi', arguments: [1, 100, false, true, true] }
    ],
    ['generator', { variable: 5, generator_type: 'random_bool' }, 'generator', { variable: 5, method: 'rnbln' }],
    ['generator', { variable: 4, method: 'strst', options: ['a', 'b'] }, 'generator', { variable: 4, method: 'strst', arguments: 'a|b' }],
    [
      'tag_edit',
      { character: 6, operations: [{ action: 'set', key: 'faction', value: 'Rebels' }] },
      'tag_edit',
      { character: 6, edit: [2, 'faction', 'Rebels'] }
    ],
    ['tag_edit', { character: 6, operations: [{ action: 'remove', key: 'faction' }] }, 'tag_edit', { character: 6, edit: [4, 'faction', ''] }],
    ['tag_match', { character: 6, match: { type: 'has_key', key: 'faction' } }, 'tag_pass', { character: 6, pass: [1, [['faction', null]]] }],
    [
      'tag_match',
      { character: 6, match: { type: 'equals', key: 'faction', value: 'A' } },
      'tag_pass',
      { character: 6, pass: [1, [['faction', 'A']]] }
    ],
    [
      'tag_match',
      { character: 6, tag_key: 'faction', patterns: ['A', 'B'] },
      'tag_match',
      { character: 6, tag_key: 'faction', patterns: ['A', 'B'], regex: false }
    ],
    [
      'tag_pass',
      { character: 6, method: 'any', conditions: [{ key: 'a', value: 'x' }, { key: 'b' }] },
      'tag_pass',
      {
        character: 6,
        pass: [
          0,
          [
            ['a', 'x'],
            ['b', null]
          ]
        ]
      }
    ],
    ['user_input', { prompt: 'Name?', variable: 4, input_type: 'text' }, 'user_input', { prompt: 'Name?', variable: 4, custom: ['', '', ''] }],
    [
      'user_input',
      { prompt: 'Age?', variable: 3, custom: { min: 0, max: 120, step: 1, value: 18 } },
      'user_input',
      { prompt: 'Age?', variable: 3, custom: [0, 120, 1, 18] }
    ],
    ['entry', { label: 'Start' }, 'entry', { plaque: 'Start' }],
    ['frame', { title: 'Combat', color: '#FF5733' }, 'frame', { label: 'Combat', color: 'ff5733ff', rect: [128, 128] }]
  ])('%s %j', (type, data, realType, realData) => {
    const { document, result } = call('create_node', { type, data })
    expect(result).toMatchObject({ success: true, created_nodes: [7] })
    expect(result).not.toHaveProperty('ignored')
    expect(real(document, 7)).toEqual({ type: realType, data: realData })
    expect(relinked(document)).toBe(document)
  })
  it('a macro is used', () => {
    const { document, id } = createScene(stage(), { macro: true, name: 'Count' })
    expect(real(call('create_node', { type: 'macro_use', macro: 'Count' }, {}, document).document, 9)).toEqual({
      type: 'macro_use',
      data: { macro: id }
    })
  })

  it.each([
    ['condition', { variable: 4, operator: '<', compare_to: { type: 'value', value: 'x' } }],
    ['condition', { variable: 3, operator: '==', compare_to: { type: 'value', value: 'many' } }],
    ['condition', { variable: 3, operator: '==', compare_to: { type: 'variable', value: 4 } }],
    ['condition', { variable: 4, operator: '==', compare_to: { type: 'variable', value: 4 } }],
    ['variable_update', { variable: 5, operation: 'add', value: true }],
    ['generator', { variable: 4, generator_type: 'random_int', min: 1, max: 2 }],
    ['generator', { variable: 3, generator_type: 'dice', dice: '2d6+' }],
    ['generator', { variable: 3, generator_type: 'dice', dice: '99d6' }],
    ['randomizer', { paths: 2, weights: [1, 10] }],
    ['randomizer', { paths: 3, weights: [1, 2] }],
    ['randomizer', { paths: 11 }],
    ['user_input', { prompt: '', variable: 3, input_type: 'text' }],
    ['tag_edit', { character: 6, operations: [{ action: 'set', value: 'x' }] }],
    ['dialog', { character: 6, lines: [''] }],
    ['marker', { label: '', color: 'blue' }]
  ])('%s %j is refused', (type, data) => {
    const before = stage()
    const { document, result } = call('create_node', { type, data }, {}, before)
    expect(result).toMatchObject({ success: false, code: 'TYPE_MISMATCH' })
    expect(document).toBe(before)
  })
})

describe('data without a node type of Arrow becomes several nodes', () => {
  const chain = (document: ArrowDocument, from: ArrowId): ArrowId[] => {
    const next = io(document, from)[0]?.[2]
    return next === undefined ? [from] : [from, ...chain(document, next)]
  }
  it('dice', () => {
    const { document, result } = call('create_node', { type: 'generator', data: { variable: 3, generator_type: 'dice', dice: '2d6+3' } })
    expect(result).toMatchObject({ success: true, created_nodes: [8, 9, 10, 11], notes: [expect.stringContaining('2d6+3')] })
    const die = 7
    expect(chain(document, 8).map((id) => real(document, id))).toEqual([
      { type: 'generator', data: { variable: 3, method: 'randi', arguments: [1, 6, false, true, true] } },
      { type: 'generator', data: { variable: die, method: 'randi', arguments: [1, 6, false, true, true] } },
      { type: 'variable_update', data: { variable: 3, operator: 'add', with: [1, die] } },
      { type: 'variable_update', data: { variable: 3, operator: 'add', with: [0, 3] } }
    ])
    const after = call('create_connection', { from_node_id: 8, to_node_id: 2 }, {}, document)
    expect(io(after.document, 11)).toEqual([[11, 0, 2, 0]])
    expect(describeNode(after.document, 8)).toMatchObject({
      type: 'generator',
      data: { dice: '2d6+3' },
      connections: [{ from_slot: 0, to_node_id: 2, to_slot: 0 }]
    })
    const deleted = call('delete_node', { node_id: 8 }, {}, after.document)
    expect(deleted.result).toMatchObject({ success: true, removed_nodes: [8, 9, 10, 11] })
    expect(call('update_node', { node_id: 8, data: { dice: '1d4' } }, {}, after.document).result).toMatchObject({ code: 'PERMISSION_DENIED' })
  })
  it('a range that begins below zero', () => {
    const { document } = call('create_node', { type: 'generator', data: { variable: 3, generator_type: 'random_int', min: -5, max: 5 } })
    expect([real(document, 7), real(document, 8)]).toEqual([
      { type: 'generator', data: { variable: 3, method: 'randi', arguments: [0, 10, false, true, true] } },
      { type: 'variable_update', data: { variable: 3, operator: 'sub', with: [0, 5] } }
    ])
  })
  it('several changes of tags', () => {
    const operations = [
      { action: 'set', key: 'a', value: '1' },
      { action: 'remove', key: 'b' }
    ]
    const { document, result } = call('create_node', { type: 'tag_edit', data: { character: 6, operations }, connect_from: 2 })
    expect(result).toMatchObject({ success: true, created_nodes: [7, 8], created_connections: 2 })
    expect(chain(document, 1)).toEqual([1, 2, 7, 8])
    expect(describeNode(document, 7)?.data).toEqual({ character: 6, operations })
  })
  it('weights: a path has all its outputs', () => {
    const ran = call('create_node', { type: 'randomizer', data: { paths: 2, weights: [1, 3] } })
    const { document } = call('create_connection', { from_node_id: 7, from_slot: 1, to_node_id: 2 }, {}, ran.document)
    expect(io(document, 7)).toEqual([
      [7, 1, 2, 0],
      [7, 2, 2, 0],
      [7, 3, 2, 0]
    ])
    expect(describeNode(document, 7)).toMatchObject({
      data: { paths: 2, weights: [1, 3] },
      connections: [{ from_slot: 1, to_node_id: 2, to_slot: 0 }]
    })
    expect(io(call('delete_connection', { from: 7, from_slot: 1, to: 2, to_slot: 0 }, {}, document).document, 7)).toEqual([])
    expect(call('create_connection', { from_node_id: 7, from_slot: 2, to_node_id: 2 }, {}, document).result).toMatchObject({
      code: 'INVALID_CONNECTION'
    })
  })
  it('a sequence that takes one path at each visit', () => {
    const { document, result } = call('create_node', { type: 'sequencer', data: { paths: 3, reset: true } })
    expect(result).toMatchObject({ success: true, created_nodes: [8, 9, 10, 11, 12], created_connections: 4 })
    const after = call('create_connection', { from_node_id: 8, from_slot: 2, to_node_id: 2 }, {}, document)
    const last = describeNode(after.document, 8)
    expect(last?.connections).toEqual([{ from_slot: 2, to_node_id: 2, to_slot: 0 }])
    expect(real(document, 12)?.data).toEqual({ variable: 7, operator: 'set', with: [0, 0] })
  })
})

describe('outputs of checks', () => {
  const check = (data: object, type = 'condition') => call('create_node', { type, data }).document
  const connected = (document: ArrowDocument, slot: number, context?: CallContext) =>
    io(call('create_connection', { from_node_id: 7, from_slot: slot, to_node_id: 2 }, context, document).document, 7)
  it('0 is true for create_connection and delete_connection', () => {
    const condition = check({ variable: 3, operator: '>', compare_to: 1 })
    expect(connected(condition, 0)).toEqual([[7, 1, 2, 0]])
    expect(connected(condition, 1)).toEqual([[7, 0, 2, 0]])
    expect(connected(condition, 0, { polarity: 'file' })).toEqual([[7, 0, 2, 0]])
    const after = call('create_connection', { from_node_id: 7, to_node_id: 2 }, {}, condition).document
    expect(io(call('delete_connection', { from: 7, from_slot: 0, to: 2 }, {}, after).document, 7)).toEqual([])
    expect(call('create_connection', { from_node_id: 7, from_slot: 2, to_node_id: 2 }, {}, condition).result).toMatchObject({
      code: 'INVALID_CONNECTION'
    })
  })
  it('a negated check swaps them again', () => {
    expect(connected(check({ variable: 4, operator: '!=', compare_to: 'x' }), 0)).toEqual([[7, 0, 2, 0]])
    expect(connected(check({ character: 6, match: { type: 'not_equals', key: 'a', value: 'x' } }, 'tag_match'), 0)).toEqual([[7, 0, 2, 0]])
    expect(connected(check({ character: 6, method: 'all', conditions: [{ key: 'a' }] }, 'tag_pass'), 1)).toEqual([[7, 0, 2, 0]])
  })
  it('the stored form no longer counts once the node was changed by other means', () => {
    const document = check({ variable: 4, operator: '!=', compare_to: 'x' })
    const changed = call('update_node', { node_id: 7, data: { operator: 'ct', with: [0, 'y'] } }, {}, document).document
    expect(connected(changed, 0)).toEqual([[7, 1, 2, 0]])
  })
  it('raw connections are never swapped', () => {
    const push = [[7, 0.0, 2, 0]]
    const { document, result } = call(
      'update_node_map',
      { node_id: 7, modifications: { io: { push } } },
      {},
      check({ variable: 3, operator: '>', compare_to: 1 })
    )
    expect(result).toMatchObject({ success: true, created_connections: 1 })
    expect(io(document, 7)).toEqual(push)
    expect(io(call('update_node_map', { node_id: 7, modifications: { io: { pop: push } } }, {}, document).document, 7)).toEqual([])
  })
})

it('AD16 the agent-facing form of every node of a real document converts back to the same node', () => {
  const document = documentOf('conf-flow.arrow')
  for (const [id, node] of document.resources.nodes) {
    const bench = new Workbench(document, {})
    const { nodes } = convert(bench, node.type as (typeof NODE_TYPES)[number], agentData(document, node), node.data)
    expect([id, nodes.length, nodes[0]?.type]).toEqual([id, 1, node.type])
    expect(nodes[0]?.data).toMatchObject(node.data)
  }
})
