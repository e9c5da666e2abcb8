import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { WREN, file, git } from '../git/testing/folders'
import type { History } from '../history'

export const NOW = 1_700_000_000_000

/** Plays beats on the current branch. */
export function play(history: History, count: number, word = 'a'): string {
  let head = ''
  for (let beat = 0; beat < count; beat++) {
    const now = history.branches().length > 0 ? history.head().commit : undefined
    const files = new Map([
      [`log/${word}.md`, file(`${'line\n'.repeat(100)}${word} ${beat}\n`)],
      ['next', file(`${word}: ${beat}\n`)]
    ])
    head = history.commitFiles({ parent: now, files, message: `${word} ${beat}`, author: WREN, time: NOW }).id
  }
  return head
}

/** Expects a whole repository without changes and without a scratch folder. */
export const clean = (dir: string): void => {
  expect(git(dir, 'fsck', '--full', '--strict')).toBe('')
  expect(git(dir, 'status', '--porcelain')).toBe('')
  expect(readdirSync(join(dir, '.git/proscenium')).filter((name) => name.startsWith('remote-'))).toEqual([])
}
