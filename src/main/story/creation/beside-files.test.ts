import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '../../../shared/base/problem'
import { createStudio } from '../../studio/studio'
import { OpenCampaign } from '../open-campaign'
import { runProgram } from '../../campaign/git/testing/small-process'

const WORLD = {
  regions: [{ id: 'moor', name: 'The Moor' }],
  locations: [
    { id: 'tarn', name: 'The Tarn', region: 'moor', description: 'Black water.' },
    { id: 'bothy', name: 'The Bothy', region: 'moor', description: 'Four walls.' }
  ],
  journeys: [{ from_id: 'tarn', to_id: 'bothy', direction: 'north', duration: '10 minutes' }]
}

let scratch: string
let dir: string
let studio: ReturnType<typeof createStudio>
const git = (...args: string[]): string => runProgram('git', ['-C', dir, ...args]).trim()
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), text)
}
const commit = (message: string): void => {
  git('add', '--all')
  git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', 'commit', '-q', '--message', message)
}
/** Everything the user had: branches, index, files. */
const theirs = (): unknown => [git('for-each-ref', 'refs/heads'), git('ls-files', '--stage'), git('status', '--porcelain', '--ignored')]
const refused = (): Promise<Problem> =>
  studio.createHere({ dir }).then(
    () => expect.unreachable('it was made'),
    (thrown: Problem) => thrown
  )

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'foreign-'))
  dir = join(scratch, 'Bell Tower')
  studio = createStudio({ kind: 'terminal', version: '0', home: join(scratch, 'home'), resources: process.cwd() })
  mkdirSync(dir)
  git('init', '-q', '-b', 'main')
  put('src/program.js', 'ring()\n')
  put('.gitignore', 'built/\n')
  put('maps/world.json', JSON.stringify(WORLD))
  put('package.json', '{"name":"tower","locations":[]}\n')
  commit('A program')
  put('src/program.js', 'ring(2)\n')
  put('built/program.min.js', 'r')
  commit('Twice')
})
afterEach(async () => {
  await studio.dispose()
  rmSync(scratch, { recursive: true, force: true })
})

describe('a repository of something else', () => {
  it('is recognized when it is opened, and examined without writing anything', async () => {
    const before = [theirs(), readdirSync(join(dir, '.git'))]
    await expect(studio.open({ dir })).rejects.toMatchObject({
      code: 'not-a-campaign',
      message: expect.stringContaining('--here') as unknown,
      data: { remedy: 'foreign', dir }
    })
    expect(await studio.foreign({ dir })).toEqual({
      dir,
      title: 'Bell Tower',
      here: 'main',
      branch: 'proscenium',
      campaigns: [],
      maps: [{ path: 'maps/world.json', places: 2 }],
      files: []
    })
    expect(await studio.browse({ dir })).toMatchObject({ isCampaign: false, isRepository: true })
    expect([theirs(), readdirSync(join(dir, '.git'))]).toEqual(before)
  })

  it('becomes a campaign by one commit on a branch of its own, and a map by the next; theirs stays byte for byte', async () => {
    const [head, staged] = [git('rev-parse', 'main'), git('ls-files', '--stage')]
    const { campaign, notes } = await studio.createHere({ dir, seed: '7', map: 'maps/world.json' })
    expect([campaign.title, campaign.readOnly, notes]).toEqual(['Bell Tower', undefined, []])
    expect([git('rev-parse', 'main'), git('symbolic-ref', 'HEAD')]).toEqual([head, 'refs/heads/proscenium'])
    await expect.poll(() => git('status', '--porcelain')).toBe('')
    expect(git('log', '--format=%s', '--first-parent', 'main..proscenium').split('\n')).toEqual([
      expect.stringContaining('Imported'),
      'Bell Tower begins'
    ])
    expect(git('diff', '--name-status', 'main', 'proscenium').replace(/^A\t.*\n?/gm, '')).toBe('')
    for (const row of staged.split('\n')) expect(git('ls-files', '--stage')).toContain(row)
    expect(readFileSync(join(dir, '.gitignore'), 'utf8')).toBe('built/\n')
    expect(Object.keys((await studio.present())?.state.places ?? {}).toSorted()).toEqual(['bothy', 'crossroads', 'hill', 'tarn'])
    expect(git('fsck', '--full', '--strict')).toBe('')
  })

  it('has its story begin where the campaign does: nothing before it is on the timeline, replayed or asked for', async () => {
    await studio.createHere({ dir })
    for (let n = 0; n < 5; n++) await studio.step()
    const { columns, branches } = await studio.chronicle({})
    const { beats } = await studio.timeline({ limit: 100 })
    expect([columns.back.length, columns.back[0], branches.map(({ name }) => name)]).toEqual([6, 0, ['proscenium']])
    expect([beats.length, beats.at(-1)?.parent, beats.at(-1)?.subject]).toEqual([6, undefined, 'Bell Tower begins'])
    expect((await studio.beat({ commit: beats.at(-1)?.id ?? '' })).changes).toEqual([])
    expect(await studio.verify()).toMatchObject({ play: 5, edit: 1, foreign: 0, mismatches: [] })
    await expect(studio.switchTo({ branch: 'main' })).rejects.toMatchObject({ code: 'not-a-campaign' })
    await expect(studio.branch({ at: git('rev-parse', 'main'), name: 'code' })).rejects.toMatchObject({ code: 'not-a-campaign' })
    expect([git('symbolic-ref', 'HEAD'), git('branch', '--list', 'code')]).toEqual(['refs/heads/proscenium', ''])
  })

  it('with uncommitted changes or files in the way is refused with the reason, and stays as it is', async () => {
    put('src/program.js', 'ring(3)\n')
    put('notes.txt', 'later')
    const before = [theirs(), readdirSync(join(dir, '.git'))]
    expect(await refused()).toMatchObject({ code: 'dirty', data: { paths: ['notes.txt', 'src/program.js'] } })
    expect((await studio.foreign({ dir })).refusal).toContain('Commit or stash')
    expect([theirs(), readdirSync(join(dir, '.git'))]).toEqual(before)
    put('World/tower.md', 'Tall.')
    put('rules/lint.yaml', 'a: 1\n')
    commit('A world of its own')
    expect(await refused()).toMatchObject({ code: 'refused', data: { paths: ['World/tower.md', 'rules/lint.yaml'] } })
    git('rm', '-q', '-r', 'World', 'rules')
    commit('Elsewhere')
    put('.gitignore', 'built/\nsessions/\n')
    commit('Ignored')
    put('sessions/mine.txt', 'mine')
    expect(await refused()).toMatchObject({ code: 'refused', data: { paths: ['sessions'] } })
    expect([git('branch', '--list'), readdirSync(join(dir, '.git')).includes('proscenium')]).toEqual(['* main', false])
  })

  it('with a campaign on another branch opens that branch, even if it was only fetched', async () => {
    await studio.createHere({ dir })
    await studio.close()
    git('switch', '-q', 'main')
    await expect(studio.open({ dir })).rejects.toMatchObject({ message: expect.stringContaining('git switch proscenium') as unknown })
    expect((await studio.foreign({ dir })).campaigns).toEqual(['proscenium'])
    expect(await refused()).toMatchObject({ code: 'refused', data: { branch: 'proscenium' } })
    await expect(OpenCampaign.open(dir, { clock: () => 0 })).rejects.toMatchObject({ code: 'not-a-campaign' })
    const beginning = git('rev-parse', 'proscenium')
    git('update-ref', 'refs/remotes/origin/proscenium', beginning)
    git('branch', '-q', '-D', 'proscenium')
    expect((await studio.foreign({ dir })).campaigns).toEqual(['proscenium'])
    await expect(studio.openBranch({ dir, branch: 'main' })).rejects.toMatchObject({ code: 'not-found' })
    expect((await studio.openBranch({ dir, branch: 'proscenium' })).title).toBe('Bell Tower')
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([beginning, ''])
  })

  it('with a branch called proscenium gets the next free name, and an invalid map is reported while the campaign is created', async () => {
    git('branch', 'proscenium')
    put('maps/world.json', JSON.stringify({ ...WORLD, locations: [...WORLD.locations, { id: 'hill', name: 'Hill', region: 'moor' }] }))
    commit('A hill')
    const { notes } = await studio.createHere({ dir, map: 'maps/world.json' })
    expect(notes).toEqual([expect.stringContaining('maps/world.json was not imported')])
    expect([git('symbolic-ref', '--short', 'HEAD'), git('log', '-1', '--format=%s')]).toEqual(['proscenium-2', 'Bell Tower begins'])
  })
})
