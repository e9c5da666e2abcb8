import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LabFilter, type LabMark, type LabReport, NO_FILTER } from '../../../shared/lab/report'
import { shareOf } from '../../../shared/lab/statistics'
import { labMap } from './report-map'
import { labReport, listSessions, NO_RESULTS } from './report'
import { TINY_RUN, TINY_SESSIONS, tinyLab } from './report.fixture'
import { Results } from './results'

let folder: string
let results: Results
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'report-'))
  results = new Results(join(folder, 'results.duckdb'))
  await results.add(TINY_SESSIONS)
})
afterAll(async () => {
  await results.close()
  rmSync(folder, { recursive: true })
})

const report = (is: LabMark[] = [], not: LabMark[] = []): Promise<LabReport> => labReport(results, tinyLab(), TINY_RUN, LabFilter.parse({ is, not }))
/** The numbers of the sessions of which marks hold, and the beat of each. */
const found = async (is: LabMark[], not: LabMark[] = []): Promise<number[][]> => {
  const { sessions } = await listSessions(results, { filter: { is, not }, by: 'session', descending: false, from: 0, count: 10 })
  return sessions.map(({ session, at }) => [session, at])
}

describe('the report on a run', () => {
  it('counts parties, ends and the sessions that got to each scene', async () => {
    const { sessions, played, beats, parties, endings, survival } = await report()
    expect([sessions, played, beats]).toEqual([4, 4, 32])
    expect(parties.map(({ label, share }) => [label, share.count])).toEqual([
      ['Bold', 2],
      ['Careful', 2]
    ])
    expect(endings.map(({ label, share, mark }) => [label, share.count, mark])).toEqual([
      ['The campaign ended after “The feast”', 2, { kind: 'ending', ending: 'ended', lastEvent: 'feast' }],
      ['Cut off after the most beats', 1, { kind: 'ending', ending: 'beats' }],
      ['Nobody could act any more', 1, { kind: 'ending', ending: 'lost' }]
    ])
    expect(endings[0]?.share).toEqual(shareOf(2, 4))
    // One of four was lost in the first scene; the one that was cut off in it counts until then.
    expect(survival.map(({ scene, title, atRisk, share }) => [scene, title, atRisk, share.count, share.share])).toEqual([
      [1, 'A scratching below', 4, 4, 1],
      [2, 'The feast', 4, 2, 0.75]
    ])
  })

  it('has how long sessions were, and a value over the beats of the sessions that were still played', async () => {
    const { lengths, bands } = await report()
    const [beats] = lengths
    expect(beats).toMatchObject({ of: 'beats', median: 8, mean: { value: 8 } })
    expect(beats?.bins.map(({ from, count }) => [from, count])).toEqual([
      [4, 1],
      [5, 0],
      [6, 1],
      [7, 0],
      [8, 0],
      [9, 0],
      [10, 1],
      [11, 0],
      [12, 1]
    ])
    expect(bands.map(({ name }) => name)).toEqual(['hp Wren'])
    const at = (beat: number) => bands[0]?.points.find((point) => point.beat === beat)
    expect(at(0)).toEqual({ beat: 0, low: 3, median: 3, high: 3, sessions: 4 })
    expect(at(4)).toEqual({ beat: 4, low: 0, median: 3, high: 3, sessions: 4 })
    expect(at(5)).toEqual({ beat: 5, low: 2, median: 3, high: 3, sessions: 3 })
    expect(at(12)).toEqual({ beat: 12, low: 3, median: 3, high: 3, sessions: 1 })
    expect(at(13)).toBeUndefined()
  })

  it('says where members of the party died and turned back, and how they went', async () => {
    const { places, moves, events } = await report()
    const counts = places.map(({ name, visited, dead, down, turnedBack }) => [name, ...[visited, dead, down, turnedBack].map(({ count }) => count)])
    expect(counts).toEqual([
      ['The Cellar', 2, 1, 0, 0],
      ['The Drowned Lamb', 4, 0, 0, 1]
    ])
    expect(moves).toEqual([
      { from: 'inn', to: 'cellar', fromName: 'The Drowned Lamb', toName: 'The Cellar', sessions: 2, times: 3 },
      { from: 'cellar', to: 'inn', fromName: 'The Cellar', toName: 'The Drowned Lamb', sessions: 1, times: 1 }
    ])
    expect(events.map(({ fromName, toName, sessions }) => [fromName, toName, sessions])).toEqual([
      ['Beginning', 'End', 2],
      ['The feast', 'End', 2],
      ['Beginning', 'The feast', 1],
      ['Beginning', 'The scratching', 1],
      ['The scratching', 'The feast', 1]
    ])
  })

  it('has the map with the places that a session visited, and those without a position of their own', async () => {
    const { places, journeys } = await labMap(results, tinyLab())
    expect(places.map(({ name, visited }): [string, boolean] => [name, visited]).toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      ['The Cellar', true],
      ['The Drowned Lamb', true],
      ['The Salt Cave', false]
    ])
    expect(places.find(({ place }) => place === 'inn')).toMatchObject({ x: 0, y: 0 })
    expect(places.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true)
    // A journey and its return are one line.
    expect(journeys.map(({ from, to }) => [from, to].toSorted().join()).toSorted()).toEqual(['cave,cellar', 'cellar,inn'])
    expect(await labMap(NO_RESULTS, tinyLab({ state: { ...tinyLab().state, places: {}, journeys: {} } }))).toEqual({
      places: [],
      journeys: []
    })
  })

  it('has the flow of sessions from scene to scene and from story event to story event', async () => {
    const drawn = (await report()).flows.map(({ of, steps, links }) => [
      of,
      steps.map(({ column, label, share }) => `${column} ${label} ${share.count}`),
      links.map(({ label, share }) => `${label} ${share.count}`)
    ])
    expect(drawn).toEqual([
      [
        'scenes',
        ['1 The Drowned Lamb 4', '2 The Drowned Lamb 1', '2 End 3', '3 End 1'],
        ['The Drowned Lamb → End 3', 'The Drowned Lamb → The Drowned Lamb 1', 'The Drowned Lamb → End 1']
      ],
      [
        'events',
        ['1 The feast 1', '1 The scratching 1', '1 End 2', '2 The feast 1', '2 End 1', '3 End 1'],
        ['The feast → End 1', 'The scratching → The feast 1', 'The feast → End 1']
      ]
    ])
  })

  it('compares how often dice gave something with the exact chance of the same dice', async () => {
    const { rolls } = await report()
    const shown = rolls.map(({ label, share, exact, isOutside }) => [label, share.count, share.of, exact.words, exact.fraction, isOutside])
    expect(shown).toEqual([
      ['Luck (hit): d2 at least 2', 39, 40, '50%', '1/2', true],
      // A 20 never succeeds.
      ['STR save (hit): d20 at most 20', 38, 40, '95%', '19/20', false],
      ['Omens: 1-3', 20, 40, '50%', '1/2', false],
      ['Omens: 4-6', 20, 40, '50%', '1/2', false]
    ])
    // With every interval alone at 95%, one of twenty would be outside by chance.
    expect(rolls[2]?.share.low).toBeLessThan(shareOf(20, 40).low)
  })

  it('counts what was exercised, offered, refused and brought about, and where rules failed', async () => {
    const { exercised, actions, outcomes, failures, stuck, repeated } = await report()
    expect(exercised.map(({ kind, id, share, times, firstBeat }) => [kind, id, share.count, times, firstBeat])).toEqual([
      ['event', 'scratching', 2, 4, 1],
      ['event', 'feast', 2, 4, 4],
      ['location', 'cellar', 2, 3, 2],
      ['location', 'inn', 4, 4, 1],
      ['fact', 'warm-wall', 1, 1, 4],
      ['node', 'feast 1', 1, 1, 8],
      ['action', 'walk', 2, 3, 2],
      ['row', 'omen/1-3', 1, 3, 6]
    ])
    // An action that nobody was offered comes first, then one that nobody took; a look-up that nobody took says nothing.
    expect(actions.map(({ action, offered, taken, refused }) => [action, offered, taken, refused])).toEqual([
      ['hit', 0, 0, 2],
      ['peace', 0, 0, 0],
      ['sing', 0, 0, 0],
      ['war', 5, 0, 0],
      ['walk', 12, 3, 0]
    ])
    expect(outcomes.map(({ of, label, share, firstBeat }) => [of, label, share.count, firstBeat])).toEqual([
      ['event', 'The feast', 2, 11],
      ['fact', 'warm-wall', 1, 4],
      ['quest', 'cold: completed', 1, 8],
      ['event', 'The scratching', 1, 4]
    ])
    expect(failures).toEqual([
      {
        label: 'rules/actions/hit.ts:12',
        where: 'rules/actions/hit.ts:12',
        problem: 'The rule failed.',
        session: 1,
        beat: 3,
        share: shareOf(2, 4),
        mark: { kind: 'failure', where: 'rules/actions/hit.ts:12' }
      }
    ])
    expect(stuck).toEqual([
      { session: 3, seed: '4', beat: 1, beats: 5 },
      { session: 0, seed: '1', beat: 2, beats: 3 }
    ])
    expect(repeated).toEqual([{ session: 0, seed: '1', times: 2 }])
  })

  it('is about the sessions of a filter alone', async () => {
    const bold = await report([{ kind: 'party', name: 'Bold' }])
    expect([bold.sessions, bold.played, bold.beats]).toEqual([2, 4, 18])
    expect(bold.survival.map(({ share }) => share.share)).toEqual([1, 1])
    expect(bold.bands[0]?.points.at(-1)?.beat).toBe(12)
    expect(bold.never.map(({ id }) => id)).toContain('cellar')
    const none = await report([{ kind: 'party', name: 'Nobody' }])
    expect(none).toMatchObject({ sessions: 0, played: 4, parties: [], endings: [], survival: [], lengths: [], bands: [], never: [], outcomes: [] })
  })

  it('is empty before the first sessions are saved', async () => {
    const empty = await labReport(NO_RESULTS, tinyLab(), { ...TINY_RUN, done: 0 }, NO_FILTER)
    expect(empty).toMatchObject({ sessions: 0, played: 0, beats: 0, endings: [], survival: [], lengths: [], bands: [], places: [], never: [] })
  })

  it('every share has a mark that finds as many sessions as it counts', async () => {
    const { parties, endings, survival, exercised, outcomes, failures, actions, flows } = await report()
    const marked = [
      ...flows.flatMap(({ steps, links }) => [...steps, ...links]),
      ...parties,
      ...endings,
      ...survival,
      ...exercised,
      ...outcomes,
      ...failures,
      ...actions.map(({ sessions: share, mark }) => ({ share, mark }))
    ]
    for (const { share, mark } of marked) expect([mark, (await found([mark])).length]).toEqual([mark, share.count])
  })
})

describe('marks', () => {
  it.each<[LabMark, number[][]]>([
    [
      { kind: 'party', name: 'Bold' },
      [
        [2, 0],
        [3, 0]
      ]
    ],
    [{ kind: 'ending', ending: 'lost' }, [[1, 4]]],
    [{ kind: 'outcome', of: 'dead', place: 'cellar' }, [[1, 4]]],
    [{ kind: 'outcome', of: 'dead', actor: 'Ghoul' }, [[1, 3]]],
    [{ kind: 'outcome', of: 'quest', id: 'cold', value: 'completed' }, [[0, 8]]],
    [
      { kind: 'visited', place: 'cellar' },
      [
        [0, 2],
        [1, 2]
      ]
    ],
    [{ kind: 'moved', from: 'cellar', to: 'inn' }, [[0, 5]]],
    [{ kind: 'followed', from: 'scratching', to: 'feast' }, [[0, 10]]],
    [{ kind: 'followed', from: '', to: 'feast' }, [[2, 11]]],
    [
      { kind: 'followed', from: '', to: '' },
      [
        [1, 4],
        [3, 6]
      ]
    ],
    [{ kind: 'step', of: 'events', n: 1, at: { ids: ['scratching', 'grate'] } }, [[0, 4]]],
    [
      { kind: 'step', of: 'events', n: 1, at: { ids: ['scratching'], isNot: true } },
      [
        [1, 4],
        [2, 11],
        [3, 6]
      ]
    ],
    [{ kind: 'step', of: 'events', n: 1, at: { ids: ['scratching'] }, next: { ids: ['feast'] } }, [[0, 10]]],
    [{ kind: 'step', of: 'scenes', n: 2, at: { ids: [] } }, []],
    [{ kind: 'rolled', action: 'hit', label: 'Luck', dice: 'd2', need: 2 }, [[1, 3]]],
    [{ kind: 'exercised', of: 'row', id: 'omen/1-3' }, [[0, 6]]],
    [{ kind: 'exercised', of: 'fact', id: 'gone' }, []],
    [
      { kind: 'offered', action: 'walk' },
      [
        [0, 2],
        [1, 2],
        [2, 0]
      ]
    ],
    [
      { kind: 'refused', action: 'hit' },
      [
        [1, 3],
        [2, 3]
      ]
    ],
    [
      { kind: 'scene', least: 2 },
      [
        [0, 7],
        [2, 6]
      ]
    ],
    [
      { kind: 'number', of: 'beats', least: 5, most: 10 },
      [
        [0, 10],
        [3, 6]
      ]
    ],
    [
      { kind: 'number', of: 'stuck', least: 1 },
      [
        [0, 2],
        [3, 1]
      ]
    ],
    [{ kind: 'number', of: 'dead', least: 1 }, [[1, 4]]],
    [{ kind: 'value', name: 'hp Wren', beat: 4, least: 0, most: 2 }, [[1, 4]]],
    [
      { kind: 'value', name: 'hp Wren', beat: 6, least: 0, most: 9 },
      [
        [0, 6],
        [2, 6],
        [3, 6]
      ]
    ]
  ])('%o', async (mark, expected) => {
    expect(await found([mark])).toEqual(expected)
  })

  it('hold together, or not at all, and the last one says the beat', async () => {
    const [inn, cellar]: LabMark[] = [
      { kind: 'moved', from: 'inn', to: 'cellar' },
      { kind: 'ending', ending: 'ended' }
    ]
    if (!inn || !cellar) throw new Error('Two marks.')
    expect(await found([inn, cellar])).toEqual([[0, 10]])
    expect(await found([cellar, inn])).toEqual([[0, 2]])
    expect(await found([cellar], [inn])).toEqual([[2, 12]])
  })

  it('are never SQL', async () => {
    for (const name of ["'; DROP TABLE session; --", `") OR true --`, 'משה 🎲', "Ada's"])
      for (const mark of [
        { kind: 'party', name },
        { kind: 'visited', place: name },
        { kind: 'value', name, beat: 1, least: 0, most: 9 }
      ] as const)
        expect(await found([mark])).toEqual([])
    expect(await found([])).toHaveLength(4)
  })
})

it('a list of sessions is sorted by a column and read in parts', async () => {
  const page = (from: number) => listSessions(results, { filter: NO_FILTER, by: 'beats', descending: true, from, count: 3 })
  const [first, rest] = [await page(0), await page(3)]
  expect([first.of, first.sessions.map(({ beats }) => beats), rest.sessions.map(({ beats }) => beats)]).toEqual([4, [12, 10, 6], [4]])
  expect(first.sessions[0]).toEqual({ ...TINY_SESSIONS[2]?.session, at: 0 })
})

describe('what no session reached', () => {
  it('comes with what it would need, from the rules, the world and the run', async () => {
    const { never } = await report()
    expect(never.map(({ kind, id, needs }) => [`${kind} ${id}`, needs])).toEqual([
      [
        'event grate',
        [
          '“The grate is open” doesn’t hold yet; it can be set by The Cellar. No session set it.',
          'It begins only without “warm-wall”, which 1 of 4 sessions set.',
          'No session visited The Salt Cave, where it plays.'
        ]
      ],
      ['quest feud given', ['It comes after “cold”, which 1 of 4 sessions ended.', 'It begins only once “breath” holds, which no session set.']],
      ['quest feud ended', ['It was never given.']],
      ['quest debt ended', ['It is completed once “breath” holds, which no session set.']],
      ['location cave', ['The journey from The Cellar is closed until “The grate is open” holds, which no session set.']],
      ['fact grate-open', ['A search of “a rusted grate” in The Cellar, which 2 of 4 sessions visited, sets it, after “warm-wall”.']],
      ['fact mira-cold', ['Mira, who begins at The Drowned Lamb, which all 4 sessions visited, can tell it, after “mira-noise”.']],
      ['fact mira-noise', ['Nothing sets it yet: let an outcome, a feature, a character or a rule set it.']],
      ['fact breath', ['An outcome of “The grate” sets it, which was over in no session.', 'It can be set by the action sing (no session).']],
      ['fact gone', ['Nothing sets it yet: let an outcome, a feature, a character or a rule set it.']],
      ['node feast 2', ['Node 2 needs more than 1.']],
      ['node grate 1', ['“The grate” was played in no session.']],
      ['action hit', ['It needs a fight; 1 of 4 sessions had one.']],
      ['action war', ['Offered in 1 of 4 sessions, and never taken.']],
      ['action peace', []],
      ['action sing', ['At the beginning: Wren has no lute.']],
      ['condition down', ['It is named by the action hit (no session) and the table “Omens”.']],
      ['item rope', ['It is in “stacked barrels” in The Cellar, which 2 of 4 sessions visited.']],
      ['item axe', ['Oswin has it, and nobody used it.']],
      ['item lute', ['Nobody has it, no place holds it, and no rule names it.']],
      ['row omen/4-6', ['“Omens” was rolled 3 times in 4 sessions; 4-6 comes up in 50% of rolls.']]
    ])
  })

  it('of a place says which rolls fail, and which way nobody took', async () => {
    const bold: LabFilter = { is: [{ kind: 'party', name: 'Bold' }], not: [] }
    const needs = async (world: ReturnType<typeof tinyLab>) =>
      (await labReport(results, world, TINY_RUN, bold)).never.find(({ id }) => id === 'cellar')?.needs
    expect(await needs(tinyLab())).toEqual(['Nobody went there from The Drowned Lamb (visited by all 2 sessions).'])
    expect(await needs(tinyLab({ impassable: (journey) => journey === 'inn--cellar' }))).toEqual([
      'From The Drowned Lamb, no roll of the party gets there.'
    ])
    const { state } = tinyLab()
    expect(await needs(tinyLab({ state: { ...state, journeys: {} } }))).toEqual(['No journey leads there.'])
  })

  it('of a table that nobody rolled says who rolls it', async () => {
    const careful = await report([{ kind: 'ending', ending: 'lost' }])
    expect(careful.never.find(({ id }) => id === 'omen/1-3')?.needs).toEqual(['“Omens” was never rolled.', 'No rule rolls it; only the DM can.'])
  })
})
