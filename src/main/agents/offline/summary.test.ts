import { expect, it } from 'vitest'
import type { EntryChanges } from '../../../shared/story/entry-changes'
import { bystander, dmView, entry, someone } from './tiny-views.fixture'
import { recap } from './recap'
import { summary } from './summary'

let beats = 0
const did = (by: string, action: string, text: string, changes: EntryChanges, ...targets: string[]) =>
  entry(by, 'system', text, { beat: ++beats, action, changes, ...(targets.length > 0 ? { targets } : {}) })
const actors = [
  someone('Wren', { sheet: { ...someone('x').sheet!, stats: { STR: 10, hp: 2 } } }),
  someone('Tobit', { pronoun: 'he' }),
  bystander('Rat')
]
const cast = Object.fromEntries(
  [...actors, bystander('Hask'), bystander('Marl')].map(({ id, kind }) => [id, { name: id === 'Hask' ? 'Mother Hask' : id, kind }])
)
const log = [
  entry('DM', 'scene', 'The Counting. Throat Yard.'),
  did(
    'Wren',
    'talk',
    'Wren asks, and Mother Hask answers: ask Marl.',
    { result: { status: 'success' }, actors: { Hask: { attitude: { from: 'wary', to: 'friendly' } } }, facts: { 'bell-sold': true } },
    'Hask'
  ),
  did('Rat', 'attack', 'Wren comes off with bruises.', { actors: { Wren: { stats: { hp: { from: 4, to: 2 } }, damage: 2 } } }, 'Wren'),
  did('Wren', 'attack', 'The rat lies still.', { actors: { Rat: { now: 'dead', damage: 4, stats: { hp: { from: 4, to: 0 } } } } }, 'Rat'),
  did('Tobit', 'search', 'Under the trough lies a key.', {
    actors: { Tobit: { damage: 1, stats: { hp: { from: 4, to: 3 } }, gained: [{ item: 'key', name: 'brass key', count: 1 }] } },
    places: { yard: { searched: ['the stone trough'] } }
  }),
  entry('DM', 'system', 'The quest “Find Jory” begins.', { action: 'quest', changes: { quests: { jory: { name: 'Find Jory', status: 'active' } } } }),
  entry('Hask', 'speech', 'Go. I promise you soup.'),
  entry('DM', 'narration', 'Now they know what was sold.'),
  entry('DM', 'scene', 'They know what was sold.')
]
const lines = (text: string): string[] => (text.split('## Key events\n')[1]?.split('\n\n')[0] ?? '').split('\n').map((line) => line.slice(2))

it("a scene's summary lists the changes in its log, with numbers beside vague sentences", () => {
  const view = dmView({ actors, cast, party: ['Wren', 'Tobit'], log, closing: 'scene', phase: 'close', facts: { 'bell-sold': true } })
  const done = {
    ...view,
    story: view.story?.map((event) => ({
      ...event,
      done: event.id === 'counting',
      closing: event.id === 'counting' ? ['Now they know what was sold.'] : []
    }))
  }
  const text = summary(done)
  expect(lines(text)).toEqual([
    'The Counting. They were at Throat Yard.',
    'Wren asks, and Mother Hask answers: ask Marl.',
    'The rat lies still.',
    'Under the trough lies a key. (Tobit 4→3 HP)',
    'Settled: The Counting (bell sold). Now they know what was sold.',
    'Promised by Mother Hask: “I promise you soup.”',
    'With Mother Hask: talk (1 success); now friendly.',
    'With Rat: attack; in the end dead.',
    'Fell: Rat (dead).',
    'Searched: the stone trough.',
    'Gained: Tobit brass key.',
    'Facts: bell sold.',
    'Quests: “Find Jory” begins.',
    'They know what was sold.'
  ])
  expect(text).toContain('## People met\nMother Hask and Rat.')
})

it("a campaign's summary condenses its only session's and says where things stand", () => {
  const scene = summary(dmView({ actors, cast, party: ['Wren', 'Tobit'], log, closing: 'scene', phase: 'close' }))
  const scenes = [scene, scene.replace('The Counting.', 'Hand Over Hand.')]
  const session = summary(dmView({ actors, cast, party: ['Wren', 'Tobit'], closing: 'session', phase: 'close', summaries: { scenes } }))
  expect(lines(session)).toEqual([
    'The Counting. They were at Throat Yard. They know what was sold.',
    'Hand Over Hand. They were at Throat Yard. They know what was sold.',
    'Promised by Mother Hask: “I promise you soup.”',
    'Attitudes: Mother Hask friendly.',
    'Fell: Rat (dead).',
    'Gained: Tobit brass key.',
    'Facts: bell sold.',
    'Quests: “Find Jory” begins.'
  ])
  const view = dmView({ actors, cast, party: ['Wren', 'Tobit'], closing: 'campaign', phase: 'close', summaries: { scenes, session, sessions: [] } })
  const campaign = lines(summary(view))
  expect(campaign.slice(0, -1)).toEqual(lines(session))
  expect(campaign.at(-1)).toBe('Where things stand after one session: the party is at Throat Yard; hurt: Wren (2 of 4 HP).')
})

it('quests that moved, threads that were opened and closed, and feelings are in the summaries of scene, session and campaign', () => {
  const closing = { actors, cast, party: ['Wren', 'Tobit'], phase: 'close' as const }
  const record = (changes: EntryChanges) => entry('DM', 'record', 'x', { changes })
  const ended = [
    ...log.slice(0, 1),
    record({ threads: { bell: { text: 'Whose bell is it?', open: true } } }),
    record({ quests: { toll: { name: 'Toll', status: 'active' } }, ties: { a: { from: 'Wren', to: 'Hask', by: -5 } } }),
    record({ quests: { toll: { name: 'Toll', done: ['Ask O’Dowd'], status: 'completed', outcome: 'He rang it; they ran.' } } }),
    entry('DM', 'system', "O'Dowd's bell rings again.", {
      action: 'close_thread',
      changes: { threads: { bell: { text: 'Whose bell is it?', open: false, outcome: "O'Dowd's bell rings again." } } }
    }),
    ...log.slice(-1)
  ]
  const threads = { ship: { setup: 'A ship is due', intended_payoff: 'It comes.', open: true } }
  const scene = summary(dmView({ ...closing, closing: 'scene', log: ended, threads }))
  const moved = [
    'Quests: “Toll” begins; of “Toll”, done: Ask O’Dowd; “Toll” is completed: He rang it, they ran.',
    'Feelings: Wren colder towards Mother Hask.',
    'Opened: Whose bell is it?',
    "Closed: Whose bell is it? O'Dowd's bell rings again."
  ]
  expect(lines(scene)).toEqual(expect.arrayContaining(moved))
  expect(scene.split('## Unresolved threads')[1]).toContain('- Open: A ship is due.')
  const session = summary(dmView({ ...closing, closing: 'session', log: [], summaries: { scenes: [scene] } }))
  const campaign = summary(dmView({ ...closing, closing: 'campaign', log: [], summaries: { scenes: [], session, sessions: [] } }))
  for (const text of [session, campaign]) expect(lines(text)).toEqual(expect.arrayContaining(moved))
  expect(session.split('## Unresolved threads')[1]).toContain('- Open: A ship is due.')
  expect(recap(dmView({ ...closing, closing: 'scene', log: ended })).split('\n')).toEqual([
    'In “The Counting” the party was at Throat Yard.',
    "O'Dowd's bell rings again.",
    'They know what was sold.'
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
  const scenes = Array.from({ length: 13 }, (_, n) => scene(n + 1, n === 1 ? "Dipper's Ledge and the Black and White Pool" : 'Throat Yard'))
  const session = summary(dmView({ ...closing, closing: 'session', log: [], summaries: { scenes } }))
  expect(lines(session)).toHaveLength(scenes.length)
  expect(lines(session)[1]).toBe("Scene 2. They were at Dipper's Ledge and the Black and White Pool. They went on.")
  const view = dmView({ ...closing, closing: 'campaign', summaries: { scenes: [], session, sessions: [session.replaceAll('Scene', 'Earlier')] } })
  expect(lines(summary(view)).slice(-2)[0]).toBe("They were at Dipper's Ledge and Black and White Pool, too.")
})

it("the summaries of parts are joined: everybody's last state counts, and no scene, event or fact is left out", () => {
  const scene = (...events: string[]): string => `## Key events\n${events.map((line) => `- ${line}`).join('\n')}`
  const scenes = [
    scene(
      'One. They were at Throat Yard.',
      'With Mother Hask: talk (1 success); now friendly.',
      'Fell: Wren (still down); Rat (dead).',
      'Facts: bell sold.',
      'They ran.'
    ),
    scene(
      'Two. They were at Throat Yard.',
      'With Mother Hask: attack; now hostile.',
      'On their feet again: Wren; Pym.',
      'Facts: no longer: bell sold; seal: broken.'
    ),
    scene('Three. They were at Throat Yard.', 'Settled: The Counting (bell sold). Now they know.', 'It ends.')
  ]
  const session = summary(dmView({ actors, cast, party: ['Wren'], closing: 'session', phase: 'close', summaries: { scenes } }))
  expect(lines(session)).toEqual([
    'One. They were at Throat Yard. They ran.',
    'Two. They were at Throat Yard.',
    'Three. They were at Throat Yard. It ends.',
    'Settled: The Counting (bell sold). Now they know.',
    'Attitudes: Mother Hask hostile.',
    'Fell: Wren (on their feet again); Rat (dead).',
    'On their feet again: Pym.',
    'Facts: bell sold; no longer: bell sold; seal: broken.'
  ])
})

it('a recap begins with where the party was, and that of a session tells every scene in order', () => {
  const closing = { actors, cast, party: ['Wren', 'Tobit'], phase: 'close' as const }
  const one = recap(dmView({ ...closing, closing: 'scene', log }))
  expect(one.split('\n').map((line) => line.slice(0, 50))).toEqual([
    'In “The Counting” the party was at Throat Yard. Wr',
    'The quest “Find Jory” begins.',
    'Rat is dead. They know what was sold.'
  ])
  expect(one).not.toContain('bell sold')
  const scenes = [`## Recap\n\n${one}\n\n## Key events\n\n- x.`, '## Recap\n\nThey slept. It rained. They woke.\n']
  expect(recap(dmView({ ...closing, closing: 'session', summaries: { scenes } }))).toBe(
    'In “The Counting” the party was at Throat Yard. The quest “Find Jory” begins. Rat is dead. They know what was sold.\nThey slept. They woke.'
  )
})
