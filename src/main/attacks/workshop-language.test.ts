import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { router } from '../../shared/api'
import { problemFrom, type WorkNews } from '../../shared/contract/calls'
import type { FileProblem, Search } from '../../shared/contract/language-calls'
import { sizeOf } from '../../../lint/tiers.mjs'
import { APP_ROOT, VERSION } from '../place'
import { createStudio } from '../studio/studio'
import { campaign, fingerprint, git, put, watched } from './harness.fixture'

const home = mkdtempSync(join(tmpdir(), 'workshop-language-'))
const dir = join(home, 'campaign')
const secret = join(home, 'secret.md')
const studio = createStudio({ kind: 'terminal', version: VERSION, home: join(home, 'app'), resources: APP_ROOT })
const calls = router.createCaller({ studio })
const MARKED = '\uFEFF# Bells\r\n\r\nThe bell of Zwyx rings.\r\nZwyx\rZwyx'
const LATIN = Buffer.from([0x5a, 0x77, 0x79, 0x78, 0xe9, 0x0a])

beforeAll(async () => {
  cpSync(await campaign(), dir, { recursive: true })
  writeFileSync(secret, 'Zwyx\n')
  put(dir, 'world/misc/bells.md', MARKED)
  put(dir, 'world/misc/latin.md', LATIN)
  put(dir, 'world/misc/run.md', `${'a'.repeat(19_000)}!\n`)
  symlinkSync(secret, join(dir, 'world/misc/out.md'))
  git(dir, 'add', '-A')
  git(dir, 'commit', '-q', '-m', 'Strange')
  await calls.open({ dir })
})
afterAll(async () => {
  await studio.dispose()
  rmSync(home, { recursive: true, force: true })
})

async function all<News>(news: AsyncIterable<News>): Promise<News[]> {
  const list: News[] = []
  for await (const one of news) list.push(one)
  return list
}

/** The sentence of the Problem that a call ends with; undefined if it answers. */
const sentenceOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (thrown: unknown) => problemFrom(thrown).message
  )

/** In the gate, every nth draft and rule represents the others. */
const EVERY = sizeOf(import.meta.filename, 'every')
const some = <Row>(rows: readonly Row[]): Row[] => rows.filter((_, n) => n % EVERY === 0)

const TABLE = 'rules/tables/omen.yaml'
const MEGABYTES = 2 << 20
/** Unsaved rules that a window may send, and the finding about each. */
const DRAFTS: { name: string; path: string; text: string; says: RegExp }[] = [
  { name: '2 MB of YAML', path: TABLE, text: 'a: 1\n'.repeat(MEGABYTES / 5), says: /is larger than 1 MB\. Split it/ },
  { name: 'deep YAML in brackets', path: TABLE, text: '['.repeat(100_000), says: /nested more than 48 levels deep/ },
  { name: 'deep YAML in dashes', path: TABLE, text: '- '.repeat(100_000), says: /nested more than 48 levels deep/ },
  {
    name: 'YAML whose aliases multiply',
    path: TABLE,
    text: `a: &a0 [x, x]\n${Array.from({ length: 60 }, (_, n) => `b${n}: &a${n + 1} [*a${n}, *a${n}]`).join('\n')}\n`,
    says: /Write it without aliases/
  },
  { name: 'deep TypeScript', path: 'rules/actions/rest.ts', text: `export default ${'('.repeat(100_000)}`, says: /longer than 20000 characters/ },
  {
    name: 'a rule in one line of 2 MB',
    path: 'rules/actions/rest.ts',
    text: `const x = "${'y'.repeat(MEGABYTES)}"`,
    says: /longer than 20000 characters/
  },
  {
    name: 'a name that turns the line around',
    path: 'rules/actions/\u202Est.ts',
    text: 'export default {}\n',
    says: /can't be the name of a rule file/
  }
]
/** Unsaved texts outside the rules, by path. They are sent together, because everything that the campaign says is checked again each time. */
const OTHER_DRAFTS = {
  'world/misc/open.md': '[['.repeat(200_000),
  'world/misc/endless.md': `---\n${'a: [\n'.repeat(50_000)}`,
  ...(JSON.parse('{"__proto__":"a: 1\\n"}') as Record<string, string>),
  '../secret.md': '# Mine\n',
  '.git/hooks/post-commit': 'rm -rf /\n'
}

describe('a hostile draft', () => {
  /** Checks the drafts, and asks about the names in one of them. Returns the findings about the drafts. */
  async function ask(name: string, drafts: Record<string, string>, path: string): Promise<FileProblem[]> {
    const before = fingerprint(home, 'app')
    const last = (await watched(name, async () => all(await calls.liveProblems({ drafts })))).at(-1)
    expect(last?.whole).toBe(true)
    expect(last?.problems.length).toBeLessThan(20_000)
    await watched(name, () => calls.nameAt({ path, line: 1, column: 1, drafts }))
    await watched(name, () => calls.nameAt({ path, line: 1e8, column: 1e8, drafts }))
    expect((await watched(name, () => calls.names({ drafts }))).length).toBeGreaterThan(20)
    expect(fingerprint(home, 'app')).toBe(before)
    const about = last?.problems.filter((one) => Object.hasOwn(drafts, one.path)) ?? []
    for (const { message } of about) expect(message.length).toBeLessThan(1000)
    return about
  }

  test.each(some(DRAFTS))('is checked, searched and asked about without harm: $name', async ({ name, path, text, says }) => {
    expect((await ask(name, { [path]: text }, path)).map(({ message }) => message).join('\n')).toMatch(says)
  })

  test('is checked, searched and asked about without harm: notes and paths out of the campaign', async () => {
    const about = await ask('notes and paths', OTHER_DRAFTS, 'world/misc/open.md')
    expect(about.map(({ path, message }) => [path, message])).toEqual([
      ['world/misc/endless.md', 'world/misc/endless.md, line 1: the front matter has no end, so it is read as text. Add a line --- below it.']
    ])
  })
})

const search = (text: string, more: Partial<Search> = {}): Search => ({ text, regex: true, matchCase: true, wholeWord: false, paths: '', ...more })
/** In the gate, every nth pattern represents the others that take too many steps. */
const PATTERNS_EVERY = sizeOf(import.meta.filename, 'patterns')
/** Patterns that explode, and what the search says of them. */
const PATTERNS: [string, Search, RegExp][] = [
  ['repetition of a repetition', search('(a+)+$', { paths: 'run.md' }), /takes too many steps/],
  ['alternatives that are the same', search('(a|a|a)*b', { paths: 'run.md' }), /takes too many steps/],
  ['backtracking over the whole line', search('.*.*.*.*.*x', { paths: 'run.md' }), /takes too many steps/],
  ['as many repetitions as fit', search(`${'a?'.repeat(900)}${'a'.repeat(199)}b`, { paths: 'run.md' }), /takes too many steps/],
  ['deep groups', search('('.repeat(990) + 'a' + ')'.repeat(990)), /takes too many steps/],
  ['a count without end', search('(a{1,9999}){1,9999}b', { paths: 'run.md' }), /takes too many steps/]
]

/** Searches that end for another reason. */
const OTHER_SEARCHES: typeof PATTERNS = [
  ['a pattern that is none', search('['), /not a regular expression/],
  ['files named by many stars', search('Qqzz', { paths: '*a'.repeat(500) }), /^It ended\.$|nothing to replace/]
]

describe('a hostile search', () => {
  test.each([...PATTERNS.filter((_, n) => n % PATTERNS_EVERY === 0), ...OTHER_SEARCHES])(
    'ends with a sentence, in the list and when it replaces: %s',
    async (name, wish, says) => {
      const before = fingerprint(home, 'app')
      const capped = await watched(name, async () =>
        all(await calls.searchFiles({ search: wish, replacement: 'b', drafts: {} })).then(
          (news) => news.at(-1)?.capped,
          (thrown: unknown) => problemFrom(thrown).message
        )
      )
      expect(capped ?? 'It ended.').toMatch(says)
      expect(
        await watched(name, () => sentenceOf(calls.replaceInFiles({ search: wish, replacement: 'b', paths: ['world/misc/run.md'], drafts: {} })))
      ).toMatch(says)
      expect(fingerprint(home, 'app')).toBe(before)
    }
  )

  test('finds nothing behind a link or in bytes that are not text, and replacing keeps every other byte', async () => {
    const wish = search('Zwyx', { regex: false })
    const found = (await all(await calls.searchFiles({ search: wish, drafts: {} }))).flatMap(({ files }) => files.map(({ path }) => path))
    expect(found).toEqual(['world/misc/bells.md'])
    const paths = ['world/misc/bells.md', 'world/misc/latin.md', 'world/misc/out.md', '../secret.md', secret]
    expect(await calls.replaceInFiles({ search: wish, replacement: 'Tor\u00E9', paths, drafts: {} })).toMatchObject({ replaced: 3 })
    expect(readFileSync(join(dir, 'world/misc/bells.md'), 'utf8')).toBe(MARKED.replaceAll('Zwyx', 'Tor\u00E9'))
    expect(readFileSync(join(dir, 'world/misc/latin.md'))).toEqual(LATIN)
    expect(readFileSync(secret, 'utf8')).toBe('Zwyx\n')
  })
})

/** Rules that a replay runs: the body of an `execute`. */
const RULES: [string, string][] = [
  ['a rule that never ends', 'for (;;) state = state'],
  ['a rule that fills the memory', 'const kept = []\nfor (;;) kept.push(new Array(1e6).fill(0))'],
  ['a rule that floods the console', "for (;;) console.log('x'.repeat(1e5))"],
  ['a rule that returns a loop', 'const a = { stateDelta: {}, narrative: "." }\na.stateDelta.a = a\nreturn a'],
  ['a rule that reaches for the prototype', 'return { stateDelta: JSON.parse(\'{"__proto__": {"x": 1}}\'), narrative: 7 }']
]

describe('a replay of the last session', () => {
  test.each(some(RULES))('ends and saves nothing under %s', async (name, body) => {
    const [span] = await calls.replaySpans({})
    const { actions } = await calls.tryable({})
    const drafts = Object.fromEntries(
      actions
        .filter(({ file }) => file.startsWith('rules/actions/') && file.endsWith('.ts'))
        .map(({ action, file }) => [
          file,
          `export default { name: '${action}', description: 'x', params: [],\navailable: () => true,\nexecute(state, actor) {\n${body}\n} }\n`
        ])
    )
    expect(Object.keys(drafts).length).toBeGreaterThan(3)
    const before = fingerprint(home, 'app')
    const news = await watched(name, async () =>
      all<WorkNews<unknown, unknown>>(await calls.replayWith({ from: span?.from ?? '', to: span?.to ?? '', drafts }))
    )
    // Each refused call passes the turn, so the session goes on to its end without them.
    const answer = news.at(-1)
    expect(answer).toMatchObject({ kind: 'answer', answer: { skipped: expect.any(Array) as unknown } })
    const { skipped } = (answer as { answer: { skipped: { problem: { message: string } }[] } }).answer
    expect(skipped.length).toBeGreaterThan(3)
    for (const { problem } of skipped) expect(problem.message).toMatch(/\S\.$/)
    expect(fingerprint(home, 'app')).toBe(before)
  })
})

describe('a campaign that changes under the workshop', () => {
  test('is read through a storm of checkouts, and drafts stay drafts', async () => {
    git(dir, 'switch', '-q', '-c', 'storm')
    git(dir, 'rm', '-q', 'world/misc/bells.md')
    put(dir, 'world/misc/storm.md', '# Storm\n')
    git(dir, 'add', '-A')
    git(dir, 'commit', '-q', '-m', 'Storm')
    const drafts = { 'world/misc/bells.md': '# Unsaved\n\n[[Storm]] Zwyx\n' }
    for (let n = 0; n < 12; n++) {
      git(dir, 'switch', '-q', n % 2 === 0 ? 'main' : 'storm')
      const [files, news, answered] = await Promise.all([
        calls.campaignFiles({}),
        calls.searchFiles({ search: search('Zwyx', { regex: false }), drafts }).then(all),
        calls.nameAt({ path: 'world/misc/bells.md', line: 3, column: 4, drafts })
      ])
      expect(files.length).toBeGreaterThan(100)
      expect(news.flatMap((one) => one.files.map(({ path }) => path))).toEqual(['world/misc/bells.md'])
      expect([undefined, 'note']).toContain(answered?.kind)
    }
    git(dir, 'switch', '-q', 'main')
    expect(git(dir, 'status', '--porcelain')).toBe('')
  })

  test('plays on by the saved rules when a rule is deleted from the folder, and says that it is gone', async () => {
    const { actions } = await calls.tryable({})
    const file = actions.find(({ file: path }) => path.endsWith('.ts'))?.file ?? ''
    const text = readFileSync(join(dir, file))
    unlinkSync(join(dir, file))
    const head = (await calls.present())?.head
    const { problems } = (await all(await calls.liveProblems({ drafts: {} }))).at(-1) ?? { problems: [] }
    expect(problems.map(({ message }) => message).join('\n')).toContain(file.slice(file.lastIndexOf('/') + 1).replace('.ts', ''))
    await studio.leaveEdits()
    await studio.step()
    expect((await calls.present())?.head).not.toBe(head)
    expect((await calls.tryable({})).actions.map((one) => one.file)).toContain(file)
    writeFileSync(join(dir, file), text)
  })
})
