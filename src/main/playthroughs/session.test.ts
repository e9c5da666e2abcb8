import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import type { Beat } from '../../shared/story/play'
import { History } from '../campaign/history'
import { Hydrator } from '../campaign/hydrate'
import { createCampaign, ENGINE } from '../story/creation/create'
import { OpenCampaign } from '../story/open-campaign'
import { verify } from '../story/checks/verify'
import { playMany, reading, storyLog } from './commands.fixture'
import { afterLog, truthOf } from './log-truth.fixture'
import { runProgram } from '../campaign/git/testing/small-process'

const resources = resolve(import.meta.dirname, '../../..')
const home = mkdtempSync(join(tmpdir(), 'session-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const git = (dir: string, ...args: string[]): string => runProgram('git', ['-C', dir, '-c', 'user.name=x', '-c', 'user.email=x', ...args])
const fresh = async (name: string, seed: string, game = 'cairn-hack'): Promise<string> => {
  const dir = join(home, name)
  await createCampaign({ dir, game, seed, template: 'sample', resources, now: 0 })
  return dir
}
const play = async (dir: string, limits: Parameters<typeof playMany>[1]): Promise<Beat[]> => {
  const beats: Beat[] = []
  await playMany(dir, limits, (beat) => beats.push(beat))
  return beats
}
const verified = (dir: string): ReturnType<typeof verify> => reading(dir, (campaign) => verify(campaign))
const treeOf = (dir: string): string => git(dir, 'rev-parse', 'HEAD^{tree}').trim()

/** The part of the state that a session's log reproduces from its start, and that of its last state. */
const logAndState = (dir: string): Promise<{ log: unknown; state: unknown }> =>
  reading(dir, async ({ history, past, snapshot }) => {
    const named = (item: string, name?: string): string => `${item}: ${name ?? snapshot.game.equipment[item]?.name ?? item}`
    const log = (await storyLog(dir)).map(({ entry }) => entry)
    const first = git(dir, 'rev-list', '--max-parents=0', 'HEAD').trim()
    expect(log.filter(({ changes }) => changes).length).toBeGreaterThan(20)
    return {
      log: afterLog(truthOf(past.hydratedAt(first).state, named), log, named),
      state: truthOf(past.hydratedAt(history.head().commit).state, named)
    }
  })

/** The story events whose Arrow documents were played to their ends. */
const scenesPlayed = (dir: string): Promise<string[]> =>
  reading(dir, (open) => Object.entries(open.snapshot.state.plays ?? {}).flatMap(([event, { over }]) => (over ? [event] : [])))

/** Beats of a session that are played again in another folder; verifying replays all of them. */
const AGAIN = 30

describe('a session of the sample campaign', () => {
  let dir = ''
  let beats: Beat[] = []
  beforeAll(async () => {
    dir = await fresh('whole', '7')
    beats = await play(dir, { sessions: 1 })
  })

  it('plays to its summaries, every beat a commit that plays again the same', async () => {
    expect(beats.length).toBeGreaterThan(60)
    expect(beats.slice(-4).map((b) => b.action)).toEqual(['summarise', 'end_session', 'summarise', 'summarise'])
    expect(git(dir, 'rev-list', '--count', 'HEAD').trim()).toBe(String(beats.length + 1))
    expect(await verified(dir)).toEqual({ play: beats.length, edit: 1, foreign: 0, otherEngine: 0, mismatches: [] })
  })

  it('leaves a repository that git finds whole and clean', () => {
    expect(git(dir, 'fsck', '--strict', '--no-dangling')).toBe('')
    expect(git(dir, 'status', '--porcelain')).toBe('')
  })

  it('has every player act, in at least six kinds of beats, at three places', () => {
    expect(new Set(beats.map((b) => b.action)).size).toBeGreaterThanOrEqual(6)
    for (const player of ['Wren', 'Tobit', 'Pym']) expect(beats.filter((b) => b.actor === player).length).toBeGreaterThan(5)
    expect(beats.every((b) => b.kind === 'play')).toBe(true)
  })

  it('holds in its files exactly the state that was played', async () => {
    const history = History.open(dir, { readOnly: true })
    const { tree } = history.commit(history.resolve(`HEAD~${beats.length - AGAIN}`) ?? '')
    const fromFiles = new Hydrator(history).at(tree).state
    history.dispose()
    const again = await fresh('again', '7')
    const campaign = await OpenCampaign.open(again, { clock: () => 0 })
    campaign.dispose()
    await play(again, { beats: AGAIN })
    expect(await reading(again, (open) => open.snapshot.state)).toEqual(fromFiles)
    expect(treeOf(again)).toBe(tree)
  })

  it('plays two Arrow scenes to their ends', async () => {
    expect(await scenesPlayed(dir)).toEqual(['The Counting', 'The Sexton at Work'])
  })

  it('has in the changes of its log everything that became of people, things, places and facts', async () => {
    const { log, state } = await logAndState(dir)
    expect(log).toEqual(state)
  })

  it('keeps the tree of seed 7 for ever', () => {
    expect(treeOf(dir)).toMatchInlineSnapshot(`"69fa296bbd235537373ab1debdc316d218ff4289"`)
  })
})

describe('a session of the sample campaign of Theater of the Mind', () => {
  let dir = ''
  let beats: Beat[] = []
  beforeAll(async () => {
    dir = await fresh('totm', '7', 'totm')
    beats = await play(dir, { sessions: 1 })
  })

  it('begins with a class for everybody, plays to its summaries, and plays again the same', async () => {
    const first = beats.findIndex(({ action }) => action === 'traverse' || action === 'interact')
    expect(beats.slice(0, first).filter(({ action }) => action === 'update_character')).toHaveLength(4)
    expect(beats.slice(first).some(({ action }) => action === 'update_character')).toBe(false)
    expect(beats.slice(-4).map(({ action }) => action)).toEqual(['summarise', 'end_session', 'summarise', 'summarise'])
    for (const player of ['Hulda', 'Ivo', 'Merrin', 'Tansy']) expect(beats.filter(({ actor }) => actor === player).length).toBeGreaterThan(5)
    expect(await verified(dir)).toEqual({ play: beats.length, edit: 1, foreign: 0, otherEngine: 0, mismatches: [] })
  })

  it('plays two Arrow scenes to their ends', async () => {
    expect(await scenesPlayed(dir)).toEqual(['Lamp Night', 'The Names'])
  })

  it('has in the changes of its log everything that became of people, things, places and facts', async () => {
    const { log, state } = await logAndState(dir)
    expect(log).toEqual(state)
  })

  it('keeps the tree of seed 7 for ever', () => {
    expect(treeOf(dir)).toMatchInlineSnapshot(`"12cc3ea0964b5ccdec4750d2750b90b3cfc1ca10"`)
  })
})

describe('verify finds what was changed afterwards', () => {
  let whole = ''
  beforeAll(async () => {
    whole = await fresh('source', '11')
    await play(whole, { beats: 60 })
  })
  const mutated = (name: string, at: string, change: (dir: string) => void): string => {
    const dir = join(home, name)
    cpSync(whole, dir, { recursive: true })
    git(dir, 'reset', '-q', '--hard', at)
    change(dir)
    return dir
  }
  const amend = (dir: string): void => void git(dir, 'commit', '-q', '-a', '--amend', '--no-edit', '--no-verify')
  const rewrite = (dir: string, file: string, from: RegExp, to: (found: string) => string): void => {
    const text = readFileSync(join(dir, file), 'utf8')
    const next = text.replace(from, to)
    expect(next).not.toBe(text)
    writeFileSync(join(dir, file), next)
    amend(dir)
  }
  const lastWith = (trailer: string): string => git(whole, 'log', '-1', '--format=%H', `--grep=^${trailer}`).trim()
  const digitOff = (found: string): string => String((Number(found) % 9) + 1)

  const changes: [string, string, (dir: string) => void][] = [
    [
      'one die in the account',
      'Rolls:',
      (dir) => {
        const message = git(dir, 'log', '-1', '--format=%B').replace(/"dice":\[(\d)/, (_all, die: string) => `"dice":[${digitOff(die)}`)
        git(dir, 'commit', '-q', '--amend', '--no-verify', '-m', message.trimEnd())
      }
    ],
    ['a digit in STATS', 'Actor: Wren', (dir) => rewrite(dir, 'world/players/Wren/STATS.yaml', /(?<=STR: *)\d/, digitOff)],
    [
      'a byte of LOG',
      'Action: narrate',
      (dir) =>
        rewrite(dir, `${readFileSync(join(dir, 'current-scene'), 'utf8').trim()}/LOG.yaml`, /[a-z](?=[^a-z]*\n$)/, (c) => (c === 'x' ? 'y' : 'x'))
    ],
    ['a constant in a rule', 'Actor: Tobit', (dir) => rewrite(dir, 'rules/actions/attack.ts', /\d(?!.*\d)/, digitOff)]
  ]
  const EVERY = sizeOf(import.meta.filename, 'every')
  it.each(changes.filter((_, n) => n % EVERY === 0))('%s, and names exactly that beat', async (what, trailer, change) => {
    const dir = mutated(what.replace(/\W/g, '-'), lastWith(trailer), change)
    const report = await verified(dir)
    expect(report.mismatches.map((m) => m.beat.id)).toEqual([git(dir, 'rev-parse', 'HEAD').trim()])
  })

  it('what another engine played is not comparable; the next beat is by this one, and says so', async () => {
    const dir = mutated('older', 'HEAD', (folder) => {
      const exported = execFileSync('git', ['fast-export', 'HEAD'], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 })
      const older = exported.replaceAll(`engine: ${ENGINE}\n`, `engine: ${ENGINE - 1}\n`)
      execFileSync('git', ['fast-import', '--force', '--quiet'], { cwd: folder, input: older })
      git(folder, 'reset', '-q', '--hard')
    })
    expect(await verified(dir)).toEqual({ play: 0, edit: 1, foreign: 0, otherEngine: 60, mismatches: [] })
    await play(dir, { beats: 2 })
    expect(await verified(dir)).toEqual({ play: 2, edit: 2, foreign: 0, otherEngine: 60, mismatches: [] })
    expect(readFileSync(join(dir, 'narrative-version'), 'utf8')).toContain(`engine: ${ENGINE}\n`)
    expect(git(dir, 'status', '--porcelain')).toBe('')
  })

  it('and nothing where nothing was changed', async () => {
    expect((await verified(whole)).mismatches).toEqual([])
  })
})
