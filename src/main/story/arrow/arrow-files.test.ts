import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentOf } from '../../../arrow/made.fixture'
import { writeArrow } from '../../../arrow'
import { editing, type Editing } from '../world/editing.fixture'

let at: Editing
beforeAll(async () => {
  at = await editing('sample')
})
afterAll(() => at.close())

const FREE = "world/scenes/o'hara.arrow"
const text = (title: string): string => JSON.stringify({ title, entry: 1 })
const outside = (path: string, bytes: string | Buffer): void => {
  mkdirSync(dirname(join(at.dir, path)), { recursive: true })
  writeFileSync(join(at.dir, path), bytes)
}

it('a document is saved as one beat, listed under its title and its event, read at any commit, and saved over only as it was seen', async () => {
  const { studio } = at
  const before = await studio.arrowFiles({})
  const [event] = before.without
  if (!event) throw new Error('the sample has story events')
  const path = `world/story/${event.id}/scene.arrow`
  const saved = await studio.saveArrowFile({ path, text: text('O\'Hara\'s "storm"'), subject: 'Added a scene', over: null })
  expect(saved.beat).toMatchObject({ subject: 'Added a scene', kind: 'edit' })
  const files = await studio.arrowFiles({})
  const added = { path, title: 'O\'Hara\'s "storm"', event, bytes: text('O\'Hara\'s "storm"').length }
  expect(files.files.filter((one) => !before.files.some((old) => old.path === one.path))).toEqual([added])
  expect(files.files).toHaveLength(before.files.length + 1)
  expect(files.without).toEqual(before.without.slice(1))
  const read = await studio.arrowFile({ path })
  expect(read).toEqual({ text: text('O\'Hara\'s "storm"'), version: saved.version })

  // Somebody who saw no file, or another one, overwrites nothing.
  for (const over of [null, 'another'])
    await expect(studio.saveArrowFile({ path, text: text('mine'), subject: 'Mine', over })).rejects.toMatchObject({
      code: 'conflict',
      data: { version: saved.version }
    })
  await expect(studio.saveArrowFile({ path, text: read.text, subject: 'Again', over: saved.version })).rejects.toMatchObject({ code: 'refused' })
  const second = await studio.saveArrowFile({ path, text: text('Second'), subject: 'Edited', over: saved.version })
  expect((await studio.arrowFile({ path, at: saved.beat.id })).text).toBe(read.text)
  expect((await studio.arrowFiles({ at: saved.beat.id })).files.find((one) => one.path === path)?.title).toBe(added.title)

  // A version that was changed outside is replaced only by somebody who has seen it, and lies aside afterwards.
  outside(path, text('theirs'))
  await expect(studio.saveArrowFile({ path, text: text('mine'), subject: 'Mine', over: second.version })).rejects.toMatchObject({ code: 'conflict' })
  const { version } = await studio.arrowFile({ path })
  const third = await studio.saveArrowFile({ path, text: text('mine'), subject: 'Mine', over: version })
  expect(readFileSync(join(at.dir, path), 'utf8')).toBe(text('mine'))
  expect(readFileSync(join(third.aside ?? '', path), 'utf8')).toBe(text('theirs'))
  expect(await studio.edits()).toEqual([])
  await studio.undo()
  expect((await studio.arrowFile({ path })).text).toBe(text('Second'))
})

it('a document is attached by its place or by a line of the event, and refused if its variables can’t be facts beside the others', async () => {
  const { studio } = at
  const withGate = (type: 'num' | 'bool'): string =>
    writeArrow(
      documentOf(
        { 80: { nodes: { 1: { type: 'content', data: { content: 'It’s shut.' } } } } },
        { variables: { 90: { name: "o'hara-gate", type, init: type === 'num' ? 1 : true } } }
      )
    )
  const [one, two] = (await studio.arrowFiles({})).without
  if (!one || !two) throw new Error('the sample has story events without a document')
  const save = (path: string, type: 'num' | 'bool') => studio.saveArrowFile({ path, text: withGate(type), subject: 'Added a scene', over: null })
  await save('world/documents/gate.arrow', 'num')
  const about = `world/story/${one.id}/ABOUT.md`
  const file = readFileSync(join(at.dir, about), 'utf8')
  outside(about, file.replace(/^---\n/, '---\ndocument: world/documents/gate.arrow\n'))
  await studio.adopt()
  expect((await studio.arrowFiles({})).files.find(({ path }) => path === 'world/documents/gate.arrow')?.event?.id).toBe(one.id)
  await expect(save(`world/story/${two.id}/scene.arrow`, 'bool')).rejects.toMatchObject({
    code: 'refused',
    message: `Variable “o'hara-gate” is true or false in world/story/${two.id}/scene.arrow and a whole number in world/documents/gate.arrow, but it is one fact. Rename one of them.`
  })
  await save(`world/story/${two.id}/scene.arrow`, 'num')
})

it('documents added, changed and removed outside are as they are on the disk', async () => {
  const { studio } = at
  outside(FREE, '{"title":"Lantern","entry":1}')
  outside('world/scenes/broken.arrow', 'not even JSON')
  outside('world/scenes/latin.arrow', Buffer.from([0xff, 0xfe, 0x80]))
  symlinkSync('/etc/passwd', join(at.dir, 'world/scenes/linked.arrow'))
  expect((await studio.arrowFiles({})).files.filter(({ path }) => path.startsWith('world/scenes/'))).toEqual([
    { path: 'world/scenes/broken.arrow', bytes: 13 },
    { path: 'world/scenes/latin.arrow', bytes: 3 },
    { path: 'world/scenes/linked.arrow', bytes: 0 },
    { path: FREE, title: 'Lantern', bytes: 29 }
  ])
  await expect(studio.arrowFile({ path: 'world/scenes/latin.arrow' })).rejects.toMatchObject({ code: 'bad-file' })
  await expect(studio.arrowFile({ path: 'world/scenes/linked.arrow' })).rejects.toMatchObject({ code: 'bad-file' })
  await expect(studio.arrowFile({ path: 'world/scenes/none.arrow' })).rejects.toMatchObject({ code: 'not-found' })
  rmSync(join(at.dir, FREE))
  expect((await studio.arrowFiles({})).files.some(({ path }) => path === FREE)).toBe(false)
})

it('a document is attached to a new story event, which says who its characters are', async () => {
  const { studio } = at
  const path = 'world/scenes/whose.arrow'
  const speaker = documentOf(
    { 80: { nodes: { 1: { type: 'monolog', data: { character: 95, monolog: 'Mine.' } } } } },
    { characters: { 95: { name: 'O_Dell', color: '000000' } } }
  )
  await studio.saveArrowFile({ path, text: writeArrow(speaker), subject: 'Added a scene', over: null })
  expect(await studio.arrowCast({ path })).toEqual({ unmatched: [] })
  const { state } = (await studio.present()) ?? {}
  const [place = ''] = Object.keys(state?.places ?? {})
  const [actor = ''] = Object.keys(state?.actors ?? {})
  const title = 'Whose: O’Dell’s?'
  const { beat } = await studio.attachArrowFile({ path, to: { title: 'Whose:\nO’Dell’s?', place, aim: "It's hers" } })
  expect(beat.subject).toBe(`“${title}” has a scene: ${path}`)
  const event = { id: 'whose-odells', title }
  expect((await studio.arrowFiles({})).files.find((one) => one.path === path)?.event).toEqual(event)
  expect(await studio.arrowCast({ path })).toEqual({ event, unmatched: [{ name: 'O_Dell', could: [] }] })
  const to = { event: event.id }
  await studio.attachArrowFile({ path, to, characters: { O_Dell: actor } })
  expect(await studio.arrowCast({ path })).toEqual({ event, unmatched: [] })
  expect(readFileSync(join(at.dir, 'world/story/whose-odells/ABOUT.md'), 'utf8')).toBe(
    `---\ntitle: "${title}"\norder: 7\nplace: ${place}\naim: It's hers\ndocument: ${path}\ncharacters:\n  O_Dell: ${actor}\n---\n\n# ${title}\n`
  )
  const refused = (given: Parameters<typeof studio.attachArrowFile>[0], message: string): Promise<void> =>
    expect(studio.attachArrowFile(given)).rejects.toMatchObject({ message })
  await refused({ path, to }, `“${title}” has this scene already. There is nothing to save.`)
  await refused({ path, to, characters: { O_Dell: '../x' } }, 'There is no character ../x in the campaign. Choose another one.')
  await refused({ path, to: { event: '../x' } }, 'There is no story event ../x. Choose another one.')
  await refused({ path, to: { title: 'x', place: '../x', aim: '' } }, 'There is no place ../x. Choose another one, or add it on the map.')
  const none = 'world/scenes/none.arrow'
  await refused({ path: none, to }, `There is no saved document ${none}. Save it first, or choose another one under Scenes.`)
})
