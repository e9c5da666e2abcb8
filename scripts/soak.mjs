// npm run soak [-- <part> …]: the long tests that npm test has no time for. Runs all parts if none is named, always with the same seeds.
// Each part reports its progress. Exits with code 1 if anything fails. The last lines are a summary.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild, ensureModules, runTool } from './setup.mjs'

/** The parts by name. `SOAK` is a number of kills, sessions, campaigns or plays, or a multiple of npm test's number. */
const PARTS = {
  kills: { words: '100 kills at random instants', soak: '100', browser: ['test', 'crash.spec.ts', '--project=terminal'] },
  campaign: { words: 'properties of files and history, with 20 times as many seeds', soak: '20', tests: 'src/main/campaign' },
  random: { words: '200 random sessions of each game', soak: '200', tests: 'src/main/playthroughs/random-play.test.ts' },
  endings: { words: '200 stories of each sample played to their end', soak: '200', tests: 'src/main/playthroughs/endings.test.ts' },
  sessions: { words: 'three sessions from new, 20 seeds of each game', soak: '20', tests: 'src/main/playthroughs/three-sessions.test.ts' },
  odds: { words: 'a million runs of a rule in the sandbox against its exact odds', soak: '1000000', tests: 'src/main/odds/samples.test.ts' },
  plans: { words: '100 turns of plans, the files compared with the state after each', soak: '100', tests: 'src/main/playthroughs/plans.test.ts' },
  spoilt: { words: '1000 damaged copies of each game and campaign', soak: '25', tests: 'src/main/playthroughs/fuzz.test.ts' },
  arrow: { words: '2000 mutated Arrow documents, each read, repaired and edited', soak: '1', tests: 'src/arrow/fuzz.test.ts' },
  attacks: { words: 'every attack of the suite', soak: '1', tests: 'src/main/attacks' }
}

const say = (line) => process.stderr.write(`${line}\n`)
const parts = process.argv.slice(2)
const unknown = parts.find((name) => !Object.hasOwn(PARTS, name))
if (unknown !== undefined) {
  say(`The soak has no part "${unknown}". Choose from: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}
await ensureModules(say)
if (parts.length === 0 || parts.includes('kills')) await ensureBuild(say)

const scratch = mkdtempSync(join(tmpdir(), 'proscenium-soak-'))
const lines = []
for (const name of parts.length > 0 ? parts : Object.keys(PARTS)) {
  const { words, soak, browser, tests } = PARTS[name]
  const started = Date.now()
  const counts = join(scratch, name)
  say(`\n── ${name}: ${words}`)
  const env = { SOAK: soak, SOAK_COUNTS: counts }
  const code = browser
    ? await runTool('@playwright/test/cli.js', browser, { env })
    : await runTool('vitest/vitest.mjs', ['run', '--testTimeout', '3600000', tests], { env })
  const last = new Map()
  for (const line of existsSync(counts) ? readFileSync(counts, 'utf8').trim().split('\n') : []) {
    const { what, counts } = JSON.parse(line)
    last.set(
      what,
      Object.entries(counts)
        .map(([unit, n]) => `${n} ${unit}`)
        .join(', ')
    )
  }
  lines.push(`${code === 0 ? 'passed' : 'FAILED'}: ${words} (${((Date.now() - started) / 60_000).toFixed(1)} minutes)`)
  for (const [what, done] of last) lines.push(`  ${what}: ${done}`)
  if (code !== 0) process.exitCode = 1
}
rmSync(scratch, { recursive: true, force: true })
process.stdout.write(`\n${lines.join('\n')}\n`)
