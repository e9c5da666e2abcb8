import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { APP_ROOT } from '../place'
import { git } from './folder'
import { median } from './numbers'
import { ruledBeats } from './ruled-beats'

const PRESS = join(APP_ROOT, 'out/main/press.js')

/** What a played history takes on the disk, in MB, before and after it was packed beside play; and what a beat costs meanwhile, in ms. */
export interface Packing {
  commits: number
  before: number
  after: number
  /** How long packing took beside play, in seconds. */
  seconds: number
  alone: number
  beside: number
}

/** Has the history of a folder packed by the app's own thread while beats go on being made. Needs the app's build. */
export async function measurePacking(dir: string, beats: number): Promise<Packing> {
  const each = async (): Promise<number> => (await ruledBeats.make(dir, beats)) / beats
  const commits = Number(git(dir, 'rev-list', '--count', '--all'))
  const before = packsOf(dir)
  const alone = [await each(), await each(), await each()]
  const start = performance.now()
  const thread = new Worker(PRESS, { workerData: { dir }, name: 'press' })
  const ended = once(thread, 'exit').then(() => (performance.now() - start) / 1000)
  const beside: number[] = []
  // A thread that has ended has no number any more; that it has is heard between two turns of the loop.
  for (; thread.threadId !== -1; await setImmediate()) beside.push(await each())
  const seconds = await ended
  // The last round went on when packing was over; where it is the only one there is nothing better.
  if (beside.length > 1) beside.pop()
  alone.push(await each(), await each(), await each())
  git(dir, 'fsck', '--connectivity-only')
  return { commits, before, after: packsOf(dir), seconds, alone: median(alone), beside: median(beside) }
}

/** MB of packs, their indexes and loose objects. */
function packsOf(dir: string): number {
  const objects = join(dir, '.git/objects')
  let bytes = 0
  for (const entry of readdirSync(objects, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size
  return bytes / 2 ** 20
}
