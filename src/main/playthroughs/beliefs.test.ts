import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { desk, type Desk } from './studio.fixture'

let at: Desk
afterEach(() => at.close())
const write = (path: string, text: string): void => {
  mkdirSync(join(at.dir, path, '..'), { recursive: true })
  writeFileSync(join(at.dir, path), text)
}

it('beliefs are read from their file, told with it as their source, and change with a beat by hand', async () => {
  at = await desk()
  const wren = 'world/players/Wren/BELIEFS.yaml'
  write(wren, 'jory-found:\n  text: Jory is alive.\n  believes: 1\n')
  await at.studio.adopt()
  const beliefsOf = async (who: string) => (await at.studio.context({ who })).pieces.find(({ id }) => id === 'beliefs:Wren')
  expect(await beliefsOf('Wren')).toMatchObject({
    tier: 'hot',
    source: wren,
    kept: true,
    text: expect.stringContaining('Jory is alive. — believes it') as string
  })
  expect(await beliefsOf('Tobit')).toBeUndefined()
  write(wren, 'jory-found:\n  believes: 1\n  denies: 2\n')
  await expect(at.studio.adopt()).rejects.toMatchObject({ code: 'bad-file', data: { file: wren, line: 3 } })
  expect(await beliefsOf('Wren')).toMatchObject({ source: wren })
})

it('the DM of the sample is told its quests, threads, factions and ties', async () => {
  at = await desk()
  const pieces = new Map((await at.studio.context({ who: 'DM' })).pieces.map((piece) => [piece.id, piece]))
  for (const id of ['quests', 'threads', 'factions', 'ties'])
    expect(pieces.get(id)).toMatchObject({ source: 'world/STATE.yaml', tier: 'warm', kept: true })
  expect(pieces.get('quests')?.text).toContain('Bring Jory home (find-jory) — done when: jory-found; owner: Wren')
  const own = (await at.studio.context({ who: 'Wren' })).pieces.map(({ id }) => id)
  expect(own.filter((id) => ['quests', 'threads', 'factions', 'ties'].includes(id))).toEqual([])
})
