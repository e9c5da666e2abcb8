import { expect, test } from 'vitest'
import { withoutDraft, withMovedDrafts, withFault, withSavedDraft, withDraft, type Drafts } from './drafts'

const none: Drafts = {}
const NAME = 'place:hill/name'

test('what is typed is kept until it reads as before', () => {
  const first = withDraft(none, NAME, 'The Hil', 'The Hill')
  expect(first).toEqual({ [NAME]: { text: 'The Hil', was: 'The Hill' } })
  expect(withDraft(first, NAME, 'The Hill', 'The Hill')).toEqual({})
})

test('a beat that lands meanwhile changes what the field says, not what was typed', () => {
  const mine = withDraft(none, NAME, 'The Tor', 'The Hill')
  const on = withDraft(mine, NAME, 'The Tors', 'Gallows Hill')
  expect(on).toEqual({ [NAME]: { text: 'The Tors', was: 'The Hill' } })
})

test('a refusal stays at the text it is about and goes with the next letter', () => {
  const mine = withDraft(none, NAME, '', 'The Hill')
  const faulty = withFault(mine, NAME, '', 'A place needs a name.')
  expect(faulty[NAME]?.fault).toBe('A place needs a name.')
  expect(withDraft(faulty, NAME, 'T', 'The Hill')[NAME]).toEqual({ text: 'T', was: 'The Hill' })
  expect(withFault(mine, NAME, 'something else', 'No.')).toBe(mine)
  expect(withFault(none, NAME, '', 'No.')).toBe(none)
})

test('what was saved is not a draft any more, what was typed since is one', () => {
  const mine = withDraft(none, NAME, 'The Tor', 'The Hill')
  expect(withSavedDraft(mine, NAME, 'The Tor')).toEqual({})
  const on = withDraft(mine, NAME, 'The Tors', 'The Hill')
  expect(withSavedDraft(on, NAME, 'The Tor')).toEqual({ [NAME]: { text: 'The Tors', was: 'The Tor' } })
  expect(withSavedDraft(none, NAME, 'The Tor')).toBe(none)
})

test('other fields are left alone, and drafts go with a new id', () => {
  const both = withDraft(withDraft(none, NAME, 'a', 'b'), 'place:hillock/name', 'c', 'd')
  expect(Object.keys(withoutDraft(both, NAME))).toEqual(['place:hillock/name'])
  expect(withoutDraft(both, 'place:none/name')).toBe(both)
  expect(Object.keys(withMovedDrafts(both, 'place:hill', 'place:tor'))).toEqual(['place:tor/name', 'place:hillock/name'])
})
