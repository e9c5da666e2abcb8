import { defineConfig, type PlaywrightTestConfig, type ReporterDescription } from '@playwright/test'
import type { HostName } from './e2e/fixtures'
import { hasElectron } from './e2e/launch'

const json = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME']
const reporter: ReporterDescription[] = [['list'], ...(json ? [['json', { outputFile: json }] as ReporterDescription] : [])]
if (!hasElectron()) reporter.push(['./e2e/absent.ts'])

/** The desktop hosts run their own tests and one whole story. */
const desktop = ['desk.spec.ts', 'play.spec.ts']

/** Tests without a window: the long ones, and many short ones. */
const terminal = ['cli.spec.ts', 'crash.spec.ts']
const refusals = ['bad-input.spec.ts']

const config: PlaywrightTestConfig<{ host: HostName }> = {
  testDir: 'e2e',
  globalSetup: './e2e/setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Windows mostly wait for each other and for disks: on two processors, three workers finish sooner.
  workers: 3,
  // No test may depend on how busy the machine is; this only ends what waits for something that never comes.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter,
  use: { trace: 'off', screenshot: 'only-on-failure' },
  // Projects start in this order: the short ones last, so that all workers finish together.
  projects: [
    { name: 'terminal', testMatch: terminal },
    { name: 'standin', testMatch: desktop, use: { host: 'standin' } },
    ...(hasElectron() ? [{ name: 'electron', testMatch: desktop, use: { host: 'electron' as const } }] : []),
    { name: 'browser', testIgnore: [...terminal, ...refusals, 'desk.spec.ts'], use: { host: 'browser' } },
    { name: 'refusals', testMatch: refusals }
  ]
}
export default defineConfig(config)
