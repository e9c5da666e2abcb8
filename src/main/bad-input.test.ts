import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../lint/tiers.mjs'
import { toProblem, type Problem, type ProblemCode } from '../shared/base/problem'
import { hashOf } from './hash-of.fixture'
import { APP_ROOT, VERSION } from './place'
import { createStudio } from './studio/studio'
import { runProgram } from './campaign/git/testing/small-process'

const home = mkdtempSync(join(tmpdir(), 'proscenium-bad-'))
const base = join(home, 'base')
const studioOf = (kind: 'terminal' = 'terminal') => createStudio({ kind, version: VERSION, home: join(home, 'home'), resources: APP_ROOT })

const git = (dir: string, ...args: string[]): string =>
  runProgram('git', ['-C', dir, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args])

/** A sample campaign in the middle of its first scene, on a player's turn. */
beforeAll(async () => {
  const studio = studioOf()
  await studio.create({ dir: base, seed: '3' })
  for (let i = 0; i < 400; i++) {
    await studio.step()
    const { next, scene } = (await studio.present())?.state ?? {}
    if (scene && next?.phase === 'player' && next.turns >= 3) break
  }
  await studio.dispose()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A copy of the campaign, changed by `spoil` and committed with git. */
function spoilt(name: string, spoil: (dir: string) => void): string {
  const dir = join(home, `${name.replace(/[^a-z]+/gi, '-')} “ä” 🪣`)
  cpSync(base, dir, { recursive: true })
  spoil(dir)
  git(dir, 'add', '-A')
  git(dir, 'commit', '-q', '-m', 'By hand')
  return dir
}

const put = (dir: string, path: string, content: string | Buffer): void => {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), content)
}
const scenePath = (dir: string): string => readFileSync(join(dir, 'current-scene'), 'utf8').trim()
const edit = (dir: string, path: string, change: (text: string) => string): void => put(dir, path, change(readFileSync(join(dir, path), 'utf8')))

/** Opens the campaign and plays until something is refused. Undefined if nothing is. */
async function refusal(dir: string, steps = 1): Promise<Problem | undefined> {
  const studio = studioOf()
  try {
    await studio.open({ dir })
    for (let i = 0; i < steps; i++) await studio.step()
    return undefined
  } catch (thrown) {
    return toProblem(thrown)
  } finally {
    await studio.dispose()
  }
}

/** A rule that replaces `rest`, whose availability is evaluated on every player's turn. */
const rule = (available: string) => (dir: string) =>
  put(
    dir,
    'rules/actions/rest.ts',
    `export default { name: 'rest', description: 'Rest.', params: [], available() { ${available} }, execute() { return { stateDelta: {}, narrative: 'Rested.' } } }\n`
  )

interface Row {
  name: string
  spoil: (dir: string) => void
  code: ProblemCode
  says: RegExp
}
const LEFT_ALONE: Row[] = [
  {
    name: 'a log with a line that is none',
    code: 'bad-file',
    says: /LOG\.yaml, line 1/,
    spoil: (dir) => edit(dir, `${scenePath(dir)}/LOG.yaml`, (text) => `what?\n${text}`)
  },
  {
    name: 'a log whose last line is cut off',
    code: 'bad-file',
    says: /LOG\.yaml/,
    spoil: (dir) => edit(dir, `${scenePath(dir)}/LOG.yaml`, (text) => text.slice(0, -20))
  },
  {
    name: 'a log entry that does not fit',
    code: 'bad-file',
    says: /LOG\.yaml/,
    spoil: (dir) => edit(dir, `${scenePath(dir)}/LOG.yaml`, (text) => `${text}- {"at":1}\n`)
  },
  {
    name: 'a scene without its ABOUT',
    code: 'bad-file',
    says: /ABOUT\.md|current-scene/,
    spoil: (dir) => rmSync(join(dir, scenePath(dir), 'ABOUT.md'))
  },
  {
    name: 'binary STATS',
    code: 'bad-file',
    says: /STATS\.yaml/,
    spoil: (dir) => put(dir, 'world/players/Wren/STATS.yaml', Buffer.from([0, 255, 254, 10, 0]))
  },
  {
    name: 'STATS with a key twice',
    code: 'bad-file',
    says: /STATS\.yaml, line 2/,
    spoil: (dir) => put(dir, 'world/players/Wren/STATS.yaml', 'name: Wren\nname: Wren\n')
  },
  {
    name: 'STATS with an alias bomb',
    code: 'bad-file',
    says: /STATS\.yaml/,
    spoil: (dir) => put(dir, 'world/players/Wren/STATS.yaml', 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n')
  },
  {
    name: 'a place that is not on the map',
    code: 'bad-file',
    says: /nowhere|STATS\.yaml/,
    spoil: (dir) => edit(dir, 'world/players/Wren/STATS.yaml', (text) => text.replace(/^location: .*$/m, 'location: nowhere'))
  },
  {
    name: 'somebody called like a voice of the table',
    code: 'bad-file',
    says: /reserved for the table/,
    spoil: (dir) => cpSync(join(dir, 'world/npcs/Gant'), join(dir, 'world/npcs/dm'), { recursive: true })
  },
  {
    name: 'two names that some systems cannot tell apart',
    code: 'bad-file',
    says: /some systems can.t tell/i,
    spoil: (dir) => cpSync(join(dir, 'world/npcs/Gant'), join(dir, 'world/npcs/GANT'), { recursive: true })
  },
  {
    name: 'somebody whose name reads backwards',
    code: 'bad-file',
    says: /^"Ga\\u202etn" can't be the id of a character: it contains an invisible character that changes the reading direction/,
    spoil: (dir) => cpSync(join(dir, 'world/npcs/Gant'), join(dir, 'world/npcs/Ga\u202etn'), { recursive: true })
  },
  { name: 'a rule that throws when asked', code: 'rule-failed', says: /rest\.ts/, spoil: rule("throw new Error('no')") },
  { name: 'a rule that loops when asked', code: 'rule-failed', says: /rest\.ts/, spoil: rule('for (;;) {}') },
  {
    name: 'a rule that allocates when asked',
    code: 'rule-failed',
    says: /rest\.ts/,
    spoil: rule('const all = []; for (;;) all.push(new Array(1e5).fill(all))')
  },
  { name: 'a rule that recurses for ever', code: 'rule-failed', says: /rest\.ts/, spoil: rule('const f = (n) => f(n + 1) + 1; return f(0) > 0') }
]

const EVERY = sizeOf(import.meta.filename, 'every')
const SENTENCE = /^[\p{Lu}“"/\w][^\n]*[.!]$/u
const VERB =
  /\b(is|are|was|has|stands?|holds?|fits?|begins?|links?|threw|throws|used|uses|took|asks?|may|must|cannot|can't|does|put|add|remove|rename|restore|write|correct|change|choose|open|save|split|look|end)\b/i

describe('what is in the campaign', () => {
  it.each(LEFT_ALONE.filter((_, n) => n % EVERY === 0))(
    '$name is refused in one sentence, and the folder stays as it is',
    async ({ name, spoil, code, says }) => {
      const dir = spoilt(name, spoil)
      const before = hashOf(dir)
      const problem = await refusal(dir)
      expect({ code: problem?.code, message: problem?.message }).toEqual({ code, message: expect.stringMatching(says) })
      expect(problem?.message).toMatch(SENTENCE)
      expect(problem?.message).toMatch(VERB)
      expect(hashOf(dir)).toBe(before)
      rmSync(dir, { recursive: true })
    }
  )

  it.each([
    ['a note whose front matter does not parse', (dir: string) => put(dir, 'player-notes/Wren/broken.md', '---\ntags: [a\n---\nBroken.\n')],
    ['a note of binary', (dir: string) => put(dir, 'player-notes/Wren/binary.md', Buffer.from([0, 1, 2, 255, 254]))],
    [
      'notes with spaces, quotes, unicode and emoji in their names',
      (dir: string) => put(dir, "player-notes/Wren/it's ‘new’ – 井 🪣/a b.md", 'Text.\n')
    ],
    ['100 MB beside the story', (dir: string) => (put(dir, 'map.bin', ''), truncateSync(join(dir, 'map.bin'), 100 << 20))]
  ])('%s does not stop the play', async (name, spoil) => {
    const dir = spoilt(name, spoil)
    expect(await refusal(dir, 3)).toBeUndefined()
    expect(git(dir, 'status', '--porcelain')).toBe('')
    rmSync(dir, { recursive: true })
  })

  it('a folder that links out of the campaign is never gone into', async () => {
    const outside = join(home, 'outside')
    cpSync(join(base, 'world/players/Pym'), outside, { recursive: true })
    const dir = spoilt('a folder that links out', (at) => {
      rmSync(join(at, 'world/players/Pym'), { recursive: true })
      symlinkSync(outside, join(at, 'world/players/Pym'))
    })
    const before = hashOf(outside)
    const problem = await refusal(dir, 20)
    expect(problem === undefined || SENTENCE.test(problem.message)).toBe(true)
    expect(hashOf(outside)).toBe(before)
  })
})

describe('the folder itself', () => {
  it.each([
    ['a file', (dir: string) => put(dir, '../a file', 'x')],
    ['nothing', () => undefined]
  ])('that is %s is refused', async (name, make) => {
    make(base)
    expect(await refusal(join(home, name === 'a file' ? 'a file' : 'nothing here'))).toMatchObject({ message: expect.stringMatching(SENTENCE) })
  })

  it.each([
    ['has other things in it', (dir: string) => put(dir, 'novel.md', '# Mine\n')],
    [
      'is a repository of other things',
      (dir: string) => (put(dir, 'novel.md', '# Mine\n'), git(dir, 'init', '-q'), git(dir, 'add', '.'), git(dir, 'commit', '-q', '-m', 'Mine'))
    ],
    ['lies in a repository', (dir: string) => (git(dirname(dir), 'init', '-q'), undefined)]
  ])('that %s takes no new campaign and stays as it is', async (_, make) => {
    const dir = join(mkdtempSync(join(home, 'new-')), 'here')
    mkdirSync(dir)
    make(dir)
    const before = hashOf(dirname(dir))
    const studio = studioOf()
    const problem = toProblem(await studio.create({ dir }).catch((thrown: unknown) => thrown))
    await studio.dispose()
    expect({ code: problem.code, message: problem.message }).toEqual({ code: 'bad-folder', message: expect.stringMatching(SENTENCE) })
    expect(hashOf(dirname(dir))).toBe(before)
  })
})
