import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TouchedFiles } from './touched-files'
import { runProgram } from '../../campaign/git/testing/small-process'
import { History, nodeDisk } from '../../campaign/history'

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

it.runIf(process.platform === 'linux')('a folder that came or went is touched with its files, and the new one is watched', async () => {
  const watch = (watched = new TouchedFiles(dir, true, () => now))
  await looked(watch)
  byShell('mkdir -p deep/er; printf a > deep/er/one')
  expect(await looked(watch)).toEqual(['deep', 'deep/er/one'])
  byShell('printf b > deep/er/one; mv deep/er deep/est; printf c > deep/est/two')
  expect(await looked(watch)).toEqual(['deep/er', 'deep/er/one', 'deep/est', 'deep/est/one', 'deep/est/two'])
  byShell('rm -r deep; mkdir deep; printf c > deep/two')
  expect(await looked(watch)).toEqual(expect.arrayContaining(['deep', 'deep/two']))
  byShell('printf d > deep/two')
  expect(await looked(watch)).toEqual(['deep/two'])
})

it.runIf(process.platform === 'linux')('after a comparison failed, or if very many files were touched, everything is looked at once', async () => {
  const watch = (watched = new TouchedFiles(dir, true, () => now))
  await looked(watch)
  const failed = watch.look(() => {
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await looked(watch)).toBe('all')
  byShell('for n in $(seq 300); do : > notes/$n; done')
  expect(await looked(watch)).toBe('all')
})

const AUTHOR = { name: 'Ada', email: 'ada@example.org' }
const commit = (history: History, files: Record<string, string | null>, isFirst = false): unknown =>
  history.commitFiles({
    parent: isFirst ? undefined : history.head().commit,
    files: new Map(Object.entries(files).map(([path, text]) => [path, text === null ? null : { bytes: Buffer.from(text) }])),
    message: 'Beat',
    author: AUTHOR,
    time: 0
  })

it.runIf(process.platform === 'linux')('whatever happens to files and folders, touched ones show the changes that all files show', async () => {
  rmSync(join(dir, '.git'), { recursive: true })
  const history = History.create(join(dir, 'story'))
  commit(history, { next: '1', 'world/a/one': '1', 'world/a/two': '2', 'world/b/c/one': '1', 'z.md': 'z' }, true)
  const watch = (watched = new TouchedFiles(history.dir, true, () => now))
  const folders = ['world/a', 'world/b', 'world/b/c', 'world/d', 'new', 'new/er']
  const hand = [
    (at: string) => `mkdir -p ${at}; echo $RANDOM > ${at}/one`,
    (at: string) => `rm -rf ${at}`,
    (at: string, to: string) => `test -d ${at} && test ! -e ${to} && mkdir -p $(dirname ${to}) && mv ${at} ${to}`,
    (at: string) => `rm -rf ${at}; mkdir -p $(dirname ${at}); echo file > ${at}`,
    (at: string) => `git checkout -q -- ${at}`,
    (at: string) => `mkdir -p ${at}; echo '*' > ${at}/.gitignore`,
    (at: string) => `rm -f ${at}/.gitignore ${at}/two`,
    (at: string) => `git add -A ${at}`,
    () => 'rm -rf world new; git checkout -q -- world'
  ]
  let seed = 3
  const below = (n: number): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % n
  for (let step = 0; step < 84; step++) {
    const [at, to] = [folders[below(folders.length)] ?? '', folders[below(folders.length)] ?? '']
    const did = step % 7 === 6 ? 'git reset -q --hard; git clean -fdqx' : (hand[below(hand.length)]?.(at, to) ?? '')
    runProgram('sh', ['-c', `cd "$0" || exit 1; ( ${did} ) 2>/dev/null; true`, history.dir])
    if (step % 7 === 6) commit(history, { [`world/new-${step}/one`]: '1', [`world/new-${step - 7}/one`]: null })
    const seen = await watch.look((touched) => history.externalChanges(touched))
    expect([did, seen]).toEqual([did, History.open(history.dir, { readOnly: true }).externalChanges()])
  }
  history.dispose()
})

it.runIf(process.platform === 'linux')('the work for a beat that adds and removes folders does not grow with the number of files', async () => {
  let stats = 0
  const count =
    <Args extends unknown[], T>(run: (...args: Args) => T) =>
    (...args: Args): T => (stats++, run(...args))
  const disk = {
    ...nodeDisk,
    lstatSync: count((path: string) => nodeDisk.lstatSync(path)),
    kindSync: count((path: string) => nodeDisk.kindSync(path)),
    openSync: count((path: string, flags: number, mode?: number) => nodeDisk.openSync(path, flags, mode))
  }
  rmSync(join(dir, '.git'), { recursive: true })
  const history = History.create(join(dir, 'story'), { disk })
  commit(history, Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`world/npcs/person-${n}/STATS.yaml`, `name: ${n}`])), true)
  const watch = (watched = new TouchedFiles(history.dir, true, () => now))
  const work = async (): Promise<number> => {
    const before = stats
    await watch.look((touched) => history.externalChanges(touched))
    return stats - before
  }
  expect(await work()).toBeGreaterThan(600)
  for (const [from, to] of [
    [7, 400],
    [400, 401]
  ]) {
    commit(history, { [`world/npcs/person-${from}/STATS.yaml`]: null, [`world/npcs/person-${to}/STATS.yaml`]: 'name: New' })
    expect(await work()).toBeLessThan(30)
  }
  history.dispose()
})

it('without reliable events, the whole folder is compared each time', async () => {
  const watch = (watched = new TouchedFiles(dir, false))
  expect([await looked(watch), await looked(watch)]).toEqual(['all', 'all'])
})
