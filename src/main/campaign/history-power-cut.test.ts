import { hash } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { History, type NewFile } from './history'
import { WREN, file, git, leftovers, tempFolder } from './git/testing/folders'
import { PowerCut, type Remains } from './git/testing/power-cut'

const NOW = 1_700_000_000_000

function dice(seed: number): (below: number) => number {
  let at = seed + 1
  return (below) => {
    at ^= at << 13
    at ^= at >>> 17
    at ^= at << 5
    return (at >>> 0) % below
  }
}

const noise = (n: number): Buffer => {
  const chance = dice(n)
  return Buffer.from(Array.from({ length: 210_000 }, () => chance(256)))
}

const line = (n: number): string => `- {"beat":${n},"text":"What came of it at last, told in words of its own: ${n * 7919}"}\n`
const logOf = (n: number): string => Array.from({ length: n + 1 }, (_, k) => line(k)).join('')

/** What the n-th beat writes: a log that grows, a sheet that shrinks and grows, a file that comes and goes, and now and then something large. */
const filesOf = (n: number): Map<string, NewFile | null> =>
  new Map([
    ['world/LOG.yaml', n === 0 ? file(logOf(0)) : file(logOf(n), line(n))],
    ['world/STATS.yaml', file(`hp: ${n % 13}\n${'# worn\n'.repeat((n * 37) % 300)}`)],
    [`world/notes/${n}.md`, file(`Note ${n}\n`)],
    ...(n > 2 ? [[`world/notes/${n - 2}.md`, null] as const] : []),
    ...(n % 7 === 3 ? [[`picture`, file(`${'x'.repeat(300_000)}${n}`)] as const] : []),
    // Large enough to make the journal grow and to fill it on the way.
    ...(n > 21 && n % 2 === 0 ? [['noise', { bytes: noise(n) }] as const] : [])
  ])

interface Seen {
  branch: string
  head: string
  n: number
}

/** Plays a story and cuts the power after selected calls in every way; returns what was wrong with the remains. */
function cutEverywhere(
  remains: Remains,
  isChosen: (call: number) => boolean,
  play: (dir: string, power: PowerCut, seen: (beat: Seen) => void) => void,
  start: string
): { wrong: unknown[]; cuts: number } {
  const dir = join(tempFolder('power'), 'story')
  git(dir.slice(0, -'/story'.length), 'clone', '-q', '--no-hardlinks', start, 'story')
  const power = new PowerCut(dir)
  const wrong: unknown[] = []
  const announced: Seen[] = []
  let cuts = 0
  power.after = () => {
    if (!isChosen(power.calls)) return
    cuts++
    const left = join(tempFolder('left'), 'story')
    power.leave(left, remains, dice(power.calls))
    const problem = check(left, announced, cuts % GIT_EVERY === 0)
    if (problem !== undefined) wrong.push({ call: power.calls, beats: announced.length, problem })
  }
  play(dir, power, (beat) => announced.push(beat))
  return { wrong, cuts }
}

/** Opens a folder that a power cut left, and plays on; undefined if every shown beat is there. `askGit`: git checks it too. */
function check(dir: string, announced: readonly Seen[], askGit: boolean): unknown {
  try {
    const history = History.open(dir, { clock: () => NOW })
    const last = announced.at(-1)
    for (const { branch, head, n } of announced) {
      if (history.blob(history.entry(head, 'world/LOG.yaml')?.oid ?? '').toString() !== logOf(n)) return `beat ${n} is gone`
      const tip = history.resolve(branch) ?? ''
      if (!history.log([tip], 1000).some(({ id }) => id === head)) return `${branch} is without beat ${n}`
    }
    const head = history.head()
    const edits = history.externalChanges()
    if (edits.length > 0) return { edits, recovered: history.recovered }
    const n = (last?.n ?? 0) + 100
    history.commitFiles({ parent: head.commit, files: new Map([['next', file(`${n}\n`)]]), message: 'On', author: WREN, time: NOW })
    history.dispose()
    if (!askGit) return leftovers(dir).length > 0 ? { left: leftovers(dir) } : undefined
    const faults = { fsck: git(dir, 'fsck', '--strict', '--no-dangling'), status: git(dir, 'status', '--porcelain'), left: leftovers(dir) }
    if (faults.fsck !== '' || faults.status !== '' || faults.left.length > 0) return faults
    git(dir, 'reflog', '--all')
    return undefined
  } catch (thrown) {
    return thrown instanceof Error ? thrown.stack : thrown
  }
}

/** A campaign with a few beats, everything on the disk. */
function makeStart(): string {
  const dir = tempFolder('start')
  const history = History.create(dir, { clock: () => NOW })
  let parent: string | undefined
  for (let n = 0; n < 3; n++) parent = history.commitFiles({ parent, files: filesOf(n), message: `Beat ${n}`, author: WREN, time: NOW }).id
  history.dispose()
  return dir
}

function play(dir: string, power: PowerCut, seen: (beat: Seen) => void): void {
  let now = NOW
  const waiting: Seen[] = []
  let history = History.open(dir, { disk: power.disk, clock: () => (now += now % 3 === 0 ? 1 : 100) })
  const beat = (n: number): void => {
    const { branch, commit } = history.head()
    const before = power.flushes
    waiting.push({ branch, n, head: history.commitFiles({ parent: commit, files: filesOf(n), message: `Beat ${n}`, author: WREN, time: NOW }).id })
    // In a burst a flush comes soon after the beats.
    if (power.flushes > before) for (const one of waiting.splice(0)) seen(one)
  }
  for (let n = 3; n < 12; n++) beat(n)
  history.createBranch('other', history.head().commit)
  history.switchTo('other')
  for (let n = 12; n < 22; n++) beat(n)
  history.dispose()
  history = History.open(dir, { disk: power.disk, clock: () => (now += 100) })
  for (let n = 22; n < 36; n++) beat(n)
  history.dispose()
}

/** The power is cut after every nth call. */
const STRIDE = sizeOf(import.meta.filename, 'stride')
/** Git itself checks every nth cut; starting it takes longer than all the rest. */
const GIT_EVERY = sizeOf(import.meta.filename, 'git')
const WAYS: Remains[] = ['flushed', 'names, empty', 'names, NULs', 'mixed']

it.each(WAYS)('after a power cut at any moment that leaves %s, every beat that was shown exists', (remains) => {
  const { wrong, cuts } = cutEverywhere(remains, (call) => call % STRIDE === WAYS.indexOf(remains), play, makeStart())
  expect(wrong.slice(0, 3)).toEqual([])
  expect(cuts).toBeGreaterThan(1000 / STRIDE)
})

it.each([
  ['a pack elsewhere', { name: '../../../../pack-70726f7310.idx' }],
  ['a branch elsewhere', { ref: 'refs/heads/../../../outside' }],
  ['a line of more lines', { line: 'one\ntwo' }],
  ['no commit', { to: 'HEAD' }]
])('a journal of a stranger that names %s is not believed', (_name, change) => {
  const dir = makeStart()
  const reader = History.open(dir, { readOnly: true })
  const { ref, commit: to } = reader.head()
  const title = { ref, to, from: to, line: 'line', name: `pack-70726f7310${'0'.repeat(30)}.idx`, size: 0, ...change }
  const body = Buffer.from(`${JSON.stringify(title)}\n`)
  const round = Buffer.alloc(8, 1)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const sum = Buffer.from(hash('sha1', Buffer.concat([round, body])), 'hex')
  writeFileSync(join(dir, '.git/proscenium/journal'), Buffer.concat([Buffer.from('PROBEAT1'), round, length, sum, body]))
  const before = readdirSync(dir, { recursive: true })
  const history = History.open(dir, { clock: () => NOW })
  expect(history.head().commit).toBe(to)
  expect(readdirSync(dir, { recursive: true })).toEqual(before)
  expect(git(dir, 'reflog', 'main')).not.toContain('line')
  history.dispose()
})
