import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { NewEvent } from '../../shared/table/present'
import { openFolder } from './open-folder'
import { FolderWatch } from './folder-watch'
import { fileText } from '../story/edits/current-file'
import { desk, type Desk } from '../playthroughs/studio.fixture'
import { runProgram } from '../campaign/git/testing/small-process'

let at: Desk
beforeAll(async () => {
  at = await desk()
  await at.studio.close()
})
afterAll(() => at.close())

const git = (...args: string[]): string => runProgram('git', ['-C', at.dir, ...args])
/** Runs git once the index isn't locked: Proscenium holds its lock until the rows of the last beat are written. */
const gitWhenFree = (...args: string[]): Promise<string> => vi.waitFor(() => git(...args), { timeout: 300_000 })

/** Opens the folder and watches it. `look` checks once and returns what was announced: the problems by their messages, the rest by kind. */
async function watched() {
  const events: string[] = []
  const folder = await openFolder(at.dir, { announce: () => undefined })
  const watch = new FolderWatch(folder, (event: NewEvent) => {
    watch.onEvent(event)
    events.push(event.kind === 'problem' ? event.problem.message : event.kind)
  })
  watch.onEvent({ kind: 'head' })
  return {
    campaign: folder.campaign,
    given: (path: string) => watch.given(path, fileText(folder.campaign, path).version),
    look: async (): Promise<string[]> => {
      await watch.poll()
      return events.splice(0)
    },
    close: async (): Promise<void> => {
      await folder.table.pause()
      folder.campaign.dispose()
      folder.release()
    }
  }
}

it('an unreadable folder is reported once, its recovery too, and the next failure again', async () => {
  const { look, close } = await watched()
  const detached = 'No branch is checked out (detached HEAD). Run git switch <branch> and open the folder again.'
  expect(await look()).toEqual([])
  git('checkout', '-q', '--detach')
  expect([await look(), await look()]).toEqual([[detached], []])
  git('switch', '-q', '-')
  expect([await look(), await look()]).toEqual([['head'], []])
  git('checkout', '-q', '--detach')
  expect(await look()).toEqual([detached])
  git('switch', '-q', '-')
  await close()
})

it('a window that was given a text is told, even if the file is back to its saved text at the next check', async () => {
  const { look, given, close } = await watched()
  const path = 'rules/actions/rest.ts'
  const original = readFileSync(join(at.dir, path))
  given(path)
  expect(await look()).toEqual([])
  writeFileSync(join(at.dir, path), `${original.toString()}// soon gone\n`)
  given(path)
  writeFileSync(join(at.dir, path), original)
  expect([await look(), await look()]).toEqual([['edits'], []])
  await close()
})

it('a file that changes again is reported again, and an unchanged one isn’t', async () => {
  const { look, close } = await watched()
  const file = join(at.dir, 'rules/actions/rest.ts')
  const original = readFileSync(file)
  writeFileSync(file, `${original.toString()}// one\n`)
  expect([await look(), await look()]).toEqual([['edits'], []])
  writeFileSync(file, `${original.toString()}// two, longer\n`)
  expect([await look(), await look()]).toEqual([['edits'], []])
  writeFileSync(file, original)
  expect([await look(), await look()]).toEqual([['edits'], []])
  await close()
})

it('a commit of another program is reported even if a call has read it first', async () => {
  const { campaign, look, close } = await watched()
  expect(await look()).toEqual([])
  writeFileSync(join(at.dir, 'world/notes.md'), '# Tides\n')
  git('add', 'world/notes.md')
  git('-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '-qm', 'Tides')
  // As every call that reads the present does.
  expect(await campaign.inStep()).toBe(false)
  expect([await look(), await look()]).toEqual([['head'], []])
  await close()
})

it('whatever another program changes between two steps is noticed before the second, and stays as it is', async () => {
  await at.restart()
  const sheet = 'world/players/Wren/STATS.yaml'
  const full = (path: string): string => join(at.dir, path)
  const put = (path: string, text: string): void => writeFileSync(full(path), text)
  /** Restores the times to the second, as some tools do; the size is equal already. */
  const sameTimes = (path: string): void => {
    const { atime, mtime } = statSync(full(path))
    const text = readFileSync(full(path), 'utf8')
    put(path, text.replace('Wren', 'Wran'))
    utimesSync(full(path), atime, mtime)
  }
  const changes: [what: string, paths: string[], change: () => void | Promise<void>][] = [
    ['a file that the next beat writes', ['next'], () => appendFileSync(full('next'), '# mine\n')],
    ['a file of the same size and times', [sheet], () => sameTimes(sheet)],
    ['a new file', ['mine.md'], () => put('mine.md', 'mine')],
    ['a file in a new folder', ['mine/deep/one.md'], () => (mkdirSync(full('mine/deep'), { recursive: true }), put('mine/deep/one.md', 'mine'))],
    ['a file that is gone', ['SUMMARY.md'], () => rmSync(full('SUMMARY.md'))],
    [
      'a staged file',
      ['table.yaml'],
      async () => {
        appendFileSync(full('table.yaml'), '# mine\n')
        await gitWhenFree('add', 'table.yaml')
        await gitWhenFree('checkout-index', '-f', 'table.yaml')
      }
    ],
    ['ignored files that are no longer', ['.gitignore', 'was.tmp'], () => (put('was.tmp', ''), put('.gitignore', '*.other\n'))]
  ]
  for (const [what, paths, change] of changes) {
    const beat = await at.studio.step()
    const [head, before] = [await at.head(), paths.map((path) => readable(full(path)))]
    await change()
    const after = paths.map((path) => readable(full(path)))
    const refused = await at.studio.step().catch((problem: unknown) => problem)
    expect({ what, isPlayed: beat !== undefined, refused }).toMatchObject({
      what,
      isPlayed: true,
      refused: { code: 'dirty', data: { files: paths.length } }
    })
    const edited = (await at.studio.edits()).map(({ path }) => path)
    expect({ what, found: edited, head: await at.head(), now: paths.map((path) => readable(full(path))) }).toEqual({
      what,
      found: paths,
      head,
      now: after
    })
    for (const [i, path] of paths.entries()) {
      const text = before[i]
      if (text === undefined) rmSync(full(path), { recursive: true })
      else put(path, text)
    }
    await gitWhenFree('reset', '-q')
  }
  expect(await at.studio.step()).toBeDefined()
})

const readable = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
