import { afterEach, beforeEach, expect, it } from 'vitest'
import { put } from '../../campaign/git/testing/folders'
import { checkDir } from '../checks/check'
import { editing, type Editing } from '../world/editing.fixture'

let at: Editing
beforeEach(async () => {
  at = await editing()
})
afterEach(() => at.close())

it('a changed file in LFS is not adopted, and the check says what is in LFS', async () => {
  put(at.dir, '.gitattributes', '*.png filter=lfs\n')
  put(at.dir, 'art/mill.png', 'a picture')
  await expect(at.studio.adopt()).rejects.toThrow('art/mill.png is in git LFS, where Proscenium saves nothing. Commit this change with git')
  at.git('add', '.gitattributes', 'art/mill.png')
  const { findings } = await checkDir(at.dir)
  expect(findings.filter(({ message }) => message.includes('LFS'))).toEqual([])
  at.git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', 'A picture')
  const remarks = (await checkDir(at.dir)).findings.filter(({ message }) => message.includes('LFS'))
  expect(remarks.map(({ message, data }) => [message, data?.['level']])).toEqual([
    ["art/mill.png is in git LFS. Proscenium can't read its content from the history, and saves no change to it; commit those with git.", 'remark']
  ])
})
