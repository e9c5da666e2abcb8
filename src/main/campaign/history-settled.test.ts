import { hash } from 'node:crypto'
import { readFileSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { beatRangeOf } from './git/pack-file'
import { FailingDisk } from './git/testing/failing-disk'
import { WREN, file, git, tempFolder } from './git/testing/folders'
import { Repacker } from './git/repacker'
import { Packs } from './git/packs'
import { nodeDisk } from './git/disk'
import { History, repackHistory } from './history'

const NOW = 1_700_000_000_000

const folder = (dir: string): string => join(dir, '.git/objects/pack')
/** Every pack by name with a digest of its bytes; the name says which beats it holds. */
const packs = (dir: string): string[] =>
  readdirSync(folder(dir))
    .toSorted()
    .map((name) => `${name} ${hash('sha1', readFileSync(join(folder(dir), name)))}`)
const levels = (dir: string): string =>
  readdirSync(folder(dir))
    .filter((name) => name.endsWith('.idx'))
    .map((name) => String(beatRangeOf(name)?.level ?? 'git'))
    .toSorted()
    .join('')

/** A pseudo-random number below `count`, the same in every run. */
function dice(seed: number): (count: number) => number {
  let at = seed + 1
  return (count) => {
    at ^= at << 13
    at ^= at >>> 17
    at ^= at << 5
    return (at >>> 0) % count
  }
}

/** Saves the n-th beat of a story whose log restarts now and then and whose sheet returns to earlier values. */
function beat(history: History, n: number, parent: string | undefined): string {
  const line = (k: number): string => `- {"beat":${k},"text":"What came of it at last, told in words of its own: ${k * 7919}"}\n`
  const log = Array.from({ length: (n % 40) + 1 }, (_, k) => line(n - (n % 40) + k)).join('')
  const files = new Map([
    ['world/LOG.yaml', file(log)],
    ['world/STATS.yaml', file(`hp: ${n % 13}\n${'# worn\n'.repeat(100)}`)],
    ['next', file(`beat: ${n}\n`)]
  ])
  return history.commitFiles({ parent, files, message: `Beat ${n}`, author: WREN, time: NOW + n * 1000 }).id
}

/** Repacks until the disk fails at a call, like a killed thread; true if it finished before. */
function pressSome(dir: string, calls: number): boolean {
  const failing = new FailingDisk()
  failing.arm('stop', calls)
  try {
    repackHistory(dir, failing.disk)
  } catch {
    return false
  }
  return !failing.failed
}

/** Waits until all packing has finished. */
function settle(dir: string): void {
  History.open(dir, { clock: () => NOW }).dispose()
  const history = History.open(dir, { clock: unhurried() })
  history.dispose()
  repackHistory(dir)
}

/** A clock that advances by a second at each reading, so that there are no bursts. */
function unhurried(): () => number {
  let now = NOW
  return () => (now += 1000)
}

const BEATS = 300

it('the same beats give the same packs, whenever they are joined and repacked', () => {
  const calm = tempFolder('calm')
  const first = History.create(calm, { clock: unhurried() })
  const ids: string[] = []
  for (let n = 0; n < BEATS; n++) {
    ids.push(beat(first, n, ids.at(-1)))
    if (first.isRepackable) repackHistory(calm)
  }
  first.dispose()
  settle(calm)
  const wanted = packs(calm)
  expect(levels(calm)).toBe('000000000000113')

  for (const seed of [1, 2]) {
    const chance = dice(seed)
    const dir = tempFolder('hurried')
    let now = NOW
    const clock = (): number => (now += chance(5) === 0 ? 1000 : 1)
    let history = History.create(dir, { clock })
    let parent: string | undefined
    for (let n = 0; n < BEATS; n++) {
      parent = beat(history, n, parent)
      // Some are never repacked during play, some at every beat, and most are interrupted while repacking.
      if (seed > 1 && chance(20) === 0) pressSome(dir, chance(60))
      if (chance(60) > 0) continue
      history.dispose()
      history = History.open(dir, { clock })
    }
    history.dispose()
    settle(dir)
    expect({ seed, packs: packs(dir) }).toEqual({ seed, packs: wanted })
    expect(git(dir, 'rev-list', 'HEAD').trim().split('\n')).toEqual(ids.toReversed())
    expect(git(dir, 'fsck', '--full', '--strict')).toBe('')
  }
})

/** Renames the packs of single beats to packs of 256 beats, as if the history were that much longer. */
function promote(dir: string): void {
  for (const name of readdirSync(folder(dir))) {
    const range = beatRangeOf(name)
    const first = ((range?.first ?? 0) * 256).toString(16).padStart(8, '0')
    if (range?.level === 0) renameSync(join(folder(dir), name), join(folder(dir), name.replace(/^(pack-70726f731)0.{8}/, `$12${first}`)))
  }
}

it('a long history gives the same packs in whatever order its parts are repacked and joined', () => {
  const dir = tempFolder('long')
  const history = History.create(dir, { clock: () => NOW })
  let parent: string | undefined
  for (let n = 0; n < 70; n++) parent = beat(history, n, parent)
  promote(dir)
  const start = new Map(readdirSync(folder(dir)).map((name) => [name, readFileSync(join(folder(dir), name))]))
  const objects = git(dir, 'cat-file', '--batch-all-objects', '--batch-check')
  const ends = [1, 2, 3].map((seed) => {
    const chance = dice(seed)
    const copy = tempFolder('long-copy')
    git(copy, 'clone', '-q', '--no-hardlinks', dir, 'story')
    const story = join(copy, 'story')
    for (let tries = 0; tries < 20 * (seed - 1); tries++) pressSome(story, chance(200))
    History.open(story, { clock: () => NOW }).dispose()
    repackHistory(story)
    expect(git(story, 'cat-file', '--batch-all-objects', '--batch-check')).toBe(objects)
    expect(git(story, 'fsck', '--full', '--strict')).toBe('')
    return packs(story)
  })
  expect(start.size).toBe(140)
  expect(ends[1]).toEqual(ends[0])
  expect(ends[2]).toEqual(ends[0])
  expect(ends[0]?.filter((name) => name.includes('.idx')).map((name) => beatRangeOf(name)?.level)).toEqual([3, 3, 4, 6])
})

it('a damaged pack keeps only its own beats from being repacked', () => {
  const dir = tempFolder('hurt')
  const history = History.create(dir, { clock: () => NOW })
  let parent: string | undefined
  for (let n = 0; n < 8; n++) parent = beat(history, n, parent)
  promote(dir)
  const [hurt = ''] = readdirSync(folder(dir)).filter((name) => name.endsWith('.pack') && beatRangeOf(name)?.first === 512)
  const bytes = readFileSync(join(folder(dir), hurt))
  const disk = {
    ...nodeDisk,
    openSync: (path: string, flags: number, mode?: number) => nodeDisk.openSync(path.endsWith(hurt) ? '/dev/null' : path, flags, mode)
  }
  expect(() => repackHistory(dir, disk)).toThrow(/damaged/)
  expect([levels(dir), bytes.length > 0]).toEqual(['23334', true])
  repackHistory(dir)
  expect(levels(dir)).toBe('44')
})

it('a group that is too large to be joined between two beats gives the same pack when it is repacked', () => {
  const dir = tempFolder('heavy')
  const history = History.create(dir, { clock: unhurried() })
  let parent: string | undefined
  for (let n = 0; n < 17; n++) {
    const chance = dice(n)
    const files = new Map([['picture', { bytes: Buffer.from(Array.from({ length: 600_000 }, () => chance(256))) }]])
    parent = history.commitFiles({ parent, files, message: `Beat ${n}`, author: WREN, time: NOW }).id
  }
  expect([levels(dir), history.isRepackable]).toEqual(['0'.repeat(17), true])
  repackHistory(dir)
  expect([levels(dir), history.isRepackable]).toEqual(['01', false])
  history.dispose()
  const known = new Packs(
    nodeDisk,
    folder(dir),
    join(dir, '.git/proscenium/tmp'),
    () => undefined,
    () => false
  )
  expect(new Repacker(known).isRepackable).toBe(false)
})
