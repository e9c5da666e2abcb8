import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { textOf } from '../../arrow/documents.fixture'
import { Problem } from '../../shared/base/problem'
import { command } from './program.fixture'

const home = mkdtempSync(join(tmpdir(), "o'export-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const file = join(home, 'new.arrow')
writeFileSync(file, textOf('untitled-new-project.arrow'))

it('exports texts for translators, imports their columns, and exports in their language', async () => {
  const csv = join(home, 'sent.csv')
  expect(await command(['arrow', 'export', file, '--format', 'csv', '--out', csv])).toMatchObject({ code: 0, err: [`Saved ${csv}.`] })
  writeFileSync(
    csv,
    readFileSync(csv, 'utf8')
      .replace('key\toriginal', 'key\toriginal\tde')
      .replace('Hello World!\n', 'Hello World!\tHallo Welt!\n')
      .replace('Start\n', 'Begin\tAnfang\n')
  )
  const imported = await command(['arrow', 'import', file, csv])
  expect(imported).toMatchObject({
    code: 0,
    out: [`de: 1 of 3 texts\nSaved ${join(home, 'new.csv')}.`],
    err: ['1 translated text is of another original and was left out: 1-entry-plaque']
  })
  const { out } = await command(['arrow', 'export', file, '--language', 'de'])
  expect(out.join()).toContain('"title": "Hallo Welt!"')
  expect((await command(['arrow', 'export', file, '--language', 'fr'])).err).toEqual([`${join(home, 'new.csv')} has no language “fr”. It has de.`])
  const page = (await command(['arrow', 'export', file, '--format', 'html'])).out.join()
  expect(page).toContain("script-src 'sha256-a'")
  expect(page).toContain('"de":{"2-content-title":"Hallo Welt!"}')
})

it('exports to every other format, and lists what it can’t express', async () => {
  expect((await command(['arrow', 'export', file, '--format', 'ink'])).out.join()).toContain('=== n_1 ===')
  expect((await command(['arrow', 'export', file, '--format', 'twee'])).out.join()).toContain(':: StoryData')
  expect((await command(['arrow', 'export', file, '--format', 'svg', '--light'])).out.join()).toMatch(/^<svg .*<\/svg>$/s)
  expect((await command(['arrow', 'export', file, '--format', 'svg', '--scene', 'Cellar'])).err).toEqual([
    'There is no scene “Cellar” in the document. It has “scene_0”.'
  ])
  writeFileSync(join(home, 'flow.arrow'), textOf('conf-flow.arrow'))
  const { err } = await command(['arrow', 'export', join(home, 'flow.arrow'), '--format', 'ink'])
  expect(err).toContain('sequencer_54: A sequencer plays all of its branches; Ink follows only the first.')
})

it('embeds the pictures of the document’s folder in the page, and names those that are missing or lie outside', async () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  mkdirSync(join(home, 'doc/art'), { recursive: true })
  for (const path of ['doc/art/quay.png', 'outside.png']) writeFileSync(join(home, path), png)
  writeFileSync(join(home, 'doc/no.png'), 'no picture')
  symlinkSync(join(home, 'outside.png'), join(home, 'doc/linked.png'))
  const pictures = ['art/quay.png', 'none.png', '../outside.png', 'linked.png', 'no.png'].map((path) => `[img]${path}[/img]`).join(' ')
  const inn = join(home, 'doc/inn.arrow')
  writeFileSync(inn, textOf('untitled-new-project.arrow').replace('Hello World!', pictures))
  const { out, err } = await command(['arrow', 'export', inn, '--format', 'html'])
  expect(out.join()).toContain(`"pictures":{"art/quay.png":"data:image/png;base64,${png.toString('base64')}"}`)
  expect(err).toEqual(
    ['none.png', '../outside.png', 'linked.png', 'no.png'].map(
      (path) => `2: There is no picture ${path} in the document’s folder, so the page shows its name.`
    )
  )
})

it('embeds the pictures of the campaign around a document, and the portraits of its characters', async () => {
  const dir = join(home, 'well')
  for (const folder of ['.git', 'world/pictures', 'world/story/frost']) mkdirSync(join(dir, folder), { recursive: true })
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  writeFileSync(join(dir, 'world/pictures/quay.png'), png)
  const document = join(dir, 'world/story/frost/scene.arrow')
  writeFileSync(
    document,
    textOf('untitled-new-project.arrow')
      .replace('Hello World!', '[img]../../pictures/quay.png[/img][img]../../../../none.png[/img]')
      .replace(/"characters": \{\s*\}/, '"characters": { "9": { "name": "Ada", "color": "112233" }, "10": { "name": "Byron", "color": "112233" } }')
  )
  const portraits = { ada: { path: 'world/npcs/ada/portrait.jpg', oid: 'a' }, byron: { path: 'world/npcs/byron/portrait.jpg', oid: 'b' } }
  const story = [{ id: 'frost', arrow: { path: 'world/story/frost/scene.arrow' }, characters: { Ada: 'ada' } }]
  const actors = { ada: { name: 'Lady Ada' }, byron: { name: 'Byron' } }
  const { out, err, asked } = await command(['arrow', 'export', document, '--format', 'html'], {
    present: () => ({ head: 'c', state: { actors }, lore: { story, portraits } }),
    picture: ({ path }: { path: string }) => {
      if (path.includes('byron')) throw new Problem('bad-file', 'It is no picture.')
      return 'data:image/jpeg;base64,AA'
    }
  })
  expect(asked).toContainEqual(['read', dir, undefined])
  expect(out.join()).toContain(`"pictures":{"../../pictures/quay.png":"data:image/png;base64,${png.toString('base64')}"}`)
  expect(out.join()).toContain('"portraits":{"Ada":"data:image/jpeg;base64,AA"}')
  expect(err).toEqual(['2: There is no picture ../../../../none.png in the campaign, so the page shows its name.'])
})

it('names its formats, and where a PNG image is made', async () => {
  const refused = async (format: string) => (await command(['arrow', 'export', file, '--format', format])).err.join(' ')
  expect(await refused('png')).toContain(
    'This command writes json, html, csv, ink, twee and svg. PNG is made in the window: open the document in the Scenes view and choose “Export image of the scene as PNG…”.'
  )
  expect(await refused('yarn')).toMatch(/writes json, html, csv, ink, twee and svg\. Run /)
})

it('reports a faulty CSV file in one sentence', async () => {
  writeFileSync(join(home, 'bad.csv'), 'key\toriginal\n1-x\t"a\n')
  expect(await command(['arrow', 'import', file, join(home, 'bad.csv')])).toMatchObject({
    code: 1,
    err: [`${join(home, 'bad.csv')}: Line 2: a quotation mark is never closed. Close it.`]
  })
})
