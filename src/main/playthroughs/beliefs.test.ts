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
  expect(pieces.get('quests')?.text).toMatch(
    /Find Jory \(find-jory\) — .*done when: jory-found; .*objectives: Find him, Learn which way he went; owner: Wren/
  )
  const own = new Map((await at.studio.context({ who: 'Wren' })).pieces.map((piece) => [piece.id, piece.text]))
  expect(['quests', 'threads', 'factions', 'ties'].filter((id) => own.has(id))).toEqual(['quests', 'ties'])
  expect(own.get('quests')).toMatch(/^Find Jory — .* — given by .*Corrie.* — left to do: Find him, Learn which way he went$/m)
  expect(own.get('quests')).not.toMatch(/jory-found|Take down the wall/)
  expect(own.get('ties')).toContain('sister of Jory Tallow (+40)')
})
