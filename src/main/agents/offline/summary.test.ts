import { expect, it } from 'vitest'
import type { EntryChanges } from '../../../shared/story/entry-changes'
import { bystander, dmView, entry, someone } from './tiny-views.fixture'
import { summary } from './summary'

const did = (by: string, action: string, text: string, changes: EntryChanges) => entry(by, 'system', text, { action, changes })
const actors = [
  someone('Wren', { sheet: { ...someone('x').sheet!, stats: { STR: 10, hp: 2 } } }),
  someone('Tobit', { pronoun: 'he' }),
  bystander('Rat')
]
const cast = Object.fromEntries([...actors, bystander('Hask')].map(({ id, kind }) => [id, { name: id === 'Hask' ? 'Mother Hask' : id, kind }]))
const log = [
  entry('DM', 'scene', 'The Counting. Throat Yard.'),
  did('Wren', 'talk', 'Wren asks, and Mother Hask answers.', {
    result: { status: 'success' },
    actors: { Hask: { attitude: { from: 'wary', to: 'friendly' } } },
    facts: { 'bell-sold': true }
  }),
  did('Rat', 'attack', 'Wren comes off with bruises.', { actors: { Wren: { stats: { hp: { from: 4, to: 2 } }, damage: 2 } } }),
  did('Wren', 'attack', 'The rat lies still.', { actors: { Rat: { now: 'dead', damage: 4, stats: { hp: { from: 4, to: 0 } } } } }),
  did('Tobit', 'search', 'Under the trough lies a key.', {
    actors: { Tobit: { damage: 1, stats: { hp: { from: 4, to: 3 } }, gained: [{ item: 'key', name: 'brass key', count: 1 }] } },
    places: { yard: { searched: ['the stone trough'] } }
  }),
  entry('DM', 'scene', 'They know what was sold.')
]
const lines = (text: string): string[] => (text.split('## Key events\n')[1]?.split('\n\n')[0] ?? '').split('\n').map((line) => line.slice(2))

it("a scene's summary lists the changes in its log, with numbers beside vague sentences", () => {
  const view = dmView({ actors, cast, party: ['Wren', 'Tobit'], log, closing: 'scene', phase: 'close', facts: { 'bell-sold': true } })
  const done = { ...view, story: view.story?.map((event) => ({ ...event, done: event.id === 'counting' })) ?? [] }
  const text = summary(done)
  expect(lines(text)).toEqual([
    'The Counting. They were at Throat Yard.',
    'Wren asks, and Mother Hask answers.',
    'The rat lies still.',
    'Under the trough lies a key. (Tobit 4→3 HP)',
    'With Mother Hask: talk (1 success); now friendly.',
    'With Rat: attack; in the end dead.',
    'Fell: Rat (dead).',
    'Searched: the stone trough.',
    'Gained: Tobit brass key.',
    'Settled: The Counting.',
    'They know what was sold.'
  ])
  expect(text).toContain('## People met\nMother Hask and Rat.')
})

it("a campaign's summary condenses its only session's and says where things stand", () => {
  const scene = summary(dmView({ actors, cast, party: ['Wren', 'Tobit'], log, closing: 'scene', phase: 'close' }))
  const scenes = [scene, scene.replace('The Counting.', 'Hand Over Hand.')]
  const session = summary(dmView({ actors, cast, party: ['Wren', 'Tobit'], closing: 'session', phase: 'close', summaries: { scenes } }))
  expect(lines(session)).toEqual([
    'The Counting. They were at Throat Yard.',
    'With Mother Hask: talk (1 success); now friendly.',
    'They know what was sold.',
    'Hand Over Hand. They were at Throat Yard.',
    'Fell: Rat (dead); Rat (dead).',
    'Gained: Tobit brass key; Tobit brass key.'
  ])
  const view = dmView({ actors, cast, party: ['Wren', 'Tobit'], closing: 'campaign', phase: 'close', summaries: { scenes, session, sessions: [] } })
  const campaign = lines(summary(view))
  expect(campaign.length).toBeLessThan(lines(session).length + 1)
  expect(campaign.slice(0, -1).every((line) => lines(session).includes(line))).toBe(true)
  expect(campaign.at(-1)).toBe('Where things stand after one session: the party is at Throat Yard; hurt: Wren (2 of 4 HP).')
})

it("closed threads are listed among a scene's events, and open ones among the unresolved threads", () => {
  const closing = { actors, cast, party: ['Wren', 'Tobit'], phase: 'close' as const }
  const ended = [...log.slice(0, 1), entry('DM', 'system', "O'Dowd's bell rings again.", { action: 'close_thread' }), ...log.slice(-1)]
  const threads = { ship: { setup: 'A ship is due', intended_payoff: 'It comes.', open: true } }
  const scene = summary(dmView({ ...closing, closing: 'scene', log: ended, threads }))
  expect(lines(scene)).toContain("Closed: O'Dowd's bell rings again.")
  expect(scene.split('## Unresolved threads')[1]).toContain('- Open: A ship is due.')
  const session = summary(dmView({ ...closing, closing: 'session', log: [], summaries: { scenes: [scene] } }))
  expect([lines(session), session.split('## Unresolved threads')[1]]).toEqual([
    expect.arrayContaining(["Closed: O'Dowd's bell rings again."]) as string[],
    expect.stringContaining('- Open: A ship is due.') as string
  ])
})

it('a summary of sessions names every visited place, also those of scenes that it leaves out', () => {
  const closing = {
    actors,
    cast,
    party: ['Wren', 'Tobit'],
    phase: 'close' as const,
    places: { yard: 'Throat Yard', ledge: "Dipper's Ledge", pool: 'Black and White Pool' }
  }
  const scene = (n: number, place: string): string => `## Key events\n- Scene ${n}. They were at ${place}.\n- It rained.\n- They went on.`
  const scenes = [scene(1, "Dipper's Ledge and the Black and White Pool"), ...Array.from({ length: 12 }, (_, n) => scene(n + 2, 'Throat Yard'))]
  const session = summary(dmView({ ...closing, closing: 'session', log: [], summaries: { scenes } }))
  expect(lines(session)).toContain("They were at Dipper's Ledge and Black and White Pool, too.")
  const campaign = summary(dmView({ ...closing, closing: 'campaign', summaries: { scenes, session, sessions: [] } }))
  expect(campaign.match(/Dipper's Ledge/g)).toHaveLength(1)
})
