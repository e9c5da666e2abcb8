import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { editing, type Editing } from './editing.fixture'

let at: Editing
beforeEach(async () => {
  at = await editing()
})
afterEach(() => at.close())

/** Pictures of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const WEBP = 'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAQAcJaQAA3AA/v3AgAA='

const lore = async () => (await at.studio.present())!.lore
const place = async (): Promise<string> => Object.keys((await at.state()).places)[0] ?? ''
const pictures = (): string[] => (existsSync(join(at.dir, 'world/pictures')) ? readdirSync(join(at.dir, 'world/pictures')).toSorted() : [])

const adopted = async (path: string, content: string | Buffer): Promise<void> => {
  mkdirSync(dirname(join(at.dir, path)), { recursive: true })
  writeFileSync(join(at.dir, path), content)
  await at.studio.adopt()
}

describe('a picture', () => {
  it('of a place is one beat with its file and description, and Undo takes it back', async () => {
    const id = await place()
    const of = { what: 'place' as const, id }
    const { beat, created } = await at.edit({
      op: 'put-picture',
      of,
      file: "Ada's Quay, at dusk! 🌅.JPEG",
      bytes: PNG,
      alt: ' The quay at dusk ',
      was: null
    })
    expect([created, pictures()]).toEqual([['adas-quay-at-dusk.png'], ['adas-quay-at-dusk.png']])
    expect(beat.subject).toMatch(/^Set the picture of /)
    const { places, pictures: all } = await lore()
    expect(places[id]?.picture).toEqual({ file: 'adas-quay-at-dusk.png', alt: 'The quay at dusk' })
    expect(all).toEqual({ 'adas-quay-at-dusk.png': at.git('hash-object', 'world/pictures/adas-quay-at-dusk.png').trim() })
    expect((await at.state()).places[id]).not.toHaveProperty('picture')
    await at.edit({ op: 'put-picture', of, file: 'adas-quay-at-dusk.png', alt: 'decorative', was: 'adas-quay-at-dusk.png' })
    expect((await lore()).places[id]?.picture?.alt).toBe('decorative')
    await expect(at.edit({ op: 'put-picture', of, file: null, was: null })).rejects.toThrow('Another edit has changed the picture of')
    await at.studio.undo()
    await at.studio.undo()
    expect([(await lore()).places[id]?.picture, (await lore()).pictures, pictures()]).toEqual([undefined, undefined, []])
    expect([(await at.studio.verify()).mismatches, await at.settled()]).toEqual([[], ''])
  })

  it('is removed when it is replaced or its place is removed, unless something else shows it', async () => {
    const { created } = await at.edit({ op: 'put-place', region: Object.keys((await at.state()).regions)[0] ?? '', fields: { name: 'Mill' } })
    const [mill = ''] = created
    const here = await place()
    const [a, b] = [here, mill].map((id) => ({ what: 'place' as const, id }))
    await at.edit({ op: 'put-picture', of: a!, file: 'mill', bytes: PNG }, { op: 'put-picture', of: b!, file: 'mill', bytes: PNG })
    expect(pictures()).toEqual(['mill.png'])
    await at.edit({ op: 'put-picture', of: a!, file: 'MILL.webp', bytes: WEBP })
    expect(pictures()).toEqual(['mill.png', 'mill.webp'])
    await adopted('world/misc/art.md', '# Art\n\n![The mill](../pictures/mill.webp)\n')
    await at.edit({ op: 'put-picture', of: a!, file: null }, { op: 'remove', what: 'place', id: mill })
    // A note still shows one of them.
    expect(pictures()).toEqual(['mill.webp'])
    await at.studio.undo()
    expect(pictures()).toEqual(['mill.png', 'mill.webp'])
  })

  it('of a story event comes with its copy and goes with the last event that shows it', async () => {
    const { created } = await at.edit({ op: 'put-event', title: 'The storm' })
    const of = { what: 'event' as const, id: created[0] ?? '' }
    await at.edit({ op: 'put-picture', of, file: 'نور.png', bytes: PNG, alt: 'Clouds over the sea' })
    const picture = { file: 'نور.png', alt: 'Clouds over the sea' }
    expect((await lore()).story.map((one) => one.picture)).toEqual([picture])
    const { created: copies } = await at.edit({ op: 'copy-event', id: of.id })
    await at.edit({ op: 'remove-event', id: of.id })
    expect([(await lore()).story.map((one) => one.picture), pictures()]).toEqual([[picture], ['نور.png']])
    await at.edit({ op: 'remove-event', id: copies[0] ?? '' })
    expect(pictures()).toEqual([])
  })

  it('of a note or scene is only added, under a name of its own', async () => {
    const add = async (): Promise<string[]> => (await at.edit({ op: 'put-picture', file: 'Quay.png', bytes: PNG })).created
    expect([await add(), await add()]).toEqual([['quay.png'], ['quay-2.png']])
  })

  it('that a note adds is one beat with its text, and nothing is saved if one of them is refused', async () => {
    const save = (path: string, text: string, file: string, bytes = PNG) =>
      at.studio.saveText({ path, text, subject: 'Showed the quay', over: null, pictures: [{ file, bytes }] })
    const saved = await save('world/misc/quay.md', '# Quay\n\n![The quay](../pictures/quay.png)\n', 'quay.png')
    expect([at.touched(), saved]).toMatchObject([['A world/misc/quay.md', 'A world/pictures/quay.png'], { also: [] }])
    await at.studio.undo()
    expect([pictures(), existsSync(join(at.dir, 'world/misc/quay.md'))]).toEqual([[], false])
    await at.studio.redo()
    const before = (await at.studio.present())!.head
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
    await expect(save('world/misc/a.md', '![](../pictures/a.png)', 'a.png', svg)).rejects.toThrow('is no PNG picture')
    await expect(save('world/misc/a.md', '![](../pictures/quay.png)', 'quay.png', WEBP)).rejects.toThrow('Another picture is world/pictures/quay.png')
    await expect(save('world/story/a/ABOUT.md', '---\n: {\n---\n', 'b.png')).rejects.toThrow('world/story/a/ABOUT.md')
    await expect(save('world/misc/a.md', 'a', '../b.png')).rejects.toThrow("can't be saved")
    expect([(await at.studio.present())!.head, pictures()]).toEqual([before, ['quay.png']])
    expect(['misc/a.md', 'story/a/ABOUT.md', 'b.png'].filter((path) => existsSync(join(at.dir, 'world', path)))).toEqual([])
    // A picture that is there already is shared.
    await save('world/misc/b.md', '![](../pictures/quay.png)', 'quay.png')
    expect(at.touched()).toEqual(['A world/misc/b.md'])
  })

  it('is refused with one sentence if it is no picture of a limited size, or not in the folder of pictures', async () => {
    const of = { what: 'place' as const, id: await place() }
    const before = (await at.studio.present())!.head
    const large = Buffer.from(PNG, 'base64')
    large.writeUInt32BE(1601, 16)
    for (const [picture, sentence] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'is no PNG picture'],
      [large, 'has 1601 × 1 pixels, but a picture has at most 1600 × 1600'],
      [Buffer.from(WEBP, 'base64').subarray(0, -4), 'is incomplete or damaged']
    ] as const)
      await expect(at.edit({ op: 'put-picture', of, file: 'a', bytes: picture.toString('base64') })).rejects.toThrow(sentence)
    for (const file of ['none.png', '../../table.yaml', '..\\..\\table.yaml'])
      await expect(at.edit({ op: 'put-picture', of, file })).rejects.toThrow('There is no picture')
    await expect(adopted('world/pictures/a.jpg', 'Hello')).rejects.toThrow('world/pictures/a.jpg is no JPEG picture')
    expect((await at.studio.present())!.head).toBe(before)
  })

  it('that its file names in another form is ignored', async () => {
    const id = await place()
    const { region } = (await at.state()).places[id]!
    const path = `world/regions/${region}/locations/${id}.yaml`
    await adopted(path, `${at.read(path)}picture: { file: ../../table.yaml }\n`)
    expect((await lore()).places[id]?.picture).toBeUndefined()
  })
})
