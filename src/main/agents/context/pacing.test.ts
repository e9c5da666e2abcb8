import { expect, it } from 'vitest'
import type { SeenEvent } from '../../../shared/table/agents'
import { dmView, entry, someone } from '../offline/tiny-views.fixture'
import { pacingLines } from './pacing'

const event = (id: string, more: Partial<SeenEvent> = {}): SeenEvent =>
  ({ id, title: id, done: false, ready: true, done_when: [], ...more }) as SeenEvent
const at = (beat: number, by: string, time: string) => ({ ...entry(by, 'system', 'Something.'), beat, at: time })

it('says how far the session and the story are, what is missing, who has been idle, and how long the scene has lasted', () => {
  const log = [
    at(1, 'DM', '1421-10-03T17:00:00Z'),
    at(2, 'Tobit', '1421-10-03T17:05:00Z'),
    ...Array.from({ length: 8 }, (_, i) => at(3 + i, i % 2 === 0 ? 'Wren' : 'Pym', '1421-10-03T17:30:00Z'))
  ]
  const view = dmView({
    phase: 'dm',
    at: '1421-10-03T17:40:00Z',
    party: ['Wren', 'Tobit', 'Pym'],
    actors: [someone('Wren'), someone('Tobit'), someone('Pym')],
    scene: { number: 2, title: 'Two', place: 'yard', aim: 'Go on', story: 'Soup', turns: 4, limit: 40, opened: 1 },
    scenesLeft: 4,
    facts: { told: true },
    story: [event('Nought', { done: true }), event('Soup', { done_when: ['told', 'bell-raised', '!drowned'] })],
    log,
    entries: log.length
  })
  expect(pacingLines(view)).toEqual([
    "Pacing: scene 2 of about 6 in a session; 1 of 2 story events over; “Soup” still needs: bell-raised; Tobit hasn't acted for 8 entries; 40 min since the scene opened."
  ])
})

it('says nothing to a player, and between scenes', () => {
  expect([pacingLines(dmView({ phase: 'open' })), pacingLines({ ...dmView({ phase: 'dm' }), role: 'player' })]).toEqual([[], []])
})
