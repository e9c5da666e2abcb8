import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { Pressing, type StartPressing } from './pressing'

function pressing(): { history: { dir: string; isPressable: boolean }; threads: EventEmitter[]; pressing: Pressing } {
  const history = { dir: '/there', isPressable: false }
  const threads: EventEmitter[] = []
  const start: StartPressing = () => {
    const thread = new EventEmitter()
    threads.push(thread)
    return thread as unknown as ReturnType<StartPressing>
  }
  return { history, threads, pressing: new Pressing(history, start) }
}

test('one thread at a time, and only when there is enough to do', () => {
  const { history, threads, pressing: one } = pressing()
  one.look()
  expect(threads.length).toBe(0)
  history.isPressable = true
  one.look()
  one.look()
  expect(threads.length).toBe(1)
  threads[0]?.emit('exit', 0)
  one.look()
  expect(threads.length).toBe(2)
})

test('what failed is not tried again while the campaign is open, and play is not disturbed', () => {
  const { history, threads, pressing: one } = pressing()
  history.isPressable = true
  one.look()
  threads[0]?.emit('error', new Error('the disk is full'))
  threads[0]?.emit('exit', 1)
  one.look()
  expect(threads.length).toBe(1)
})

test('a campaign that was closed starts nothing more', () => {
  const { history, threads, pressing: one } = pressing()
  history.isPressable = true
  one.dispose()
  one.look()
  expect(threads.length).toBe(0)
})
