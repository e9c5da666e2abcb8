import { expect, test } from 'vitest'
import { hurt, state } from '../store/tiny.fixture'
import { inOrder, short, worded } from './words'

test('changes are put in words, with names for ids', () => {
  expect(worded(hurt(4, 2)[0] ?? { path: '', op: 'add' }, state())).toEqual({ about: 'Wren', what: 'hp', op: 'update', from: '4', to: '2' })
  expect(worded({ path: '/actors/Wren/location', op: 'update', from: 'well', to: 'far' }, state())).toEqual({
    about: 'Wren',
    what: 'location',
    op: 'update',
    from: 'The well',
    to: 'far'
  })
  expect(worded({ path: '/facts/rope-cut', op: 'add', to: true }, state())).toEqual({ about: 'facts', what: 'rope-cut', op: 'add', to: 'true' })
})

test('values are put on one line', () => {
  expect([short(['a', 'b']), short([]), short({ item: 'rope', count: 2 }), short({ x: 1, y: 'z' }), short({})]).toEqual([
    'a, b',
    '—',
    'rope',
    'x 1, y z',
    '—'
  ])
})

test('the engine’s own bookkeeping comes after what matters to the story', () => {
  const next = { path: '/next/beat', op: 'update' as const, from: 1, to: 2 }
  expect(inOrder([next, ...hurt(4, 2)])).toEqual({ story: hurt(4, 2), engine: [next] })
})
