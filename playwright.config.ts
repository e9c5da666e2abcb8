import { defineConfig, type PlaywrightTestConfig, type ReporterDescription } from '@playwright/test'
import type { HostName } from './e2e/fixtures'
import { hasElectron } from './e2e/launch'

const json = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME']
const reporter: ReporterDescription[] = [['list'], ...(json ? [['json', { outputFile: json }] as ReporterDescription] : [])]
if (!hasElectron()) reporter.push(['./e2e/absent.ts'])

/** What the desktop hosts run: their own tests, and the whole story once. */
const desktop = ['desk.spec.ts', 'play.spec.ts']

/** What needs no window. */
const terminal = ['cli.spec.ts', 'bad-input.spec.ts', 'crash.spec.ts']

const config: PlaywrightTestConfig<{ host: HostName }> = {
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  reporter,
  use: { trace: 'off', screenshot: 'only-on-failure' },
  projects: [
    { name: 'terminal', testMatch: terminal },
    { name: 'browser', testIgnore: [...terminal, 'desk.spec.ts'], use: { host: 'browser' } },
    { name: 'standin', testMatch: desktop, use: { host: 'standin' } },
    ...(hasElectron() ? [{ name: 'electron', testMatch: desktop, use: { host: 'electron' as const } }] : [])
  ]
}
export default defineConfig(config)
