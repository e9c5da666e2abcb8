import { describe, expect, it } from 'vitest'
import type { Atlas, SeenEvent, View } from '../../../shared/table/agents'
import { choice, count, DM_OFFERS, dmView, entry, offer, someone, turnsOf, uses } from './tiny-views.fixture'

const STAKES = 'If nobody answers, the hill comes down.'
const told = entry('DM', 'narration', 'They stand at the water.')
const text = (name: string) => ({ name, type: 'string' as const, description: '', required: true })
const OPEN = [
  offer('open_scene', [text('title'), choice('place', ['yard']), text('aim'), choice('story', ['counting', 'throat'], { required: false })])
]
const outcome: SeenEvent['outcomes'][number] = {
  facts: ['the-count-is-over'],
  closes: {},
  opens: {},
  starts: [],
  completes: {},
  fails: {},
  feels: {},
  moves: {},
  wants: {},
  reactions: {}
}

/** A table in the scene of another event, at the place of the climax. */
function withClimax(climax: Partial<SeenEvent>, more: Partial<View> = {}): View {
  const view = dmView({ spent: { narrate: 1 }, log: [told], ...more })
  const make = (event: SeenEvent): SeenEvent =>
    event.id === 'throat' ? { ...event, climax: true, place: 'yard', stakes: STAKES, ready: true, outcomes: [outcome], ...climax } : event
  return { ...view, story: view.story!.map(make) }
}
const done = { done: true }

describe('the scene of a climax', () => {
  it("is opened for a climax that was decided inside another event's scene, before its outcome is narrated", () => {
    const calls = uses(withClimax(done), DM_OFFERS)
    expect(count(calls, ({ tool }) => tool === 'end_scene')).toBe(calls.length)
    const opened = uses(withClimax(done, { phase: 'open', scene: undefined as never }), OPEN)
    expect(count(opened, ({ input }) => input['title'] === 'Down the Throat' && input['story'] === 'throat')).toBe(opened.length)
    const scene = { ...dmView().scene!, title: 'Down the Throat', story: 'throat' }
    const first = uses(withClimax(done, { scene, log: [], spent: {} }), DM_OFFERS)
    expect(count(first, ({ tool, input }) => tool === 'narrate' && String(input['text']).includes(STAKES))).toBe(first.length)
    const next = uses(withClimax(done, { scene, log: [entry('DM', 'narration', STAKES)] }), DM_OFFERS)
    expect(count(next, ({ input }) => input['text'] === 'He was here.')).toBe(next.length)
  })

  it('is opened when the party arrives at its place, even if a player is down or the current scene is at the same place', () => {
    const down = { actors: [someone('Wren'), someone('Tobit', { canAct: false, conditions: { critical: 'Critical' } }), someone('Pym')] }
    for (const more of [{}, down]) {
      const calls = turnsOf(withClimax({}, more), DM_OFFERS)
      expect(count(calls, ({ tool }) => tool === 'end_scene')).toBe(calls.length)
    }
  })

  it('is preceded by asking one player at a time in the neighbouring place, whatever event is next', () => {
    const calls = turnsOf(withClimax({ place: 'inn', ready: false }), DM_OFFERS).filter(({ tool }) => tool === 'call_on')
    expect(calls.length).toBeGreaterThan(20)
    expect(calls.filter(({ input }) => (input['who'] as string[]).join() === 'all' || (input['who'] as string[]).length > 1)).toEqual([])
  })
})

describe('a want that was met while the table was busy with something else', () => {
  const rack = { place: 'yard', id: 'rack', name: 'the letter rack', text: 'A letter with a foreign stamp.', after: [] }
  const person = {
    id: 'Wren',
    name: 'Wren',
    kind: 'player',
    place: 'yard',
    pronoun: 'she',
    wants: 'The letter that came for her.',
    isBounded: false
  } as const
  const atlas = (searched: boolean): Atlas => ({
    features: [{ ...rack, ...(searched ? { searched } : {}) }],
    tellings: [],
    people: [person],
    places: [{ id: 'walk', name: 'Ropewalk', description: 'A letter box stands here.', isVisited: false }],
    journeys: [{ from: 'yard', to: 'walk', difficulty: 0 }]
  })
  const view = (searched: boolean, more: Partial<View> = {}): View => ({
    ...dmView({ atlas: () => atlas(searched), spent: { narrate: 1 }, log: [told], topics: [], ...more }),
    story: []
  })

  it('the want is settled at once, and nobody travels on for it', () => {
    const calls = uses(view(true), DM_OFFERS)
    expect(count(calls, ({ tool, input }) => tool === 'narrate' && String(input['text']).includes('the letter that came for her'))).toBe(calls.length)
    expect(count(uses(view(false), DM_OFFERS), ({ input }) => String(input['text']).includes('It is done'))).toBe(0)
    const opened = uses(view(true, { phase: 'open', scene: undefined as never }), OPEN)
    expect(count(opened, ({ input }) => String(input['aim']).includes('Ropewalk'))).toBe(0)
    const open = uses(view(false, { phase: 'open', scene: undefined as never }), OPEN)
    expect(count(open, ({ input }) => input['aim'] === 'See to the letter rack')).toBe(open.length)
  })
})
