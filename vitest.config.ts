import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that need a process of their own: they replace or reload modules, drop the process's rights, or collect garbage. */
const APART = [
  'src/main/agents/anthropic/hang-up.test.ts',
  'src/main/playthroughs/leak.test.ts',
  'src/main/read-only.test.ts',
  'src/main/rules/prebuilt.test.ts',
  'src/main/rules/determinism.test.ts'
]

/** Tests that may hang end their own process, so that they take no other tests with them. */
const ATTACKS = 'src/main/attacks/*.test.ts'

/** The longest tests start first, so that no processor is left with one at the end. */
const LONG = [
  'playthroughs/leak',
  'playthroughs/three-sessions',
  'playthroughs/random-play',
  'campaign/history-packs',
  'campaign/history-crash',
  'playthroughs/session',
  'story/story',
  'playthroughs/replay-seats',
  'checks/check',
  'playthroughs/fuzz'
]
const rank = ({ moduleId }: TestSpecification): number => {
  const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return at < 0 ? LONG.length : at
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

const each = {
  setupFiles: ['src/main/rules/ready.setup.ts', 'src/main/campaign/git/testing/folders.setup.ts'],
  // No test may depend on how busy the machine is; this only ends a test that hangs.
  testTimeout: 300_000,
  // A soak sets the test timeout by an option; projects read the hook timeout only here.
  hookTimeout: process.env['SOAK'] === undefined ? 300_000 : 3_600_000
}

export default defineConfig({
  test: {
    globalSetup: ['src/main/rules/ready.fixture.ts'],
    pool: 'forks',
    // Vitest would leave one processor idle, which is half of two.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      // Loading every module again for each file would be a third of the work.
      { test: { ...each, name: 'unit', include: ['src/**/*.test.ts', 'lint/**/*.test.ts'], exclude: [...APART, ATTACKS], isolate: false } },
      { test: { ...each, name: 'attacks', include: [ATTACKS], isolate: false } },
      { test: { ...each, name: 'apart', include: APART, execArgv: ['--expose-gc'] } }
    ]
  }
})
