import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { Repacking, type StartRepack } from './repacking'

function repacking(): { history: { dir: string; isRepackable: boolean }; threads: EventEmitter[]; repacking: Repacking } {
  const history = { dir: '/there', isRepackable: false }
  const threads: EventEmitter[] = []
  const start: StartRepack = () => {
    const thread = new EventEmitter()
    threads.push(thread)
    return thread as unknown as ReturnType<StartRepack>
  }
  return { history, threads, repacking: new Repacking(history, start) }
}

it('repacking uses one thread at a time, and only for enough objects', () => {
  const { history, threads, repacking: one } = repacking()
  one.startIfDue()
  expect(threads.length).toBe(0)
  history.isRepackable = true
  one.startIfDue()
  one.startIfDue()
  expect(threads.length).toBe(1)
  threads[0]?.emit('exit', 0)
  one.startIfDue()
  expect(threads.length).toBe(2)
})

it('repacking that failed is not tried again while the campaign is open, and play continues', () => {
  const { history, threads, repacking: one } = repacking()
  history.isRepackable = true
  one.startIfDue()
  threads[0]?.emit('error', new Error('the disk is full'))
  threads[0]?.emit('exit', 1)
  one.startIfDue()
  expect(threads.length).toBe(1)
})

it('without threads, repacking is given up', () => {
  let looks = 0
  const history = {
    dir: '/there',
    get isRepackable() {
      looks++
      return true
    }
  }
  const one = new Repacking(history, () => undefined)
  for (let n = 0; n < 3; n++) one.startIfDue()
  expect(looks).toBe(1)
})

it('a closed campaign starts no repacking', () => {
  const { history, threads, repacking: one } = repacking()
  history.isRepackable = true
  one.dispose()
  one.startIfDue()
  expect(threads.length).toBe(0)
})
