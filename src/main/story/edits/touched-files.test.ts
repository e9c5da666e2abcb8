import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TouchedFiles } from './touched-files'
import { runProgram } from '../../campaign/git/testing/small-process'

let dir = ''
let watched: TouchedFiles | undefined
/** Everything is looked at every two seconds, so time stands still until a test moves it. */
let now = 0
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'watch-'))
  for (const folder of ['.git', 'world/players', 'notes']) mkdirSync(join(dir, folder), { recursive: true })
  for (const file of ['next', 'world/players/Wren.yaml', 'notes/one.md']) writeFileSync(join(dir, file), 'old')
})
afterEach(() => {
  watched?.close()
  rmSync(dir, { recursive: true, force: true })
})

/** What a look is given: the touched files, or 'all'. */
const looked = async (watch: TouchedFiles): Promise<string[] | 'all'> => watch.look((touched) => (touched ? [...touched].toSorted() : 'all'))
const byShell = (command: string): string => runProgram('sh', ['-c', `cd "$0" || exit 1; ${command}`, dir])

it.runIf(process.platform === 'linux')('every file that another program wrote before a look is in it, whatever its times say', async () => {
  const watch = (watched = new TouchedFiles(dir, true, () => now))
  expect([await looked(watch), await looked(watch)]).toEqual(['all', []])
  for (let n = 0; n < 20; n++) {
    byShell(
      'printf new > world/players/Wren.yaml; touch -d 2001-01-01 world/players/Wren.yaml; printf old >> notes/one.md; mv next next2; mv next2 next'
    )
    expect(await looked(watch)).toEqual(['next', 'next2', 'notes/one.md', 'world/players/Wren.yaml'])
  }
  byShell('printf x > .git/index')
  expect(await looked(watch)).toEqual([])
  now += 2000
  expect([await looked(watch), await looked(watch)]).toEqual(['all', []])
})

it.runIf(process.platform === 'linux')(
  'after a folder came or went, or a comparison failed, everything is looked at once and the new folders too',
  async () => {
    const watch = (watched = new TouchedFiles(dir, true, () => now))
    await looked(watch)
    byShell('mkdir -p deep/er; printf a > deep/er/one')
    expect([await looked(watch), await looked(watch)]).toEqual(['all', []])
    byShell('printf b > deep/er/one')
    expect(await looked(watch)).toEqual(['deep/er/one'])
    byShell('rm -r deep; mkdir deep; printf c > deep/two')
    expect([await looked(watch), await looked(watch)]).toEqual(['all', []])
    byShell('printf d > deep/two')
    expect(await looked(watch)).toEqual(['deep/two'])
    const failed = watch.look(() => {
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await looked(watch)).toBe('all')
    byShell('for n in $(seq 300); do : > notes/$n; done')
    expect(await looked(watch)).toBe('all')
  }
)

it('without reliable events, the whole folder is compared each time', async () => {
  const watch = (watched = new TouchedFiles(dir, false))
  expect([await looked(watch), await looked(watch)]).toEqual(['all', 'all'])
})
