import { expect, it } from 'vitest'
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

it('ignores a press before a result is in view', async () => {
  const { press, show, end, begun } = table()
  void press()
  void press()
  show()
  await end()
  expect(begun()).toBe(1)
})

it('repeats the work once for any number of presses after the result is in view', async () => {
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

it('a failure discards a pending press, and the next press works', async () => {
  const { press, show, end, begun } = table()
  void press()
  show()
  void press()
  await end(false)
  expect(begun()).toBe(1)
  void press()
  expect(begun()).toBe(2)
})
