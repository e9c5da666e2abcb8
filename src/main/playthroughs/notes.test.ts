import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NotePage } from '../../shared/contract/world-calls'
import { plant, type Secret } from './secrets.fixture'
import { desk, type Desk } from './studio.fixture'
import { runProgram } from '../campaign/git/testing/small-process'

let own: Desk
let secrets: readonly Secret[]
beforeAll(async () => {
  own = await desk()
  secrets = plant(own.dir)
  write('player-notes/Wren/links.md', "# Wren's links\n\n[[Bodkin's boat]] and [[the cup]] and [[Nobody's note]] and [[people/the ferry]].\n")
  write('player-notes/Pym/links.md', '# Ledger\n\nqzpymlinks: [[qzpymmissing]]\n')
  write('world/misc/boat.md', "# Bodkin's boat\n\nSee [[Soup]] and [[<b>Gant</b>]].\n")
  write('world/regions/throat-workings/NAMES.yaml', "# A list that nothing reads\nboats:\n    - the one of [[Bodkin's boat|the ferryman]]\n")
  write('world/npcs/Gant/BELIEFS.yaml', "Bodkin's boat:\n  believes: 0.8\n  source: told\n  from_whom: Jory\n")
  await own.studio.adopt()
})
afterAll(() => own.close())

function write(path: string, text: string): void {
  mkdirSync(dirname(join(own.dir, path)), { recursive: true })
  writeFileSync(join(own.dir, path), text)
}
const git = (...args: string[]): string => runProgram('git', ['-C', own.dir, ...args]).trim()
const ends = ({ links }: NotePage): unknown[] => links.map(({ written, to }) => [written, to.what === 'note' ? to.path : to.what])

/** Everything that a reader can learn through the calls about notes. */
async function everything(as: string | undefined): Promise<string> {
  const who = as === undefined ? {} : { as }
  const { list } = await own.studio.notes(who)
  const pages = await Promise.all((list?.notes ?? []).map(({ path }) => own.studio.note({ ...who, path })))
  return JSON.stringify([list, pages]).toLowerCase()
}

test('a seat reads through the calls no word of another’s notes, and none of the world that is not its own', async () => {
  const known = await everything(undefined)
  const inNotes = secrets.filter(({ word }) => known.includes(word))
  expect(inNotes.length).toBeGreaterThan(5)
  const present = await own.studio.present()
  if (!present) throw new Error('No campaign is open.')
  const { state } = present
  for (const who of ['DM', 'Wren', 'Tobit', 'Pym']) {
    const heard = await everything(who)
    const leaked = secrets.filter(({ word, may }) => heard.includes(word) && !(typeof may === 'function' ? may(who, state) : may.includes(who)))
    expect({ who, leaked: leaked.map(({ word, where }) => `${word} (${where})`) }).toEqual({ who, leaked: [] })
    expect(heard.includes('qzpymmissing')).toBe(who === 'Pym')
    const shut = who === 'Pym' ? 'player-notes/Wren/links.md' : 'player-notes/Pym/links.md'
    const missing = shut.replace('links', 'no-such-note')
    const sentence = (path: string) => own.studio.note({ as: who, path }).catch((thrown: Error) => thrown.message.replace(path, '…'))
    expect(await sentence(shut)).toBe(await sentence(missing))
  }
  await expect(own.studio.notes({ as: 'Gant' })).rejects.toMatchObject({ code: 'not-found' })
  await expect(own.studio.note({ as: 'nobody', path: 'ABOUT.md' })).rejects.toMatchObject({ code: 'not-found' })
})

test('what the designer reads changes nothing of what an agent recalls', async () => {
  const recall = async (): Promise<string> =>
    JSON.stringify(await Promise.all(['DM', 'Wren', 'Pym'].map((as) => own.studio.recall({ as, recall: { query: 'e', limit: 50 } }))))
  const before = await recall()
  await everything(undefined)
  expect(await recall()).toBe(before)
})

test('a note says where its links lead, what links to it, who may read it and who believes something about it', async () => {
  const page = await own.studio.note({ path: 'world/misc/boat.md' })
  expect(ends(page)).toEqual([
    ['Soup', 'world/story/Soup/ABOUT.md'],
    ['<b>Gant</b>', 'missing']
  ])
  expect(page.backlinks).toEqual([
    {
      path: 'player-notes/Wren/links.md',
      title: "Wren's links",
      line: "[[Bodkin's boat]] and [[the cup]] and [[Nobody's note]] and [[people/the ferry]]."
    },
    expect.objectContaining({ path: 'world/regions/throat-workings/NAMES.yaml' })
  ])
  expect(page.knownTo).toEqual([
    { who: 'DM', name: 'DM' },
    { who: 'Gant', name: expect.any(String) as string, belief: { about: "Bodkin's boat", believes: 0.8, source: 'told', from_whom: 'Jory' } }
  ])
  const readers = async (path: string) => (await own.studio.note({ path })).knownTo.filter(({ belief }) => !belief).map(({ who }) => who)
  expect(await readers('player-notes/Wren/links.md')).toEqual(['Wren'])
  expect(await readers('world/players/Wren/ABOUT.md')).toEqual(['DM', 'Wren'])
  // A belief about a fact is one about the event that makes it true.
  const sold = (await own.studio.present())?.lore.story.find(({ done_when, outcomes }) =>
    [...done_when, ...outcomes.flatMap(({ facts }) => facts)].includes('bell-sold')
  )
  const event = await own.studio.note({ path: `world/story/${sold?.id ?? ''}/ABOUT.md` })
  expect(event.knownTo.some(({ belief }) => belief?.about === 'bell-sold')).toBe(true)
})

test('the list is sent again only if it is another one', async () => {
  const first = await own.studio.notes({})
  expect(await own.studio.notes({ have: first.version })).toEqual({ version: first.version })
  const head = await own.head()
  write('world/misc/another.md', '# Another\n')
  await own.studio.adopt()
  const next = await own.studio.notes({ have: first.version })
  expect(next.list?.notes.length).toBe((first.list?.notes.length ?? 0) + 1)
  expect(await own.studio.notes({ at: head, have: first.version })).toEqual({ version: first.version })
})

test('a missing note is created beside the notes of its namespace, found by the link, in one beat that undo takes back', async () => {
  const { studio } = own
  const create = async (from: string, target: string): Promise<string> => {
    const head = await own.head()
    const { path, id } = await studio.createNote({ from, target })
    expect([git('rev-parse', 'HEAD^'), git('rev-parse', 'HEAD')]).toEqual([head, id])
    const made = await studio.note({ path })
    expect(made.backlinks.map((one) => one.path)).toContain(from)
    expect(made.created).not.toBe('')
    return path
  }
  expect(await create('player-notes/Wren/links.md', "Nobody's note")).toBe('player-notes/Wren/nobodys-note.md')
  expect(git('log', '-1', '--format=%s')).toBe("Added the note Nobody's note")
  expect(await create('player-notes/Wren/links.md', 'people/the ferry')).toBe('player-notes/Wren/the-ferry.md')
  expect(readFileSync(join(own.dir, 'player-notes/Wren/the-ferry.md'), 'utf8')).toMatch(
    /^---\naliases: \[people\/the ferry\]\ntags: \[\]\ncreated: [^\n]+\nmodified: [^\n]+\n---\n\n# the ferry\n$/
  )
  write('world/misc/b-gant-b.md', '# Taken\n')
  await studio.adopt()
  expect(await create('world/misc/boat.md', '<b>Gant</b>')).toBe('world/misc/b-gant-b-2.md')
  await expect(studio.createNote({ from: 'world/misc/boat.md', target: '<b>Gant</b>' })).rejects.toMatchObject({
    code: 'refused',
    message: '"<b>Gant</b>" leads to world/misc/b-gant-b-2.md, so no note was created. Open the link.'
  })
  await expect(studio.createNote({ from: 'world/misc/boat.md', target: 'Never linked' })).rejects.toMatchObject({ code: 'not-found' })
  await studio.undo()
  expect(ends(await studio.note({ path: 'world/misc/boat.md' })).at(-1)).toEqual(['<b>Gant</b>', 'missing'])
})

test('a link in a YAML file of the world leads back from the note, for the designer alone', async () => {
  const back = async (as?: string): Promise<unknown[]> =>
    (await own.studio.note({ ...(as === undefined ? {} : { as }), path: 'world/misc/boat.md' })).backlinks.filter(({ path }) =>
      path.endsWith('.yaml')
    )
  const path = 'world/regions/throat-workings/NAMES.yaml'
  expect(await back()).toEqual([{ path, title: path, line: "- the one of [[Bodkin's boat|the ferryman]]", at: 3 }])
  expect(await back('DM')).toEqual([])
})

test('a note that is renamed outside stays as the story has it until that is a beat, and is gone under its old name then', async () => {
  const { studio, dir } = own
  const before = await own.head()
  renameSync(join(dir, 'world/misc/boat.md'), join(dir, 'world/misc/barge.md'))
  expect((await studio.note({ path: 'world/misc/boat.md' })).title).toBe("Bodkin's boat")
  await studio.adopt()
  await expect(studio.note({ path: 'world/misc/boat.md' })).rejects.toMatchObject({ code: 'not-found' })
  expect(ends(await studio.note({ path: 'player-notes/Wren/links.md' }))[0]).toEqual(["Bodkin's boat", 'world/misc/barge.md'])
  expect((await studio.note({ path: 'world/misc/boat.md', at: before })).title).toBe("Bodkin's boat")
})
