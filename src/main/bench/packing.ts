import { once } from 'node:events'
import { cpSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { rangeOf } from '../campaign/git/pack-file'
import { REPACKED_LEVEL, ROW_BEATS } from '../campaign/git/ranges'
import { APP_ROOT } from '../place'
import { git } from './folder'
import { median } from './numbers'
import { ruledBeats } from './ruled-beats'

const REPACK_ENTRY = join(APP_ROOT, 'out/main/repack.js')

/**
 * The size of a folder's `.git` in MB: the part that grows with every beat, the packs of the last beats, which wait until their row of 256 is
 * complete, and the part with a maximum size (the reflogs and the journal).
 */
export interface Size {
  growing: number
  waiting: number
  capped: number
}

/** The size of a played history, before and after repacking, and the time of a beat in ms while another history is repacked. */
export interface Packing {
  commits: number
  before: Size
  after: Size
  /** The time that repacking took with nothing beside it, in seconds. */
  seconds: number
  alone: number
  beside: number
}

/** Repacks the history of a copy of a folder in the app's own thread, and then that of the folder while beats are recorded in it. Needs a build. */
export async function measurePacking(dir: string, beats: number): Promise<Packing> {
  const copy = `${dir}-packed`
  cpSync(dir, copy, { recursive: true })
  const commits = Number(git(copy, 'rev-list', '--count', '--all'))
  const before = sizeOf(copy)
  const seconds = await repacked(copy)
  const after = sizeOf(copy)
  git(copy, 'fsck', '--connectivity-only')

  const each = async (): Promise<number> => (await ruledBeats.make(dir, beats)) / beats
  const alone = [await each(), await each(), await each()]
  const beside: number[] = []
  await repacked(dir, async () => {
    beside.push(await each())
  })
  // The last round continued after repacking was over. If it is the only one, there is nothing better.
  if (beside.length > 1) beside.pop()
  alone.push(await each(), await each(), await each())
  return { commits, before, after, seconds, alone: median(alone), beside: median(beside) }
}

/** Repacks a folder's history while repeating some work. Returns the time in seconds. */
async function repacked(dir: string, meanwhile?: () => Promise<void>): Promise<number> {
  const start = performance.now()
  const thread = new Worker(REPACK_ENTRY, { workerData: { dir }, name: 'repack' })
  const ended = once(thread, 'exit').then(() => (performance.now() - start) / 1000)
  // A thread that has ended has the id -1 at once, before its event arrives.
  if (meanwhile) for (; thread.threadId !== -1; await setImmediate()) await meanwhile()
  return ended
}

/** The size of everything in a folder's `.git`. */
export function sizeOf(dir: string): Size {
  const size: Size = { growing: 0, waiting: 0, capped: 0 }
  const gitDir = join(dir, '.git')
  for (const entry of readdirSync(gitDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const waits = (rangeOf(entry.name)?.level ?? REPACKED_LEVEL) < REPACKED_LEVEL
    size[waits ? 'waiting' : CAPPED.test(relative(gitDir, path)) ? 'capped' : 'growing'] += statSync(path).size / 2 ** 20
  }
  return size
}

/** The size in MB of a history of `beats` beats, computed from a shorter one: only the part that grows with every beat is multiplied. */
export function sizeAt(beats: number, { after, commits }: Packing, fresh: Size): number {
  const repacked = commits - (commits % ROW_BEATS)
  return after.capped + after.waiting + fresh.growing + ((after.growing - fresh.growing) / repacked) * beats
}

const CAPPED = /^(?:logs[/\\]|proscenium[/\\]journal$)/
