import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SealedFiles } from '../machine/sealed-files'
import { OpenCampaign } from '../story/open-campaign'
import { median } from './numbers'
import { reading, type Reading } from './reading'

/** The measurement with a goal, and the one without: the cost of a beat that was never counted. */
export const COVERED = 'the coverage of 10,000 beats, counted before, in a fresh start'
const COUNTED = 'counting the coverage of a beat for the first time'

/** The number of beats of the goal. A shorter story is reported repeatedly until it reaches that number. */
const BEATS = 10_000

/** The cost of coverage in a played campaign, in ms of processor time. */
export async function measureCoverage(dir: string, rounds: number): Promise<Reading[]> {
  const home = mkdtempSync(join(tmpdir(), 'bench-coverage-'))
  /** The time of a report in a fresh start, and its number of beats; with `isFirst` only of the first beat. */
  const report = async (isFirst = false): Promise<{ ms: number; beats: number }> => {
    const campaign = await OpenCampaign.open(dir, { clock: () => 0, sealed: new SealedFiles(home) })
    try {
      const rows = await campaign.chronicle.upToDate()
      const to = isFirst ? rows.ids[rows.line(campaign.history.head().commit)?.[1] ?? 0] : undefined
      const begun = process.cpuUsage()
      const { beats } = await campaign.coverage.report({ to })
      const { user, system } = process.cpuUsage(begun)
      return { ms: (user + system) / 1000, beats }
    } finally {
      campaign.dispose()
    }
  }
  try {
    const first = await report()
    // The fixed cost of a report, such as finding the statements of the rules, is counted once.
    const fixed: number[] = []
    for (let round = 0; round < rounds; round++) fixed.push((await report(true)).ms)
    const once = median(fixed)
    const warm: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { ms, beats } = await report()
      warm.push(once + Math.max(0, ms - once) * Math.max(1, BEATS / beats))
    }
    return [reading(COVERED, warm), reading(COUNTED, [first.ms / first.beats])]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
