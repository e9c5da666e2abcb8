import { expect, test } from 'vitest'
import { pressAgain } from './press-again'

/** Work in two steps, like a beat: its result is shown, and it ends. */
function table() {
  let beat = 0
  const ends: ((succeeded: boolean) => void)[] = []
  const press = pressAgain(
    () => String(beat),
    () => new Promise<boolean>((done) => ends.push(done))
  )
  return {
    press,
    show: () => void beat++,
    /** Ends the running work, and waits for the effects. */
    end: async (succeeded = true) => {
      ends.at(-1)?.(succeeded)
      for (let turn = 0; turn < 4; turn++) await Promise.resolve()
    },
    begun: () => ends.length
  }
}

test('a press while nothing is on screen yet does nothing more', async () => {
  const { press, show, end, begun } = table()
  void press()
  void press()
  show()
  await end()
  expect(begun()).toBe(1)
})

test('a press after the beat is on screen plays the next one when the call has ended, once however often it is pressed', async () => {
  const { press, show, end, begun } = table()
  void press()
  show()
  void press()
  void press()
  expect(begun()).toBe(1)
  await end()
  expect(begun()).toBe(2)
  show()
  await end()
  expect(begun()).toBe(2)
  void press()
  expect(begun()).toBe(3)
})

test('a failure drops the remembered press, and the next press works', async () => {
  const { press, show, end, begun } = table()
  void press()
  show()
  void press()
  await end(false)
  expect(begun()).toBe(1)
  void press()
  expect(begun()).toBe(2)
})
