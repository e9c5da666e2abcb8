import { expect, it } from 'vitest'
import { planGraph } from './plan-graph'

const actions = ['a', 'b', 'c', 'd'].map((actionId) => ({ actionId, skillName: `skill-${actionId}`, parameters: {} }))

it('puts an action in the column after its last dependency, in the order of execution', () => {
  const { nodes, edges, columns, rows } = planGraph({ actions, dependencies: { c: ['a', 'b'], d: ['c'] } }, ['a', 'b', 'c', 'd'])
  expect(nodes.map(({ id, column, row }) => `${id} ${column} ${row}`)).toEqual(['a 0 0', 'b 0 1', 'c 1 0', 'd 2 0'])
  expect(edges.map(({ from, to }) => `${from.id} ${to.id}`)).toEqual(['a c', 'b c', 'c d'])
  expect([columns, rows]).toEqual([3, 2])
})

it('puts actions without dependencies in one column and draws nothing without actions', () => {
  expect(planGraph({ actions }, ['a', 'b', 'c', 'd'])).toMatchObject({ columns: 1, rows: 4, edges: [] })
  expect(planGraph({ actions: [] }, [])).toEqual({ nodes: [], edges: [], columns: 0, rows: 0 })
})
