import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { editing, type Editing } from './editing.fixture'

let at: Editing
const put = async (files: Record<string, string>): Promise<string> => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(at.dir, path)), { recursive: true })
    writeFileSync(join(at.dir, path), text)
  }
  return (await at.studio.adopt()).id
}
const NOTE = 'player-notes/Hero/way.md'
const REGION = 'world/regions/home'
/** An agent's note says when it was created. */
const BY_AGENT = '---\ncreated: 1421-10-01T09:00:00Z\n---\n\n'

beforeEach(async () => {
  at = await editing()
})
afterEach(() => at.close())

it('renaming a place rewrites the links of the world’s own prose in the same beat, and tells of the notes that keep the old name', async () => {
  appendFileSync(join(at.dir, `${REGION}/ABOUT.md`), '\nSee [[hill]], [[Hill#View|the view]] and [[locations/hill]]; not `[[hills]]`.\n')
  const wrote = await put({
    [NOTE]: '# The way\n\nUp [[hill]], down [[hill|again]].\n',
    'world/events/Storm/ABOUT.md': `${BY_AGENT}# Storm\n\nIt broke over [[home/locations/hill]].\n`,
    'world/events/Lull/ABOUT.md': '# Lull\n\nIt was still on [[hill]].\n',
    'world/misc/Code/ABOUT.md': '# Code\n\nOnly `[[hill]]` in code.\n',
    [`${REGION}/locations/crossroads.yaml`]: at
      .read(`${REGION}/locations/crossroads.yaml`)
      .replace(/^description: .*$/m, 'description: A road goes to [[hill]]. # by hand')
  })
  const { beat, links } = await at.edit({ op: 'rename', what: 'place', id: 'hill', to: 'barrow' })
  expect(links).toEqual({
    updated: ['world/events/Lull/ABOUT.md', `${REGION}/ABOUT.md`, `${REGION}/locations/crossroads.yaml`],
    left: [
      { path: NOTE, links: 2, line: 'Up [[hill]], down [[hill|again]].', beat: wrote },
      { path: 'world/events/Storm/ABOUT.md', links: 1, line: 'It broke over [[home/locations/hill]].', beat: wrote }
    ]
  })
  expect(at.read(`${REGION}/ABOUT.md`)).toContain('See [[barrow]], [[barrow#View|the view]] and [[locations/barrow]]; not `[[hills]]`.')
  expect(at.read(`${REGION}/locations/crossroads.yaml`)).toContain('description: "A road goes to [[barrow]]." # by hand')
  expect(at.read(NOTE)).toContain('[[hill]]')
  expect([(await at.studio.verify()).mismatches, at.git('rev-parse', 'HEAD').trim()]).toEqual([[], beat.id])
  await at.studio.undo()
  expect(at.read(`${REGION}/ABOUT.md`)).toContain('See [[hill]], [[Hill#View|the view]]')
})

it('another name of a place or region, or another folder, is followed as well; what still stands under the name is not', async () => {
  await put({
    [NOTE]: 'To [[The Hill]] by [[Home country]] and [[regions/home]].\n',
    'world/npcs/Ada/ABOUT.md': '# Ada\n\nLives on [[The Hill]], in [[world/regions/home]].\n',
    'world/npcs/Ada/STATS.yaml': at.read('world/players/Hero/STATS.yaml').replace(/^name: .*$/m, 'name: Ada')
  })
  const named = await at.edit({ op: 'put-place', id: 'hill', fields: { name: 'The Barrow' } })
  expect([named.links?.updated, named.links?.left.map(({ path, links }) => [path, links])]).toEqual([['world/npcs/Ada/ABOUT.md'], [[NOTE, 1]]])
  const moved = await at.edit({ op: 'rename', what: 'region', id: 'home', to: 'uplands' })
  expect(moved.links?.left.map(({ path, links }) => [path, links])).toEqual([[NOTE, 1]])
  expect(at.read('world/npcs/Ada/ABOUT.md')).toContain('Lives on [[The Barrow]], in [[world/regions/uplands]].')
  await put({ 'world/misc/crossroads/ABOUT.md': '# Roads\n', [NOTE]: 'At [[crossroads]].\n' })
  expect((await at.edit({ op: 'rename', what: 'place', id: 'crossroads', to: 'cross' })).links).toBeUndefined()
})

it('a file of lore that was moved by hand is followed when the edit is taken in; what was edited by hand is saved as it is', async () => {
  appendFileSync(join(at.dir, `${REGION}/ABOUT.md`), '\nIn the year of [[storm]].\n')
  await put({
    'world/events/storm/ABOUT.md': '# The great storm\n',
    'world/npcs/Ada/ABOUT.md': '# Ada\n\nCame after [[events/storm]] and [[The great storm]].\n',
    'world/npcs/Ada/STATS.yaml': at.read('world/players/Hero/STATS.yaml').replace(/^name: .*$/m, 'name: Ada'),
    [NOTE]: 'I saw [[storm]].\n'
  })
  renameSync(join(at.dir, 'world/events/storm'), join(at.dir, 'world/events/flood'))
  appendFileSync(join(at.dir, `${REGION}/ABOUT.md`), 'More.\n')
  const { id, links } = await at.studio.adopt()
  expect([links?.updated, links?.left.map(({ path, links: n }) => [path, n])]).toEqual([
    ['world/npcs/Ada/ABOUT.md'],
    [
      [NOTE, 1],
      [`${REGION}/ABOUT.md`, 1]
    ]
  ])
  expect(at.read('world/npcs/Ada/ABOUT.md')).toContain('Came after [[events/flood]] and [[The great storm]].')
  expect([at.git('rev-parse', 'HEAD').trim(), (await at.studio.verify()).mismatches]).toEqual([id, []])
  // Git's index is written once no beat follows at once.
  await expect.poll(() => at.git('status', '--porcelain')).toBe('')
})

it('links in properties and links of Markdown follow a note to its new name', async () => {
  await put({
    'world/lore/Mill.md': 'The mill.\n',
    'world/misc/Miller.md': '---\nhome: "[[Mill]]" # by hand\nup: [[Mill]]\n---\n\nOf [the mill](Mill.md#Wheel) and `[code](x.md)`.\n',
    [NOTE]: '---\nnear: "[[Mill]]"\n---\nAt the river.\n'
  })
  const change = { what: 'move', path: 'world/lore/Mill.md', to: 'world/lore/Old Mill.md' } as const
  const { links } = await at.studio.changeFiles({ change, subject: 'Move' })
  expect(at.read('world/misc/Miller.md')).toBe(
    '---\nhome: "[[Old Mill]]" # by hand\nup: "[[Old Mill]]"\n---\n\nOf [the mill](Old%20Mill.md#Wheel) and `[code](x.md)`.\n'
  )
  expect(links).toMatchObject({ updated: ['world/misc/Miller.md'], left: [{ path: NOTE, links: 1, line: 'near: [[Mill]]' }] })
})

it('links keep their meaning when a note with a namesake gets another name or place, or takes a name that is in use', async () => {
  const links = 'Of [[Mill]], [[mill|the wheel]], [[south/Mill]], [[Tower]].\n'
  await put({
    'world/lore/north/Mill.md': 'The mill in the north.\n',
    'world/lore/south/Mill.md': 'The mill in the south.\n',
    'world/lore/west/Tower.md': 'The tower.\n',
    'world/misc/Mills.md': links,
    [`${REGION}/locations/crossroads.yaml`]: at
      .read(`${REGION}/locations/crossroads.yaml`)
      .replace(/^description: .*$/m, 'description: The road to [[Mill]].'),
    [NOTE]: 'I saw [[Mill]].\n',
    'world/events/Fire/ABOUT.md': `${BY_AGENT}# Fire\n\nAt [[Mill]].\n`
  })
  const move = (path: string, to: string) =>
    at.studio.changeFiles({ change: { what: 'move', path: `world/lore/${path}`, to: `world/lore/${to}` }, subject: 'Move' })
  const renamed = await move('north/Mill.md', 'north/Old Mill.md')
  expect(at.read('world/misc/Mills.md')).toBe('Of [[Old Mill]], [[Old Mill|the wheel]], [[south/Mill]], [[Tower]].\n')
  expect(at.read(`${REGION}/locations/crossroads.yaml`)).toContain('The road to [[Old Mill]].')
  expect(renamed.links?.left.map(({ path, links: n }) => [path, n])).toEqual([
    [NOTE, 1],
    ['world/events/Fire/ABOUT.md', 1]
  ])
  await at.studio.undo()
  expect(at.read('world/misc/Mills.md')).toBe(links)
  // Another note comes first now, so the link names the folder.
  await move('north/Mill.md', 'west/Mill.md')
  expect(at.read('world/misc/Mills.md')).toBe('Of [[west/Mill]], [[west/Mill|the wheel]], [[south/Mill]], [[Tower]].\n')
  // A moved note takes a name that links use for another one.
  await move('south/Mill.md', 'east/Tower.md')
  expect(at.read('world/misc/Mills.md')).toBe('Of [[west/Mill]], [[west/Mill|the wheel]], [[east/Tower]], [[west/Tower]].\n')
  expect([(await at.studio.verify()).mismatches, await at.settled()]).toEqual([[], ''])
})
