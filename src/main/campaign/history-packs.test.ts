import { createHash } from 'node:crypto'
import { chmodSync, readFileSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { beatRangeOf } from './git/pack-file'
import { FailingDisk, type Failure } from './git/testing/failing-disk'
import { copyFolder, WREN, file, get, git, gitOnce, leftovers, tempFolder } from './git/testing/folders'
import { type Disk, History, nodeDisk } from './history'

const NOW = 1_700_000_000_000

/** Saves beats that each add a line to the log, and returns their ids. */
function play(history: History, count: number, parent?: string): string[] {
  const ids: string[] = []
  for (let beat = 0; beat < count; beat++) {
    const before = parent === undefined ? '' : history.blob(history.entry(parent, 'world/LOG.yaml')?.oid ?? '').toString()
    const line = `- {"text":"Line ${before.length}."}\n`
    const files = new Map([
      ['world/LOG.yaml', file(before + line, line)],
      ['next', file(`beat: ${before.length}\n`)]
    ])
    parent = history.commitFiles({ parent, files, message: `Beat at ${before.length}`, author: WREN, time: NOW }).id
    ids.push(parent)
  }
  return ids
}

/** How many of our packs there are of each level, and how many of git's. */
function packs(dir: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of readdirSync(join(dir, '.git/objects/pack')).filter((each) => each.endsWith('.idx'))) {
    const level = String(beatRangeOf(name)?.level ?? 'git')
    counts[level] = (counts[level] ?? 0) + 1
  }
  return counts
}

/** The numbers of `git count-objects -v`. */
function counted(dir: string): Record<string, number> {
  const lines = git(dir, 'count-objects', '-v').trim().split('\n')
  return Object.fromEntries(lines.map((line) => line.split(': ')).map(([name = '', value]) => [name, Number(value)]))
}

const packFiles = (dir: string, ending: string): string[] =>
  readdirSync(join(dir, '.git/objects/pack'))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(dir, '.git/objects/pack', name))

/** The text of every beat's log, read again. */
function logs(dir: string, ids: readonly string[]): string[] {
  const reader = History.open(dir, { readOnly: true })
  return ids.map((id) => reader.blob(reader.entry(id, 'world/LOG.yaml')?.oid ?? '').toString())
}

function expectedLogs(count: number): string[] {
  let text = ''
  return Array.from({ length: count }, () => (text += `- {"text":"Line ${text.length}."}\n`))
}

/** A clock that advances by a second at each reading, so that there are no bursts. */
function unhurried(): () => number {
  let now = NOW
  return () => (now += 1000)
}

it('a beat is one pack that git takes, whatever the sizes of its files', () => {
  const dir = tempFolder('packs')
  const history = History.create(dir)
  const sizes = [0, 1, 15, 16, 2047, 2048, 3999, 4000, 65_535, 65_536, 300_000, 3_000_000]
  const content = (size: number): Buffer => Buffer.from(Array.from({ length: size }, (_, i) => (i * i * 31 + size) % 251))
  const files = new Map(sizes.map((size) => [`files/${size}.bin`, { bytes: content(size) }]))
  const first = history.commitFiles({ parent: undefined, files, message: 'Sizes', author: WREN, time: NOW })
  history.commitFiles({ parent: first.id, files: new Map([['next', file('1\n')]]), message: 'Next', author: WREN, time: NOW })
  expect(counted(dir)).toMatchObject({ count: 0, packs: 2, 'in-pack': sizes.length + 3 + 3, garbage: 0 })
  for (const idx of packFiles(dir, '.idx')) {
    expect(git(dir, 'verify-pack', idx)).toBe('')
    // Git makes the same index of the pack as we did.
    const own = readFileSync(idx)
    const path = join(tempFolder('again'), 'again.idx')
    git(dir, 'index-pack', '--strict', '-o', path, idx.replace(/idx$/, 'pack'))
    expect(readFileSync(path).equals(own)).toBe(true)
  }
  const fresh = History.open(dir, { readOnly: true })
  for (const size of sizes) expect(fresh.blob(fresh.entry(first.id, `files/${size}.bin`)?.oid ?? '').equals(content(size))).toBe(true)
  expect(git(dir, 'fsck', '--strict')).toBe('')
  history.dispose()
})

it('a beat that is refused after its objects were queued leaves none of them', () => {
  const dir = tempFolder('packs')
  const failing = new FailingDisk()
  const history = History.create(dir, { disk: failing.disk })
  const ids = play(history, 2)
  const same = { parent: ids[1], files: new Map([['next', file('three\n')]]), message: 'Three', author: WREN, time: NOW }
  failing.arm('fail', 0)
  expect(() => history.commitFiles(same)).toThrow(/Free some space/)
  expect(packs(dir)).toEqual({ 0: 2 })
  const id = history.commitFiles(same).id
  expect([packs(dir), git(dir, 'show', `${id}:next`), git(dir, 'fsck', '--strict')]).toEqual([{ 0: 3 }, 'three\n', ''])
  history.dispose()
})

it('sixteen packs are joined, and sixteen joined packs again if nobody repacks them', () => {
  const dir = tempFolder('packs')
  const history = History.create(dir, { clock: unhurried() })
  const ids = play(history, 15)
  const seen = [packs(dir)]
  for (const more of [1, 15, 1, 223, 1, 20, 108]) {
    ids.push(...play(history, more, ids.at(-1)))
    seen.push(packs(dir))
  }
  expect(seen).toEqual([{ 0: 15 }, { 1: 1 }, { 0: 15, 1: 1 }, { 1: 2 }, { 0: 15, 1: 15 }, { 1: 16 }, { 0: 4, 1: 17 }, { 1: 8, 2: 1 }])
  expect(logs(dir, ids)).toEqual(expectedLogs(384))
  expect(counted(dir)).toMatchObject({ count: 0, packs: 9, 'prune-packable': 0, garbage: 0 })
  expect(git(dir, 'fsck', '--strict')).toBe('')
  history.dispose()
})

/** Ten beats each. */
const ROUNDS = sizeOf(import.meta.filename, 'rounds')

it('a thousand beats and more with git gc in between stay below the fifty packs at which git repacks by itself', () => {
  const dir = tempFolder('packs')
  const history = History.create(dir, { clock: unhurried() })
  const ids = play(history, 10)
  // Another reader isn't told about joined packs, nor about git's.
  const reader = History.open(dir, { readOnly: true })
  let most = 0
  const lost: string[] = []
  for (let round = 1; round < ROUNDS; round++) {
    const tens = history.commitFiles({
      parent: ids.at(-1),
      files: new Map([['world/LOG.yaml', file(`# ${round}\n`)]]),
      message: 'New log',
      author: WREN,
      time: NOW
    })
    ids.push(tens.id, ...play(history, 9, tens.id))
    most = Math.max(
      most,
      Object.values(packs(dir)).reduce((a, b) => a + b, 0)
    )
    if (round === Math.floor(0.3 * ROUNDS)) git(dir, 'gc', '-q', '--prune=now')
    if (round === Math.floor(0.55 * ROUNDS)) git(dir, 'repack', '-q', '-d')
    const old = ids[(round * 7919) % ids.length] ?? ''
    if (
      reader.commit(old).id !== old ||
      !reader
        .blob(reader.entry(old, 'next')?.oid ?? '')
        .toString()
        .startsWith('beat: ')
    )
      lost.push(old)
  }
  expect([ids.length, lost, most < 50]).toEqual([10 * ROUNDS, [], true])
  expect(counted(dir)).toMatchObject({ count: 0, garbage: 0 })
  expect(git(dir, 'log', '--format=%H').trim().split('\n')).toEqual(ids.toReversed())
  expect(git(dir, 'fsck', '--strict')).toBe('')
  const before = packs(dir)
  git(dir, 'gc', '-q', '--auto')
  expect(packs(dir)).toEqual(before)
  history.dispose()
})

it('joining waits for the end of a burst, and is done when the history is closed', () => {
  const dir = tempFolder('packs')
  let now = NOW
  const history = History.create(dir, { clock: () => (now += 2) })
  play(history, 60)
  expect(Object.values(packs(dir)).reduce((a, b) => a + b, 0)).toBe(60)
  history.dispose()
  expect(packs(dir)).toEqual({ 0: 12, 1: 3 })
  expect(git(dir, 'fsck', '--strict')).toBe('')
})

it('flushing a long burst joins its packs first, so that fewer files than beats are flushed', () => {
  const dir = tempFolder('packs')
  let flushes = 0
  const disk: Disk = {
    ...nodeDisk,
    fsyncSync: (fd) => {
      flushes++
      nodeDisk.fsyncSync(fd)
    }
  }
  let now = NOW
  const history = History.create(dir, { disk, clock: () => (now += 2) })
  let [parent] = play(history, 1)
  flushes = 0
  for (let beat = 1; beat < 160; beat++) {
    const noise = Array.from({ length: 150 }, (_, i) => createHash('sha512').update(`${beat} ${i}`).digest('hex')).join('\n')
    const files = new Map([['next', file(noise)]])
    parent = history.commitFiles({ parent, files, message: `Beat ${beat}`, author: WREN, time: NOW }).id
  }
  expect(packs(dir)[1]).toBeGreaterThan(3)
  expect(flushes).toBeLessThan(160)
  history.dispose()
  expect(packs(dir)).toEqual({ 1: 10 })
  expect(git(dir, 'fsck', '--strict')).toBe('')
})

it("git's packs, packs with a .keep file and damaged packs aren't joined", () => {
  const dir = tempFolder('packs')
  const before = History.create(dir, { clock: unhurried() })
  const ids = play(before, 3)
  git(dir, 'repack', '-q', '-a', '-d')
  ids.push(...play(before, 2, ids.at(-1)))
  // As long as the history is open, its packs are joined from memory.
  before.dispose()
  const [hurt = '', intact = ''] = packFiles(dir, '.pack').filter((path) => beatRangeOf(path.split('/').at(-1) ?? '')?.level === 0)
  writeFileSync(intact.replace(/pack$/, 'keep'), '')
  const bytes = readFileSync(hurt)
  chmodSync(hurt, 0o644)
  writeFileSync(
    hurt,
    bytes.map((byte, i) => (i === 20 ? byte ^ 1 : byte))
  )
  const history = History.open(dir, { clock: unhurried() })
  ids.push(...play(history, 18, ids.at(-1)))
  expect(packs(dir)).toEqual({ git: 1, 0: 9, 1: 1 })
  expect([intact, hurt].filter((path) => packFiles(dir, '.pack').includes(path))).toEqual([intact, hurt])
  writeFileSync(hurt, bytes)
  expect(logs(dir, ids)).toEqual(expectedLogs(23))
  expect(git(dir, 'fsck', '--strict')).toBe('')
  history.dispose()
})

it('a pack that was damaged on the disk after it was written is joined from memory', () => {
  const dir = tempFolder('packs')
  const history = History.create(dir, { clock: unhurried() })
  const ids = play(history, 5)
  const [hurt = ''] = packFiles(dir, '.pack')
  chmodSync(hurt, 0o644)
  writeFileSync(hurt, Buffer.alloc(readFileSync(hurt).length))
  ids.push(...play(history, 15, ids.at(-1)))
  expect(packs(dir)).toEqual({ 0: 4, 1: 1 })
  expect(logs(dir, ids)).toEqual(expectedLogs(20))
  expect(git(dir, 'fsck', '--strict')).toBe('')
  history.dispose()
})

it("packs in git's multi-pack-index are not removed", () => {
  const dir = tempFolder('packs')
  const history = History.create(dir, { clock: unhurried() })
  const ids = play(history, 10)
  git(dir, 'multi-pack-index', 'write')
  ids.push(...play(history, 20, ids.at(-1)))
  expect(packs(dir)).toEqual({ 0: 30 })
  expect(git(dir, 'multi-pack-index', 'verify', '--no-progress')).toBe('')
  rmSync(join(dir, '.git/objects/pack/multi-pack-index'))
  play(history, 20, ids.at(-1))
  expect(packs(dir)).toEqual({ 0: 2, 1: 3 })
  expect(git(dir, 'fsck', '--strict')).toBe('')
  history.dispose()
})

it('packs that another program holds open are joined at the next opening', () => {
  const dir = tempFolder('packs')
  let isHeld = true
  const disk: Disk = {
    ...nodeDisk,
    unlinkSync: (path) => {
      if (isHeld && path.endsWith('.idx')) throw Object.assign(new Error(`EBUSY: ${path}`), { code: 'EBUSY' })
      nodeDisk.unlinkSync(path)
    }
  }
  const history = History.create(dir, { disk, clock: unhurried() })
  const ids = play(history, 40)
  expect(packs(dir)).toEqual({ 0: 40, 1: 2 })
  isHeld = false
  history.dispose()
  const again = History.open(dir, { clock: unhurried() })
  ids.push(...play(again, 1, ids.at(-1)))
  expect(packs(dir)).toEqual({ 0: 9, 1: 2 })
  expect(logs(dir, ids)).toEqual(expectedLogs(41))
  expect(git(dir, 'fsck', '--strict')).toBe('')
  again.dispose()
})

it("incomplete packs of ours are removed at opening, and git's are not", () => {
  const dir = tempFolder('packs')
  const history = History.create(dir)
  const ids = play(history, 3)
  history.dispose()
  const [whole = ''] = packFiles(dir, '.pack')
  const half = (name: string): void => writeFileSync(join(dir, '.git/objects/pack', name), readFileSync(whole))
  half(`pack-70726f7310${'a'.repeat(30)}.pack`)
  half(`pack-70726f7310${'b'.repeat(30)}.idx`)
  half(`pack-${'c'.repeat(40)}.pack`)
  History.open(dir).dispose()
  expect(leftovers(dir)).toEqual([`objects/pack/pack-${'c'.repeat(40)}.pack`])
  unlinkSync(join(dir, leftovers(dir)[0]?.replace(/^/, '.git/') ?? ''))
  expect(logs(dir, ids)).toEqual(expectedLogs(3))
})

/** A pack and an index as a power cut may leave them. */
const TORN: [string, string[], number][] = [
  ['both empty', ['pack', 'idx'], 0],
  ['an empty index', ['idx'], 0],
  ['an empty pack', ['pack'], 0],
  ['half an index', ['idx'], 500],
  ['half a pack', ['pack'], 100]
]

it.each(TORN)('a power cut that leaves %s of the last beat loses only that beat', (_name, endings, size) => {
  const dir = tempFolder('packs')
  const history = History.create(dir)
  const ids = play(history, 4)
  const before = new Set(packFiles(dir, ''))
  const lost = play(history, 1, ids.at(-1))[0] ?? ''
  history.dispose()
  for (const path of packFiles(dir, '').filter((each) => !before.has(each) && endings.includes(each.split('.').at(-1) ?? ''))) {
    const bytes = readFileSync(path)
    chmodSync(path, 0o644)
    writeFileSync(path, bytes.subarray(0, size))
  }
  const again = History.open(dir)
  expect(again.recovered.notices).toEqual([`The branch main was damaged. Proscenium set it to its last commit, ${ids.at(-1)?.slice(0, 7)}.`])
  expect([again.head().commit, again.resolve(ids[1]?.slice(0, 12) ?? ''), lost === again.head().commit]).toEqual([ids.at(-1), ids[1], false])
  again.dispose()
  git(dir, 'reset', '-q', '--hard')
  const next = History.open(dir)
  ids.push(...play(next, 20, ids.at(-1)))
  next.dispose()
  expect(logs(dir, ids)).toEqual(expectedLogs(24))
  expect(packs(dir)[1]).toBe(1)
  expect(git(dir, 'log', '--format=%H').trim().split('\n')).toEqual(ids.toReversed())
})

/** The disk fails at every nth call; a prime alternates between opening, reading, writing, closing and removing. */
const STRIDE = sizeOf(import.meta.filename, 'stride')

describe.each<Failure>(['stop', 'tear', 'fail'])('a disk that fails (%s) while packs are joined', (mode) => {
  it('loses no beat, and the next one is saved', () => {
    const story = tempFolder('joining')
    const author = History.create(story, { clock: unhurried() })
    const before = play(author, 15)
    author.dispose()
    const wrong: unknown[] = []
    let at = 0
    for (let isOver = false; !isOver; at += mode === 'tear' ? 1 : STRIDE) {
      const dir = copyFolder(story)
      const failing = new FailingDisk()
      const history = History.open(dir, { disk: failing.disk, clock: unhurried() })
      failing.arm(mode, at)
      let saved: string | undefined
      try {
        saved = play(history, 1, before.at(-1))[0]
      } catch {
        saved = undefined
      }
      isOver = !failing.failed
      history.dispose()
      History.open(dir).dispose()
      const left = leftovers(dir)
      const again = History.open(dir)
      const head = again.head().commit
      const fsck = gitOnce(dir, 'fsck', '--strict', '--no-dangling')
      const ids = [...before, ...(head === before.at(-1) ? [] : [head])]
      ids.push(...play(again, 2, head))
      again.dispose()
      const good = JSON.stringify(logs(dir, ids)) === JSON.stringify(expectedLogs(ids.length))
      const few = Object.values(packs(dir)).reduce((a, b) => a + b, 0) < 18
      const isSaved = saved === undefined || saved === head
      if (left.length > 0 || fsck !== '' || !good || !few || !isSaved) wrong.push({ at, left, fsck, good, packs: packs(dir), isSaved })
      if (isOver && get(dir, 'next') === undefined) wrong.push('no beat')
    }
    expect(wrong).toEqual([])
    expect(at).toBeGreaterThan(mode === 'tear' ? 8 : 60)
  })
})
