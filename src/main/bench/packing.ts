import { once } from 'node:events'
import { cpSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { APP_ROOT } from '../place'
import { git } from './folder'
import { median } from './numbers'
import { ruledBeats } from './ruled-beats'

const PRESS = join(APP_ROOT, 'out/main/press.js')

/** What the `.git` of a played history takes on the disk, in MB, before and after it was packed; and what a beat costs while another such is packed, in ms. */
export interface Packing {
  commits: number
  before: number
  after: number
  /** How long packing took with nothing beside it, in seconds. */
  seconds: number
  alone: number
  beside: number
}

/** Has the app's own thread pack the history of a copy of a folder, and then that of the folder while beats go on being made in it. Needs the app's build. */
export async function measurePacking(dir: string, beats: number): Promise<Packing> {
  const copy = `${dir}-packed`
  cpSync(dir, copy, { recursive: true })
  const commits = Number(git(copy, 'rev-list', '--count', '--all'))
  const before = megabytes(copy)
  const seconds = await pressed(copy)
  const after = megabytes(copy)
  git(copy, 'fsck', '--connectivity-only')

  const each = async (): Promise<number> => (await ruledBeats.make(dir, beats)) / beats
  const alone = [await each(), await each(), await each()]
  const beside: number[] = []
  await pressed(dir, async () => {
    beside.push(await each())
  })
  // The last round went on when packing was over; where it is the only one there is nothing better.
  if (beside.length > 1) beside.pop()
  alone.push(await each(), await each(), await each())
  return { commits, before, after, seconds, alone: median(alone), beside: median(beside) }
}

/** Packs a folder's history to its end, doing something again and again meanwhile; how long it took, in seconds. */
async function pressed(dir: string, meanwhile?: () => Promise<void>): Promise<number> {
  const start = performance.now()
  const thread = new Worker(PRESS, { workerData: { dir }, name: 'press' })
  const ended = once(thread, 'exit').then(() => (performance.now() - start) / 1000)
  // A thread that has ended has no number any more; that it has is heard between two turns of the loop.
  if (meanwhile) for (; thread.threadId !== -1; await setImmediate()) await meanwhile()
  return ended
}

/** MB of everything in a folder's `.git`. */
function megabytes(dir: string): number {
  let bytes = 0
  for (const entry of readdirSync(join(dir, '.git'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size
  return bytes / 2 ** 20
}
