import { expect, it } from 'vitest'
import { begunEdit, decidedEdit, followedEdit, isUnsaved, picturesFor, savedEditOf, typedEdit } from './note-edit'

const FILE = { text: '\uFEFF---\r\ntags: [tide]\r\n---\r\n# Weir\r\nOld.\n', version: 'v1' }
const EDIT = begunEdit(FILE, undefined)
const DRAFT = typedEdit(EDIT, '---\ntags: [tide]\n---\n# Weir\nNew.\n')
const OTHER = { text: 'Theirs.\n', version: 'v2' }

it('an edited note keeps the byte order mark, and every line that was not edited its line end', () => {
  expect(DRAFT.text).toBe('\uFEFF---\r\ntags: [tide]\r\n---\r\n# Weir\r\nNew.\r\n')
  expect(typedEdit(DRAFT, '---\ntags: [tide]\n---\n# Weir\nOld.\n')).toEqual(EDIT)
  expect([isUnsaved(EDIT), isUnsaved(DRAFT)]).toEqual([false, true])
})

it('a stored draft continues; one of another version of the note is kept, and the user is asked', () => {
  expect(begunEdit(FILE, { text: 'Mine.\n', over: 'v1' })).toEqual({ version: 'v1', saved: FILE.text, text: 'Mine.\n' })
  expect(begunEdit(FILE, { text: FILE.text, over: 'v0' })).toEqual(EDIT)
  expect(begunEdit(FILE, { text: 'Mine.\n', over: 'v0' })).toEqual({ version: 'v0', saved: FILE.text, text: 'Mine.\n', theirs: FILE })
})

it('a save is over the version that was seen, and what was typed meanwhile stays unsaved', () => {
  const newer = typedEdit(DRAFT, 'Newer.\n')
  expect(savedEditOf(newer, DRAFT.text, 'v2')).toEqual({ version: 'v2', saved: DRAFT.text, text: '\uFEFFNewer.\r\n' })
})

it('a new picture is saved with the text that names it, and kept through the choice of a version', () => {
  const both = { ...DRAFT, text: '![A quay](../pictures/quay.png)', pictures: { 'quay.png': 'AA==', 'mill.png': 'BB==' } }
  expect(picturesFor(both, both.text).named).toEqual([['quay.png', 'AA==']])
  expect(savedEditOf(both, both.text, 'v2')).toEqual({ version: 'v2', saved: both.text, text: both.text, pictures: { 'mill.png': 'BB==' } })
  expect(decidedEdit({ ...both, theirs: OTHER }, 'mine')?.pictures).toEqual(both.pictures)
  expect(decidedEdit({ ...both, theirs: OTHER }, 'theirs')?.pictures).toBeUndefined()
})

it('a change from outside replaces a text without unsaved changes, and never one with them', () => {
  expect(followedEdit(EDIT, OTHER)).toEqual({ version: 'v2', saved: OTHER.text, text: OTHER.text })
  expect(followedEdit(EDIT, FILE)).toBe(EDIT)
  expect(followedEdit(EDIT, null)).toBeUndefined()
  expect(followedEdit(DRAFT, OTHER)).toEqual({ ...DRAFT, theirs: OTHER })
  expect(followedEdit(DRAFT, null)).toEqual({ ...DRAFT, theirs: null })
  expect(followedEdit(DRAFT, { text: DRAFT.text, version: 'v3' })).toEqual({ version: 'v3', saved: DRAFT.text, text: DRAFT.text })
  expect(followedEdit({ ...DRAFT, theirs: OTHER }, FILE)).toEqual({ ...DRAFT, theirs: undefined })
})

it('the user decides which version of a note stays, also of one that was removed', () => {
  expect(decidedEdit({ ...DRAFT, theirs: OTHER }, 'mine')).toEqual({ version: 'v2', saved: OTHER.text, text: DRAFT.text })
  expect(decidedEdit({ ...DRAFT, theirs: OTHER }, 'theirs')).toEqual({ version: 'v2', saved: OTHER.text, text: OTHER.text })
  const alone = decidedEdit({ ...DRAFT, theirs: null }, 'mine')
  expect(alone).toEqual({ version: null, saved: '', text: DRAFT.text })
  expect(alone && typedEdit(alone, 'On\nand on\n').text).toBe('\uFEFFOn\r\nand on\r\n')
  expect(decidedEdit({ ...DRAFT, theirs: null }, 'theirs')).toBeUndefined()
})
