import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isRemark } from '../../../shared/base/problem'
import { STARTER_GAME } from '../../../shared/contract/wizards'
import { beginningOf, createCampaign } from './create'
import { OpenCampaign } from '../open-campaign'
import { BUNDLED, RESOURCES } from '../../playthroughs/samples.fixture'
import { checkDir } from '../checks/check'
import { verify } from '../checks/verify'
import { playMany, reading, storyLog } from '../../playthroughs/commands.fixture'

const home = mkdtempSync(join(tmpdir(), 'blank-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const blank = async (game: string, name: string, gameName?: string): Promise<string> => {
  const dir = join(home, `${game} ${name}`)
  await createCampaign({ dir, game, gameName, seed: '1', template: 'blank', resources: RESOURCES, now: 0 })
  return dir
}

/** A second player, added as the blank campaign's ABOUT.md describes. */
function addMara(dir: string): void {
  const player = (name: string): string => join(dir, 'world/players', name)
  cpSync(player('Hero'), player('Mara'), { recursive: true })
  const rewrite = (file: string, from: string, to: string): void => writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
  rewrite(join(player('Mara'), 'STATS.yaml'), 'name: Hero', 'name: Mara')
  rewrite(join(dir, 'table.yaml'), 'party: [Hero]', 'party: [Hero, Mara]')
}

it('a new campaign has its title in the heading of ABOUT.md, too', async () => {
  const { files } = await beginningOf({ dir: 'x', game: 'totm', seed: '1', template: 'blank', resources: RESOURCES, title: 'The $& Bell' })
  const about = files.get('ABOUT.md')?.bytes.toString('utf8')
  expect(about).toMatch(/^---\npremise: ""\ntitle: "The \$& Bell"\n---\n\s*# The \$& Bell\n\nDescribe/)
  expect(about).not.toContain('Untitled')
})

it('a character without a sheet: the problem says how to create it', async () => {
  const dir = await blank('totm', 'agnes')
  mkdirSync(join(dir, 'world/npcs/Agnes'), { recursive: true })
  writeFileSync(join(dir, 'world/npcs/Agnes/ABOUT.md'), '# Agnes\n')
  const { findings } = await checkDir(dir, { bounds: { calls: 1, walk: 1 } })
  expect(findings.map(({ message }) => message).join('\n')).toContain(
    "world/npcs/Agnes/STATS.yaml is missing. Create it with the character's name, location and stats."
  )
  writeFileSync(join(dir, 'world/npcs/Agnes/STATS.yaml'), 'name: Agnes\nlocation: hill\nstats: {}\n')
  const after = await checkDir(dir, { bounds: { calls: 1, walk: 1 } })
  expect(after.findings.filter((one) => !isRemark(one))).toEqual([])
  // The player's sheet is in git, so it can be restored.
  rmSync(join(dir, 'world/players/Hero/STATS.yaml'))
  const removed = await checkDir(dir, { bounds: { calls: 1, walk: 1 } })
  expect(removed.findings.map(({ message }) => message)).toContain(
    'world/players/Hero/STATS.yaml is missing. Restore it (git has its last version) and try again.'
  )
})

it('a new game has the name that its designer chose, and plays to the end unchanged', async () => {
  const name = "Tide & Tallow: the ferryman's game"
  const dir = await blank(STARTER_GAME, 'own', name)
  expect(readFileSync(join(dir, 'rules/README.md'), 'utf8')).toMatch(new RegExp(`^# ${name}\n`))
  await playMany(dir, { beats: 120 }, () => undefined)
  const { state, game } = await reading(dir, ({ snapshot }) => snapshot)
  expect([game.manifest.game, state.next.phase]).toEqual([name, 'done'])
  const actions = new Set((await storyLog(dir)).flatMap(({ entry }) => (entry.by === 'Hero' && entry.kind === 'system' ? [entry.action] : [])))
  expect([...actions]).toEqual(expect.arrayContaining(['explore', 'search', 'travel']))
})

describe.each(BUNDLED)('a blank campaign of %s', (game) => {
  it('plays as it is', async () => {
    const dir = await blank(game, 'alone')
    await playMany(dir, { beats: 120 }, () => undefined)
    // The hero's want is met, and the campaign ends.
    const { state } = await reading(dir, ({ snapshot }) => snapshot)
    expect([state.next.phase, state.actors['Hero']?.location]).toEqual(['done', 'hill'])
    expect((await storyLog(dir)).some(({ entry }) => entry.by === 'Hero' && entry.kind === 'system')).toBe(true)
    expect((await reading(dir, verify)).mismatches).toEqual([])
  })

  it('has no problems in a check', async () => {
    const { findings } = await checkDir(await blank(game, 'checked'), { bounds: { calls: 30, walk: 30 }, resources: RESOURCES })
    expect(findings.filter((finding) => !isRemark(finding))).toEqual([])
  })

  it('plays with a player that was added by hand', async () => {
    const dir = await blank(game, 'with Mara')
    expect(readFileSync(join(dir, 'ABOUT.md'), 'utf8')).toContain('copy `world/players/Hero`')
    addMara(dir)
    const campaign = await OpenCampaign.open(dir, { clock: () => 0 })
    await campaign.adopt()
    campaign.dispose()
    const { beats } = await playMany(dir, { beats: 60 }, () => undefined)
    expect(beats).toBeGreaterThan(12)
    expect(await reading(dir, ({ snapshot: { state } }) => state.party)).toEqual(['Hero', 'Mara'])
    for (const who of ['Hero', 'Mara']) expect((await storyLog(dir)).some(({ entry }) => entry.by === who && entry.kind === 'system')).toBe(true)
    expect(await reading(dir, verify)).toMatchObject({ play: beats, edit: 2, mismatches: [] })
  })
})
