import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runProgram } from '../campaign/git/testing/small-process'
import { createStudio } from './studio'

const home = mkdtempSync(join(tmpdir(), 'long-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const start = () => createStudio({ kind: 'terminal', version: '0', home, resources: resolve(import.meta.dirname, '../../..') })

it('a campaign on a path of 240 characters is created, played, opened again and read by git', async () => {
  const parts = [home]
  while (parts.join('/').length < 190) parts.push('a folder in “Öst” ')
  const above = parts.map((part) => part.trimEnd()).join('/')
  const dir = `${above}/${'w'.repeat(239 - above.length)}`
  expect(dir).toHaveLength(240)
  const studio = start()
  await studio.create({ dir, seed: '5', title: 'The Well' })
  for (let n = 0; n < 6; n++) await studio.step()
  const head = (await studio.present())?.head
  await studio.dispose()
  const git = (...args: string[]): string => runProgram('git', ['-C', dir, ...args])
  expect(git('status', '--porcelain')).toBe('')
  expect(git('config', 'core.longpaths').trim()).toBe('true')
  expect(git('rev-parse', 'HEAD').trim()).toBe(head)
  git('fsck', '--strict')
  const again = start()
  await again.open({ dir })
  expect((await again.present())?.head).toBe(head)
  await again.step()
  await again.dispose()
})
