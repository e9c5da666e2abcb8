import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewEvent } from '../../shared/present'
import { openFolder } from './open-folder'
import { ExternalChanges } from './external-changes'
import { desk, type Desk } from '../playthroughs/studio.fixture'

let at: Desk
beforeAll(async () => {
  at = await desk()
  await at.studio.close()
})
afterAll(() => at.close())

const git = (...args: string[]): string => execFileSync('git', ['-C', at.dir, ...args], { encoding: 'utf8' })

test('a folder that cannot be looked at is told once, that it can be again too, and anew when it happens again', async () => {
  const heard: string[] = []
  const folder = await openFolder(at.dir, { announce: () => undefined })
  const announce = (event: NewEvent): void => {
    outside.onEvent(event)
    heard.push(event.kind === 'problem' ? event.problem.message : event.kind)
  }
  const outside = new ExternalChanges(folder, announce)
  outside.onEvent({ kind: 'head' })
  const look = async (): Promise<string[]> => {
    await outside.poll()
    return heard.splice(0)
  }
  const gone = 'No branch is checked out (detached HEAD). Run git switch <branch> and open the folder again.'
  expect(await look()).toEqual([])
  git('checkout', '-q', '--detach')
  expect([await look(), await look()]).toEqual([[gone], []])
  git('switch', '-q', '-')
  expect([await look(), await look()]).toEqual([['head'], []])
  git('checkout', '-q', '--detach')
  expect(await look()).toEqual([gone])
  git('switch', '-q', '-')
  await folder.table.pause()
  folder.campaign.dispose()
  folder.release()
})
