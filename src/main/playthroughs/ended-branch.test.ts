import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { memoryKeys } from '../machine/keys'
import { createStudio } from '../studio/studio'
import { RESOURCES } from './samples.fixture'

const home = mkdtempSync(join(tmpdir(), 'ended-'))
const studio = createStudio({ kind: 'terminal', version: '0', home, resources: RESOURCES, keys: memoryKeys() })
afterAll(async () => {
  await studio.dispose()
  rmSync(home, { recursive: true, force: true })
})

it('that the session is over is said only where it is over, and not on a branch where the story goes on', async () => {
  await studio.create({ dir: join(home, 'blank'), template: 'blank', seed: '1' })
  const early = (await studio.step())?.id ?? ''
  await studio.autoplay({ pace: 0 })
  await expect.poll(async () => (await studio.present())?.table.running, { timeout: 20_000 }).toBe(false)
  const stopped = async (): Promise<string | undefined> => (await studio.present())?.table.stopped
  const words = await stopped()
  expect(words).toMatch(/^(?:The campaign has ended|The session is over)\./)
  const ended = (await studio.timeline({ limit: 1 })).branches.find(({ current }) => current)?.name ?? ''
  await studio.branch({ at: early })
  expect(await stopped()).toBeUndefined()
  await studio.switchTo({ branch: ended })
  expect(await stopped()).toBe(words)
})
