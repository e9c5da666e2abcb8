// npm run soak [-- <kills>]: the long counts that npm test has no time for: 100 kills at random instants, and the property tests
// over many more seeds, and odds held against a million plays of each kind. Every run uses the same seeds. Exit code 1 when anything fails; the last line says what was done.
import { ensureBuild, ensureModules, runTool } from './setup.mjs'

const say = (line) => process.stderr.write(`${line}\n`)
const kills = Number(process.argv[2] ?? 100)
await ensureModules(say)
await ensureBuild(say)

const started = Date.now()
const killed = await runTool('@playwright/test/cli.js', ['test', 'crash.spec.ts', '--project=terminal'], { env: { SOAK: String(kills) } })
const proved = await runTool('vitest/vitest.mjs', ['run', '--testTimeout', '3600000', 'src/main/campaign', 'src/main/odds'], { env: { SOAK: '20' } })
const minutes = ((Date.now() - started) / 60_000).toFixed(1)
process.stdout.write(
  `${kills} kills ${killed === 0 ? 'survived' : 'FAILED'}, properties over 20 times the seeds ${proved === 0 ? 'hold' : 'FAILED'}, ${minutes} minutes\n`
)
process.exitCode = killed === 0 && proved === 0 ? 0 : 1
