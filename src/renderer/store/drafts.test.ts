import { expect, it } from 'vitest'
import { withoutDraft, withMovedDrafts, withFault, withSavedDraft, withDraft, type FieldDrafts } from './drafts'

const none: FieldDrafts = {}
const NAME = 'place:hill/name'

it('keeps a draft until it equals the saved value', () => {
  const first = withDraft(none, NAME, 'The Hil', 'The Hill')
  expect(first).toEqual({ [NAME]: { text: 'The Hil', was: 'The Hill' } })
  expect(withDraft(first, NAME, 'The Hill', 'The Hill')).toEqual({})
})

it('a beat changes the saved value of a field, not its draft', () => {
  const mine = withDraft(none, NAME, 'The Tor', 'The Hill')
  const on = withDraft(mine, NAME, 'The Tors', 'Gallows Hill')
  expect(on).toEqual({ [NAME]: { text: 'The Tors', was: 'The Hill' } })
})

it('a refusal belongs to its text and goes with the next input', () => {
  const mine = withDraft(none, NAME, '', 'The Hill')
  const faulty = withFault(mine, NAME, '', 'A place needs a name.')
  expect(faulty[NAME]?.fault).toBe('A place needs a name.')
  expect(withDraft(faulty, NAME, 'T', 'The Hill')[NAME]).toEqual({ text: 'T', was: 'The Hill' })
  expect(withFault(mine, NAME, 'something else', 'No.')).toBe(mine)
  expect(withFault(none, NAME, '', 'No.')).toBe(none)
})

it('a saved text is no draft; later input is', () => {
  const mine = withDraft(none, NAME, 'The Tor', 'The Hill')
  expect(withSavedDraft(mine, NAME, 'The Tor')).toEqual({})
  const on = withDraft(mine, NAME, 'The Tors', 'The Hill')
  expect(withSavedDraft(on, NAME, 'The Tor')).toEqual({ [NAME]: { text: 'The Tors', was: 'The Tor' } })
  expect(withSavedDraft(none, NAME, 'The Tor')).toBe(none)
})

it('drafts of other fields stay, and drafts follow a new id', () => {
  const both = withDraft(withDraft(none, NAME, 'a', 'b'), 'place:hillock/name', 'c', 'd')
  expect(Object.keys(withoutDraft(both, NAME))).toEqual(['place:hillock/name'])
  expect(withoutDraft(both, 'place:none/name')).toBe(both)
  expect(Object.keys(withMovedDrafts(both, 'place:hill', 'place:tor'))).toEqual(['place:tor/name', 'place:hillock/name'])
})
