import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { toProblem, type ProblemData } from '../../shared/base/problem'
import { APP_ROOT, VERSION } from '../place'
import { replaceFile } from '../machine/save-file'
import { createStudio } from '../studio/studio'
import { fingerprint, git } from './harness.fixture'
import { playMany } from '../playthroughs/commands.fixture'

const home = fs.mkdtempSync(join(tmpdir(), 'full-'))
const app = join(home, 'app')
const dir = join(home, 'campaign')
const studioOf = () => createStudio({ kind: 'browser', version: VERSION, home: app, resources: APP_ROOT, pickFile: async (name) => join(home, name) })
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))

/** Runs something while every disk is full: as on a real full disk, files are created but stay empty. */
async function full<T>(work: () => Promise<T>): Promise<T> {
  const { writeSync, writeFileSync, appendFileSync, mkdirSync } = fs
  const isFull = (syscall: string) => (): never => {
    throw Object.assign(new Error(`ENOSPC: no space left on device, ${syscall}`), { code: 'ENOSPC', errno: -28, syscall })
  }
  Object.assign(fs, {
    writeSync: isFull('write'),
    writeFileSync: isFull('write'),
    appendFileSync: isFull('write'),
    mkdirSync: (path: string, options?: fs.MakeDirectoryOptions) => (fs.existsSync(path) ? mkdirSync(path, options) : isFull('mkdir')())
  })
  syncBuiltinESMExports()
  try {
    return await work()
  } finally {
    Object.assign(fs, { writeSync, writeFileSync, appendFileSync, mkdirSync })
    syncBuiltinESMExports()
  }
}

async function refusal(work: () => Promise<unknown>): Promise<unknown> {
  return full(work).then(
    () => undefined,
    (thrown: unknown) => toProblem(thrown).toJSON()
  )
}

const isTold = { code: 'disk', message: expect.stringMatching(/^[^\n]*(full|ENOSPC)[^\n]*\. [^\n]*[Ff]ree[^\n]*\.$/) }

beforeEach(async () => {
  if (fs.existsSync(dir)) return
  const studio = studioOf()
  await studio.create({ dir, seed: '7' })
  for (let i = 0; i < 12; i++) await studio.step()
  await studio.dispose()
})

test('a new campaign is refused, and nothing of it is left', async () => {
  const other = join(home, 'other')
  const studio = studioOf()
  expect(await refusal(() => studio.create({ dir: other, seed: '7' }))).toMatchObject(isTold)
  expect(fs.existsSync(other)).toBe(false)
  await studio.dispose()
})

test('opening a campaign and playing it from the terminal are refused, and it stays as it was', async () => {
  const before = fingerprint(dir)
  const studio = studioOf()
  expect(await refusal(() => studio.open({ dir }))).toMatchObject(isTold)
  expect(await refusal(() => playMany(dir, { beats: 2 }, () => undefined))).toMatchObject(isTold)
  await studio.dispose()
  expect(fingerprint(dir)).toBe(before)
})

test('whatever an open campaign writes is refused with what to do, and the story stands where it was', async () => {
  const studio = studioOf()
  await studio.open({ dir })
  const present = await studio.present()
  const { head = '', state } = present ?? {}
  const [place = ''] = Object.keys(state?.places ?? {})
  const settings = await studio.tableSettings()
  const writes: [string, () => Promise<unknown>][] = [
    ['a beat', () => studio.step()],
    ['a branch', () => studio.branch({ at: head, name: 'other' })],
    ['an edit of the world', () => studio.editWorld({ edits: [{ op: 'rename', what: 'place', id: place, to: 'new-name' }] })],
    ['the table settings', () => studio.setTable({ ...settings, agents: { default: { agent: 'hand' } } })],
    ['the settings of the machine', () => studio.setMachine({ model: 'another' })],
    ['a server', () => studio.addRemote({ name: 'origin', url: 'https://example.com/a.git' })],
    ['the name of a branch', () => studio.renameBranch({ branch: 'main', name: 'story' })],
    ['a saved file', () => studio.saveFile({ name: 'map.svg', content: Buffer.from('<svg/>').toString('base64') })],
    ['another campaign', () => studio.openSample()],
    ['a file of the command line', async () => replaceFile(join(home, 'map.svg'), '<svg/>')]
  ]
  for (const [name, write] of writes) expect([name, await refusal(write)]).toEqual([name, expect.objectContaining(isTold)])
  expect((await studio.present())?.head).toBe(head)
  await studio.dispose()
  const again = studioOf()
  await again.open({ dir })
  expect((await again.present())?.head).toBe(head)
  expect(await again.edits()).toEqual([])
  expect(await again.step()).toBeDefined()
  await again.dispose()
})

/** A campaign's content: its files, and its branches and remotes in git. */
const substance = (): unknown => [
  fingerprint(dir, '.git'),
  git(dir, 'for-each-ref'),
  git(dir, 'symbolic-ref', 'HEAD'),
  git(dir, 'config', '--local', '--list')
]

test('changes made outside, branches and servers stay as they are until there is space again', async () => {
  const studio = studioOf()
  await studio.open({ dir })
  const { head = '' } = (await studio.present()) ?? {}
  await studio.branch({ at: head, name: 'side' })
  await studio.switchTo({ branch: 'main' })
  await studio.addRemote({ name: 'origin', url: 'https://example.com/a.git' })
  const edit = (): void => {
    fs.appendFileSync(join(dir, 'ABOUT.md'), '\nWritten elsewhere.\n')
    fs.mkdirSync(join(dir, 'player-notes/Wren'), { recursive: true })
    fs.writeFileSync(join(dir, 'player-notes/Wren/new.md'), `# New\n\n${'Words. '.repeat(2000)}\n`)
  }
  edit()
  const writes: [string, () => Promise<unknown>][] = [
    ['adopting what was changed outside', () => studio.adopt()],
    ['setting it aside', () => studio.setAside()],
    ['renaming a branch', () => studio.renameBranch({ branch: 'side', name: 'aside' })],
    ['deleting a branch', () => studio.deleteBranch({ branch: 'side' })],
    ['removing a server', () => studio.removeRemote({ name: 'origin' })]
  ]
  const before = substance()
  for (const [name, write] of writes) {
    expect([name, await refusal(write)]).toEqual([name, expect.objectContaining(isTold)])
    expect([name, substance()]).toEqual([name, before])
  }
  const changed = (await studio.edits()).map(({ path }) => path)
  expect(changed).toEqual(expect.arrayContaining(['ABOUT.md', 'player-notes/Wren/new.md']))
  await studio.adopt()
  edit()
  await studio.setAside()
  await studio.renameBranch({ branch: 'side', name: 'aside' })
  await studio.deleteBranch({ branch: 'aside' })
  expect(await studio.removeRemote({ name: 'origin' })).toEqual([])
  expect(await studio.edits()).toEqual([])
  expect(await studio.step()).toBeDefined()
  await studio.dispose()
  expect(git(dir, 'fsck', '--strict')).toBe('')
})

/** Runs something while only this many more bytes fit into files with this ending: as on a real full disk, the last write is cut off. */
async function fullFor<T>(ending: string, room: number, work: () => Promise<T>): Promise<T> {
  const { writeSync } = fs
  const proscenium = join(dir, '.git/proscenium')
  const isMeant = (fd: number): boolean => {
    const { ino } = fs.fstatSync(fd)
    return fs.readdirSync(proscenium).some((name) => name.endsWith(ending) && fs.lstatSync(join(proscenium, name)).ino === ino)
  }
  let left = room
  const write = (fd: number, from: Uint8Array, offset: number, length: number, position: number | null): number => {
    if (!isMeant(fd)) return writeSync(fd, from, offset, length, position)
    if (left === 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28, syscall: 'write' })
    const fits = Math.min(left, length)
    left -= fits
    return writeSync(fd, from, offset, fits, position)
  }
  Object.assign(fs, { writeSync: write })
  syncBuiltinESMExports()
  try {
    return await work()
  } finally {
    Object.assign(fs, { writeSync })
    syncBuiltinESMExports()
  }
}

test.each(['turns.jsonl', 'prompts.zlib'])('a turn is played when its record no longer fits into %s, which one sentence says', async (name) => {
  const studio = studioOf()
  await studio.open({ dir })
  await studio.step()
  const stop = new AbortController()
  const said: { code: string; message: string }[] = []
  const heard = (async () => {
    for await (const event of studio.events(undefined, stop.signal)) if (event.kind === 'problem') said.push(event.problem)
  })()
  const file = join(dir, '.git/proscenium', name)
  const before = fs.readFileSync(file)
  const beats = await fullFor(name, 7, async () => [await studio.step(), await studio.step()])
  expect(beats.every((beat) => beat !== undefined)).toBe(true)
  expect(fs.readFileSync(file).equals(before)).toBe(true)
  await expect.poll(() => said).toHaveLength(1)
  expect(said[0]).toMatchObject({
    code: 'disk',
    message: expect.stringMatching(/^The beat was saved, but the record of its turn .*ENOSPC.*Free some space on the disk\.$/)
  })
  // The failure is shown until the campaign is closed.
  const [last] = (await studio.turns({ limit: 1 })).lines
  expect(last?.beat).toBe(beats[1]?.id)
  await studio.step()
  stop.abort()
  await heard
  await studio.dispose()
  const lines = fs.readFileSync(join(dir, '.git/proscenium/turns.jsonl'), 'utf8').trimEnd().split('\n')
  for (const line of lines) expect(() => void JSON.parse(line)).not.toThrow()
  const again = studioOf()
  await again.open({ dir })
  expect(await again.step()).toBeDefined()
  await again.dispose()
})

test('the command line hears once of turns whose records no longer fit, and of every beat', async () => {
  const problems: (ProblemData | undefined)[] = []
  await fullFor('turns.jsonl', 7, () => playMany(dir, { beats: 3 }, (_beat, _refused, problem) => void problems.push(problem)))
  expect(problems).toEqual([expect.objectContaining({ code: 'disk' }), undefined, undefined])
})
