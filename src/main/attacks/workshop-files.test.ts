import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { editSubject } from '../../shared/contract/edit-subject'
import { badName } from '../../shared/story/names'
import { plainText, withEndsOf } from '../../shared/base/line-ends'
import { mergeParts } from '../../shared/base/merge-lines'
import { toProblem } from '../../shared/base/problem'
import { APP_ROOT, VERSION } from '../place'
import { createStudio } from '../studio/studio'
import { campaign, git } from './harness.fixture'

const home = mkdtempSync(join(tmpdir(), 'workshop-attacks-'))
const studio = createStudio({ kind: 'terminal', version: VERSION, home: join(home, 'app'), resources: APP_ROOT })
const dir = join(home, 'campaign')
const secret = join(home, 'secret.md')
beforeAll(async () => {
  cpSync(await campaign(), dir, { recursive: true })
  writeFileSync(secret, '# Secret\n')
  await studio.open({ dir })
})
afterAll(async () => {
  await studio.dispose()
  rmSync(home, { recursive: true, force: true })
})

const put = (path: string, bytes: string | Buffer): void => {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), bytes)
}

/** What a stranger's folder holds at a path. Reading it says one sentence, and saving over it changes nothing outside the campaign. */
const FILES: { name: string; path: string; plant: (path: string) => void }[] = [
  { name: 'a link out of the folder', path: 'world/misc/out.md', plant: (path) => symlinkSync(secret, join(dir, path)) },
  { name: 'a folder that is a link', path: 'world/linked/secret.md', plant: () => symlinkSync(home, join(dir, 'world/linked')) },
  { name: 'a folder of that name', path: 'world/misc/folder.md', plant: (path) => mkdirSync(join(dir, path), { recursive: true }) },
  { name: 'bytes that are not UTF-8', path: 'world/misc/latin.md', plant: (path) => put(path, Buffer.from([0x23, 0x20, 0xe9, 0x0a])) },
  { name: 'NULs', path: 'world/misc/nul.md', plant: (path) => put(path, '# a\0b\n') },
  { name: 'half a code point', path: 'rules/actions/half.ts', plant: (path) => put(path, Buffer.from([0xf0, 0x9f])) },
  { name: 'more than 32 MB', path: 'world/misc/huge.md', plant: (path) => put(path, Buffer.alloc((32 << 20) + 1, 0x61)) }
]

describe('a file of a stranger', () => {
  test.each(FILES)('is never followed or rewritten: $name', async ({ path, plant }) => {
    mkdirSync(join(dir, 'world/misc'), { recursive: true })
    plant(path)
    const was = existsSync(secret) && readFileSync(secret)
    const problem = await studio.fileText({ path }).then(
      () => undefined,
      (thrown: unknown) => toProblem(thrown)
    )
    expect(problem?.message).toMatch(/^[^\n]{10,300}[.!]$/)
    expect(problem?.code).toMatch(/^(bad-file|bad-folder|not-found)$/)
    await expect(studio.saveText({ path, text: 'mine', subject: 'Mine', over: null })).rejects.toMatchObject({
      code: expect.stringMatching(/^(bad-file|bad-folder|conflict|dirty)$/) as string
    })
    expect(readFileSync(secret)).toEqual(was)
    await studio.fileVersions({ paths: [path] })
    expect((await studio.campaignFiles({})).length).toBeGreaterThan(100)
    rmSync(join(dir, path.startsWith('world/linked') ? 'world/linked' : path), { recursive: true, force: true })
  })

  test('is moved, copied or removed only within the campaign', async () => {
    for (const to of [
      '../out.md',
      '/tmp/out.md',
      '.git/hooks/post-commit',
      'world/../../out.md',
      'next',
      'aux.md',
      'a\\b.md',
      `${'x'.repeat(300)}.md`
    ])
      for (const what of ['move', 'copy'] as const)
        await expect(studio.changeFiles({ change: { what, path: 'ABOUT.md', to }, subject: 'x' })).rejects.toMatchObject({
          code: expect.stringMatching(/^(bad-file|refused|bad-input)$/) as string
        })
    for (const path of ['next', 'narrative-version', 'rules/manifest.yaml', '.git', '..'])
      await expect(studio.changeFiles({ change: { what: 'remove', path }, subject: 'x' })).rejects.toMatchObject({
        code: expect.stringMatching(/^(refused|not-found|bad-file|not-a-campaign)$/) as string
      })
    expect(existsSync(join(dir, '.git/hooks/post-commit'))).toBe(false)
  })
})

/** Notes of a stranger; another note links to each by its title. */
const NOTES: { name: string; title: string; link?: string; body?: string }[] = [
  { name: 'a link to itself', title: 'Ouroboros', body: '[[Ouroboros]] [[./0.md]] [[0]]' },
  { name: 'an apostrophe', title: "Cap'n O’Neill's" },
  { name: 'HTML', title: '<img src=x onerror=alert(1)>' },
  { name: 'brackets', title: 'The (old) {mill}' },
  { name: 'a name that objects have', title: '__proto__' },
  { name: 'another normal form', title: 'Cafe\u0301', link: 'CAFÉ' },
  { name: 'a path out of the campaign', title: '../../../etc/passwd' }
]

describe('notes of a stranger', () => {
  const folder = 'world/misc/strange'
  const LINKS = 10_000
  beforeAll(async () => {
    NOTES.forEach(({ title, link = title, body = '' }, i) => {
      put(`${folder}/${i}.md`, `# ${title}\n\n${body}\n`)
      put(`${folder}/from-${i}.md`, `# From ${i}\n\n[[${link}]]\n`)
    })
    put(`${folder}/many.md`, `# Many\n\n${Array.from({ length: LINKS }, (_, i) => `[[Nothing ${i}]]`).join(' ')}\n`)
    put(`${folder}/outward.md`, '# Outward\n\n[[../../../../secret]] [[/etc/passwd]] [[con]] [[a:b?]] [[..]]\n')
    symlinkSync(secret, join(dir, folder, 'linked.md'))
    git(dir, 'add', '-A')
    git(dir, 'commit', '-q', '-m', 'Strange')
  })

  test.each(NOTES.map((one, i) => ({ ...one, i })))(
    'are found by their links, whatever they are called: $name',
    async ({ title, link = title, i }) => {
      const { links } = await studio.note({ path: `${folder}/from-${i}.md` })
      const path = `${folder}/${i}.md`
      const isPath = link.startsWith('..')
      expect(links).toEqual([{ written: link, to: isPath ? { what: 'missing' } : { what: 'note', path, title } }])
      expect((await studio.note({ path })).backlinks.map((one) => one.path)).toEqual(isPath ? [] : [`${folder}/from-${i}.md`])
    }
  )

  test('with ten thousand links are read and listed, and a link out of the folder is not a note', async () => {
    const { links } = await studio.note({ path: `${folder}/many.md` })
    expect([links.length, links.at(-1)]).toEqual([LINKS, { written: `Nothing ${LINKS - 1}`, to: { what: 'missing' } }])
    const { list } = await studio.notes({})
    expect(list?.missing.length).toBeGreaterThanOrEqual(LINKS)
    await expect(studio.note({ path: `${folder}/linked.md` })).rejects.toMatchObject({ code: 'not-found' })
    await expect(studio.note({ path: '../secret.md' })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('create what is missing only in the folder for it, under a name that every system can store', async () => {
    const was = readFileSync(secret)
    for (const target of ['../../../../secret', '/etc/passwd', 'con', 'a:b?', '..']) {
      const { path } = await studio.createNote({ from: `${folder}/outward.md`, target })
      expect(path).toMatch(/^world\/misc\/[a-z0-9-]+\.md$/)
      expect(badName(path.slice(path.lastIndexOf('/') + 1))).toBeUndefined()
      expect((await studio.note({ path })).backlinks.map((one) => one.path)).toContain(`${folder}/outward.md`)
    }
    expect(readFileSync(secret)).toEqual(was)
  })
})

describe('a wizard', () => {
  const ACTION = { what: 'action', name: 'Pray', about: '', language: 'yaml', users: 'entry_actions', shape: 'tell' } as const
  const NEW = 'rules/actions/pray.yaml'
  const MANIFEST = 'rules/manifest.yaml'
  /** What is in its way. It says one sentence, writes nothing, and leaves what it finds. */
  const IN_THE_WAY: { name: string; path: string; plant: () => void }[] = [
    { name: 'a link where the new file goes', path: NEW, plant: () => symlinkSync(secret, join(dir, NEW)) },
    { name: 'a folder where the new file goes', path: NEW, plant: () => mkdirSync(join(dir, NEW)) },
    { name: 'another file where the new file goes', path: NEW, plant: () => put(NEW, 'mine: true\n') },
    { name: 'a manifest that was changed outside', path: MANIFEST, plant: () => put(MANIFEST, 'game: [\n') }
  ]
  test.each(IN_THE_WAY)('writes nothing over $name', async ({ path, plant }) => {
    const before = { head: (await studio.present())?.head, secret: readFileSync(secret), manifest: readFileSync(join(dir, MANIFEST)) }
    plant()
    const problem = await studio.runWizard({ answers: ACTION }).then(
      () => undefined,
      (thrown: unknown) => toProblem(thrown)
    )
    expect(problem?.message).toMatch(/^[^\n]{10,400}[.!]$/)
    expect(problem?.code).toMatch(/^(dirty|refused|bad-file|bad-folder|disk|conflict)$/)
    expect([(await studio.present())?.head, readFileSync(secret)]).toEqual([before.head, before.secret])
    if (path === MANIFEST) writeFileSync(join(dir, path), before.manifest)
    else rmSync(join(dir, path), { recursive: true, force: true })
  })

  test('takes any name, and writes only below rules/ and where the item goes', async () => {
    for (const name of ['../../out', '__proto__', 'con', '\u202eevil\0', 'x'.repeat(80), '{actor.name}', '*/ process.exit()//'])
      for (const answers of [
        { ...ACTION, name, language: 'ts' as const },
        { what: 'item' as const, name, kind: 'tool' as const, where: null }
      ]) {
        const { files } = await studio.wizardPlan({ answers })
        expect(
          files.map(({ path }) => path).filter((path) => !/^rules\/(manifest\.yaml|(actions|equipment)\/[a-z0-9-]+\.(ts|yaml))$/.test(path))
        ).toEqual([])
      }
    await expect(studio.runWizard({ answers: { what: 'item', name: 'x', kind: 'tool', where: { actor: '../../DM' } } })).rejects.toMatchObject({
      code: 'refused'
    })
  })
})

describe('a hostile text', () => {
  const PART = sizeOf(import.meta.filename, 'part')
  const LONG = 'a: b\n'.repeat((1 << 20) / PART)
  test.each([
    ['many lines', LONG, `${LONG}c: d\n`],
    ['all lines differ', 'x\n'.repeat(200_000 / PART), 'y\n'.repeat(200_000 / PART)],
    ['line ends of every kind', 'a\r\nb\nc\r'.repeat(20_000), 'a\nc\n'.repeat(30_000)],
    ['one line of 5 MB', 'a'.repeat(5 << 20), 'b'.repeat(5 << 20)],
    ['deep YAML', '['.repeat(100_000), `${'['.repeat(100_000)}]`],
    ['many dashes', '- '.repeat(100_000), '- '.repeat(100_001)]
  ])('is compared, merged and named by its lines within seconds: %s', (_, before, after) => {
    expect(editSubject('rules/tables/x.yaml', before, after)).toMatch(/^[A-Z].{3,300}$/)
    expect(withEndsOf(before, plainText(before))).toBe(before)
    expect(plainText(withEndsOf(before, plainText(after)))).toBe(plainText(after))
    expect(mergeParts(before, after, before).length).toBeGreaterThan(0)
  })
})
