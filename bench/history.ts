import { once } from 'node:events'
import { cpSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { beatRangeOf } from '../src/main/campaign/git/pack-file'
import { REPACKED_LEVEL, ROW_BEATS } from '../src/main/campaign/git/ranges'
import { APP_ROOT } from '../src/main/place'
import { ruledBeats } from './beats'
import { git, makeCampaign, openStudio } from './folders'
import { type Bench, median, ms, now, randomNumbers, type Row } from './measure'

async function timed(into: number[], work: () => Promise<unknown>): Promise<void> {
  const start = now()
  await work()
  into.push(now() - start)
}

/** Opening a campaign with a long history, its timeline, and scrubbing, as a window asks for them. */
export async function measureScrubbing({ isQuick, rounds }: Bench, long: string): Promise<Row[]> {
  const [open, page, neighbour, random, log]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []]
  for (let round = 0; round < rounds; round++) {
    const studio = openStudio(long)
    await timed(open, async () => {
      await studio.open({ dir: long })
      await studio.present()
    })
    await timed(page, () => studio.timeline({ limit: 500 }))
    await studio.dispose()
  }
  const commits = git(long, 'rev-list', '--first-parent', 'HEAD').trim().split('\n')
  const studio = openStudio(long)
  await studio.open({ dir: long })
  const below = randomNumbers()
  for (let start = 0; start < (isQuick ? 10 : 50); start++) {
    const at = Math.floor(below() * (commits.length - 12))
    await timed(random, () => studio.at({ commit: commits[at] ?? '' }))
    // Ten steps in one direction, as with an arrow key held down.
    for (let i = at; i < at + 10; i++) {
      const commit = commits[i + 1] ?? ''
      await timed(neighbour, () => studio.at({ commit, have: commits[i] ?? '' }))
      await timed(log, () => studio.log({ commit }))
    }
  }
  await studio.dispose()
  return [
    ms(`a campaign of ${commits.length} commits opens`, open),
    ms('its timeline, newest 500 beats', page),
    ms('scrub to a neighbour', neighbour, 16),
    ms('the log there', log),
    ms('scrub to a random beat', random, 100)
  ]
}

/** The history of a played campaign: its size after repacking, and the time of a beat while it is repacked. Needs a build. */
export async function measurePacking({ home, isQuick }: Bench, played: string): Promise<Row[]> {
  const [copy, beats] = [`${played}-packed`, isQuick ? 40 : 200]
  cpSync(played, copy, { recursive: true })
  const commits = Number(git(copy, 'rev-list', '--count', '--all'))
  const start = now()
  await repacked(copy)
  const seconds = (now() - start) / 1000
  git(copy, 'fsck', '--connectivity-only')
  const fresh = sizeOf(await makeCampaign(home, 'fresh'))
  const after = sizeOf(copy)
  // Only the part that grows with every beat is multiplied.
  const room = after.fixed + fresh.growing + ((after.growing - fresh.growing) / (commits - (commits % ROW_BEATS))) * 50_000
  const alone = [await ruledBeats(played, beats), await ruledBeats(played, beats)]
  const beside: number[] = []
  await repacked(played, async () => void beside.push(await ruledBeats(played, beats)))
  return [
    { measure: `repacking ${commits} commits`, value: seconds, unit: 's' },
    { measure: '50,000 beats on the disk, computed from them', value: room, unit: 'MB', limit: { most: 80 } },
    { ...ms('a beat while its history is repacked', beside), contender: { name: 'alone', value: median(alone) } }
  ]
}

/** Repacks a folder's history in the app's own thread while repeating some work. */
async function repacked(dir: string, meanwhile?: () => Promise<void>): Promise<void> {
  const thread = new Worker(join(APP_ROOT, 'out/main/repack.js'), { workerData: { dir }, name: 'repack' })
  const ended = once(thread, 'exit')
  // A thread that has ended has the id -1 at once, before its event arrives.
  if (meanwhile) for (; thread.threadId !== -1; await setImmediate()) await meanwhile()
  await ended
}

/**
 * The size of a folder's `.git` in MB: the part that grows with every beat; and the part that doesn't, which is the reflogs, the journal, and the
 * packs of the last beats that wait until their row is complete.
 */
function sizeOf(dir: string): { growing: number; fixed: number } {
  const size = { growing: 0, fixed: 0 }
  const gitDir = join(dir, '.git')
  for (const entry of readdirSync(gitDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const isWaiting = (beatRangeOf(entry.name)?.level ?? REPACKED_LEVEL) < REPACKED_LEVEL
    const isCapped = /^(?:logs[/\\]|proscenium[/\\]journal$)/.test(relative(gitDir, path))
    size[isWaiting || isCapped ? 'fixed' : 'growing'] += statSync(path).size / 2 ** 20
  }
  return size
}
