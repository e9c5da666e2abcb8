import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { SessionRows } from '../../../shared/lab/rows'
import { oddSessions } from './odd'
import { beat, came, session, stay, tinyLab } from './report.fixture'
import { Results } from './results'

/** A session like most others: the inn, the feast, and then the end. `n` is its number. */
const usual = (n: number, row: Parameters<typeof session>[0] = { session: n }): SessionRows =>
  session(
    { last_event: 'feast', beats: 20 + (n % 5), minutes: 60 + (n % 5), stuck: n % 5, scenes: 2, ...row },
    {
      beat: [beat(1, 1), beat(9, 2), beat(20, 2)],
      visit: [stay('Wren', 'inn', '', 0, 20)],
      outcome: [
        came(1, 'scene', 'feast', 'The feast', 'inn'),
        came(9, 'scene', '', 'After the feast', 'inn', '', 2),
        came(18, 'event-over', 'feast', '', 'inn', '', 2),
        came(18, 'fact', 'warm-wall', 'true', 'inn', '', 2)
      ]
    }
  )

async function oddOf(sessions: readonly SessionRows[], count = 10) {
  const folder = mkdtempSync(join(tmpdir(), 'odd-'))
  const results = new Results(join(folder, 'results.duckdb'))
  try {
    await results.add(sessions)
    return await oddSessions(results, tinyLab(), count)
  } finally {
    await results.close()
    rmSync(folder, { recursive: true })
  }
}
const forty = Array.from({ length: 40 }, (_, n) => usual(n))

it('nothing is unusual in a run whose sessions are alike, or which has too few', async () => {
  expect(await oddOf(forty)).toEqual({ played: 40, sessions: [] })
  const lost = session({ session: 5, ending: 'lost' }, {})
  expect(await oddOf([...forty.slice(0, 5), lost])).toEqual({ played: 6, sessions: [] })
})

it('unusual sessions say why and from which beat on: a rare end, place, fact and death, a long stretch, and an outlying length', async () => {
  const lost = session(
    { session: 7, seed: '8', ending: 'lost', last_event: '', beats: 12, minutes: 61, stuck: 2 },
    {
      visit: [stay('Wren', 'inn', '', 0, 4), stay('Wren', 'cellar', 'inn', 4, 12)],
      outcome: [
        came(1, 'scene', '', 'A', 'inn'),
        came(6, 'scene', '', 'The cellar', 'cellar', '', 2),
        came(11, 'dead', 'Wren', 'player', 'cellar', 'Wren')
      ]
    }
  )
  const found = usual(12)
  const fact = { ...found, outcome: [...found.outcome, { ...came(15, 'fact', 'grate-open', 'true', 'inn'), session: 12 }] }
  const stuck = usual(20, { session: 20, stuck: 30, stuck_from: 9 })
  const long = usual(31, { session: 31, beats: 90, minutes: 400 })
  long.beat.push({ ...beat(70, 2), session: 31, minutes: 350 })
  const changed = new Map([lost, fact, stuck, long].map((one) => [one.session.session, one]))
  const { played, sessions } = await oddOf(forty.map((one) => changed.get(one.session.session) ?? one))
  expect(played).toBe(40)
  expect(sessions.map(({ session: n, at }) => [n, at])).toEqual([
    [7, 6],
    [31, 27],
    [12, 15],
    [20, 9]
  ])
  const why = sessions.map((one) => one.why.map(({ words, beat: at }) => `${at} ${words}`))
  expect(why).toEqual([
    [
      '6 Nobody could act any more before any story event was over, as in 1 of 40 sessions.',
      '4 A character was at The Cellar, as in 1 of 40 sessions.',
      '11 Wren died, as in 1 of 40 sessions.',
      '6 It took 12 beats; half of the sessions took at least 22.'
    ],
    ['27 It took 90 beats; half of the sessions took at most 22.', '70 It took 400 minutes of campaign time; half of the sessions took at most 62.'],
    ['15 The fact “The grate is open” was set, as in 1 of 40 sessions.'],
    ['9 For 30 beats nothing changed but time and words; in half of the sessions never for more than 2.']
  ])
  expect(sessions[0]).toMatchObject({ seed: '8', party: 'Careful', ending: 'lost', beats: 12 })
})
