import { git } from './folder'
import { median, quantile } from './numbers'
import { openStudio } from './table-beats'

/** A measurement repeated several times, in ms. */
export interface Reading {
  name: string
  median: number
  p90: number
  p95: number
  p99: number
  times: number
  /** The number of warm-up runs; absent if it needs none. */
  warm?: number
}

/** A summary of several measurements. */
export const reading = (name: string, values: readonly number[]): Reading => ({
  name,
  median: median(values),
  p90: quantile(values, 0.9),
  p95: quantile(values, 0.95),
  p99: quantile(values, 0.99),
  times: values.length
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Opening, timeline and scrubbing of one campaign, as requested by a window. The random numbers have a fixed seed, so that runs can be compared. */
export async function measureReading(dir: string, rounds: number, scrubs: number): Promise<{ readings: Reading[]; memory: Record<string, number> }> {
  const opening: number[] = []
  const firstPage: number[] = []
  const whole: number[] = []
  for (let round = 0; round < rounds; round++) {
    const studio = openStudio(dir)
    opening.push(
      await timed(async () => {
        await studio.open({ dir })
        await studio.present()
      })
    )
    firstPage.push(await timed(() => studio.timeline({ limit: 500 })))
    await studio.dispose()
    const again = openStudio(dir)
    await again.open({ dir })
    whole.push(await timed(() => again.timeline({ limit: 100_000 })))
    await again.dispose()
  }
  const commits = git(dir, 'rev-list', '--first-parent', 'HEAD').trim().split('\n')
  const studio = openStudio(dir)
  await studio.open({ dir })
  const before = process.memoryUsage()
  const neighbour: number[] = []
  const neighbourLog: number[] = []
  const random: number[] = []
  const randomLog: number[] = []
  let seed = 7
  const below = (n: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return seed % n
  }
  for (let start = 0; start < scrubs; start++) {
    let at = below(commits.length - 12)
    const first = commits[at] as string
    random.push(await timed(() => studio.at({ commit: first })))
    randomLog.push(await timed(() => studio.log({ commit: first })))
    // Ten steps in one direction, as with an arrow key held down.
    const step = start % 2 === 0 ? 1 : -1
    if (step < 0) at = Math.max(at, 11)
    let have = commits[at] as string
    await studio.at({ commit: have })
    for (let i = 0; i < 10; i++) {
      at += step
      const next = commits[at] as string
      const from = have
      neighbour.push(await timed(() => studio.at({ commit: next, have: from })))
      neighbourLog.push(await timed(() => studio.log({ commit: next })))
      have = next
    }
  }
  const after = process.memoryUsage()
  await studio.dispose()
  const mb = (bytes: number): number => Math.round(bytes / 1e5) / 10
  return {
    readings: [
      reading('open the campaign', opening),
      reading('timeline, newest 500 beats', firstPage),
      reading('timeline, all beats', whole),
      reading('scrub to a neighbour', neighbour),
      reading('  and its log', neighbourLog),
      reading('scrub to a random beat', random),
      reading('  and its log', randomLog)
    ],
    memory: {
      'opened, MB resident': mb(before.rss),
      'after scrubbing, MB resident': mb(after.rss),
      'after scrubbing, MB of heap': mb(after.heapUsed)
    }
  }
}
