import { describe, expect, it } from 'vitest'
import type { Atlas, SeenEvent, View } from '../../../shared/table/agents'
import type { LogEntry } from '../../../shared/story/play'
import { pursuits, triesFor } from './aims'
import { award } from './extras'
import { narration } from './narrate'
import { outcome } from './scenes'
import { isAimMet } from './speech'
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
import { voiceOf } from './voice'

const told = entry('DM', 'narration', 'They stand there.')
const acted = (by: string, kind: string, text: string, changes: LogEntry['changes'], more: Partial<LogEntry> = {}): LogEntry =>
  entry(by, 'system', text, { action: kind, actionKind: kind, ...(changes ? { changes } : {}), ...more })
const narrated = (view: View): string[] => SEEDS.map((seed) => narration(view, voiceOf(view, dice(seed))) ?? '')
const withEvent = (view: View, more: Partial<SeenEvent>, id = 'counting'): View => ({
  ...view,
  story: view.story!.map((event) => (event.id === id ? { ...event, ...more } : event))
})

describe('the built-in DM reads results, not words', () => {
  it("a character doesn't have an item that a text only names", () => {
    const actors = [someone('Wren'), someone('Tobit')]
    const log = [told, acted('Wren', 'search', 'The slate says in chalk: one linen bandage, paid.', { facts: { paid: true } })]
    expect(narrated(dmView({ actors, log })).filter((text) => text.includes('bandage'))).toEqual([])
  })

  it('a hit that armour absorbs draws no blood', () => {
    const foe = bystander('Eel', { attitude: 'hostile', pronoun: 'it' })
    const hurt = someone('Tobit', { sheet: { ...someone('Tobit').sheet!, stats: { STR: 10, hp: 1 } } })
    const fight = (changes: LogEntry['changes']): string[] =>
      narrated(
        dmView({
          mode: 'combat',
          actors: [someone('Wren'), hurt, foe],
          log: [told, acted('Eel', 'attack', 'Eel strikes Tobit; the coat takes it.', changes)]
        })
      )
    expect(new Set(fight({ actors: { Tobit: { damage: 2, stats: { hp: { from: 3, to: 1 } } } } }))).toEqual(
      new Set(['By twenty to six in the afternoon Tobit is badly hurt.'])
    )
    expect(new Set(fight({ minutes: 1 }))).toEqual(new Set(['']))
  })

  it('a character who fell in another place lies there', () => {
    const tobit = someone('Tobit', { location: 'inn', canAct: false, conditions: { critical: 'Critical' } })
    const eel = bystander('Eel', { attitude: 'hostile', location: 'inn' })
    const log = [
      told,
      acted('Eel', 'attack', 'Eel strikes Tobit, who goes down.', { actors: { Tobit: { now: 'down', stats: { hp: { from: 2, to: 0 } } } } })
    ]
    const texts = narrated(dmView({ actors: [someone('Wren'), tobit, someone('Pym'), eel], log }))
    expect(texts.filter((text) => /Tobit (?:is down|lies|falls) at Throat Yard/.test(text))).toEqual([])
  })

  it('only an action is rewarded', () => {
    const reward = offer('award', [choice('target', ['Wren'], { type: 'target' }), choice('deed', ['secret', 'danger'])])
    const rewarded = (last: LogEntry): object | undefined => {
      const view = dmView({ log: [last, told] })
      return award({ ...view, guide: { ...view.guide, actions: { ...view.guide.actions, award: { kind: 'reward', power: 1 } } } }, [reward])
    }
    expect(rewarded(acted('Wren', 'search', 'Wren finds a torch.', { minutes: 10 }))).toBeUndefined()
    expect(rewarded(acted('Wren', 'move', 'Wren comes to the yard.', { minutes: 10 }))).toBeUndefined()
    expect(rewarded(acted('Wren', 'search', 'It was lead.', { facts: { lead: true } }))).toMatchObject({ input: { deed: 'secret' } })
  })
})

describe('the built-in DM and the story', () => {
  const LINES = ['A first number.', 'A second number.', 'A last number.']
  const climax = (number: number, session = 1): View =>
    withEvent(
      dmView({
        session,
        scenesLeft: 4 - number,
        scene: { ...dmView().scene!, number, turns: 20 },
        log: [told, entry('Wren', 'system', 'Wren looks.', { action: 'explore' })]
      }),
      { climax: true, ready: true, foreshadow: LINES },
      'throat'
    )

  it('an event is foreshadowed once a scene, and its last sentence is kept for the way there', () => {
    const heard = (view: View): string[] => LINES.filter((line) => narrated(view).some((text) => text.includes(line)))
    expect([1, 2, 3].map((number) => heard(climax(number)))).toEqual([[LINES[0]], [LINES[1]], []])
    expect(heard(climax(1, 2))).toEqual([])
  })

  it("an event's outcome is narrated at once with its authored text, without pointing the party elsewhere", () => {
    const outcomes = [
      { facts: ['over'], closes: {}, opens: {}, starts: [], completes: {}, fails: {}, feels: {}, moves: {}, wants: {}, reactions: {} }
    ]
    const done = withEvent(dmView({ log: [told, acted('Wren', 'search', 'The counting stops.', { facts: { 'bell-sold': true } })] }), {
      done: true,
      outcomes
    })
    const first = uses(done, DM_OFFERS)
    expect(count(first, ({ input }) => input['text'] === 'The bell was sold.')).toBe(first.length)
    const after = uses(
      withEvent(dmView({ log: [told, entry('DM', 'narration', 'The bell was sold.'), entry('Wren', 'speech', 'Sold!')] }), { done: true }),
      DM_OFFERS
    )
    expect(after.filter(({ tool }) => tool === 'narrate')).toEqual([])
    const down = { actors: [someone('Wren'), someone('Tobit', { canAct: false, conditions: { critical: 'Critical' } }), someone('Pym')] }
    const texts = narrated(withEvent(dmView({ ...down, log: [told] }), { done: true }))
    expect(texts.filter((text) => /Taproom|Ropewalk|trough|windlass/.test(text))).toEqual([])
  })
})

describe('a want whose file says what meets it', () => {
  const person = { id: 'Wren', name: 'Wren', kind: 'player', place: 'yard', pronoun: 'she', isBounded: true } as const
  const atlas = (metBy: string[]): Atlas => ({
    features: [
      { place: 'yard', id: 'trough', name: 'the far trough', text: 'On the far bank.', after: [] },
      { place: 'yard', id: 'sluice', name: 'a sluice gate', text: 'The ford shows.', after: [], fact: 'ford-open' },
      { place: 'bank', id: 'bench', name: 'the bench', text: 'He is asleep on it.', after: [], fact: 'father-found' }
    ],
    tellings: [],
    people: [{ ...person, wants: 'To find her father on the far bank.', metBy }],
    places: [],
    journeys: [{ from: 'yard', to: 'bank', difficulty: 0, requires: 'ford-open' }]
  })
  const view = (more: Partial<View> = {}, metBy = ['father-found']): View => ({
    ...dmView({ atlas: () => atlas(metBy), topics: [], ...more }),
    story: []
  })

  it('a want is pursued by the facts that it depends on, not by similar words', () => {
    expect(pursuits(view()).map(({ lead }) => lead.id)).toEqual(['sluice'])
    expect(pursuits(view({ facts: { 'ford-open': true } })).map(({ lead }) => lead.id)).toEqual(['bench'])
    expect(pursuits(view({}, [])).map(({ lead }) => lead.id)).toEqual(['trough'])
  })

  it('a step brings the character nearer to it, and it is given up later than a want without facts', () => {
    const scene = { ...dmView().scene!, title: 'What Wren wants next', aim: 'See to the sluice gate', story: undefined as never }
    const wren = someone('Wren', {
      sheet: { ...someone('Wren').sheet!, wants: 'To find her father on the far bank.', met: ['To know where he went.'] }
    })
    const topics = [{ path: 'world/events/wren-to-know-where-he-went/ABOUT.md', title: 'What Wren wanted' }]
    const stepped = view({ scene, topics, actors: [wren, someone('Tobit')], facts: { 'ford-open': true }, log: [told] })
    const outcomes = SEEDS.map((seed) => outcome(stepped, voiceOf(stepped, dice(seed))))
    expect(outcomes.filter((text) => /done what they set out|settled|could be done/.test(text))).toEqual([])
    const scenes = ['What Wren wants', 'What Wren wants, still', 'What Wren wants, still'].map((title) => `${title}. At Throat Yard.`)
    const left = (metBy: string[]): number => triesFor(view({ summaries: { scenes } }, metBy), atlas(metBy).people[0]!).left
    expect([left(['father-found']), left([])]).toEqual([3, 0])
  })
})

describe('built-in players listen', () => {
  it('players wait until a place has been narrated before they travel on', () => {
    const place = { ...viewOf().place!, features: {}, tags: {} }
    const moved = acted('Tobit', 'travel', 'They reach Throat Yard.', { actors: { Tobit: { place: { to: 'yard' } } } })
    const scene = { ...viewOf().scene!, place: 'inn' }
    const calls = uses(viewOf({ place, scene, spent: { speak: 1 }, log: [told, moved] }), [...PLAYER_OFFERS, offer('pass')])
    expect(calls.filter(({ tool }) => tool === 'travel')).toEqual([])
    expect(count(calls, ({ tool }) => tool === 'pass')).toBeGreaterThan(0)
  })

  it("players don't leave a place that holds what they came for", () => {
    const names = { trough: 'the wall of names' }
    const scene = { ...viewOf().scene!, aim: 'Get past the drowned by their names', turns: 20 }
    const gone = (features: Record<string, string>, text: string): number => {
      const place = { ...viewOf().place!, features, tags: { explored: true } }
      return count(
        turnsOf(viewOf({ scene, place, spent: { speak: 1 }, log: [entry('DM', 'narration', text)] }), PLAYER_OFFERS),
        ({ tool }) => tool === 'travel'
      )
    }
    const free = gone({ trough: 'the stone trough' }, 'It is cold.')
    expect([
      free > 0,
      gone(names, 'It is cold.') < free / 2,
      gone({ trough: 'the stone trough' }, 'Cold. Nobody has looked at the stone trough.') < free / 2
    ]).toEqual([true, true, true])
  })

  it("players don't spend medicine or a night's rest on what neither heals", () => {
    const whole = someone('Wren').sheet!
    const weak = someone('Wren', { sheet: { ...whole, stats: { STR: 4, hp: 4 } } })
    const hale = viewOf({ actors: [weak, someone('Tobit'), someone('Pym')], log: [told] })
    expect(count(turnsOf(hale, PLAYER_OFFERS), ({ tool }) => tool === 'use-item')).toBe(0)
    const night = [offer('rest', [choice('kind', ['night'])]), offer('pass')]
    expect(count(turnsOf(viewOf({ log: [told] }), night), ({ tool }) => tool === 'rest')).toBe(0)
  })

  const THANKS = Array.from({ length: 24 }, (_, n) => `I owe you ${n}.`)

  it('a player gives thanks for news while the person who told it is present, and for nothing else', () => {
    const remarks = (text: string, changes: LogEntry['changes'], where = 'yard'): string[] => {
      const me = someone('Wren', { sheet: { ...someone('Wren').sheet!, says: { thanks: THANKS } } })
      const log = [told, acted('Tobit', 'talk', text, changes)]
      return uses(
        viewOf({ actors: [me, someone('Tobit', { location: 'inn' }), bystander('Hask', { location: where })], log }),
        PLAYER_OFFERS
      ).flatMap(({ tool, input }) => (tool === 'speak' ? String(input['text']) : []))
    }
    const fact = { facts: { 'bell-known': true } }
    expect(remarks('Hask says to Tobit: “The left one rings.”', fact).length).toBeGreaterThan(0)
    expect(remarks('Hask says to Tobit: “The left one has rung since the county took the clapper out.”', {}).length).toBeGreaterThan(0)
    expect(remarks('“Ask me when I know you,” says Hask to Tobit.', {})).toEqual([])
    expect(remarks('Hask says to Tobit: “The left one rings.”', fact, 'inn')).toEqual([])
  })

  it('nobody jokes, and nobody rests, while a companion is down in another place', () => {
    const says = { idle: THANKS, hope: THANKS, rest: THANKS, fear: THANKS.map((text) => text.replace('owe', 'fear for')) }
    const me = someone('Wren', { sheet: { ...someone('Wren').sheet!, stats: { STR: 10, hp: 1 }, says } })
    const tobit = someone('Tobit', { location: 'inn', canAct: false, conditions: { critical: 'Critical' } })
    const done = uses(viewOf({ actors: [me, someone('Pym'), tobit], log: [told] }), PLAYER_OFFERS)
    const said = done.flatMap(({ tool, input }) => (tool === 'speak' ? String(input['text']) : []))
    expect(said.length).toBeGreaterThan(0)
    expect(said.filter((text) => !text.startsWith('I fear for you'))).toEqual([])
    expect(count(done, ({ tool }) => tool === 'rest')).toBe(0)
  })

  it('players leave a room with a hostile character in it, or fight, before they search it', () => {
    const eel = bystander('Eel', { attitude: 'hostile' })
    const done = turnsOf(viewOf({ actors: [...viewOf().actors, eel], log: [told] }), [...PLAYER_OFFERS, offer('pass')])
    expect(done.filter(({ tool }) => tool === 'search' || tool === 'explore' || tool === 'rest')).toEqual([])
  })

  it('players act in a new place only once the DM has told what is there', () => {
    const moved = acted('Tobit', 'travel', 'They reach Throat Yard.', { actors: { Tobit: { place: { to: 'yard' } } } })
    const scene = { ...viewOf().scene!, place: 'inn' }
    const done = uses(viewOf({ scene, spent: { speak: 1 }, log: [told, moved] }), [...PLAYER_OFFERS, offer('pass')]).filter(
      ({ tool }) => tool !== 'remember' && tool !== 'record'
    )
    expect(new Set(done.map(({ tool }) => tool))).toEqual(new Set(['pass']))
  })

  it('a dying character is treated before being carried anywhere', () => {
    const actors = [someone('Wren'), someone('Tobit', { location: 'inn' }), someone('Pym', { canAct: false, conditions: { critical: 'Critical' } })]
    const place = { ...viewOf().place!, exits: viewOf().place!.exits.map((exit) => ({ ...exit, mates: ['Tobit'] })) }
    const calls = turnsOf(viewOf({ actors, place, log: [told] }), PLAYER_OFFERS)
    expect(count(calls, ({ tool }) => tool === 'travel')).toBe(0)
  })
})

describe('where something happened', () => {
  const apart = [someone('Wren'), someone('Tobit', { location: 'shaft' }), someone('Pym')]

  it('players are not asked about what they have not seen', () => {
    const reactions = { Wren: ['There he is.'], Tobit: ['There he sits.'] }
    const outcomes = [{ facts: ['safe'], closes: {}, opens: {}, starts: [], completes: {}, fails: {}, feels: {}, moves: {}, wants: {}, reactions }]
    const topics = [{ path: 'world/events/the-counting-over/ABOUT.md', title: '' }]
    const view = withEvent(dmView({ actors: apart, log: [told], topics }), { done: true, outcomes, closing: ['They stand there.'] })
    const elsewhere = [{ ...view.place!, id: 'shaft', name: 'The Shaft' }]
    const asked = turnsOf({ ...view, elsewhere }, DM_OFFERS).filter(({ tool }) => tool === 'call_on')
    expect(asked.length).toBeGreaterThan(10)
    for (const { input } of asked) expect(input['who']).toEqual(['Wren'])
  })
})

describe('the aim of a scene that pursues a want', () => {
  const isMet = (aim: string, more: Partial<View> = {}): boolean => isAimMet(dmView(more), aim)
  const searched = { places: { shaft: { searched: ['the overturned boat'] } } }

  it('is met when what it names was seen, heard or found, wherever the party is', () => {
    expect(isMet('see to the stone trough')).toBe(false)
    const see = 'go to the Shaft and see to the overturned boat'
    expect([isMet(see), isMet(see, { log: [acted('Wren', 'search', 'Wren turns it over.', searched)] })]).toEqual([false, true])
    const hear = 'hear what Mother Hask has to say'
    expect(isMet(hear, { log: [acted('Wren', 'talk', 'Mother Hask shrugs.', {})] })).toBe(false)
    expect(isMet(hear, { log: [acted('Wren', 'talk', 'Mother Hask says: “It went down the well on Tuesday.”', {})] })).toBe(true)
    expect([isMet('find the way to Throat Yard'), isMet('find the way to the Shaft')]).toEqual([true, false])
  })
})

it('a foe whom only the log names is still introduced', () => {
  const foe = bystander('Eel', { name: 'the Eel', attitude: 'hostile', public: 'An eel as long as a cart.' })
  const log = [
    told,
    acted('Wren', 'move', 'They come to Throat Yard.', { actors: { Wren: { place: { to: 'yard' } } } }),
    acted('Wren', 'attack', 'Wren hits the Eel.', { actors: { Eel: { damage: 1 } } })
  ]
  const texts = narrated(dmView({ actors: [...dmView().actors, foe], log }))
  expect(texts.filter((text) => text.includes('as long as a cart')).length).toBeGreaterThan(10)
})
