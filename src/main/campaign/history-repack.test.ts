import { cpSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { beatRangeOf } from './git/pack-file'
import { FailingDisk, type Failure } from './git/testing/failing-disk'
import { WREN, completeRow, file, git, leftovers, tempFolder } from './git/testing/folders'
import { History, repackHistory } from './history'

const NOW = 1_700_000_000_000
/** Of a long story. */
const BEATS = sizeOf(import.meta.filename, 'beats')

const folder = (dir: string): string => join(dir, '.git/objects/pack')
const packNames = (dir: string): string[] => readdirSync(folder(dir)).filter((name) => name.endsWith('.idx'))
const levels = (dir: string): string =>
  packNames(dir)
    .map((name) => String(beatRangeOf(name)?.level ?? 'git'))
    .toSorted()
    .join('')
const weight = (dir: string): number => readdirSync(folder(dir)).reduce((sum, name) => sum + statSync(join(folder(dir), name)).size, 0)

/** Plays beats that each add a line to a log and change a sheet. Returns the last one's id. */
function play(history: History, beats: number, parent?: string): string | undefined {
  for (let beat = 0; beat < beats; beat++) {
    const before = parent === undefined ? '' : history.blob(history.entry(parent, 'world/LOG.yaml')?.oid ?? '').toString()
    const line = `- {"beat":${before.length},"text":"What happened at ${before.length}, and what came of it, in words that nobody else used ${before.length * 7919}."}\n`
    const files = new Map([
      ['world/LOG.yaml', file(before + line, line)],
      ['world/STATS.yaml', file(`hp: ${before.length % 13}\n${'# worn\n'.repeat(100)}`)],
      ['next', file(`beat: ${before.length}\n`)]
    ])
    parent = history.commitFiles({ parent, files, message: `Beat at ${before.length}`, author: WREN, time: NOW }).id
  }
  return parent
}

/** A campaign whose packs need repacking: two branches, edits, a removal, and a note that nothing refers to any more. */
function story(name: string, beats = 4): { dir: string; objects: string } {
  const dir = tempFolder(name)
  const history = History.create(dir, { clock: () => NOW })
  const fork = play(history, beats / 2)
  play(history, beats / 4, fork)
  history.createBranch('other', fork ?? '')
  history.switchTo('other')
  const last = play(history, Math.floor(beats / 4), fork)
  history.commitFiles({ parent: last, files: new Map([['world/STATS.yaml', null]]), message: 'Gone', author: WREN, time: NOW })
  completeRow(dir)
  history.dispose()
  return { dir, objects: contents(dir) }
}

/** Every object of a repository as native git reads it. */
const contents = (dir: string): string => git(dir, 'cat-file', '--batch-all-objects', '--batch')

it('packs are repacked into a smaller one with the same objects, which git accepts', () => {
  const { dir, objects } = story('repack', 60)
  const reader = History.open(dir, { readOnly: true })
  const before = weight(dir)
  repackHistory(dir)
  expect(levels(dir)).toBe('3')
  expect(weight(dir) * 6).toBeLessThan(before)
  expect(contents(dir) === objects).toBe(true)
  expect(git(dir, 'fsck', '--full', '--strict')).toBe('')
  expect(git(dir, 'verify-pack', ...packNames(dir).map((name) => join(folder(dir), name)))).toBe('')
  // An older reader reads on, new beats are recorded on top, and git can clone and pack everything.
  const head = reader.head().commit
  expect(reader.log([head], 100).length).toBe(46)
  const history = History.open(dir, { clock: () => NOW })
  play(history, 3, history.head().commit)
  history.dispose()
  const copy = tempFolder('clone')
  git(copy, 'clone', '-q', `file://${dir}`, 'copy')
  expect(git(join(copy, 'copy'), 'rev-list', '--count', 'HEAD').trim()).toBe('49')
  git(dir, 'gc', '-q')
  expect(git(dir, 'fsck', '--full', '--strict')).toBe('')
})

it('four repacked packs are joined unchanged, and again at the next level', () => {
  const dir = tempFolder('repack')
  const seen: string[] = []
  let last: string | undefined
  for (let round = 0; round < 16; round++) {
    const history = last === undefined ? History.create(dir, { clock: () => NOW }) : History.open(dir, { clock: () => NOW })
    last = play(history, 3, last)
    completeRow(dir)
    expect(history.isRepackable).toBe(false) // what isn't known to have changed isn't examined
    expect(History.open(dir, { readOnly: true }).isRepackable).toBe(false)
    history.dispose()
    repackHistory(dir)
    seen.push(levels(dir))
  }
  expect(seen.slice(0, 5)).toEqual(['3', '33', '333', '4', '34'])
  expect(seen.at(-1)).toBe('5')
  expect(History.open(dir, { readOnly: true }).log([last ?? ''], 100).length).toBe(48)
  expect(git(dir, 'fsck', '--full', '--strict')).toBe('')
})

it('the same beats give the same packs, however fast they were played and whenever they were repacked', () => {
  /** Plays beats, `ms` apart by the clock, and presses them after each of `pressedEvery`; returns every file of the packs with its size. */
  const packsOf = (ms: number, pressedEvery: number): string[] => {
    const dir = tempFolder('repack')
    let now = NOW
    const clock = (): number => (now += ms)
    let history = History.create(dir, { clock })
    let parent: string | undefined
    for (let beat = 0; beat < BEATS; beat++) {
      const lines = Array.from({ length: (beat % 25) + 1 }, (_, n) => `- {"beat":${beat - (beat % 25) + n},"text":"Said at ${beat * 7919}."}\n`)
      const files = new Map([
        [`sessions/${Math.floor(beat / 25)}/LOG.yaml`, file(lines.join(''))],
        ['next', file(`beat: ${beat}\n`)]
      ])
      parent = history.commitFiles({ parent, files, message: `Beat ${beat}`, author: WREN, time: NOW }).id
      if ((beat + 1) % pressedEvery !== 0) continue
      repackHistory(dir)
      history.dispose()
      history = History.open(dir, { clock })
    }
    history.dispose()
    repackHistory(dir)
    expect(git(dir, 'fsck', '--full', '--strict')).toBe('')
    return readdirSync(folder(dir)).map((name) => `${name} ${statSync(join(folder(dir), name)).size}`)
  }
  const quick = packsOf(2, 10_000)
  // Six single beats, and a row of 256 or 1,024.
  const level = BEATS > 1024 ? 4 : 3
  expect(quick.map((name) => beatRangeOf(name)?.level).toSorted((a = -1, b = -1) => a - b)).toEqual([
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    level,
    level
  ])
  expect(packsOf(1000, BEATS > 1024 ? 300 : 75)).toEqual(quick)
})

it('nothing is repacked if there are few packs, a .keep file or a multi-pack-index', () => {
  const fresh = tempFolder('repack')
  const history = History.create(fresh, { clock: () => NOW })
  play(history, 5)
  repackHistory(fresh)
  expect(levels(fresh)).toBe('00000')
  history.dispose()
  const { dir } = story('repack')
  for (const name of packNames(dir)) writeFileSync(join(folder(dir), name.replace(/idx$/, 'keep')), '')
  const packs = packNames(dir)
  repackHistory(dir)
  expect(packNames(dir)).toEqual(packs)
  const other = story('repack').dir
  git(other, 'multi-pack-index', 'write')
  const named = packNames(other)
  repackHistory(other)
  expect(packNames(other)).toEqual(named)
})

it('opening a campaign leaves only the unfinished packs that a thread of this process is writing', () => {
  const { dir } = story('reopened')
  const scratch = join(dir, '.git/proscenium/tmp')
  const others = [`pack-${process.pid}-99-0`, `idx-${process.pid}-99-0`]
  for (const name of [...others, `pack-${process.pid}-${threadId}-0`, 'pack-1-99-0', 'index']) writeFileSync(join(scratch, name), '')
  History.open(dir, { clock: () => NOW }).dispose()
  expect(readdirSync(scratch).toSorted()).toEqual(others.toSorted())
})

it('damage in the history is reported, and nothing is removed', () => {
  const { dir } = story('repack')
  const [name = ''] = readdirSync(folder(dir)).filter((each) => each.endsWith('.pack'))
  const path = join(folder(dir), name)
  writeFileSync(`${path}.broken`, Buffer.alloc(statSync(path).size))
  renameSync(`${path}.broken`, path)
  const before = packNames(dir)
  expect(() => repackHistory(dir)).toThrow(/damaged/)
  expect(packNames(dir)).toEqual(before)
  expect(leftovers(dir)).toEqual([])
})

const WAYS: Failure[] = ['stop', 'tear', 'fail']
/** Every nth call fails. Reading fails in hundreds of places, of which every seventh of these is tried. */
const STRIDE = sizeOf(import.meta.filename, 'stride')

it.each(WAYS)('%s at any instant: every object is there, and the next repacking finishes it', (ending) => {
  const { dir, objects } = story('repack')
  const dry = new FailingDisk()
  const rehearsal = copyOf(dir)
  dry.arm(ending, Number.POSITIVE_INFINITY)
  repackHistory(rehearsal, dry.disk)
  const points = Array.from({ length: dry.calls }, (_, i) => i)
  for (const point of points.filter((i) => i % (ending === 'fail' ? 7 * STRIDE : ending === 'stop' ? STRIDE : 1) === 0)) {
    const copy = copyOf(dir)
    const failing = new FailingDisk()
    failing.arm(ending, point)
    try {
      repackHistory(copy, failing.disk)
    } catch {
      // this test is about what is left behind
    }
    History.open(copy).dispose()
    expect({ point, same: contents(copy) === objects }).toEqual({ point, same: true })
    expect({ point, left: leftovers(copy) }).toEqual({ point, left: [] })
    repackHistory(copy)
    expect({ point, levels: levels(copy) === '3', same: contents(copy) === objects }).toEqual({ point, levels: true, same: true })
    expect(git(copy, 'fsck', '--full', '--strict')).toBe('')
  }
})

function copyOf(dir: string): string {
  const copy = tempFolder('press-copy')
  cpSync(dir, copy, { recursive: true })
  return copy
}
