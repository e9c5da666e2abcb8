import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import type { TestReport } from '../../shared/lab/story-tests'
import { memoryKeys } from '../machine/keys'
import { createStudio } from '../studio/studio'
import { freshSample, RESOURCES, SAMPLE_GAMES } from './samples.fixture'

const home = mkdtempSync(join(tmpdir(), 'story-tests-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('the story tests of a sample campaign', () => {
  it.each(SAMPLE_GAMES)('pass for %s', async (game) => {
    const dir = join(home, game)
    await freshSample(dir, game, '1')
    const studio = createStudio({ kind: 'terminal', version: '0', home, resources: RESOURCES, keys: memoryKeys() })
    let report: TestReport | undefined
    try {
      await studio.open({ dir })
      const news = studio.labTest({ sessions: sizeOf(import.meta.filename, 'sessions') })
      for await (const one of news) if (one.kind === 'answer') report = one.answer
    } finally {
      await studio.dispose()
    }
    expect(report?.problems).toEqual([])
    expect(report?.tests.length).toBeGreaterThan(5)
    expect(report?.tests.filter(({ ok }) => !ok)).toEqual([])
  })
})
