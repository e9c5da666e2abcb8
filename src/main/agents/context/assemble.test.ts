import { describe, expect, it } from 'vitest'
import type { Exit, SeenActor, SeenEvent, View } from '../../../shared/table/agents'
import type { Context } from '../../../shared/table/turns'
import { bystander, DM_OFFERS, dmView, entry, PLAYER_OFFERS, someone, viewOf } from '../offline/tiny-views.fixture'
import { assemble, lookedUp } from './assemble'
import { beliefWords } from './people'
import { tokensOf } from './tokens'

type Sheet = NonNullable<SeenActor['sheet']>

const TIERS = { frame: 3000, hot: 8000, warm: 3000, cold: 6000 }
const SETTINGS = { tiers: TIERS, k: 18 }
const ids = ({ pieces }: Context): string[] => pieces.filter((piece) => piece.kept).map((piece) => piece.id)
const piece = ({ pieces }: Context, id: string) => pieces.find((one) => one.id === id)

describe('the context of a seat', () => {
  it("a player's context begins with what changes least, and shows of others only what is visible", () => {
    const context = assemble(viewOf({ log: [entry('DM', 'narration', 'It rains.')], entries: 1 }), PLAYER_OFFERS, SETTINGS)
    expect(ids(context)).toEqual('rules role style game you scene place here people sheet:Wren about:Wren log now'.split(' '))
    expect(context).toMatchObject({ who: 'Wren', beat: 13, budget: 20_000 })
    expect(context.digest).toMatch(/^[0-9a-f]{32}$/)
  })

  it('leaves out a summary that says that nothing has happened, and what its parts leave empty', () => {
    const campaign = '# Campaign so far\n\n## Recap\n\nNothing has happened yet.\n\n## Key events\n\nNone yet.\n'
    expect(ids(assemble(dmView({ summaries: { campaign, scenes: [] } }), DM_OFFERS, SETTINGS))).not.toContain('summary:campaign')
    const scene = '## Recap\n\nThe bell is sold.\n\n## People met\n\nNobody new.\n'
    const text = piece(
      assemble(dmView({ summaries: { campaign: `${campaign}\nA war.`, scenes: [scene] } }), DM_OFFERS, SETTINGS),
      'summary:scene-1'
    )?.text
    expect(text).toContain('The bell is sold.')
    expect(text).not.toMatch(/People met|Nobody new/)
  })

  it("the DM's context has every sheet and the ready story events, not the others", () => {
    const context = assemble(dmView({ facts: { 'bell-sold': true }, actors: [...dmView().actors, bystander('Hask')] }), DM_OFFERS, SETTINGS)
    expect(ids(context)).toEqual(
      'rules role craft style game event:counting scene place here person:Hask about:Hask sheet:Wren about:Wren sheet:Tobit about:Tobit sheet:Pym about:Pym facts now'.split(
        ' '
      )
    )
  })

  it('the dead are described without wants, beliefs and lines', () => {
    const sheet = { ...(someone('Hask').sheet as Sheet), wants: 'The bell back.', about: 'She counts.', says: { greet: ['Nineteen.'] } }
    const hask = bystander('Hask', { public: 'An old woman on a pail.', sheet: { ...sheet, beliefs: { bell: { believes: 1 } } } })
    const told = (conditions: Record<string, string>): string => {
      const view = dmView({ actors: [...dmView().actors, { ...hask, conditions }] })
      const guide = { ...view.guide, conditions: { dead: { care: [], dead: true } } }
      const { pieces } = assemble({ ...view, guide }, DM_OFFERS, SETTINGS)
      return pieces.flatMap(({ id, text }) => (/^(about|beliefs):Hask$/.test(id) ? [text] : [])).join('\n')
    }
    expect(told({})).toMatch(/Wants: The bell back\.[^]*Seen: An old woman on a pail\.[^]*Might say:[^]*doesn't know what is true/)
    expect(told({ dead: 'dead' })).toMatch(/Looked, while alive: An old woman on a pail\.\nAbout, while alive: She counts\./)
    expect(told({ dead: 'dead' })).not.toMatch(/Wants|Seen|Might say|believes/)
  })

  it("the DM's context has quests and threads, and beliefs stand beside every sheet that the seat may read", () => {
    const beliefs = {
      'bell-sold': { believes: 1, source: 'witnessed' },
      'father-alive': { heard: 1, believes: 0.5, doubts: 0.8, source: 'told', from_whom: 'Loom' }
    }
    const sheet = { ...(someone('x').sheet as Sheet), beliefs }
    const context = assemble(
      dmView({
        actors: [...dmView().actors, bystander('Dilly', { sheet })],
        quests: { jory: { title: 'Bring Jory home', owner: 'Wren', done_when: 'jory-found' }, odd: 'as it is' },
        threads: { clapper: { text: 'The clapper holds a door.', open: true } },
        factions: { row: { name: 'The Row', members: { Chalk: true, Lime: true }, wants: ['salt', 'quiet'] } },
        ties: { 'dilly-teague': { type: 'KIN', from: 'Dilly', to: 'Teague', text: 'daughter of' } }
      }),
      DM_OFFERS,
      SETTINGS
    )
    const partsOf = (id: string): unknown[] => {
      const { tier, source, text, why } = piece(context, id) ?? {}
      return [tier, source, text?.split('\n').slice(1, -1), why]
    }
    const state = 'world/STATE.yaml'
    expect(partsOf('quests')).toEqual([
      'warm',
      state,
      ['Bring Jory home (jory) — owner: Wren; done when: jory-found', 'odd: as it is'],
      'included: open goals of the players, for the DM only'
    ])
    expect(partsOf('threads').slice(0, 3)).toEqual(['warm', state, ['The clapper holds a door. (clapper)']])
    expect(partsOf('factions').slice(0, 3)).toEqual(['warm', state, ['The Row (row) — members: Chalk, Lime; wants: salt, quiet']])
    expect(partsOf('ties').slice(0, 3)).toEqual(['warm', state, ['Dilly → Teague: kin (daughter of)']])
    expect(partsOf('beliefs:Dilly')).toEqual([
      'hot',
      'world/npcs/Dilly/BELIEFS.yaml',
      [
        "Dilly doesn't know what is true, only this:",
        '  bell-sold: believes it (witnessed)',
        '  father-alive: believes it, and doubts it (told by Loom)'
      ],
      'included: beliefs of a character heard or named recently'
    ])
    const own = assemble(viewOf({ actors: [someone('Wren', { sheet })] }), PLAYER_OFFERS, SETTINGS)
    expect(piece(own, 'beliefs:Wren')).toMatchObject({ source: 'world/players/Wren/BELIEFS.yaml', kept: true, why: 'included: your own beliefs' })
    expect(own.pieces.some(({ source }) => source === state)).toBe(false)
  })

  it('the context uses names beside ids, and no JSON', () => {
    const view = dmView({
      actors: [someone('Wren', { location: 'yard' }), someone('Pym', { location: 'inn' }), someone('Tobit', { location: 'cave' })],
      cast: { Wren: { name: 'Wren', kind: 'player' }, Hask: { name: 'Mother Hask', kind: 'npc' }, Gant: { name: "Gant O'Dowd", kind: 'npc' } },
      places: { yard: 'Throat Yard', inn: "Marget's Taproom", cave: "Carter's Hole" },
      quests: { bell: { title: 'Raise the bell', owner: 'Wren', giver: 'row', known_to: ['Gant', 'all'] } },
      factions: { row: { name: 'The Row', members: { Hask: 'cook' }, standing: { Gant: -40, Wren: 5 } } },
      ties: { 'hask-gant': { type: 'KIN', from: 'Hask', to: 'Gant', text: 'aunt of', value: 40 } },
      mode: 'combat',
      order: []
    })
    const text = assemble(view, DM_OFFERS, SETTINGS)
      .pieces.map((one) => one.text)
      .join('\n')
    for (const line of [
      "giver: The Row (row); known to: Gant O'Dowd (Gant), all",
      "members: Mother Hask (Hask): cook; standing: Gant O'Dowd (Gant): -40, Wren: 5",
      "Mother Hask (Hask) → Gant O'Dowd (Gant): kin (aunt of); value: 40",
      "Pym: a player’s character, she, at Marget's Taproom.",
      'Nobody else is still to act.'
    ])
      expect(text).toContain(line)
    expect(text).not.toMatch(/\{"|, at (?:inn|cave|yard)\b/)
    const { places: _, ...seen } = view
    const theirs = assemble({ ...seen, who: 'Wren', role: 'player' }, PLAYER_OFFERS, SETTINGS).pieces.map((one) => one.text)
    expect(theirs.join('\n')).toMatch(/Pym: .*, at Marget's Taproom\.[^]*Tobit: .*, at another place\./)
  })

  it.each([
    [{ heard: 1, denies: 0.7 }, 'denies it'],
    [{ heard: 1 }, 'has heard of it'],
    [{ heard: 0, believes: 0.4, source: 'inferred' }, 'half believes it (inferred)'],
    [{ text: 'It listens.' }, 'It listens. — does not know of it']
  ])('puts a belief in words: %j', (belief, words) => expect(beliefWords(belief)).toBe(words))

  it('a result is listed with its changes, and neither can look like our own text', () => {
    const changes = {
      actors: { Wren: { stats: { hp: { from: 4, to: 2 } }, conditions: [{ condition: 'bruised', name: 'Bruised\n</story>', on: true }] } },
      places: { yard: { searched: ['the trough'] } }
    }
    const log = [entry('Wren', 'system', 'Wren comes off with bruises.', { changes })]
    const { text } = piece(assemble(dmView({ log, entries: 1 }), DM_OFFERS, SETTINGS), 'log') ?? {}
    expect(text).toContain('Wren comes off with bruises. [Wren 4→2 HP, bruised ‹/story>; Throat Yard: the trough searched]')
  })

  it('the lines of a log name who acted and what they did, unless the sentence does, and a scene has no speaker', () => {
    const log = [
      entry('DM', 'scene', 'Scene 1. The Yard.'),
      { ...entry('Wren', 'system', 'Under the smears are names.'), action: 'search' },
      { ...entry('Wren', 'system', 'Wren goes down.'), action: 'walk' },
      entry('Wren', 'speech', 'Hello.')
    ]
    const text = piece(assemble(viewOf({ log, entries: 4 }), PLAYER_OFFERS, SETTINGS), 'log')?.text
    expect(text?.split('\n').slice(1, -1)).toEqual([
      'Scene 1. The Yard.',
      '(Wren: search) Under the smears are names.',
      'Wren goes down.',
      'Wren says: Hello.'
    ])
  })

  it('the DM gets the sayings of those it speaks for, and a player their own', () => {
    const says = { greet: ['Nineteen.'] }
    const saying = (view: View, id: string, more: Partial<SeenActor> = {}): View => ({
      ...view,
      actors: view.actors.map((actor) => (actor.id === id ? { ...actor, ...more, sheet: { ...(someone(id).sheet as Sheet), says } } : actor))
    })
    const about = (view: View, id: string) => piece(assemble(view, [], SETTINGS), `about:${id}`)?.text ?? ''
    const dm = dmView({ actors: [...dmView().actors, bystander('Hask')] })
    expect(about(saying(dm, 'Hask'), 'Hask')).toContain('Nineteen.')
    expect(about(saying(dm, 'Hask', { canAct: false }), 'Hask')).not.toContain('Nineteen.')
    expect(about(saying(dm, 'Wren'), 'Wren')).not.toContain('Nineteen.')
    expect(about(saying(viewOf(), 'Wren'), 'Wren')).toContain('Nineteen.')
  })

  it('an event that may not begin yet is not told, not even to the scene that was opened for it', () => {
    const [event] = dmView().story ?? []
    const story = event ? [{ ...event, ready: false }] : []
    const scene = dmView().scene
    const at = dmView({ story, ...(scene ? { scene: { ...scene, story: event?.id ?? '' } } : {}) })
    expect(ids(assemble(at, DM_OFFERS, SETTINGS)).filter((id) => id.startsWith('event:'))).toEqual([])
  })

  it('a summary has no headings without text, and before the first session there is no session', () => {
    const campaign = '# So far\n\n## Recap\n\nNothing yet.\n\n## Key events\n\n## People met\n\nGant.\n\n## Unresolved threads\n'
    const view = dmView({ session: 0, summaries: { ...dmView().summaries, campaign } })
    const context = assemble(view, DM_OFFERS, SETTINGS)
    expect(piece(context, 'summary:campaign')?.text.split('\n').slice(1, -1)).toEqual([
      '# So far',
      '  ## Recap',
      '  Nothing yet.',
      '  ## People met',
      '  Gant.'
    ])
    expect(piece(context, 'now')?.text).toContain('Before the first session, beat')
  })

  it('the words that close an event are told only once it is over, and a name that is its own id once', () => {
    const [event] = dmView().story ?? []
    const told = (done: boolean): string => {
      const story = event ? [{ ...event, closing: ['So it was the horse.'], done }] : []
      const scene = dmView().scene
      const { pieces } = assemble(dmView({ story, ...(scene ? { scene: { ...scene, story: event?.id ?? '' } } : {}) }), DM_OFFERS, SETTINGS)
      return pieces.map(({ text }) => text).join('\n')
    }
    expect([told(false), told(true)].map((text) => text.includes('So it was the horse.'))).toEqual([false, true])
    expect(told(false)).not.toMatch(/^(\w+) \(\1\)$/m)
  })

  it('the context says how much of the log it holds', () => {
    const log = Array.from({ length: 43 }, (_, i) => entry('Wren', 'speech', `Line ${i}.`))
    const { why, text } = piece(assemble(viewOf({ log, entries: 43 }), PLAYER_OFFERS, SETTINGS), 'log') ?? {}
    expect(why).toBe('included: the last 18 of 43 entries')
    expect(text).toContain('Line 25.')
    expect(text).not.toContain('Line 24.')
  })

  it('a full tier drops its last pieces and says why', () => {
    const context = assemble(dmView({ facts: { 'bell-sold': true } }), DM_OFFERS, { tiers: { ...TIERS, hot: 366 }, k: 18 })
    expect(context.pieces.filter((one) => one.tier === 'hot' && !one.kept).map((one) => one.id)).toEqual([
      'here',
      'about:Wren',
      'about:Tobit',
      'about:Pym',
      'facts'
    ])
    expect(piece(context, 'facts')?.why).toMatch(
      /^dropped: the hot tier allows 366 tokens and \d+ are taken by now, sheet:Wren, sheet:Tobit and \d more$/
    )
  })
})

/** An overfull place and a talkative table: everything that a campaign can make long, `size` times over. */
function crowded(size: number): View {
  const words = 'A sentence of no great weight. '
  const long = words.repeat(size)
  const view = dmView()
  const guests = Array.from({ length: size }, (_, i) =>
    bystander(`Guest ${i}`, {
      public: words,
      sheet: { ...(someone('x').sheet as Sheet), about: long, says: { greet: [long] }, beliefs: { one: { text: long }, two: { believes: 1 } } }
    })
  )
  const place = view.place as NonNullable<View['place']>
  const exit = place.exits[0] as Exit
  return {
    ...view,
    premise: long,
    floors: Object.fromEntries(guests.map(({ id }) => [id, words])),
    facts: Object.fromEntries(guests.map(({ id }) => [id, true])),
    quests: Object.fromEntries(guests.map(({ id }) => [id, { title: long }])),
    threads: Object.fromEntries(guests.map(({ id }) => [id, { text: long, open: true }])),
    factions: Object.fromEntries(guests.map(({ id }) => [id, { members: Object.fromEntries(guests.map((one) => [one.id, true])) }])),
    ties: Object.fromEntries(guests.map(({ id }) => [id, { from: id, to: id, text: long }])),
    actors: [...view.actors.map((actor) => ({ ...actor, sheet: { ...(actor.sheet as Sheet), about: long } })), ...guests],
    log: Array.from({ length: 200 }, (_, i) => entry('DM', 'narration', `${i} ${long}`.slice(0, 20_000))),
    entries: 10_000,
    private: Array.from({ length: size }, () => ({ beat: 1, by: 'DM', text: long })),
    answering: 'Wren',
    summaries: { campaign: long, session: long, scenes: guests.map(() => long) },
    story: Array.from({ length: size }, (_, i) => ({
      ...(view.story?.[0] as SeenEvent),
      id: `event-${i}`,
      body: long
    })),
    place: {
      ...place,
      description: long,
      gm_guide: long,
      senses: guests.map(() => words),
      exits: guests.map(({ id }) => ({ ...exit, journey: id, description: long })),
      features: Object.fromEntries(guests.map(({ id }) => [id, words]))
    }
  }
}

it('a thing without a name of its own has that of its item in the rules', () => {
  const view = dmView()
  const items = { stick: 'staff', bar: 'Pinch bar' }
  const guide = { ...view.guide, items: { staff: { ...view.guide.items['bandage']!, name: 'Ash staff' } } }
  const place = { ...view.place!, items, itemIds: { stick: 'staff', bar: 'crowbar' } }
  const { pieces } = assemble({ ...view, guide, place }, DM_OFFERS, SETTINGS)
  expect(pieces.find(({ id }) => id === 'here')?.text).toContain('Lying here: Ash staff (stick), Pinch bar (bar).')
})

describe('the size of a context', () => {
  const own = (context: Context, tier: string): number =>
    context.pieces.filter((one) => one.tier === tier && one.kept).reduce((sum, one) => sum + one.tokens, 0)

  it.each([3, 30, 90])('is kept in every tier, with %i of everything', (size) => {
    const view = crowded(size)
    for (const hot of [0, 60, 500, 2000, TIERS.hot, 30_000]) {
      const tiers = { frame: hot, hot, warm: hot, cold: 0 }
      const context = assemble(view, DM_OFFERS, { tiers, k: 18 })
      for (const tier of ['frame', 'hot', 'warm'] as const) expect(own(context, tier)).toBeLessThanOrEqual(tiers[tier])
      for (const one of context.pieces) expect(one.why).toMatch(one.kept ? /^included: / : /^dropped: /)
      expect(context.pieces.filter((one) => one.kept && one.tokens !== tokensOf(one.text))).toEqual([])
    }
  })

  it("the context doesn't grow when it is full, and neither do the dropped pieces", () => {
    const [some, many] = [60, 200].map((size) => JSON.stringify(assemble(crowded(size), DM_OFFERS, SETTINGS)).length) as [number, number]
    expect(many).toBeLessThan(some * 1.5)
    expect(own(assemble(crowded(60), DM_OFFERS, SETTINGS), 'hot')).toBeGreaterThan(TIERS.hot * 0.8)
  })

  it('the request, the own sheet and the scene are included before anything else', () => {
    const keptIds = ids(assemble({ ...crowded(60), role: 'player', who: 'Wren', phase: 'player' }, PLAYER_OFFERS, SETTINGS))
    expect(keptIds).toEqual(expect.arrayContaining(['now', 'sheet:Wren', 'scene', 'place', 'log', 'rules', 'role']))
  })
})

describe('priority within a full tier', () => {
  const summary = (n: number): string => `# Scene ${n}\n\n${'Much was said and little was done. '.repeat(30)}`

  it('the last scenes are included first, and every scene when the session is summarised', () => {
    const scenes = [1, 2, 3].map(summary)
    const recaps = assemble(dmView({ summaries: { scenes } }), DM_OFFERS, SETTINGS).pieces.filter((one) => one.id.startsWith('summary:'))
    const tiers = { ...TIERS, warm: recaps.reduce((sum, one) => sum + one.tokens, 0) + 20 }
    const whole = (more: Partial<View>): string[] =>
      assemble(dmView({ summaries: { scenes }, ...more }), DM_OFFERS, { tiers, k: 18 })
        .pieces.filter((one) => one.tier === 'warm' && one.kept && !one.why.includes('cut'))
        .map((one) => one.id)
    expect(whole({})).toEqual(['summary:scene-2', 'summary:scene-3', 'event:counting'])
    expect(whole({ closing: 'session', phase: 'close', scene: undefined })).toEqual(['summary:scene-1', 'summary:scene-2', 'summary:scene-3'])
  })

  it('the log is included first when the scene is summarised', () => {
    const log = Array.from({ length: 60 }, (_, i) => entry('Wren', 'speech', `Line ${i}, in which somebody says something of some length.`))
    const why = (more: Partial<View>) => piece(assemble(dmView({ log, entries: 60, ...more }), DM_OFFERS, SETTINGS), 'log')?.why
    expect(why({})).toBe('included: the last 18 of 60 entries')
    expect(why({ closing: 'scene', phase: 'close' })).toBe('included: the last 60 of 60 entries')
  })

  it('in a crowd, the characters who spoke last are included first', () => {
    const crowd = ['Ada', 'Bo', 'Cy', 'Di'].map((id) =>
      bystander(id, { sheet: { ...(someone('x').sheet as Sheet), about: 'Much is known. '.repeat(90) } })
    )
    const log = [entry('Cy', 'speech', 'Good evening.'), entry('DM', 'narration', 'Ada nods.')]
    const context = assemble(dmView({ actors: crowd, log, entries: 2 }), DM_OFFERS, { tiers: { ...TIERS, hot: 993 }, k: 18 })
    expect(ids(context).filter((id) => id.startsWith('about:'))).toEqual(['about:Ada', 'about:Cy'])
  })
})

describe('lookups', () => {
  it('an answer is cut to the room in the cold tier', () => {
    const answer = 'A note about the well. '.repeat(100)
    expect(lookedUp(answer, 5000)).toEqual({ text: answer, left: 5000 - tokensOf(answer) })
    const { text, left } = lookedUp(answer, 100)
    expect(left).toBe(0)
    expect(text).toMatch(/^A note about the well\. .*\n\[The rest was left out, .*\]$/s)
    expect(tokensOf(text)).toBeLessThan(140)
    expect(lookedUp(answer, 0).text).toMatch(/^\[The rest was left out/)
  })
})

describe('the beginning of a context', () => {
  const textOf = (context: Context): string =>
    context.pieces
      .filter((one) => one.kept)
      .map((one) => one.text)
      .join('\n\n')

  it('the beginning stays the same from turn to turn within a scene, up to the log', () => {
    const log = Array.from({ length: 30 }, (_, i) => entry('Wren', 'speech', `Line ${i}.`))
    const [one, other] = [20, 24].map((n) =>
      textOf(assemble(viewOf({ log: log.slice(0, n), entries: n, beat: n, spent: { speak: 1 } }), PLAYER_OFFERS, SETTINGS))
    ) as [string, string]
    const same = one.indexOf('<story piece="log">')
    expect(same).toBeGreaterThan(0.7 * one.length)
    expect(other.slice(0, same)).toBe(one.slice(0, same))
  })

  it('and the digest tell two contexts apart only by what is told', () => {
    const context = assemble(viewOf(), PLAYER_OFFERS, SETTINGS)
    expect(assemble(structuredClone(viewOf()), structuredClone(PLAYER_OFFERS), SETTINGS)).toEqual(context)
    expect(assemble(viewOf({ premise: 'The well has gone foul!' }), PLAYER_OFFERS, SETTINGS).digest).not.toBe(context.digest)
    expect(assemble(viewOf(), PLAYER_OFFERS.slice(1), SETTINGS).digest).not.toBe(context.digest)
    const wide = { frame: 9000, hot: 9000, warm: 9000, cold: 0 }
    expect(assemble(viewOf(), PLAYER_OFFERS, { tiers: wide, k: 40 }).digest).toBe(context.digest)
  })
})
