import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KEY } from '../agents/anthropic/model-table.fixture'
import { CHECKER_VERSION } from '../story/contradictions/find'
import { ENGINE } from '../story/creation/create'
import { desk, type Desk } from '../playthroughs/studio.fixture'
import { runProgram } from '../campaign/git/testing/small-process'

let at: Desk
beforeEach(async () => {
  at = await desk()
  for (let beat = 0; beat < 6; beat++) await at.studio.step()
  await at.studio.close()
})
afterEach(() => at.close())

const git = (...args: string[]): string => runProgram('git', ['-C', at.dir, ...args]).trim()
const put = (name: string, content: string | Buffer): void => writeFileSync(join(at.dir, '.git/proscenium', name), content)
const since = async (): Promise<unknown> => {
  await at.studio.open({ dir: at.dir })
  return (await at.studio.verify({ sinceChecked: true })).since
}

test('a file that says that all was verified', async () => {
  put('verified.json', JSON.stringify({ engine: ENGINE, tips: [{ commit: git('rev-parse', 'HEAD'), wrong: [] }] }))
  expect(await since()).toBeUndefined()
  // This machine remembers what it found itself.
  await at.studio.close()
  expect(await since()).toMatchObject({ commit: git('rev-parse', 'HEAD') })
})

test('a file that says what the story contradicts', async () => {
  const head = git('rev-parse', 'HEAD')
  const forged = [{ kind: 'secret', quote: 'x', from: 0, to: 1, fact: 'Forged.', source: { beat: 1 } }]
  put(
    'contradictions.json',
    JSON.stringify({ checker: CHECKER_VERSION, tips: [head], beats: { [head]: { beat: 1, scene: 's', contradictions: forged } } })
  )
  await at.studio.open({ dir: at.dir })
  expect(await at.studio.contradictions({})).toEqual([])
})

test('such a file sealed by the machine it comes from', async () => {
  const other = await desk()
  try {
    await other.studio.verify()
    await other.studio.close()
    rmSync(at.dir, { recursive: true })
    cpSync(other.dir, at.dir, { recursive: true })
    expect(await since()).toBeUndefined()
  } finally {
    await other.close()
  }
})

test('a chronicle that tells another story', async () => {
  const shown = async (): Promise<unknown> => {
    await at.studio.open({ dir: at.dir })
    const { columns } = await at.studio.chronicle({})
    const beats = await at.studio.subjects({ commits: [git('rev-parse', 'HEAD')] })
    await at.studio.close()
    return { columns, beats }
  }
  const honest = await shown()
  const file = join(at.dir, '.git/proscenium/chronicle')
  const sealed = readFileSync(file)
  const plain = sealed.subarray(sealed.indexOf('\n') + 1)
  const body = Buffer.concat([plain.subarray(plain.indexOf('\n') + 1, -1), Buffer.from('!')])
  const forged = Buffer.concat([Buffer.from(`PROSCENIUM CHRONICLE 1 ${crc32(body).toString(16).padStart(8, '0')}\n`), body])
  for (const content of [forged, Buffer.concat([sealed.subarray(0, sealed.indexOf('\n') + 1), forged])]) {
    put('chronicle', content)
    expect(await shown()).toEqual(honest)
  }
})

test.each([
  [
    'a lock of a machine that is far away',
    { pid: 1, host: 'far\u202eaway\u001b[2J', start: '' },
    /^Proscenium on the computer “far\\u202eaway\\u001b\[2J” has this campaign open, or had/
  ],
  [
    'a lock that names a process which has nothing to do with it',
    { pid: 1, host: hostname(), start: '' },
    /^Another Proscenium \(process 1\) has this campaign open/
  ]
])('%s is told with the way out', async (_name, lock, words) => {
  put('lock', `${JSON.stringify(lock)}\n`)
  const { readOnly } = await at.studio.open({ dir: at.dir })
  expect(readOnly).toMatch(words)
  expect(readOnly).toMatch(/remove \.git\/proscenium\/lock and open the folder again\.$/)
})

test('notes of unfinished work that ours never began: nothing of the folder is lost, and the story stands where HEAD says', async () => {
  const [head, first] = [git('rev-parse', 'HEAD'), git('rev-list', '--max-parents=0', 'HEAD')]
  writeFileSync(join(at.dir, 'premise.md'), 'Mine alone\n')
  put('pending', `${first} refs/heads/main\n`)
  put('switch', JSON.stringify({ from: { ref: 'refs/heads/main', commit: head }, to: { ref: 'refs/heads/none', commit: first } }))
  await at.studio.open({ dir: at.dir })
  expect((await at.studio.present())?.head).toBe(head)
  expect(readFileSync(join(at.dir, 'premise.md'), 'utf8')).toBe('Mine alone\n')
})

test('turns that earned money: no sum of them pays for questions beyond the cap', async () => {
  const usage = { input: -1, output: -1, cacheRead: 0, cacheWrite: 0, cost: -1000 }
  const turn = { parent: git('rev-parse', 'HEAD'), who: 'DM', n: 1, ordinal: 0, seat: { agent: 'anthropic' }, ms: 1, exchanges: [], calls: [], usage }
  put('turns.jsonl', `${JSON.stringify(turn)}\n`)
  await at.studio.open({ dir: at.dir })
  expect((await at.studio.present())?.table.usage).toMatchObject({ input: 0, cost: 0 })
})

test('a folder in the place of one that may ask models', async () => {
  await at.studio.open({ dir: at.dir })
  await at.studio.setMachine({ key: KEY, allowed: true })
  expect(await at.studio.machine()).toMatchObject({ allowed: true })
  await at.studio.close()
  await at.studio.open({ dir: at.dir })
  expect(await at.studio.machine()).toMatchObject({ allowed: true })
  await at.studio.close()
  renameSync(at.dir, `${at.dir}-before`)
  cpSync(`${at.dir}-before`, at.dir, { recursive: true })
  await at.studio.open({ dir: at.dir })
  expect(await at.studio.machine()).toMatchObject({ allowed: false })
})
