import { afterEach, describe, expect, it } from 'vitest'
import type { FakeReply } from './fake-messages.fixture'
import { tableAnswering, use, type ModelTable } from './model-table.fixture'

// This file runs in a process of its own, with `--expose-gc`.
let table: ModelTable
afterEach(() => table.fake.close())

const collectGarbage = (): void => {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
}
const LONG = 'A long, long story that nobody will hear the end of.'

/** Resolves when the server sees that the connection is closed. */
const closed = async (): Promise<void> => {
  while (table.fake.open > 0) await new Promise((turn) => setImmediate(turn))
}

describe('after a full garbage collection, the connection to a server that fell silent', () => {
  it.each<[string, FakeReply]>([
    ['before its answer', { ending: 'silence' }],
    ['in the middle of its answer', { parts: [use('speak', { text: LONG })], after: 3, ending: 'silence' }]
  ])('%s is closed by a pause, and the turn ends', async (_when, silent) => {
    expect(globalThis.gc).toBeDefined()
    const stop = new AbortController()
    table = await tableAnswering([silent], {
      onSilence: () => {
        collectGarbage()
        setImmediate(() => stop.abort())
      }
    })
    expect((await table.step(stop.signal))?.beat).toBeUndefined()
    await closed()
    expect(table.fake.requests).toHaveLength(1)
  })

  it('the connection is closed by its idle timeout, and the request is sent again', async () => {
    table = await tableAnswering([{ parts: [use('speak', { text: LONG })], after: 3, ending: 'silence' }, { parts: [use('pass')] }], {
      onSilence: collectGarbage
    })
    expect((await table.step())?.beat?.action).toBe('pass')
    await closed()
    expect(table.waits).toEqual([1000])
  })
})
