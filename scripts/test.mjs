// npm test, from a clean clone: sets everything up, runs every check, and prints "N passed, N failed" alone on the last line.
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { ensureModules, ROOT, run, runTool } from './setup.mjs'

// The tests create thousands of small files. In memory they are fast and don't wear out a disk.
if (!process.env.TMPDIR && existsSync('/dev/shm')) {
  const { bavail, bsize } = statfsSync('/dev/shm')
  if (bavail * bsize > 4 * 2 ** 30) process.env.TMPDIR = '/dev/shm'
}

const say = (line) => process.stderr.write(`${line}\n`)
const scratch = mkdtempSync(join(tmpdir(), 'proscenium-test-'))
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
  count(name, 1 - failed, failed, started)
  return failed === 0
}

/** A suite that writes its own counts as JSON. If it crashes before that, or fails without naming a test, that is one failure. */
async function suite(name, file, start, read) {
  const started = Date.now()
  say(`\n── ${name}`)
  const code = await start()
  let counts = { passed: 0, failed: 0 }
  if (existsSync(file)) counts = read(JSON.parse(readFileSync(file, 'utf8')))
  if (counts.passed + counts.failed === 0 || (code !== 0 && counts.failed === 0)) counts.failed++
  count(name, counts.passed, counts.failed, started)
}

/** The titles of the tests in a Playwright report that passed only on a retry. */
function unsteady(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...unsteady(inner),
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title)
  ])
}

/** Makes sure that there are a Chromium and a Python, from Debian's packages if we may install them. */
async function ensurePrograms() {
  const hasPython = async () => (await run('python3', ['--version'], { quiet: true })) === 0
  const missing = [...(findChromium() ? [] : ['chromium', 'git']), ...((await hasPython()) ? [] : ['python3'])]
  if (missing.length === 0) return
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say(`Installing ${missing.join(', ')} (apt-get)…`)
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-q'], { env, quiet: true })
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...missing], { env, quiet: true })
  }
  if (!findChromium())
    say('No Chromium was found. Install Chromium or Chrome, or set CHROMIUM to its path. Without it, the tests of the window fail.')
  if (!(await hasPython())) say('No python3 was found. Install it. Without it, the tests of tools written in Python fail.')
}

try {
  await ensureModules(say)
  await ensurePrograms()
  const projects = ['tsconfig.pure.json', 'tsconfig.node.json', 'tsconfig.renderer.json', 'rules/tsconfig.json']
  const types = projects.map((project) => () => runTool('typescript/bin/tsc', ['-p', project]))
  // In parallel, because the compiler uses one processor.
  await Promise.all([
    check('types', types),
    check('lint', [() => runTool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']), () => runTool('oxfmt/bin/oxfmt', ['--check'])])
  ])
  const built = await check('build', [() => run(process.execPath, [join(ROOT, 'scripts/build.mjs')])])

  const unit = join(scratch, 'unit.json')
  await suite(
    'unit',
    unit,
    () => runTool('vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`]),
    (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests })
  )
  if (built) {
    const e2e = join(scratch, 'e2e.json')
    await suite(
      'e2e',
      e2e,
      () => runTool('@playwright/test/cli.js', ['test', '--retries=2'], { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: e2e } }),
      ({ stats, suites }) => {
        for (const title of unsteady(suites)) say(`unsteady, passed only when tried again: ${title}`)
        return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
      }
    )
  } else count('e2e', 0, 1, Date.now())
} catch (error) {
  say(error.message)
  total.failed++
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
