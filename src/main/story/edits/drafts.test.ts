import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { SealedFiles } from '../../machine/sealed-files'
import { DraftStore } from './drafts'

const room = mkdtempSync(join(tmpdir(), 'drafts-'))
afterAll(() => rmSync(room, { recursive: true, force: true }))
let home: string
let folder: string
const drafts = (): DraftStore => {
  const sealed = new SealedFiles(home)
  return new DraftStore(folder, (path) => sealed.at(path))
}
beforeEach(() => {
  home = mkdtempSync(join(room, 'home-'))
  folder = join(mkdtempSync(join(room, 'campaign-')), 'drafts')
})
const NOTE = "world/misc/o'hara.md"

it('a draft is read again by the next process, for its editor and its path only', () => {
  expect([drafts().draftOf('text', NOTE), drafts().paths('text')]).toEqual([null, []])
  drafts().keep('text', NOTE, { text: '\uFEFFone\r\n', over: 'v1' })
  drafts().keep('text', 'rules/new.ts', { text: '', over: null })
  drafts().keep('arrow', NOTE, { text: '{}', over: null })
  expect(drafts().draftOf('text', NOTE)).toEqual({ text: '\uFEFFone\r\n', over: 'v1' })
  expect([drafts().paths('text'), drafts().paths('arrow')]).toEqual([['rules/new.ts', NOTE], [NOTE]])
})

it('a later draft replaces an earlier one, and a forgotten one is gone', () => {
  drafts().keep('text', NOTE, { text: 'one', over: null })
  drafts().keep('text', NOTE, { text: 'two', over: 'v2' })
  expect(drafts().draftOf('text', NOTE)).toEqual({ text: 'two', over: 'v2' })
  drafts().keep('text', NOTE, null)
  drafts().keep('text', NOTE, null)
  expect([drafts().paths('text'), readdirSync(folder)]).toEqual([[], []])
})

it('files that another machine or a program put there are no drafts', () => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'a'.repeat(40)), JSON.stringify({ kind: 'text', path: NOTE, text: 'planted', over: null }))
  writeFileSync(join(folder, 'README'), 'mine')
  expect(drafts().paths('text')).toEqual([])
  drafts().keep('text', NOTE, { text: 'mine', over: null })
  home = mkdtempSync(join(room, 'home-'))
  expect(drafts().draftOf('text', NOTE)).toBeNull()
})

it('a draft that cannot be written is a Problem', () => {
  writeFileSync(folder, 'a file in its place')
  expect(() => drafts().keep('text', NOTE, { text: 'two', over: null })).toThrow("The unsaved changes in world/misc/o'hara.md couldn't be written")
})
