import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type LabMark, NO_FILTER } from '../../../shared/lab/report'
import { labReport, listSessions } from './report'
import { TINY_RUN, TINY_SESSIONS, tinyLab } from './report.fixture'
import { Results } from './results'

it('a report has bins as fine as short sessions need, whose marks find the sessions of each', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'short-'))
  const short = new Results(join(folder, 'results.duckdb'))
  try {
    const minutes = [0, 0.1, 0.3, 0.30000000000000004, 0.7, 1.05]
    await short.add(minutes.map((one, session) => ({ ...TINY_SESSIONS[0]!, session: { ...TINY_SESSIONS[0]!.session, session, minutes: one } })))
    const { lengths } = await labReport(short, tinyLab(), TINY_RUN, NO_FILTER)
    const bins = lengths.find(({ of }) => of === 'minutes')?.bins ?? []
    expect(bins.at(0)).toEqual({ from: 0, to: 0.1, count: 1 })
    expect(bins.at(-1)).toEqual({ from: 1, to: 1.1, count: 1 })
    for (const { from, to, count } of bins) {
      const mark: LabMark = { kind: 'number', of: 'minutes', least: from, below: to }
      const { of } = await listSessions(short, { filter: { is: [mark], not: [] }, by: 'session', descending: false, from: 0, count: 10 })
      expect([from, of]).toEqual([from, count])
    }
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(minutes.length)
  } finally {
    await short.close()
    rmSync(folder, { recursive: true })
  }
})
