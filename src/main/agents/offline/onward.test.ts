import { describe, expect, it } from 'vitest'
import type { Atlas, View } from '../../../shared/table/agents'
import type { LogEntry } from '../../../shared/story/play'
import { leadFor, nextEvent, exitToward } from './aims'
import { Mind } from './mind'
import { rule } from './rulings'
import { sceneOver } from './scenes'
import {
  bystander,
  choice,
  count,
  dice,
  DM_OFFERS,
  dmView,
  entry,
  offer,
  PLAYER_OFFERS,
  SEEDS,
  someone,
  turnsOf,
  uses,
  viewOf
} from './tiny-views.fixture'

const text = (name: string): ReturnType<typeof offer>['params'][number] => ({ name, type: 'string', description: '', required: true })
const way = (from: string, to: string, difficulty: number): Atlas['journeys'][number] => ({ from, to, difficulty })
/** The trail lies two climbs away by the inn, and three plain roads by the walk. */
const atlas: Atlas = {
  features: [{ place: 'shaft', id: 'mark', name: 'a chalk mark', text: 'An arrow.', after: [], fact: 'trail' }],
  tellings: [],
  people: [],
  places: [],
  journeys: [way('yard', 'inn', 4), way('inn', 'shaft', 3), way('yard', 'walk', 0), way('walk', 'lane', 1), way('lane', 'shaft', 1)]
}
const withTrail = (more: Partial<View> = {}): View => {
  const view = dmView({ atlas: () => atlas, scene: { ...dmView().scene!, story: 'throat' }, ...more })
  return { ...view, story: view.story!.map((event) => ({ ...event, ready: true, done: event.id === 'counting' })) }
}
const narration = (words: string): ReturnType<typeof entry> => entry('DM', 'narration', words)
const came = (words: string): ReturnType<typeof entry> => entry('Tobit', 'system', words, { action: 'travel' })

describe('the way on', () => {
  it('the route is the easiest one, not the one with the fewest journeys', () => {
    const view = withTrail()
    expect(exitToward(view, leadFor(view, view.story?.[1]))).toBe('Ropewalk')
  })

  it("the way on is told in the authors' words as soon as nothing is left to do in a place, and one player is asked to take it", () => {
    const place = { ...viewOf().place!, features: {} }
    const log = [narration('The yard is quiet.'), came('They come to Throat Yard.')]
    const narrated = uses(withTrail({ place, log }), DM_OFFERS).filter(({ tool }) => tool === 'narrate')
    expect(count(narrated, ({ input }) => String(input['text']).endsWith('Past the pond.'))).toBe(narrated.length)
    const calls = turnsOf(withTrail({ place, log, spent: { narrate: 1 } }), DM_OFFERS).filter(({ tool }) => tool === 'call_on')
    expect(calls.length).toBeGreaterThan(20)
    expect(calls.filter(({ input }) => (input['who'] as string[]).length !== 1 || input['who']?.toString() === 'all')).toEqual([])
  })

  it("the exit isn't the one by which the party came, although the DM names that on arrival", () => {
    const log = [came("They reach Marget's Taproom."), came('They reach Throat Yard.'), narration("The last of Marget's Taproom drops out of sight.")]
    const back = turnsOf(viewOf({ log, spent: { speak: 1 } }), PLAYER_OFFERS)
    expect(count(back, ({ input }) => input['journey'] === 'yard--inn')).toBeLessThan(back.length * 0.1)
    const pointed = [...log.slice(0, 2), narration("Throat Yard is cold. The way on is by Marget's Taproom.")]
    const on = turnsOf(
      viewOf({ log: pointed, spent: { speak: 1 }, place: { ...viewOf().place!, features: {}, tags: { explored: true } } }),
      PLAYER_OFFERS
    )
    expect(count(on, ({ input }) => input['journey'] === 'yard--inn')).toBeGreaterThan(on.length * 0.2)
  })

  it('the exit is named only after the new place was narrated', () => {
    const went = uses(
      viewOf({ scene: { ...viewOf().scene!, place: 'inn' }, log: [narration('Go on.'), came('They reach Throat Yard.')] }),
      PLAYER_OFFERS
    )
    expect(count(went, ({ tool }) => tool === 'travel')).toBe(0)
  })
})

describe('a story event that nothing in the world advances', () => {
  const titled = (view: View, scenes: string[]): View => ({ ...view, summaries: { ...view.summaries, scenes } })
  const blocked = withTrail({ atlas: () => ({ ...atlas, features: [] }) })
  const { id, title } = blocked.story![1]!

  it('the party gives up such an event after two scenes, unless it knows what would advance it', () => {
    const two = [`${title}. They looked.`, `${title}, continued. They looked again.`]
    expect(nextEvent(titled(blocked, two.slice(1)))?.id).toBe(id)
    expect(nextEvent(titled(blocked, two))).toBeUndefined()
    expect(nextEvent(titled(withTrail(), two))?.id).toBe(id)
  })

  it('its scene is short if the party only travels', () => {
    const went = (more: LogEntry['changes']): LogEntry => ({
      ...came('They go on.'),
      changes: { actors: { Tobit: { place: { from: 'inn', to: 'yard' } } }, minutes: 10, ...more }
    })
    const late = (view: View, last: LogEntry = went({})): View => ({
      ...view,
      log: [went({}), went({}), last],
      scene: { ...view.scene!, story: id, turns: view.scene!.limit / 2 }
    })
    const ends = (view: View): boolean => sceneOver(view, new Mind(dice(1)))
    expect(ends(late(blocked))).toBe(true)
    // A rule that the table doesn't know may be about to advance the event.
    expect(ends(late(blocked, went({ facts: { 'rope-cut': true } })))).toBe(false)
    expect(ends(late(withTrail()))).toBe(false)
  })
})

it('a player who has said what they think of an event leaves the next step to the table', () => {
  const me = someone('Wren')
  const actors = [{ ...me, sheet: { ...me.sheet!, says: { reaction: ['So he went by himself.'] } } }, ...viewOf().actors.slice(1)]
  const log = [entry('Wren', 'speech', 'So he went by himself.')]
  const calls = turnsOf(viewOf({ actors, log, spent: { speak: 1 } }), PLAYER_OFFERS)
  expect(calls.filter(({ tool }) => tool !== 'pass')).toEqual([])
})

it('the DM writes down what the rules leave open, once', () => {
  const log = [entry('DM', 'system', 'The well rope cuts Tobit for 1.', { action: 'hazard', actionKind: 'endanger' })]
  const offers = [offer('record', [text('note_path'), text('content')], 'free')]
  const ruled = rule(dmView({ log }), offers, new Mind(dice(1)))
  expect(ruled).toMatchObject({ tool: 'record', input: { note_path: 'rulings/how-much-a-mishap-hurts.md', tags: ['ruling', 'danger'] } })
  expect(ruled?.input['content']).toContain('The well rope cuts Tobit for 1.')
  const topics = [{ path: 'world/rulings/how-much-a-mishap-hurts.md', title: '' }]
  expect(rule(dmView({ log, topics }), offers, new Mind(dice(1)))).toBeUndefined()
})

it("the DM doesn't narrate again what a prepared scene has told", () => {
  const log = [entry('Wren', 'system', 'Pry it open.', { action: 'choose_option' }), narration('It is empty.')]
  const narrated = (last: object): number =>
    count(
      uses(dmView({ scene: { ...dmView().scene!, place: 'inn' }, log: [...log, { ...narration('It’s O’Hara’s.'), ...last }] }), DM_OFFERS),
      ({ tool }) => tool === 'narrate'
    )
  expect(narrated({ action: 'choose_option' })).toBe(0)
  expect(narrated(came('They reach Throat Yard.'))).toBeGreaterThan(20)
})

it('a wanted character who is present is asked before anybody travels on', () => {
  const scene = { ...viewOf().scene!, aim: 'Reach Jory in the chapel' }
  const jory = bystander('Jory', { name: 'Jory Tallow' })
  const offers = [...PLAYER_OFFERS, offer('talk', [{ name: 'who', type: 'target', description: '', required: true, enum: ['Jory'] }])]
  const seen = viewOf({ scene, calledTogether: true, actors: [...viewOf().actors, jory], log: [narration('They stand in the chapel.')] })
  const calls = turnsOf(seen, offers)
  expect(count(calls, ({ tool }) => tool === 'talk')).toBeGreaterThan(calls.length * 0.6)
  const talked = { ...seen, log: [...seen.log, entry('Wren', 'system', 'Jory Tallow tells Wren: “There.”', { action: 'talk' })] }
  expect(count(turnsOf(talked, offers), ({ tool }) => tool === 'talk')).toBeLessThan(count(calls, ({ tool }) => tool === 'talk'))
})

it('the DM begins a prepared scene at its place, and nowhere else', () => {
  const run = offer('run_scene', [choice('event', ['counting'])])
  const view = dmView({ spent: { narrate: 1 }, log: [narration('They stand at the well.')] })
  const isRun = ({ tool }: { tool: string }): boolean => tool === 'run_scene'
  expect(count(uses(view, [...DM_OFFERS, run], SEEDS.slice(0, 20)), isRun)).toBe(20)
  const away = { ...view, story: view.story!.map((event) => ({ ...event, place: 'inn' })) }
  expect(count(uses(away, [...DM_OFFERS, run], SEEDS.slice(0, 20)), isRun)).toBe(0)
  expect(count(uses(away, [...DM_OFFERS, run, offer('stop_scene')], SEEDS.slice(0, 20)), isRun)).toBe(20)
})

it("players don't greet the character whom they came for as a stranger", () => {
  const jory = bystander('Jory', { name: 'Jory Tallow' })
  const offers = [...PLAYER_OFFERS, offer('talk', [{ name: 'who', type: 'target', description: '', required: true, enum: ['Jory'] }])]
  const asked = (wants: string, log: LogEntry[] = []): string[] => {
    const [me] = viewOf().actors
    const actors = [
      {
        ...me!,
        sheet: {
          ...me!.sheet!,
          wants,
          says: { greet: ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((n) => `${n}, Jory Tallow.`) }
        }
      },
      jory
    ]
    const scene = { ...viewOf().scene!, aim: 'Reach Jory in the chapel', turns: 20 }
    const said = uses(viewOf({ scene, actors, log: [narration('They stand in the chapel.'), ...log] }), offers).filter(({ tool }) => tool === 'speak')
    return said.map(({ input }) => String(input['text'])).filter((line) => line.includes('Jory Tallow'))
  }
  const strange = asked('A rope.')
  const known = asked('Her brother Jory, out of the well.')
  expect([strange.length > 5, known]).toEqual([true, []])
  expect(asked('A rope.', [entry('Tobit', 'system', 'Jory Tallow tells Tobit: “There.”', { action: 'talk' })])).toEqual([])
})
