import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { serveGit } from '../campaign/remote/git-server.fixture'
import { type ProblemCode, toProblem } from '../../shared/base/problem'
import { APP_ROOT, VERSION } from '../place'
import { createStudio } from '../studio/studio'
import { campaign, fifo, fingerprint, git, link, looseObject, put, watched } from './harness.fixture'

const home = mkdtempSync(join(tmpdir(), 'conversations-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const packed = (dir: string, end: string): string =>
  `.git/objects/pack/${readdirSync(join(dir, '.git/objects/pack')).find((name) => name.endsWith(end))}`

/** What is planted in `.git` of an open campaign before it contacts a server. */
const ROWS: { name: string; plant: (dir: string, object: string) => void; says?: RegExp; code?: ProblemCode }[] = [
  { name: 'a loose object is a named pipe', plant: fifo, says: /\.git\/objects\/..\/[0-9a-f]+ is a named pipe/ },
  {
    name: 'a loose object is a link to a named pipe',
    plant: (dir, object) => (fifo(dir, 'pipe'), link(dir, object, join(dir, 'pipe'))),
    says: /is a link/
  },
  { name: 'a loose object is a folder', plant: (dir, object) => (rmSync(join(dir, object)), put(dir, `${object}/x`, 'x')), says: /is a folder/ },
  { name: 'a folder of objects is a link', plant: (dir) => link(dir, '.git/objects/ff', home), says: /\.git\/objects\/ff is a link/ },
  { name: 'a pack is a named pipe', plant: (dir) => fifo(dir, packed(dir, '.pack')), says: /\.pack is a named pipe/ },
  { name: 'the index of a pack is a named pipe', plant: (dir) => fifo(dir, packed(dir, '.idx')), says: /\.idx is a named pipe/ },
  {
    name: 'packed-refs is a named pipe',
    plant: (dir) => fifo(dir, '.git/packed-refs'),
    says: /packed-refs is not a plain file/,
    code: 'disk'
  },
  { name: 'shallow is a named pipe', plant: (dir) => fifo(dir, '.git/shallow') }
]

const DONE = 'It was done.'
const messageOf = (thrown: unknown): string => {
  const { code, message } = toProblem(thrown)
  return `${code}: ${message}`
}

test.each(ROWS)('neither a fetch nor a push hangs when $name', async ({ name, plant, says, code = 'bad-repository' }) => {
  const room = mkdtempSync(join(home, 'room-'))
  const [dir, bare] = [join(room, 'campaign'), join(room, 'story.git')]
  cpSync(await campaign(), dir, { recursive: true })
  git(room, 'clone', '-q', '--bare', dir, bare)
  git(bare, 'config', 'http.receivepack', 'true')
  const object = looseObject(dir)
  const server = await serveGit(bare, undefined)
  const studio = createStudio({ kind: 'browser', version: VERSION, home: join(room, 'app'), resources: APP_ROOT })
  try {
    await studio.open({ dir })
    await studio.addRemote({ name: 'origin', url: server.url })
    plant(dir, object)
    const state = (): string[] => [fingerprint(dir), git(bare, 'rev-parse', 'main')]
    const before = state()
    const answers: string[] = []
    for (const call of [() => studio.pushBranch({ remote: 'origin', branch: 'main' }), () => studio.fetchRemote({ name: 'origin' })])
      answers.push(await watched(name, call).then(() => DONE, messageOf))
    expect(answers).toEqual([expect.stringMatching(says ?? DONE), expect.stringMatching(says ?? DONE)])
    expect(answers.every((answer) => answer === DONE || answer.startsWith(`${code}: `))).toBe(true)
    expect(says ? state() : before).toEqual(before)
  } finally {
    await studio.dispose()
    await server.close()
  }
})
