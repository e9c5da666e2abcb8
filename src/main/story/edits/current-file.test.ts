import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { editing, type Editing } from '../world/editing.fixture'

let at: Editing
beforeEach(async () => {
  at = await editing('sample')
})
afterEach(() => at.close())

const place = 'world/regions/underclint/locations/clint-top.yaml'

describe('a file as it is now', () => {
  it('is what was saved, else what was changed outside', async () => {
    const saved = at.read(place)
    expect(await at.studio.fileNow({ path: place })).toBe(saved)
    writeFileSync(join(at.dir, place), `${saved}# mine\n`)
    expect(await at.studio.fileNow({ path: place })).toBe(`${saved}# mine\n`)
    rmSync(join(at.dir, place))
    await expect(at.studio.fileNow({ path: place })).rejects.toMatchObject({ code: 'not-found' })
  })
  it('is never one that is not text of the campaign', async () => {
    for (const path of ['../secret', '.git/config', '/etc/passwd', 'world/../.git/HEAD', 'world', 'constructor', '__proto__'])
      await expect(at.studio.fileNow({ path })).rejects.toMatchObject({ code: 'not-found', data: { file: path } })
    mkdirSync(join(at.dir, 'world/misc'), { recursive: true })
    symlinkSync('/etc/passwd', join(at.dir, 'world/misc/linked.md'))
    await expect(at.studio.fileNow({ path: 'world/misc/linked.md' })).rejects.toMatchObject({
      code: expect.stringMatching(/^(bad-file|not-found)$/) as string
    })
    writeFileSync(join(at.dir, 'world/misc/picture.md'), Buffer.from([0xff, 0xfe, 0x80]))
    await expect(at.studio.fileNow({ path: 'world/misc/picture.md' })).rejects.toMatchObject({ code: 'bad-file' })
    writeFileSync(join(at.dir, 'world/misc/large.md'), 'x'.repeat((2 << 20) + 1))
    await expect(at.studio.fileNow({ path: 'world/misc/large.md' })).rejects.toMatchObject({ code: 'bad-file' })
  })
})

it('a picture is shown as it is in the folder; any other file is refused', async () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  mkdirSync(join(at.dir, 'story/art'), { recursive: true })
  writeFileSync(join(at.dir, 'story/art/quay.png'), png)
  expect(await at.studio.picture({ path: 'story/art/quay.png' })).toBe(`data:image/png;base64,${png.toString('base64')}`)
  await expect(at.studio.picture({ path: place })).rejects.toMatchObject({ code: 'bad-file' })
  for (const path of ['../quay.png', '.git/config', 'story/none.png'])
    await expect(at.studio.picture({ path })).rejects.toMatchObject({ code: 'not-found' })
})

describe('an edit made outside', () => {
  it.each(['world/misc/latin.md', 'player-notes/Tansy/latin.md', 'world/regions/underclint/ABOUT.md', 'rules/conditions/wet.yaml'])(
    'is not saved when %s is not UTF-8',
    async (path) => {
      mkdirSync(dirname(join(at.dir, path)), { recursive: true })
      writeFileSync(join(at.dir, path), Buffer.from('# Caf\xe9\n', 'latin1'))
      await expect(at.studio.adopt()).rejects.toMatchObject({
        code: 'bad-file',
        data: { file: path },
        message: expect.stringContaining('is not UTF-8 text') as string
      })
    }
  )
})

describe('a removal that is refused', () => {
  it('says of each sentence what it is about', async () => {
    const { lore } = (await at.studio.present())!
    const event = lore.story.find(({ place: of }) => of !== '')!
    const refused = at.edit({ op: 'remove', what: 'place', id: event.place })
    await expect(refused).rejects.toMatchObject({
      code: 'refused',
      data: { about: expect.arrayContaining([{ what: 'event', id: event.id }]) as unknown }
    })
  })
})
