import { describe, expect, it } from 'vitest'
import type { Atlas, SeenEvent, View } from '../../../shared/table/agents'
import { choice, count, DM_OFFERS, dmView, entry, offer, PLAYER_OFFERS, someone, turnsOf, uses } from './tiny-views.fixture'

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

describe('the last step of a climax', () => {
  const hook = { place: 'yard', id: 'trough', name: 'the stone trough', text: 'It fills.', after: [], fact: 'answered' }
  const wren: Atlas['people'][number] = {
    id: 'Wren',
    name: 'Wren',
    kind: 'player',
    place: 'yard',
    pronoun: 'she',
    wants: 'An answer.',
    isBounded: true,
    metBy: ['answered']
  }
  const atlas = (): Atlas => ({ features: [hook], tellings: [], people: [wren], places: [], journeys: [] })
  const scene = { ...dmView().scene!, title: 'Down the Throat', story: 'throat' }
  const offers = [
    ...DM_OFFERS,
    offer('hazard', [choice('target', ['Wren', 'Tobit', 'Pym'], { type: 'target' }), choice('damage', ['d4', 'd8'])], 'free')
  ]
  const ARGUED = 'In “Down the Throat” the party was at Throat Yard. Wren gave way to Pym: the gate first.'
  const after = (...log: ReturnType<typeof entry>[]): View =>
    withClimax({ done_when: ['answered'] }, { scene, atlas, summaries: { scenes: [ARGUED] }, log: [told, ...log] })
  const parts = entry('DM', 'narration', 'It is noon, and it takes two: Tobit has to come first, and then Wren, at the stone trough.')
  const helped = entry('Tobit', 'system', 'Tobit holds the rope.', { action: 'search' })
  const hurt = entry('DM', 'system', 'The rope cuts Tobit.', { action: 'hazard', changes: { actors: { Tobit: { damage: 1 } } } })

  it('the DM says who has to come first, and that the character who wants it takes it', () => {
    const calls = uses(after(), offers)
    expect(new Set(calls.map(({ tool }) => tool))).toEqual(new Set(['narrate']))
    for (const { input } of calls)
      expect(input['text']).toMatch(/^It is .+, and it takes two: (?:Tobit|Pym) has to come first, and then Wren, at the stone trough\.$/)
  })

  it('the helper is called on, then something is paid, then the one who decides is called on', () => {
    expect(new Set(uses(after(parts), offers).map(({ input }) => String(input['who'])))).toEqual(new Set(['Tobit']))
    const paid = uses(after(parts, helped), offers)
    expect(new Set(paid.map(({ tool, input }) => `${tool} ${String(input['target'])} ${String(input['damage'])}`))).toEqual(
      new Set(['hazard Tobit d4'])
    )
    expect(new Set(uses(after(parts, helped, hurt), offers).map(({ input }) => String(input['who'])))).toEqual(new Set(['Wren']))
  })

  it('where the campaign has a step before the last one, nothing is said: two characters are called on, and the one who took the first step leaves the last', () => {
    const rope = { place: 'yard', id: 'windlass', name: 'the chained windlass', text: 'It is held.', after: [], fact: 'held' }
    const both = (isHeld: boolean): Atlas => ({
      ...atlas(),
      features: [
        { ...rope, ...(isHeld ? { searched: true } : {}) },
        { ...hook, after: ['held'] }
      ]
    })
    const calls = (isHeld: boolean, ...log: ReturnType<typeof entry>[]): Set<string> =>
      new Set(
        uses({ ...after(...log), atlas: () => both(isHeld), facts: isHeld ? { held: true } : {} }, offers).map(
          ({ tool, input }) => `${tool} ${String(input['who'] ?? input['target'])}`
        )
      )
    const held = entry('Tobit', 'system', 'Tobit holds it.', { action: 'search', changes: { facts: { held: true } } })
    const paid = { ...held, changes: { facts: { held: true }, actors: { Tobit: { damage: 2 } } } }
    const lent = { ...held, changes: { facts: { held: true }, actors: { Wren: { conditions: [{ condition: 'aided', name: 'Aided', on: true }] } } } }
    expect(calls(false)).toEqual(new Set(['call_on Tobit']))
    expect(calls(true, held)).toEqual(new Set(['hazard Tobit']))
    expect(calls(true, lent)).toEqual(new Set(['hazard Tobit']))
    expect(calls(true, paid)).toEqual(new Set(['call_on Wren']))
    // Something was done, and the first step is still open: a talk could decide it at once.
    const talked = entry('Tobit', 'system', 'Tobit asks.', { action: 'talk' })
    expect(calls(false, talked)).toEqual(new Set(['hazard Tobit']))
    expect(calls(false, talked, hurt)).toEqual(new Set(['call_on Wren']))
  })

  it('a climax that is decided before it was ready is played in its own scene, by its title', () => {
    const early = { ...scene, story: undefined as never }
    const view = { ...after(parts), scene: early }
    const unready = { ...view, story: view.story!.map((event) => (event.climax ? { ...event, ready: false } : event)) }
    expect(new Set(uses(unready, offers).map(({ input }) => String(input['who'])))).toEqual(new Set(['Tobit']))
  })

  it('a character who is alone takes the last step and pays for it', () => {
    const alone = { actors: [{ ...someone('Wren') }, someone('Tobit', { location: 'inn' }), someone('Pym', { location: 'inn' })] }
    expect(new Set(uses({ ...after(), ...alone }, offers).map(({ input }) => String(input['target'])))).toEqual(new Set(['Wren']))
  })

  it('two of the party come before a prepared scene, and something is paid', () => {
    const prepared = (...log: ReturnType<typeof entry>[]): View => {
      const view = after(...log)
      return { ...view, story: view.story!.map((event) => (event.climax ? { ...event, isPrepared: true as const } : event)) }
    }
    const scripted = [...offers, offer('run_scene', [choice('event', ['throat'])])]
    const [first] = uses(prepared(), scripted)
    expect(String(first?.input['text'])).toMatch(/^It is .+, and it takes two: (?:Tobit|Pym) has to come first, and then Wren, at Throat Yard\.$/)
    const said = entry('DM', 'narration', 'It is noon, and it takes two: Tobit has to come first, and then Wren, at Throat Yard.')
    const tools = (...log: ReturnType<typeof entry>[]): Set<string> => new Set(uses(prepared(...log), scripted).map(({ tool }) => tool))
    expect(tools(said, helped)).toEqual(new Set(['hazard']))
    expect(tools(said, helped, hurt)).toEqual(new Set(['run_scene']))
  })

  it('the helper leaves the last step alone, and the one who decides takes it', () => {
    const seen = (who: string): View => ({ ...after(parts), who, role: 'player', phase: 'player', spent: { speak: 1 } })
    expect(turnsOf(seen('Tobit'), PLAYER_OFFERS).filter(({ input }) => input['feature'] === 'trough')).toEqual([])
    const decided = turnsOf({ ...seen('Wren'), log: [...seen('Wren').log, helped] }, PLAYER_OFFERS)
    expect(count(decided, ({ input }) => input['feature'] === 'trough')).toBeGreaterThan(decided.length * 0.8)
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
    expect(count(calls, ({ tool, input }) => tool === 'record' && String(input['content']).includes('The letter that came for her'))).toBe(
      calls.length
    )
    expect(count(uses(view(false), DM_OFFERS), ({ tool }) => tool === 'record')).toBe(0)
    const opened = uses(view(true, { phase: 'open', scene: undefined as never }), OPEN)
    expect(count(opened, ({ input }) => String(input['aim']).includes('Ropewalk'))).toBe(0)
    const open = uses(view(false, { phase: 'open', scene: undefined as never }), OPEN)
    expect(count(open, ({ input }) => input['aim'] === 'See to the letter rack')).toBe(open.length)
  })
})
