import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TreeChange } from '../../../shared/contract/workshop-calls'
import { editing, type Editing } from '../world/editing.fixture'

let at: Editing
beforeAll(async () => {
  at = await editing('sample')
})
afterAll(() => at.close())

const RULE = 'rules/actions/rest.ts'
const NOTE = "world/misc/o'hara/ABOUT.md"
const onDisk = (path: string): string => readFileSync(join(at.dir, path), 'utf8')
const outside = (path: string, bytes: string | Buffer): void => {
  mkdirSync(dirname(join(at.dir, path)), { recursive: true })
  writeFileSync(join(at.dir, path), bytes)
}
const committed = (path: string): Buffer => execFileSync('git', ['-C', at.dir, 'show', `HEAD:${path}`])
const paths = async (commit?: string): Promise<string[]> =>
  (await at.studio.campaignFiles(commit === undefined ? {} : { at: commit })).map(({ path }) => path)
const versionOf = async (path: string): Promise<string> => (await at.studio.fileText({ path })).version
const save = async (path: string, text: string, over?: string | null) =>
  at.studio.saveText({ path, text, subject: `Edits ${path}`, over: over === undefined ? await versionOf(path) : over })

it('files are listed with their kind, read at any commit, and saved as one beat with every byte', async () => {
  const { studio } = at
  const files = await studio.campaignFiles({})
  expect(files.find(({ path }) => path === RULE)).toEqual({ path: RULE, kind: 'action' })
  expect(files.find(({ path }) => path === 'rules/lib/body.ts')?.kind).toBe('otherRule')
  const before = (await studio.present())!.head
  const text = "\uFEFF# O'Hara\r\n\r\nIt is\nlate.\r\n"
  const made = await save(NOTE, text, null)
  expect(made).toMatchObject({ beat: { subject: `Edits ${NOTE}`, kind: 'edit' }, also: [] })
  expect(committed(NOTE).toString()).toBe(text)
  expect(onDisk(NOTE)).toBe(text)
  expect(await studio.fileText({ path: NOTE })).toEqual({ text, version: made.version })
  expect(await paths(before)).not.toContain(NOTE)
  await expect(studio.fileText({ path: NOTE, at: before })).rejects.toMatchObject({ code: 'not-found' })
  await expect(save(NOTE, text)).rejects.toMatchObject({ code: 'refused' })
})

it('a file is saved over only as it was seen, and an external change that it replaces is copied', async () => {
  const seen = await versionOf(NOTE)
  outside(NOTE, '# Elsewhere\n')
  await expect(save(NOTE, '# Mine\n', seen)).rejects.toMatchObject({ code: 'conflict', data: { version: await versionOf(NOTE) } })
  const saved = await save(NOTE, '# Mine\n')
  expect(readFileSync(join(saved.aside ?? '', NOTE), 'utf8')).toBe('# Elsewhere\n')
  expect(committed(NOTE).toString()).toBe('# Mine\n')
  // What lies on the disk already becomes a beat without a copy.
  outside(NOTE, '# Outside\n')
  expect((await save(NOTE, '# Outside\n')).aside).toBeUndefined()
  expect(committed(NOTE).toString()).toBe('# Outside\n')
})

it('a rule with a syntax error is kept and marked, the rule before it stays in force, and the table asks before it plays', async () => {
  const { studio } = at
  const sound = onDisk(RULE)
  const { head } = (await studio.present())!
  const broken = `${sound}\nexport const = (\n`
  const held = await save(RULE, broken)
  expect(held).toMatchObject({ held: { code: 'bad-file', data: { file: RULE, line: expect.any(Number) as number } } })
  expect(onDisk(RULE)).toBe(broken)
  expect(committed(RULE).toString()).toBe(sound)
  expect(await studio.fileText({ path: RULE })).toEqual({ text: broken, version: held.version })
  const edits = await studio.edits()
  expect(edits).toMatchObject([{ path: RULE, change: 'changed', problem: { code: 'bad-file' } }])
  // The mark is still there when the app is opened again, unless the file is another one by then.
  await at.restart()
  expect(await at.studio.edits()).toEqual(edits)
  // The table plays by the rule before, once the designer has said so.
  await expect(at.studio.step()).rejects.toMatchObject({
    code: 'dirty',
    message: `1 file with changes is not part of the story yet: ${RULE}. Adopt them, set them aside, or play the saved world.`,
    data: { choose: true }
  })
  await at.studio.leaveEdits()
  expect(await at.studio.step()).toMatchObject({ kind: 'play' })
  expect((await at.studio.verify()).mismatches).toEqual([])
  expect(onDisk(RULE)).toBe(broken)
  expect((await at.studio.present())!.head).not.toBe(head)
  // A sound save puts it in force again.
  const fixed = await save(RULE, `${sound}\n// sound again\n`)
  expect(fixed).toMatchObject({ beat: { kind: 'edit' } })
  expect(fixed.aside).toBeUndefined()
  expect(await at.studio.edits()).toEqual([])
  expect(committed(RULE).toString()).toBe(onDisk(RULE))
})

it('files that fit only together are saved together, as soon as they do', async () => {
  const { studio } = at
  const lib = 'rules/lib/quiet.ts'
  const sound = onDisk(RULE)
  const uses = await save(RULE, `import { QUIET } from '../lib/quiet'\n${sound}\nexport const hush = QUIET\n`)
  expect(uses).toMatchObject({ held: { code: 'bad-file' } })
  // Another save isn't kept back by it.
  expect(await save(NOTE, '# Meanwhile\n')).toMatchObject({ beat: {}, also: [] })
  expect(await save(lib, 'export const QUIET = 1\n', null)).toMatchObject({ beat: {}, also: [RULE] })
  expect(await studio.edits()).toEqual([])
  expect(committed(RULE).toString()).toContain('hush')
  await studio.undo()
  expect(committed(RULE).toString()).toBe(sound)
  await studio.redo()
})

it('what the table itself writes, and what is not text, is never written', async () => {
  const { studio } = at
  const { head } = (await studio.present())!
  await expect(save('next', 'beat: 99\n')).rejects.toMatchObject({ code: 'refused' })
  const latin = Buffer.from('# Caf\xe9\n', 'latin1')
  outside('world/misc/latin.md', latin)
  await expect(studio.fileText({ path: 'world/misc/latin.md' })).rejects.toMatchObject({ code: 'bad-file', message: /UTF-8/ })
  expect(readFileSync(join(at.dir, 'world/misc/latin.md'))).toEqual(latin)
  rmSync(join(at.dir, 'world/misc/latin.md'))
  symlinkSync('/etc/hostname', join(at.dir, 'world/misc/link.md'))
  await expect(studio.fileText({ path: 'world/misc/link.md' })).rejects.toMatchObject({ code: /bad-file|not-found/ })
  rmSync(join(at.dir, 'world/misc/link.md'))
  for (const path of ['.git/config', '../secret', 'world/../next', '__proto__', 'a//b', 'con.md'])
    await expect(studio.saveText({ path, text: 'x', subject: 'x', over: null })).rejects.toMatchObject({ code: 'bad-file' })
  await expect(studio.fileText({ path: 'constructor' })).rejects.toMatchObject({ code: 'not-found' })
  expect(await studio.fileVersions({ paths: ['constructor', NOTE, 'world'] })).toEqual({
    constructor: null,
    [NOTE]: await versionOf(NOTE),
    world: null
  })
  const large = `# ${'x'.repeat(5 << 20)}\n`
  const held = await save('world/misc/large.md', large, null)
  expect(held).toMatchObject({ held: { code: 'bad-file', message: /larger than 4 MB/ } })
  expect(onDisk('world/misc/large.md')).toBe(large)
  rmSync(join(at.dir, 'world/misc/large.md'))
  expect((await studio.present())!.head).toBe(head)
  expect(await studio.edits()).toEqual([])
})

it('the history of a file has every beat that changed it, and any version comes back as a new beat', async () => {
  const { studio } = at
  const { versions, next } = await studio.fileHistory({ path: NOTE })
  expect(next).toBeUndefined()
  expect(versions.map(({ subject }) => subject)).toEqual(Array.from({ length: versions.length }, () => `Edits ${NOTE}`))
  const first = versions.at(-1)!
  expect(first.version).not.toBe(versions[0]!.version)
  const { text } = await studio.fileText({ path: NOTE, at: first.commit })
  await save(NOTE, text)
  expect(await versionOf(NOTE)).toBe(first.version)
  expect((await studio.fileHistory({ path: NOTE })).versions).toHaveLength(versions.length + 1)
  expect((await studio.fileHistory({ path: NOTE, from: first.commit })).versions).toEqual([first])
})

it('files and folders are created, copied, moved and removed as beats that can be undone', async () => {
  const { studio } = at
  const change = (...all: TreeChange[]) => studio.changeFiles({ change: all, subject: `${all[0]?.what} it` })
  const mill = "world/misc/mill's end/ABOUT.md"
  await change({ what: 'create', path: mill, text: '# Mill\n' })
  await save(NOTE, "# See [[world/misc/mill's end/ABOUT]]\n")
  await expect(change({ what: 'create', path: mill.toUpperCase(), text: '' })).rejects.toMatchObject({ code: 'refused' })
  await expect(change({ what: 'create', path: `${mill}/inner.md`, text: '' })).rejects.toMatchObject({ code: 'refused' })
  await change({ what: 'copy', path: "world/misc/mill's end", to: 'world/misc/barn' })
  expect(onDisk('world/misc/barn/ABOUT.md')).toBe('# Mill\n')
  const moved = await change({ what: 'move', path: "world/misc/mill's end", to: 'world/misc/old-mill' })
  expect(moved.links).toMatchObject({ updated: [NOTE], left: [] })
  await expect(change({ what: 'move', path: 'world/misc/old-mill', to: 'world/misc/old-mill/inner' })).rejects.toMatchObject({ code: 'refused' })
  await expect(change({ what: 'remove', path: 'rules/lib/body.ts' })).rejects.toMatchObject({ code: 'refused', message: /Nothing was changed/ })
  await change({ what: 'remove', path: 'world/misc/old-mill' })
  expect(await paths()).not.toContain('world/misc/old-mill/ABOUT.md')
  await studio.undo()
  expect(onDisk('world/misc/old-mill/ABOUT.md')).toBe('# Mill\n')
  await studio.undo()
  expect(await paths()).toContain(mill)
  expect(onDisk(NOTE)).toContain("mill's end")
  await expect(change({ what: 'remove', path: 'world/misc/nothing' })).rejects.toMatchObject({ code: 'not-found' })
  // Several are one beat, or nothing.
  const [barn, copy] = ['world/misc/barn', 'world/misc/barn-2']
  await expect(change({ what: 'remove', path: barn }, { what: 'remove', path: 'world/misc/nothing' })).rejects.toMatchObject({ code: 'not-found' })
  await change({ what: 'copy', path: mill, to: `${copy}/ABOUT.md` }, { what: 'remove', path: barn })
  expect(await paths()).toEqual(expect.arrayContaining([mill, `${copy}/ABOUT.md`]))
  expect(await paths()).not.toContain(`${barn}/ABOUT.md`)
  await studio.undo()
  expect(await paths()).toContain(`${barn}/ABOUT.md`)
  expect(await paths()).not.toContain(`${copy}/ABOUT.md`)
})
