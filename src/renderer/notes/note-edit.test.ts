import { expect, it } from 'vitest'
import { picturesFor } from '../fields/new-pictures'
import { isUnsaved, typedText, type NoteEdit } from './note-edit'

const SAVED = '\uFEFF---\r\ntags: [tide]\r\n---\r\n# Weir\r\nOld.\n'
const EDIT: NoteEdit = { path: 'world/notes/weir.md', version: 'v1', saved: SAVED, text: SAVED }
const typed = (edit: NoteEdit, plain: string): NoteEdit => ({ ...edit, text: typedText(edit, plain) })

it('an edited note keeps the byte order mark, and every line that was not edited its line end', () => {
  const draft = typed(EDIT, '---\ntags: [tide]\n---\n# Weir\nNew.\n')
  expect(draft.text).toBe('\uFEFF---\r\ntags: [tide]\r\n---\r\n# Weir\r\nNew.\r\n')
  expect(typed(draft, '---\ntags: [tide]\n---\n# Weir\nOld.\n')).toEqual(EDIT)
  expect([isUnsaved(EDIT), isUnsaved(draft)]).toEqual([false, true])
  // Without a saved version, the text itself says which line ends the file had.
  expect(typedText({ ...draft, saved: '', version: null }, 'On\nand on\n')).toBe('\uFEFFOn\r\nand on\r\n')
})

it('a new picture is saved with the text that names it', () => {
  expect(picturesFor({ 'quay.png': 'AA==', 'mill.png': 'BB==' }, '![A quay](../pictures/quay.png)')).toEqual({
    named: [{ file: 'quay.png', bytes: 'AA==' }],
    others: { 'mill.png': 'BB==' }
  })
})
