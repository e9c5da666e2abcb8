import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Problem, toProblem } from './problem'

const errno = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`${code}: what the system says`), { code, syscall: 'write', ...more })

it.each<[string, () => unknown, string, RegExp]>([
  ['no space left', () => errno('ENOSPC'), 'disk', /disk is full\. Free some space/],
  ['a quota that is used up', () => errno('EDQUOT'), 'disk', /quota is used up/],
  ['a disk for reading only', () => errno('EROFS'), 'disk', /read-only/],
  ['no permission', () => errno('EACCES', { path: '/x' }), 'disk', /permission/],
  ['too many open files', () => errno('EMFILE'), 'disk', /Close some programs/],
  [
    'a name that is too long',
    () => thrown(() => statSync(join(tmpdir(), 'x'.repeat(300)))),
    'disk',
    /longer than this disk allows\. Choose a shorter name/
  ],
  ['a network drive that was replaced', () => errno('ESTALE'), 'disk', /network drive .* Connect it again/],
  ['a network drive that doesn’t answer', () => errno('ETIMEDOUT'), 'disk', /network drive doesn’t answer/],
  ['a file of OneDrive without a connection', () => errno('UNKNOWN', { syscall: 'open' }), 'disk', /OneDrive/],
  ['a folder in the place of a file', () => errno('EISDIR', { path: '/x/next' }), 'disk', /\/x\/next is not a plain file/],
  ['an error without words of its own', () => errno('ETXTBSY', { path: '/x/next' }), 'disk', /\/x\/next \(ETXTBSY\)\. Check the folder/],
  ['a damaged pack', () => errno('Z_DATA_ERROR', { syscall: undefined }), 'disk', /damaged \(Z_DATA_ERROR\)\. Run "git fsck"/],
  ['no memory for a call of the system', () => errno('ENOMEM'), 'memory', /not enough memory/],
  ['a core out of memory', () => errno('ERR_WORKER_OUT_OF_MEMORY', { syscall: undefined }), 'memory', /Close other programs/],
  ['a text longer than any', () => thrown(() => 'x'.repeat(2 ** 30)), 'memory', /not enough memory/],
  ['an array larger than any', () => thrown(() => new ArrayBuffer(2 ** 53 - 1)), 'memory', /not enough memory/]
])('%s is told with what to do', (_name, make, code, says) => {
  const problem = toProblem(make())
  expect([problem.code, problem.message]).toEqual([code, expect.stringMatching(says)])
})

it('a defect becomes an internal problem, and a Problem stays itself', () => {
  expect(toProblem(new TypeError('x is not a function')).code).toBe('internal')
  expect(toProblem(new RangeError('Maximum call stack size exceeded')).code).toBe('internal')
  expect(toProblem(errno('ECONNREFUSED', { syscall: 'connect' })).code).toBe('internal')
  expect(toProblem(errno('ETIMEDOUT', { syscall: 'connect' })).code).toBe('internal')
  const own = Object.assign(new Problem('refused', 'No.'), { code: 'refused' as const })
  expect(toProblem(own)).toBe(own)
})

function thrown(work: () => unknown): unknown {
  try {
    return work()
  } catch (caught) {
    return caught
  }
}
