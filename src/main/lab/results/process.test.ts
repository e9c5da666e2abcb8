import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ResultsChild, ResultsProcess, serveResults } from './process'
import { sessionRows } from './sessions.fixture'

let folder: string
let children: ReturnType<typeof nearChild>[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-process-'))
  children = []
})
afterEach(() => rmSync(folder, { recursive: true }))
const file = (): string => join(folder, 'results.duckdb')

/** A child in this process. `ignores`: methods that it never answers, as if DuckDB didn't return. */
function nearChild(ignores: readonly string[]) {
  let receive: Parameters<ResultsChild['onMessage']>[0] = () => undefined
  let ended = (): void => undefined
  let isDead = false
  const server = serveResults((message) => void (isDead || receive(message)))
  const lose = (): void => {
    isDead = true
    ended()
  }
  const child = {
    calls: [] as string[],
    isHeld: false,
    lose,
    kill: vi.fn(lose),
    end: vi.fn(() => void server.close()),
    send(message: Parameters<typeof server.receive>[0]) {
      child.calls.push('stop' in message ? 'stop' : message.method)
      if (isDead || ('method' in message && ignores.includes(message.method))) return
      server.receive(message)
    },
    hold: (isHeld: boolean) => void (child.isHeld = isHeld),
    onMessage: (listener: typeof receive) => void (receive = listener),
    onEnd: (listener: () => void) => void (ended = listener)
  }
  return child
}

/** Results whose first children ignore these methods. */
function processOf(ignored: readonly (readonly string[])[] = [], limits = { queryMs: 5000, stopMs: 5, idleMs: 60_000 }) {
  return new ResultsProcess(() => {
    const child = nearChild(ignored[children.length] ?? [])
    children.push(child)
    return child
  }, limits)
}

test('all files share one process, which holds this one only while it answers', async () => {
  const results = processOf()
  const [one, other] = [results.of(file()), results.of(join(folder, 'other.duckdb'))]
  const adding = Promise.all([one.add([sessionRows(1, 3)]), other.add([sessionRows(2, 3)])])
  expect(children.map(({ isHeld }) => isHeld)).toEqual([true])
  await adding
  expect(children[0]?.isHeld).toBe(false)
  expect(await one.sessions()).toEqual([1])
  expect(await other.rows('SELECT session FROM beat WHERE beat = $1', [3])).toEqual([{ session: 2 }])
  expect(await one.query('SELECT seed FROM session', 1)).toMatchObject({ rows: [['2']], more: false })
  await expect(one.query('DROP TABLE session', 1)).rejects.toMatchObject({ name: 'Problem', code: 'refused' })
  expect(children).toHaveLength(1)
  await Promise.all([one.close(), other.close()])
})

test('the process ends some time after the last call', async () => {
  const results = processOf([], { queryMs: 5000, stopMs: 5, idleMs: 1 })
  await results.of(file()).add([sessionRows(1, 3)])
  await vi.waitFor(() => expect(children[0]?.end).toHaveBeenCalledOnce())
  expect(await results.of(file()).sessions()).toEqual([1])
  expect(children).toHaveLength(2)
})

test('a query that doesn’t stop is killed with its process, and other calls are answered by the next one', async () => {
  const results = processOf([['query', 'sessions']])
  const port = results.of(file())
  await port.add([sessionRows(7, 3)])
  const stop = new AbortController()
  const query = port.query('SELECT 1', 1, stop.signal)
  const sessions = port.sessions()
  stop.abort()
  await expect(query).rejects.toMatchObject({ code: 'refused', message: 'The query was stopped.' })
  expect(await sessions).toEqual([7])
  expect(children[0]?.kill).toHaveBeenCalledOnce()
  expect(children.map(({ calls }) => calls)).toEqual([['add', 'query', 'sessions', 'stop'], ['sessions']])
  await port.close()
})

test('a query that takes too long is stopped, and says how long it may take', async () => {
  const port = processOf([], { queryMs: 50, stopMs: 5000, idleMs: 60_000 }).of(file())
  await port.add([sessionRows(1, 3)])
  await expect(port.query('SELECT count(*) FROM range(10000000000000) a, range(10000000) b', 1)).rejects.toMatchObject({
    code: 'refused',
    message: 'The query took longer than 0.05 seconds. Filter the rows sooner, or join fewer of them.'
  })
  expect(children[0]?.kill).not.toHaveBeenCalled()
  await port.close()
})

test('rows that were being added when the process ended are there once', async () => {
  const port = processOf([['add']]).of(file())
  const added = port.add([sessionRows(1, 3)])
  children[0]?.lose()
  await added
  expect(await port.rows('SELECT count(*) AS beats FROM beat')).toEqual([{ beats: 3 }])
  await port.close()
})

test('a call whose process ends each time fails with a sentence', async () => {
  const port = processOf([['sessions'], ['sessions']]).of(file())
  const sessions = port.sessions()
  children[0]?.lose()
  children[1]?.lose()
  await expect(sessions).rejects.toMatchObject({ code: 'internal', message: expect.stringContaining('ended unexpectedly') })
  expect(children).toHaveLength(2)
})
