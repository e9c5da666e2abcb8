import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, hostname, tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { lastLines, logFolder, openLog } from '../log'
import { memoryKeys } from '../machine/keys'
import { createStudio, type StudioHost } from './studio'

const home = mkdtempSync(join(tmpdir(), 'report-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const log = openLog(home, 'tab')
const KEY = 'sk-ant-secret-0123456789'

const start = (more: Partial<StudioHost> = {}) =>
  createStudio({
    kind: 'browser',
    version: '0.1.0',
    home,
    resources: resolve(import.meta.dirname, '../../..'),
    keys: memoryKeys(),
    onFault: log.fault,
    ...more
  })

it('reports versions, settings and the log, but no key, no text of the story and no path of this machine', async () => {
  const studio = start()
  const dir = join(home, 'Łódź “bells”')
  await studio.create({ dir, seed: '5', title: 'The Hanged Bell' })
  await studio.setMachine({ key: KEY, baseUrl: 'https://models.house-of-anna.example', model: '/home/anna/llama.gguf', allowed: true })
  for (let n = 0; n < 12; n++) await studio.step()
  const present = await studio.present()
  const story = readFileSync(join(dir, readFileSync(join(dir, 'current-scene'), 'utf8').trim(), 'LOG.yaml'), 'utf8')
  log.note('Proscenium 0.1.0 started.')
  await studio.noteFault({
    name: 'TypeError',
    message: `Cannot read properties of undefined (reading '${KEY}')`,
    stack: `TypeError: ${story}\n    at draw (${dir}/window-a1.js:3:14)`
  })
  const report = await studio.problemReport({ window: '1280 × 800, dark' })
  await studio.dispose()
  expect(report).toMatch(/^What I did:\n/)
  for (const part of [
    /^Proscenium 0\.1\.0 \(browser tab\), .*node \d+/m,
    /^System: \S+ .*, \d+ processors, \d+ GB of memory$/m,
    /^Window: 1280 × 800, dark$/m,
    /^Models: another model at another address, protocol by address, tools stable, profile full, key memory, allowed here$/m,
    /^Campaign: Cairn Hack [\d.]+, \d+ beats, \d+ characters, table is paused$/m,
    /Z Proscenium 0\.1\.0 started\.$/m,
    /Z The window: TypeError \(Cannot read properties of undefined\)\n {2}at draw window-a1\.js:3:14$/m
  ])
    expect(report).toMatch(part)
  const names = Object.values(present?.state.actors ?? {}).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(2)
  const secrets = [KEY, 'sk-ant', 'anna', 'Hanged', 'Łódź', home, homedir(), hostname(), userInfo().username, ...names]
  // A container's names may be words of the report.
  const telling = secrets.filter((secret) => !['', '/', 'root', 'localhost'].includes(secret))
  expect(telling.filter((secret) => report.includes(secret))).toEqual([])
  expect(telling.filter((secret) => lastLines(home, 'tab', 1000).join('\n').includes(secret))).toEqual([])
})

it('says so where there is no log and no campaign', async () => {
  const empty = mkdtempSync(join(home, 'empty-'))
  const studio = start({ home: empty, kind: 'electron' })
  const report = await studio.problemReport({ window: '' })
  await studio.dispose()
  expect(report).toMatch(/^Proscenium 0\.1\.0 \(desktop\)/m)
  expect(report).toMatch(/^Campaign: none open$/m)
  expect(report).toMatch(/Last lines of the log:\nnone\n$/)
})

it('shows the folder of the logs where the host can, and always says where it is', async () => {
  let shown = 0
  const [desk, tab] = [start({ showLogs: async () => void shown++ }), start()]
  expect(await desk.showLogs()).toEqual({ dir: logFolder(home), isShown: true })
  expect(await tab.showLogs()).toEqual({ dir: logFolder(home), isShown: false })
  expect(shown).toBe(1)
  await Promise.all([desk.dispose(), tab.dispose()])
})
