import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { git as native } from '../../campaign/git/testing/folders'
import { desk, type Desk, playOn } from '../../playthroughs/studio.fixture'
import { MAX_NOTE_CHARACTERS } from '../../../shared/story/director-notes'

let at: Desk
let ids: string[]
const git = (...args: string[]): string => native(at.dir, ...args).trim()
const notes = async () => (await at.studio.directorNotes()).notes

beforeAll(async () => {
  at = await desk()
  ids = await playOn(at.studio, 6)
})
afterAll(() => at.close())

it('a note is written, changed, done and removed, and no beat, file or branch changes', async () => {
  await expect.poll(() => git('status', '--porcelain')).toBe('')
  const before = [git('rev-parse', 'HEAD'), at.tree(), git('status', '--porcelain')]
  const [commit = ''] = ids.slice(3)
  const id = await at.studio.writeDirectorNote({ commit, line: 0, quote: 'this week it stinks', text: ' Too much at once 🙂\nמרים ' })
  const [note] = await notes()
  expect(note).toMatchObject({
    id,
    commit,
    line: 0,
    quote: 'this week it stinks',
    text: 'Too much at once 🙂\nמרים',
    n: (await at.studio.beat({ commit })).beat.n
  })
  await at.studio.writeDirectorNote({ ...note!, was: note!.text, text: 'Shorter', done: true })
  expect((await notes()).map(({ text, done }) => [text, done])).toEqual([['Shorter', true]])
  await at.studio.writeDirectorNote({ commit: ids[1] ?? '', text: 'The whole beat' })
  expect((await notes()).map(({ text }) => text)).toEqual(['The whole beat', 'Shorter'])
  await at.studio.removeDirectorNote({ commit, id })
  expect((await notes()).map(({ text }) => text)).toEqual(['The whole beat'])
  // A removed note comes back under its id.
  await at.studio.writeDirectorNote({ ...note!, text: 'Shorter' })
  expect((await notes()).map((one) => one.id)).toContain(id)
  expect([git('rev-parse', 'HEAD'), at.tree(), git('status', '--porcelain')]).toEqual(before)
  expect(git('log', '-1', '--notes=proscenium', commit)).toContain('Shorter')
  expect(git('fsck', '--strict')).toBe('')
})

it('an empty note, one of a megabyte, one on no commit and one that another window has changed are refused with a sentence', async () => {
  const commit = ids[2] ?? ''
  await expect(at.studio.writeDirectorNote({ commit, text: ' \n' })).rejects.toThrow('The note is empty.')
  await expect(at.studio.writeDirectorNote({ commit, text: 'x'.repeat(1 << 20) })).rejects.toThrow('1,048,576 characters, and 10,000 fit')
  await expect(at.studio.writeDirectorNote({ commit: 'f'.repeat(40), text: 'Where?' })).rejects.toMatchObject({ code: 'not-found' })
  const id = await at.studio.writeDirectorNote({ commit, text: 'x'.repeat(MAX_NOTE_CHARACTERS) })
  await expect(at.studio.writeDirectorNote({ commit, id, was: 'Something else', text: 'Mine' })).rejects.toMatchObject({ code: 'conflict' })
  await at.studio.removeDirectorNote({ commit, id })
  await expect(at.studio.removeDirectorNote({ commit, id })).rejects.toMatchObject({ code: 'not-found' })
  await expect(at.studio.writeDirectorNote({ commit, id, was: 'x', text: 'Mine' })).rejects.toThrow('removed in another window')
})

it('every window hears of a note, also of one that git has written', async () => {
  const before = (await at.studio.present())?.notes
  at.heard.length = 0
  await at.studio.writeDirectorNote({ commit: ids[0] ?? '', text: 'Heard' })
  const after = (await at.studio.present())?.notes
  expect(after).not.toBe(before)
  await expect.poll(() => at.heard.map(({ kind }) => kind)).toEqual(['notes'])
  git('notes', '--ref=proscenium', 'append', '-m', '{"id":"from-git","text":"By git","at":1}', ids[0] ?? '')
  expect((await at.studio.present())?.notes).not.toBe(after)
  expect((await notes()).map(({ text }) => text)).toContain('By git')
})

it('a note outlives its branch, and goes along when another branch continues from its beat', async () => {
  await at.studio.branch({ at: ids[4] ?? '', name: 'elsewhere', seed: '9' })
  const [lost = ''] = await playOn(at.studio, 1)
  await at.studio.writeDirectorNote({ commit: lost, text: 'Only elsewhere' })
  await at.studio.switchTo({ branch: 'main' })
  await at.studio.deleteBranch({ branch: 'elsewhere' })
  expect((await notes()).find(({ text }) => text === 'Only elsewhere')).toMatchObject({ commit: lost })
  git('update-ref', '-d', 'refs/proscenium/trash/elsewhere')
  git('reflog', 'expire', '--expire=now', '--all')
  await at.studio.close()
  git('gc', '-q', '--prune=now')
  await at.studio.open({ dir: at.dir })
  expect((await notes()).find(({ text }) => text === 'Only elsewhere')).toMatchObject({ commit: lost, n: -1, subject: '' })
})

it('damaged notes of one beat are named, the others are read, and nothing is overwritten', async () => {
  const commit = ids[5] ?? ''
  git('notes', '--ref=proscenium', 'add', '-m', 'Reviewed by hand', commit)
  const { problems } = await at.studio.directorNotes()
  expect(problems).toEqual([expect.stringContaining(`notes on beat ${commit.slice(0, 10)} can't be read`)])
  expect((await notes()).length).toBeGreaterThan(1)
  await expect(at.studio.writeDirectorNote({ commit, text: 'Mine' })).rejects.toMatchObject({ code: 'bad-file' })
  expect(git('notes', '--ref=proscenium', 'show', commit)).toBe('Reviewed by hand')
  git('notes', '--ref=proscenium', 'remove', commit)
  expect((await at.studio.directorNotes()).problems).toEqual([])
})

it('a campaign opens with a damaged ref of notes, and only the notes say so', async () => {
  const tip = git('rev-parse', 'refs/notes/proscenium')
  writeFileSync(`${at.dir}/.git/refs/notes/proscenium`, 'nonsense\n')
  expect((await at.studio.present())?.notes).toBe('damaged')
  await expect(at.studio.directorNotes()).rejects.toThrow('refs/notes/proscenium is damaged')
  writeFileSync(`${at.dir}/.git/refs/notes/proscenium`, `${tip}\n`)
  expect((await notes()).length).toBeGreaterThan(1)
})
