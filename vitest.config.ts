import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { filesLeftOut, tier, TIERS } from './lint/tiers.mjs'

/** Files that need a process of their own: they replace or reload modules, drop the process's rights, set its proxy, or collect garbage. */
const APART = [
  'scripts/runtime.test.ts',
  'src/main/agents/anthropic/hang-up.test.ts',
  'src/main/playthroughs/leak.test.ts',
  'src/main/read-only.test.ts',
  'src/main/rules/prebuilt.test.ts',
  'src/main/rules/determinism.test.ts'
]

/** Tests that may hang end their own process, so that they take no other tests with them. */
const ATTACKS = 'src/main/attacks/*.test.ts'

/**
 * The projects run one after the other: a worker whose next file is of another project is ended, and a new one loads every module again. The longest
 * tests of a project start first, so that no processor is left with one at the end.
 */
const ORDER = ['apart', 'attacks', 'unit']
const secondsOf = ({ moduleId }: TestSpecification): number => TIERS.files[relative(import.meta.dirname, moduleId)]?.seconds?.[tier] ?? 0

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const orderOf = ({ project }: TestSpecification): number => ORDER.indexOf(project.name)
    return (await super.sort(files)).toSorted((a, b) => orderOf(a) - orderOf(b) || secondsOf(b) - secondsOf(a))
  }
}

/** Ends a test that hangs. No test may depend on how busy the machine is. */
const TIMEOUT_MS = tier === 'gate' ? 300_000 : 3_600_000

/** Where the projects share what they transformed. It isn't kept: what `import.meta.glob` found may have changed. */
const transformed = mkdtempSync(join(tmpdir(), 'proscenium-transformed-'))
process.once('exit', () => rmSync(transformed, { recursive: true, force: true }))

const each = {
  setupFiles: ['src/main/rules/ready.setup.ts', 'src/main/campaign/git/testing/folders.setup.ts'],
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
  unstubEnvs: true,
  expect: { poll: { timeout: TIMEOUT_MS } }
}

export default defineConfig({
  test: {
    globalSetup: ['src/main/rules/ready.fixture.ts'],
    pool: 'forks',
    // Vitest would leave one processor idle, which is half of two.
    maxWorkers: '100%',
    experimental: { fsModuleCache: true, fsModuleCachePath: transformed },
    sequence: { sequencer: LongestFirst },
    projects: [
      // Loading every module again for each file would be a third of the work.
      {
        test: {
          ...each,
          name: 'unit',
          include: ['{src,lint,scripts}/**/*.test.ts'],
          exclude: [...filesLeftOut(), ...APART, ATTACKS],
          isolate: false
        }
      },
      { test: { ...each, name: 'attacks', include: [ATTACKS], exclude: filesLeftOut(), isolate: false } },
      { test: { ...each, name: 'apart', include: APART, exclude: filesLeftOut(), execArgv: ['--expose-gc'] } }
    ]
  }
})
