// npm test and npm run test:all, from a clean clone: set everything up, run the checks of their tier (lint/tiers.json), print the ten slowest tests, and
// print "N passed, N failed" alone on the last line.
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findChromium } from './chromium.mjs'
import { ensureModules, ROOT, run, runTool } from './setup.mjs'

if (process.argv.includes('--all')) process.env.TIER = 'all'
// After TIER is set.
const { aboveShare } = await import('../lint/tiers.mjs')

// The tests create thousands of small files. In memory they are fast and don't wear out a disk.
if (!process.env.TMPDIR && existsSync('/dev/shm')) {
  const { bavail, bsize } = statfsSync('/dev/shm')
  if (bavail * bsize > 4 * 2 ** 30) process.env.TMPDIR = '/dev/shm'
}

const say = (line) => process.stderr.write(`${line}\n`)
const scratch = mkdtempSync(join(tmpdir(), 'proscenium-test-'))
/** How many lines of an error are told again. */
const ERROR_LINES = 8
/** What failed, as lines told again at the end: of a long log, the end is read. */
const failures = []
const total = { passed: 0, failed: 0 }

function count(name, passed, failed, started) {
  total.passed += passed
  total.failed += failed
  say(`── ${name}: ${passed} passed, ${failed} failed (${((Date.now() - started) / 1000).toFixed(1)} s)`)
}

/** A check that counts as one test. Its exit code tells whether it passed. */
async function check(name, steps) {
  const started = Date.now()
  say(`\n── ${name}`)
  let failed = 0
  for (const step of steps) if ((await step()) !== 0) failed = 1
  if (failed) failures.push(name)
  count(name, 1 - failed, failed, started)
  return failed === 0
}

/**
 * A suite that writes a report as JSON, from which `read` returns the counts and the files with their seconds and tests. If it crashes before that, or
 * fails without naming a test, that is one failure.
 */
async function suite(name, file, start, read) {
  const started = Date.now()
  say(`\n── ${name}`)
  const code = await start()
  /** @type {{ file: string, tests: { title: string, error?: string }[] }[]} */
  let files = []
  let [passed, failed] = [0, 0]
  if (existsSync(file)) ({ passed, failed, files } = read(JSON.parse(readFileSync(file, 'utf8'))))
  if (passed + failed === 0 || (code !== 0 && failed === 0)) {
    failed++
    failures.push(`${name} ended with code ${code}`)
  }
  for (const { file, tests } of files)
    for (const { title, error } of tests)
      if (error) failures.push(`${file}: ${title}`, ...stripVTControlCharacters(error).split('\n').slice(0, ERROR_LINES))
  count(name, passed, failed, started)
  return files
}

/** The counts, files and tests of a Playwright report. */
function fromPlaywright({ stats, suites }) {
  const files = suites.map(({ file, ...suite }) => {
    const tests = testsOf(suite)
    return { file: `e2e/${file}`, tests, seconds: tests.reduce((sum, { seconds }) => sum + seconds, 0) }
  })
  // A test that passes only when it is run again has failed.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, files }
}

const testsOf = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(testsOf),
  ...specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, results }) => ({
      title: `${title} (${projectName})`,
      error: results.find(({ error }) => error)?.error.message,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000
    }))
  )
]

/** The tests next to the code. */
function unitTests() {
  const report = join(scratch, 'unit.json')
  const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'scripts/unit-report.mjs')}`]
  const start = () => runTool('vitest/vitest.mjs', ['run', ...reporters], { env: { UNIT_REPORT: report } })
  return suite('unit', report, start, (read) => read)
}

/** The tests of the built app. */
function windowTests() {
  const report = join(scratch, 'e2e.json')
  const start = () => runTool('@playwright/test/cli.js', ['test'], { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } })
  return suite('e2e', report, start, fromPlaywright)
}

/** Makes sure that there are a Chromium, a Python and, for the tier all, a Redis, from Debian's packages if we may install them. */
async function ensurePrograms() {
  const has = async (program) => (await run(program, ['--version'], { quiet: true })) === 0
  const hasPython = () => has('python3')
  const hasRedis = async () => process.env.TIER !== 'all' || (await has('redis-server'))
  const hasAll = findChromium() && (await hasPython()) && (await hasRedis())
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !hasAll) {
    say('Installing Chromium, git, Python and Redis where they are missing (apt-get)…')
    const quietly = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true }
    const install = (...names) => run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], quietly)
    await run('apt-get', ['update', '-q'], quietly)
    // Debian has the headless shell as a package of its own; others have only the browser.
    if (!findChromium() && (await install('chromium-headless-shell', 'git')) !== 0) await install('chromium', 'git')
    if (!(await hasPython())) await install('python3')
    if (!(await hasRedis())) await install('redis-server')
  }
  if (!findChromium())
    say('No Chromium was found. Install Chromium or Chrome, or set CHROMIUM to its path. Without it, the tests of the window fail.')
  if (!(await hasPython())) say('No python3 was found. Install it. Without it, the tests of tools written in Python fail.')
  if (!(await hasRedis())) say('No redis-server was found. Install it. Without it, the tests of runs on several machines fail.')
}

try {
  await ensureModules(say)
  await ensurePrograms()
  // In parallel, because none of them uses both processors.
  const [, , built] = await Promise.all([
    // Lint reports type errors too: it has the programs anyway. Only that the pure folders do without Node and the DOM takes a program of its own.
    check('pure', [() => runTool('typescript/bin/tsc', ['-p', 'tsconfig.pure.json'])]),
    check('types and lint', [
      () => runTool('oxlint/bin/oxlint', ['--type-aware', '--type-check', '--deny-warnings']),
      () => runTool('oxfmt/bin/oxfmt', ['--check'])
    ]),
    check('build', [() => run(process.execPath, [join(ROOT, 'scripts/build.mjs')])])
  ])
  // Side by side, because windows wait for much of their time. A file's share is compared within its suite.
  const [unit, e2e] = await Promise.all([unitTests(), built ? windowTests() : count('e2e', 0, 1, Date.now())])
  const times = { unit, ...(built ? { e2e } : {}) }

  const tests = Object.values(times).flatMap((files) => files.flatMap(({ file, tests }) => tests.map((test) => ({ file, ...test }))))
  say('\n── the ten slowest tests')
  for (const { file, title, seconds } of tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
    say(`${seconds.toFixed(1).padStart(7)} s  ${file}: ${title}`)
  const above = Object.entries(times).flatMap(([name, files]) => aboveShare(name, files))
  await check('tiers', [
    () => {
      for (const sentence of above) say(sentence)
      return above.length
    }
  ])
  if (failures.length > 0) say(['\n── what failed', ...failures].join('\n'))
} catch (error) {
  say(error.message)
  total.failed++
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
