import { expect, it } from 'vitest'
import { LabPlan } from '../../shared/lab/plan'
import type { SessionRows } from '../../shared/lab/rows'
import { Problem } from '../../shared/base/problem'
import type { Players } from './player'
import { Playing } from './playing'
import type { ResultsPort } from './results/port'
import { sessionRows } from './results/sessions.fixture'

const lost = (why: string): Problem => new Problem('internal', why, { lost: true })

/** Plays six sessions with two players that do as `play` says, and collects what is saved. */
function playing(play: (session: number, tries: number) => Promise<SessionRows>, played: readonly number[] = []) {
  const saved: SessionRows[] = []
  const tries = new Map<number, number>()
  const told = { started: 0, closed: 0, playersClosed: 0 }
  const players: Players = {
    count: 2,
    news: '2 workers.',
    start: async () => {
      told.started++
      return {
        play: (session) => {
          const n = (tries.get(session) ?? 0) + 1
          tries.set(session, n)
          return play(session, n)
        },
        close: () => void told.closed++
      }
    },
    close: async () => void told.playersClosed++
  }
  const results = { add: async (rows: readonly SessionRows[]) => void saved.push(...rows) } as ResultsPort
  const now = new Playing('a', LabPlan.parse({ sessions: 6 }), players, results, played, () => undefined, 100)
  return { now, told, tries, numbers: () => saved.map(({ session }) => session.session).toSorted((a, b) => a - b), saved }
}

it('a session whose player was lost is played by another one, and one that loses two players counts as failed', async () => {
  const { now, told, tries, numbers, saved } = playing(async (session, n) => {
    if (session === 1 && n === 1) throw lost('The first worker was lost.')
    if (session === 4) throw lost(`Worker ${n} was lost.`)
    return sessionRows(session)
  })
  expect(await now.over).toBe('done')
  expect(numbers()).toEqual([0, 1, 2, 3, 4, 5])
  expect([...tries]).toEqual(
    expect.arrayContaining([
      [1, 2],
      [4, 2],
      [5, 1]
    ])
  )
  expect(saved.find(({ session }) => session.session === 1)).toEqual(sessionRows(1))
  expect(saved.find(({ session }) => session.session === 4)?.session).toMatchObject({ ending: 'failed', problem: 'Worker 2 was lost.', seed: '5' })
  expect(told).toEqual({ started: 5, closed: 2, playersClosed: 1 })
  expect(now.progress).toMatchObject({ done: 6, failures: 1, news: '2 workers.' })
})

it('a problem that is no lost player ends the run with what it has, and its players', async () => {
  const { now, told, numbers } = playing(
    async (session) => {
      if (session === 3) throw new Problem('disk', 'The queue went away.')
      return sessionRows(session)
    },
    [0]
  )
  await expect(now.over).rejects.toThrow('The queue went away.')
  expect(numbers()).not.toContain(0)
  expect(numbers()).not.toContain(3)
  expect(told.playersClosed).toBe(1)
})
