import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { get, put, tempFolder } from './git/testing/folders'
import { takeLock } from './lock'

/** Our files in a campaign. */
const ours = (dir: string): string[] => readdirSync(join(dir, '.git/proscenium'))

it('taking the lock again names its holder until it is released', () => {
  const dir = tempFolder('lock')
  const first = takeLock(dir, { port: 4711 })
  expect(takeLock(dir)).toEqual({ heldBy: { pid: process.pid, host: hostname(), start: expect.any(String), port: 4711 } })
  expect(ours(dir)).toEqual(['lock'])
  if ('release' in first) first.release()
  expect(ours(dir)).toEqual([])
  expect(takeLock(dir)).toEqual({ release: expect.any(Function) })
})

it.each([
  ['a process that has ended', { pid: spawnSync('true').pid, host: hostname(), start: '1' }],
  ['a reused process id', { pid: 1, host: hostname(), start: 'never' }],
  ['a note cut short', undefined]
])('the lock of %s is taken over', (_name, note) => {
  const dir = tempFolder('lock')
  put(dir, '.git/proscenium/lock', note ? JSON.stringify(note) : '{"pid":')
  expect(takeLock(dir)).toEqual({ release: expect.any(Function) })
  expect(JSON.parse(get(dir, '.git/proscenium/lock') ?? '')).toMatchObject({ pid: process.pid })
  expect(ours(dir)).toEqual(['lock'])
})

it('the lock of another machine is respected', () => {
  const dir = tempFolder('lock')
  const note = { pid: 1, host: 'far-away', start: '1' }
  put(dir, '.git/proscenium/lock', JSON.stringify(note))
  expect(takeLock(dir)).toEqual({ heldBy: note })
})

it('a host that ended its own core takes the lock again, and the old holder cannot release it', () => {
  const dir = tempFolder('lock')
  const old = takeLock(dir, { port: 1 })
  expect(takeLock(dir, { restart: true, port: 2 })).toEqual({ release: expect.any(Function) })
  if ('release' in old) old.release()
  expect(JSON.parse(get(dir, '.git/proscenium/lock') ?? '')).toMatchObject({ pid: process.pid, port: 2 })
})
