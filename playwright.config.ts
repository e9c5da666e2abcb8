import { defineConfig, type PlaywrightTestConfig, type ReporterDescription } from '@playwright/test'
import type { HostName } from './e2e/host'
import { hasElectron } from './e2e/launch'
import { filesLeftOut, testsLeftOut, tier } from './lint/tiers.mjs'

const json = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME']
const reporter: ReporterDescription[] = [['list'], ...(json ? [['json', { outputFile: json }] as ReporterDescription] : [])]
if (!hasElectron()) reporter.push(['./e2e/absent.ts'])

/** The desktop hosts run their own tests and, in the tier all, the stories of `play.spec.ts`, which the gate plays in a browser alone. */
const desktop = ['desk.spec.ts', ...(tier === 'all' ? ['play.spec.ts'] : [])]

/** The files that this tier leaves out, as patterns. */
const leftOut = filesLeftOut().map((file) => `**/${file}`)

/** Tests without a window. */
const terminal = ['cli.spec.ts', 'crash.spec.ts', 'package.spec.ts', 'queue.spec.ts']

const config: PlaywrightTestConfig<object, { host: HostName }> = {
  testDir: 'e2e',
  globalSetup: './e2e/setup.ts',
  grepInvert: testsLeftOut(),
  outputDir: 'test-results',
  fullyParallel: true,
  // Windows mostly wait for each other and for disks: on two processors, three workers finish sooner than two, and five no sooner than three.
  workers: 3,
  // No test may depend on how busy the machine is; these limits only end what waits for something that never comes. A test passes the first time or fails.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  retries: 0,
  reporter,
  use: { trace: 'off', screenshot: 'only-on-failure', actionTimeout: 90_000, navigationTimeout: 90_000 },
  projects: [
    { name: 'terminal', testMatch: terminal, testIgnore: leftOut },
    { name: 'standin', testMatch: desktop, use: { host: 'standin' } },
    ...(hasElectron() ? [{ name: 'electron', testMatch: desktop, use: { host: 'electron' as const } }] : []),
    { name: 'browser', testIgnore: [...terminal, 'desk.spec.ts', ...leftOut], use: { host: 'browser' } }
  ]
}
export default defineConfig(config)
