import { join } from 'node:path'
import { type Contender, prepare, SAVERS } from './contenders'
import { assertClean, fillTo, git } from './folder'
import { memoryBeats } from './memory-beats'
import { median } from './numbers'
import { playInRotation, ruledBeats, unflushedBeats } from './ruled-beats'
import { openStudio, tableBeats } from './table-beats'

export const CONTENDERS: readonly Contender[] = [ruledBeats, unflushedBeats, tableBeats, memoryBeats, ...SAVERS]

/** The extent of the measurement. */
export interface Amount {
  sizes: readonly number[]
  /** The length of the long history in commits, and the number of its campaign's files. */
  history: number
  historyFiles: number
  rounds: number
  /** The number of beats in a round: ours, and that of the slow contenders. */
  beats: number
  slowBeats: number
}

/** The median time of a beat in ms, by contender. */
export interface BeatRow {
  files: number
  commits: number
  ms: Record<string, number>
}

/** A new sample campaign with this many tracked files. */
export async function makeCampaign(home: string, name: string, files: number): Promise<string> {
  const dir = join(home, name)
  const studio = openStudio(dir)
  await studio.create({ dir, seed: '7' })
  await studio.dispose()
  prepare(dir)
  fillTo(dir, files)
  return dir
}

/** Measures every contender in one folder, in interleaved rounds, each ending with a clean `git status`. */
export async function measureBeats(dir: string, { rounds, beats, slowBeats }: Amount): Promise<BeatRow> {
  const files = git(dir, 'ls-files').split('\n').length - 1
  const commits = Number(git(dir, 'rev-list', '--count', 'HEAD'))
  const timesByName: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const { name, make } of CONTENDERS) {
      const count = /\bgit\b/.test(name) ? slowBeats : beats
      ;(timesByName[name] ??= []).push((await make(dir, count)) / count)
      assertClean(dir)
    }
  }
  return { files, commits, ms: Object.fromEntries(Object.entries(timesByName).map(([name, values]) => [name, median(values)])) }
}

/** The number of beats played in rotation after the built-in DM has ended the story. */
const ROTATION_BEATS = 400

/** Lets the table play until the history has this many commits. A story that ends continues with another session, played in rotation. */
export async function playTo(dir: string, commits: number, say: (line: string) => void): Promise<void> {
  const played = (): number => Number(git(dir, 'rev-list', '--count', 'HEAD'))
  for (let n = played(); n < commits; n = played()) {
    const studio = openStudio(dir)
    await studio.open({ dir })
    while (n < commits && (await studio.step())) if (++n % 1000 === 0) say(`  ${n} of ${commits} commits`)
    await studio.dispose()
    // The later measurements need a story that hasn't ended.
    await playInRotation(dir, ROTATION_BEATS)
    say(`  ${played()} of ${commits} commits`)
  }
  assertClean(dir)
}
