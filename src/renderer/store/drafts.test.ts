import { expect, test } from 'vitest'
import { dropped, movedTo, refused, saved, typed, type Drafts } from './drafts'

const none: Drafts = {}
const NAME = 'place:hill/name'

test('what is typed is kept until it reads as before', () => {
  const first = typed(none, NAME, 'The Hil', 'The Hill')
  expect(first).toEqual({ [NAME]: { text: 'The Hil', was: 'The Hill' } })
  expect(typed(first, NAME, 'The Hill', 'The Hill')).toEqual({})
})

test('a beat that lands meanwhile changes what the field says, not what was typed', () => {
  const mine = typed(none, NAME, 'The Tor', 'The Hill')
  const on = typed(mine, NAME, 'The Tors', 'Gallows Hill')
  expect(on).toEqual({ [NAME]: { text: 'The Tors', was: 'The Hill' } })
})

test('a refusal stays at the text it is about and goes with the next letter', () => {
  const mine = typed(none, NAME, '', 'The Hill')
  const told = refused(mine, NAME, '', 'A place needs a name.')
  expect(told[NAME]?.fault).toBe('A place needs a name.')
  expect(typed(told, NAME, 'T', 'The Hill')[NAME]).toEqual({ text: 'T', was: 'The Hill' })
  expect(refused(mine, NAME, 'something else', 'No.')).toBe(mine)
  expect(refused(none, NAME, '', 'No.')).toBe(none)
})

test('what was saved is no draft any more, what was typed since is one', () => {
  const mine = typed(none, NAME, 'The Tor', 'The Hill')
  expect(saved(mine, NAME, 'The Tor')).toEqual({})
  const on = typed(mine, NAME, 'The Tors', 'The Hill')
  expect(saved(on, NAME, 'The Tor')).toEqual({ [NAME]: { text: 'The Tors', was: 'The Tor' } })
  expect(saved(none, NAME, 'The Tor')).toBe(none)
})

test('other fields are left alone, and drafts go with a new id', () => {
  const both = typed(typed(none, NAME, 'a', 'b'), 'place:hillock/name', 'c', 'd')
  expect(Object.keys(dropped(both, NAME))).toEqual(['place:hillock/name'])
  expect(dropped(both, 'place:none/name')).toBe(both)
  expect(Object.keys(movedTo(both, 'place:hill', 'place:tor'))).toEqual(['place:tor/name', 'place:hillock/name'])
})
