import { expect, it } from 'vitest'
import { Opener } from './opener'
import type { Player, PlayerTask } from './player'

/** An opener of players that write down what they are asked. A session ends when it is told to. */
function opening() {
  const asked: string[] = []
  const ends = new Map<number, () => void>()
  const player: Player = {
    play: () => Promise.reject(new Error('Nothing is measured here.')),
    beats: (session) => {
      asked.push(`play ${session}`)
      return new Promise((done) => ends.set(session, () => done([])))
    },
    close: () => void asked.push('close')
  }
  const opener = new Opener(
    (run) => ({ plan: { name: run } }) as PlayerTask,
    async ({ plan }) => {
      asked.push(`start ${plan.name}`)
      return player
    }
  )
  const end = async (session: number): Promise<void> => {
    await expect.poll(() => ends.has(session)).toBe(true)
    ends.get(session)?.()
  }
  return { opener, asked, end }
}

it('a session that is expected is played ahead and opens without being played again, but only once', async () => {
  const { opener, asked, end } = opening()
  const expected = opener.expect('a', 3, 'd')
  await expect.poll(() => asked).toEqual(['start a', 'play 3'])
  const opened = opener.beats('a', 3, 'd')
  await end(3)
  expect([await expected, await opened, asked]).toEqual([undefined, [], ['start a', 'play 3']])
  const again = opener.beats('a', 3, 'd')
  await expect.poll(() => asked.length).toBe(3)
  await end(3)
  expect([await again, asked.at(-1)]).toEqual([[], 'play 3'])
})

it('of several that are expected while one is played ahead, the last one is the next', async () => {
  const { opener, asked, end } = opening()
  const first = opener.expect('a', 1, 'd')
  await expect.poll(() => asked).toEqual(['start a', 'play 1'])
  const others = [2, 3, 4].map((session) => opener.expect('a', session, 'd'))
  await end(1)
  await end(4)
  await Promise.all([first, ...others])
  expect(asked).toEqual(['start a', 'play 1', 'play 4'])
})

it('nothing is played ahead of a session that is opened, and another run has another player', async () => {
  const { opener, asked, end } = opening()
  const first = opener.expect('a', 1, 'd')
  await expect.poll(() => asked).toEqual(['start a', 'play 1'])
  const other = opener.expect('a', 2, 'd')
  const opened = opener.beats('a', 7, 'd')
  await end(1)
  await end(7)
  await Promise.all([first, other, opened])
  expect(asked).toEqual(['start a', 'play 1', 'play 7'])
  const elsewhere = opener.beats('b', 7, 'd')
  await expect.poll(() => asked.at(-1)).toBe('play 7')
  await end(7)
  await elsewhere
  expect(asked.slice(3)).toEqual(['start b', 'close', 'play 7'])
})

it('a player that fails is replaced the next time', async () => {
  const asked: string[] = []
  const opener = new Opener(
    () => ({}) as PlayerTask,
    async () => {
      asked.push('start')
      return {
        play: () => Promise.reject(new Error('Nothing is measured here.')),
        beats: () => (asked.filter((one) => one === 'start').length > 1 ? Promise.resolve([]) : Promise.reject(new Error('The thread ended.'))),
        close: () => void asked.push('close')
      }
    }
  )
  await expect(opener.beats('a', 3, 'd')).rejects.toThrow('The thread ended.')
  expect(await opener.beats('a', 3, 'd')).toEqual([])
  expect(asked).toEqual(['start', 'close', 'start'])
})
