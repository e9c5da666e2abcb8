import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { put } from '../../campaign/git/testing/folders'
import { editing, type Editing } from '../world/editing.fixture'

let at: Editing
beforeEach(async () => {
  at = await editing()
})
afterEach(() => at.close())

const TOOL = 'tools/fetch/tool.sh'

/** The modes of the tools in the history, by path. */
const modes = (): Record<string, string> =>
  Object.fromEntries(
    at
      .git('ls-tree', '-r', 'HEAD', 'tools')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [[line.replace(/^.*\t/, ''), line.slice(0, 6)]]))
  )

/** Adopts a tool with an executable program. */
async function adoptTool(): Promise<void> {
  put(at.dir, TOOL, '#!/bin/sh\n')
  chmodSync(join(at.dir, TOOL), 0o755)
  await at.studio.adopt()
}

it('a program stays executable when it is adopted, edited, moved, removed and restored', async () => {
  await adoptTool()
  expect(modes()).toEqual({ [TOOL]: '100755' })
  await expect(at.studio.adopt()).rejects.toThrow('No file has changed outside the app, so there is nothing to adopt.')
  const { version } = await at.studio.fileText({ path: TOOL })
  await at.studio.saveText({ path: TOOL, text: '#!/bin/sh\necho\n', subject: 'Edit', over: version })
  expect(modes()).toEqual({ [TOOL]: '100755' })
  await at.studio.changeFiles({ change: { what: 'move', path: 'tools/fetch', to: 'tools/bring' }, subject: 'Move' })
  expect(modes()).toEqual({ 'tools/bring/tool.sh': '100755' })
  await at.studio.changeFiles({ change: { what: 'remove', path: 'tools/bring' }, subject: 'Remove' })
  await at.studio.undo()
  expect([modes(), await at.settled()]).toEqual([{ 'tools/bring/tool.sh': '100755' }, ''])
})

it('a change of the mode alone is adopted, undone and redone, and set aside with the file', async () => {
  await adoptTool()
  chmodSync(join(at.dir, TOOL), 0o644)
  await at.studio.adopt()
  expect(modes()).toEqual({ [TOOL]: '100644' })
  await at.studio.undo()
  expect(modes()).toEqual({ [TOOL]: '100755' })
  await at.studio.redo()
  expect(modes()).toEqual({ [TOOL]: '100644' })
  chmodSync(join(at.dir, TOOL), 0o755)
  const folder = await at.studio.setAside()
  expect([modes(), statSync(join(folder, TOOL)).mode & 0o111]).toEqual([{ [TOOL]: '100644' }, 0o111])
  // On a file system without the executable bit, git is told not to look at it.
  at.git('config', 'core.fileMode', 'false')
  await at.restart()
  chmodSync(join(at.dir, TOOL), 0o755)
  expect(await at.studio.edits()).toEqual([])
})

it('a symbolic link of the history stays a link when its folder is moved, and its removal is adopted', async () => {
  await adoptTool()
  symlinkSync('tool.sh', join(at.dir, 'tools/fetch/latest'))
  at.git('add', '-A')
  at.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'A link')
  await at.studio.changeFiles({ change: { what: 'move', path: 'tools/fetch', to: 'tools/bring' }, subject: 'Move' })
  expect(modes()).toEqual({ 'tools/bring/latest': '120000', 'tools/bring/tool.sh': '100755' })
  expect(readFileSync(join(at.dir, 'tools/bring/latest'), 'utf8')).toBe('#!/bin/sh\n')
  rmSync(join(at.dir, 'tools/bring/latest'))
  await at.studio.adopt()
  expect(modes()).toEqual({ 'tools/bring/tool.sh': '100755' })
  await at.studio.undo()
  expect([modes()['tools/bring/latest'], existsSync(join(at.dir, 'tools/bring/latest')), await at.settled()]).toEqual(['120000', true, ''])
})
