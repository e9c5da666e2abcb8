import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import type { Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { reasonTexts, type Context } from '../../shared/table/turns'
import type { Agent, Turn } from '../../shared/table/agents'
import type { DirectionText } from '../../shared/table/direction'
import { nextUse, Mind, offlineAgent } from '../agents/offline'
import { dice } from '../agents/offline/tiny-views.fixture'
import { readDirection } from '../campaign/direction'
import { DM } from '../engine/people'
import { VERBS } from '../../shared/story/names'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import { lookUp } from '../story/seats/look-up'
import { Beginning, MemoryStory } from '../story/memory-story'
import { contextOf } from '../story/seats/seat-view'
import { playTurn } from '../table/play-one-turn'
import { sampleBeginning } from './samples.fixture'

const PARTY = ['Hulda', 'Ivo', 'Merrin', 'Tansy']
let game: Game
let beginning: Beginning
beforeAll(async () => {
  game = await loadGame(bundledFiles('totm'))
  beginning = await sampleBeginning('totm', game)
})
afterAll(() => game.dispose())

const plays = (story: MemoryStory, actor: string, action: string, params: Params = {}): string =>
  story.recordBeat({ kind: 'play', action, actor, params, agent: 'hand' }).outcome.answer
const contextFor = (story: MemoryStory, who: string): Context => contextOf(story.snapshot, who)
const textOf = (context: Context, id: string): string | undefined => context.pieces.find((piece) => piece.id === id && piece.kept)?.text

/** A story whose first scene is open, with what its DM may do next. */
function opened(state?: GameState): MemoryStory {
  const story = new MemoryStory(beginning, state)
  const place = story.snapshot.state.actors['Ivo']?.location ?? ''
  plays(story, DM, 'open_session', { title: 'One' })
  plays(story, DM, 'open_scene', { title: 'The gate', place, aim: 'Get in' })
  return story
}

/** The beginning with every player a thief, so that the preparation is over. */
function withClasses(): GameState {
  const { state } = beginning
  const actors = Object.fromEntries(
    Object.entries(state.actors).map(([id, actor]) => [
      id,
      actor.kind === 'player'
        ? {
            ...actor,
            tags: { ...actor.tags, class: 'thief' },
            stats: { ...actor.stats, brawn: 3, brains: 5, faith: 2, speed: 8, hp: 7 },
            max: { hp: 7 }
          }
        : actor
    ])
  )
  return { ...state, actors }
}

describe('the preparation', () => {
  it('is in every seat’s context until all players have a class: it offers an action or says what the table waits for', () => {
    const story = opened()
    const silent: string[] = []
    const heard = new Set<string>()
    const check = (): void => {
      const { next } = story.snapshot.state
      for (const who of [DM, ...PARTY]) {
        const context = contextFor(story, who)
        const acts = context.tools.some(({ action }) => !(VERBS as readonly string[]).includes(action))
        const waits = /Wait|preparation comes first|Until the preparation is over/.test(textOf(context, 'now') ?? '')
        if (!acts && !waits) silent.push(`${who} in beat ${next.beat}`)
        const missing = textOf(context, 'preparation')
        if (missing === undefined) silent.push(`${who} hears of no preparation in beat ${next.beat}`)
        else heard.add(missing.replace(' (you)', ''))
      }
    }
    check()
    plays(story, DM, 'update_character', { who: 'Ivo', class: 'thief' })
    check()
    plays(story, DM, 'call_on', { who: ['all'] })
    for (let n = 0; story.snapshot.state.next.phase === 'player'; n++) {
      check()
      const { actor } = story.snapshot.state.next
      if (n === 0) plays(story, actor, 'speak', { text: 'I would like to be the cleric.' })
      plays(story, actor, 'pass')
    }
    check()
    expect(silent).toEqual([])
    expect([...heard].map((text) => text.split('\n').slice(2, 4))).toEqual([
      ['Still without: Hulda, Ivo, Merrin and Tansy.', 'To choose from: Warrior, Mage, Cleric, Thief.'],
      ['Still without: Hulda, Merrin and Tansy.', 'Done: Ivo (Thief).']
    ])
    for (const who of ['Hulda', 'Merrin', 'Tansy']) plays(story, DM, 'update_character', { who, class: 'mage' })
    expect(textOf(contextFor(story, DM), 'preparation')).toBeUndefined()
    plays(story, DM, 'call_on', { who: ['Ivo'] })
    expect(textOf(contextFor(story, 'Ivo'), 'now')).toMatch(/It is your turn\.$/)
  })

  it('is over in the first turn of the built-in DM, before anybody is called on', async () => {
    const story = new MemoryStory(beginning)
    const agent = offlineAgent()
    const actions: string[] = []
    while (story.snapshot.state.next.phase !== 'player') {
      const played = await playTurn(story, () => Promise.resolve({ seat: { agent: 'offline' }, agent }))
      actions.push(played?.beat?.action ?? '')
    }
    expect(actions.filter((action) => action === 'update_character')).toHaveLength(4)
    expect(textOf(contextFor(story, 'Ivo'), 'preparation')).toBeUndefined()
  })
})

describe('a split party', () => {
  /** Every player is a thief; Tansy has gone through an exit of the first place, to a place where somebody lives. */
  function split(): { story: MemoryStory; here: string; neighbour: string; host: string } {
    const { state } = beginning
    const here = state.actors['Ivo']?.location ?? ''
    const neighbour = Object.values(state.journeys).find(({ from, requires }) => from === here && requires === undefined)?.to ?? ''
    const host = Object.keys(state.actors).find((id) => state.actors[id]?.kind === 'npc' && state.actors[id]?.attitude !== 'hostile') ?? ''
    const { actors } = withClasses()
    const moved = (id: string) => ({ ...(actors[id] as GameState['actors'][string]), location: neighbour })
    return { story: opened({ ...state, actors: { ...actors, Tansy: moved('Tansy'), [host]: moved(host) } }), here, neighbour, host }
  }

  it('is shown to the DM place by place, with guide, exits and who is there', () => {
    const { story, here, neighbour } = split()
    const context = contextFor(story, DM)
    expect(textOf(context, 'here')).toContain('Players here: Hulda, Ivo and Merrin.')
    expect(textOf(context, `here:${neighbour}`)).toContain('Players here: Tansy.')
    expect(textOf(context, `place:${neighbour}`)).toMatch(/Exit \(/)
    const guide = story.snapshot.lore.places[neighbour]?.gm_guide ?? ''
    expect([guide !== '', textOf(context, `guide:${neighbour}`)?.includes(guide.slice(0, 40))]).toEqual([true, true])
    expect(contextFor(story, 'Tansy').pieces.some(({ id }) => id.startsWith('guide') || id === `place:${here}`)).toBe(false)
    expect(textOf(contextFor(story, 'Tansy'), 'place')).toContain(`(${neighbour})`)
  })

  it('can be looked at in every place with a player, and nowhere else', () => {
    const { story, here, neighbour, host } = split()
    const at = (tool: string, place?: string): string => lookUp(story, DM, { tool, input: place === undefined ? {} : { place } })
    const ids = (text: string): unknown => /^[^(\n]*\(([^)]+)\)/.exec(text)?.[1]
    expect([ids(at('get_location')), ids(at('get_location', here)), ids(at('get_location', neighbour))]).toEqual([here, here, neighbour])
    for (const who of ['- Tansy, a player', ` (${host}), an NPC`]) expect(at('get_location', neighbour)).toContain(who)
    const exits = [...at('get_exits', neighbour).matchAll(/^- ([^:]+): /gm)].map(([, journey = '']) => story.snapshot.state.journeys[journey]?.from)
    expect([exits.length > 0, exits.every((from) => from === neighbour)]).toEqual([true, true])
    expect(() => at('get_location', 'nowhere')).toThrow(`get_location can't take "nowhere" for "place". Choose one of: ${here}, ${neighbour}.`)
    const places = contextFor(story, DM).tools.find(({ name }) => name === 'get_location')?.input_schema['properties']
    expect(places).toMatchObject({ place: { enum: [here, neighbour] } })
  })

  it('can be met and fought in either place: only those who are there fight, and foes are of one place', () => {
    const { story: calm, here, neighbour, host } = split()
    const { actors, places } = calm.snapshot.state
    const other = Object.keys(actors).find((id) => id !== host && actors[id]?.kind === 'npc') ?? ''
    const wary = (id: string, location: string) => ({ ...(actors[id] as GameState['actors'][string]), location, attitude: 'wary' as const })
    const state = { ...calm.snapshot.state, actors: { ...actors, [host]: wary(host, neighbour), [other]: wary(other, here) } }
    const { scene: _, ...atRest } = { ...state, next: beginning.state.next }
    const begun = (): MemoryStory =>
      opened({
        ...atRest,
        places: { ...places, [neighbour]: { ...places[neighbour], tags: { ...places[neighbour]?.tags, encounter: 'signs-shore' } } as never }
      })
    const story = begun()
    expect(() => plays(story, DM, 'start-combat', { foes: [host, other] })).toThrow(
      'These foes are not in the same place. Choose those of one place.'
    )
    expect(plays(story, DM, 'encounter', { place: neighbour })).toContain((places[neighbour]?.name ?? '?').replace(/^The /, 'the '))
    expect(() => plays(story, DM, 'encounter', { place: 'nowhere' })).toThrow('Choose one of')
    plays(story, DM, 'start-combat', { foes: [host] })
    const fighters = Object.keys(story.snapshot.state.combat?.initiative ?? {})
    expect(fighters.filter((id) => PARTY.includes(id))).toEqual(['Tansy'])
    const elsewhere = begun()
    plays(elsewhere, DM, 'start-combat', { foes: [other] })
    expect(Object.keys(elsewhere.snapshot.state.combat?.initiative ?? {}).filter((id) => PARTY.includes(id))).toEqual(['Hulda', 'Ivo', 'Merrin'])
  })

  it('fights where it is in Cairn Hack too', async () => {
    const cairn = await loadGame(bundledFiles('cairn-hack'))
    try {
      const well = await sampleBeginning('cairn-hack', cairn)
      const { actors } = well.state
      const here = actors['Wren']?.location ?? ''
      const moved = { ...(actors['Pym'] as GameState['actors'][string]), location: 'bucket-landing' }

      const story = new MemoryStory(well, { ...well.state, actors: { ...actors, Pym: moved } })
      plays(story, DM, 'open_session', { title: 'One' })
      plays(story, DM, 'open_scene', { title: 'Apart', place: here, aim: 'Meet' })
      plays(story, DM, 'start-combat', { foes: ['Scuttle'] })
      const fighters = Object.keys(story.snapshot.state.combat?.initiative ?? {})
      expect(fighters.toSorted()).toEqual(['Pym', 'Scuttle'])
    } finally {
      cairn.dispose()
    }
  })

  it('can be dealt with by the DM in either place: interact, traverse, hazard and gifts', () => {
    const { story, here, neighbour, host } = split()
    expect(() => plays(story, DM, 'interact', { npc: host, action: 'talk', who: 'Ivo' })).toThrow(
      `Ivo is not where ${story.snapshot.state.actors[host]?.name} is. Choose one of: Tansy.`
    )
    expect(plays(story, DM, 'interact', { npc: host, action: 'talk', who: 'Tansy' })).not.toBe('')
    plays(story, DM, 'give-item', { target: 'Tansy', item: 'bread' })
    plays(story, DM, 'hazard', { target: 'Tansy', stat: 'speed', difficulty: '2' })
    const before = story.snapshot.state
    const back = Object.entries(before.journeys).find(([, { from, requires }]) => from === neighbour && requires === undefined)?.[0] ?? ''
    plays(story, DM, 'traverse', { journey: back })
    const after = story.snapshot.state.actors
    expect(PARTY.filter((id) => id !== 'Tansy').map((id) => after[id]?.location)).toEqual([here, here, here])
    expect(story.snapshot.state.clock.minutes).toBeGreaterThan(before.clock.minutes)
  })
})

describe('tools', () => {
  it('say how often a turn allows them, once that they end it, and the turn what it has used', () => {
    const story = opened(withClasses())
    const told = (who: string): Record<string, string> => {
      const { tools } = contextFor(story, who)
      expect(tools.filter(({ description }) => (description.match(/ends (?:your|the) turn/gi) ?? []).length > 1)).toEqual([])
      return Object.fromEntries(tools.map(({ name, description }) => [name, description]))
    }
    expect(Object.values(game.actions).filter(({ description }) => /ends (?:your|the) turn/i.test(description))).toEqual([])
    const now = (who: string): string => textOf(contextFor(story, who), 'now') ?? ''
    expect(told(DM)['call_on']).toMatch(/After 8 calls in one turn without it, everybody is asked\. This ends your turn\.$/)
    expect(now(DM)).toContain("You have made 0 of the 8 calls of this turn; after the last one everybody is called on. Lookups don't count.")
    plays(story, DM, 'narrate', { text: 'It rains.' })
    expect(now(DM)).toContain('You have made 1 of the 8 calls of this turn (narrate × 1)')
    plays(story, DM, 'call_on', { who: ['Ivo'] })
    for (const verb of ['speak', 'whisper', 'record']) expect(told('Ivo')[verb]).toMatch(/At most 2 times a turn\.$/)
    for (const verb of ['remember', 'plan']) expect(told('Ivo')[verb]).toMatch(/Once a turn\.$/)
    expect(told('Ivo')['pass']).toBe('Do nothing this turn. This ends your turn.')
    expect(now('Ivo')).not.toContain('Used so far')
    plays(story, 'Ivo', 'speak', { text: 'It is wet.' })
    expect(now('Ivo')).toContain('Used so far in this turn: speak 1 of 2.')
  })
})

describe('personas', () => {
  const persona = (name: string): DirectionText => {
    const path = `direction/${name}.md`
    return readDirection(readFileSync(resolve(import.meta.dirname, '../../../resources', path), 'utf8'), path)
  }
  const [talker, tactician] = [persona('talker'), persona('tactician')]

  /** What players with a persona would do in the place of those of a played story: every decision of theirs, with some dice each. */
  function drawn(turn: Turn, direction: DirectionText, counts: Record<string, number>, reasons: Set<string>): void {
    for (const n of [1, 2, 3, 4]) {
      const seed = turn.view.beat * 10 + n
      const mind = new Mind(dice(seed))
      const use = nextUse({ ...turn.view, direction: { persona: direction } }, turn.offers, mind, dice(seed))
      const what = use?.tool === 'interact' ? String(use.input['action']) : (use?.tool ?? '')
      counts[what] = (counts[what] ?? 0) + 1
      for (const reason of reasonTexts(mind.reasons)) reasons.add(reason)
    }
  }

  it('steer the built-in players: of the same decisions, talkers talk, and tacticians search, fight and note', async () => {
    const story = new MemoryStory(beginning)
    const offline = offlineAgent()
    const [ofTalkers, ofTacticians]: [Record<string, number>, Record<string, number>] = [{}, {}]
    const reasons = new Set<string>()
    const agent: Agent = {
      act(turn) {
        if (turn.view.role === 'player') {
          drawn(turn, talker, ofTalkers, reasons)
          drawn(turn, tactician, ofTacticians, reasons)
        }
        return offline.act(turn)
      }
    }
    for (let n = 0; n < 150; n++) await playTurn(story, () => Promise.resolve({ seat: { agent: 'offline' }, agent }))
    const sum = (counts: Record<string, number>, ...actions: string[]): number => actions.reduce((all, action) => all + (counts[action] ?? 0), 0)
    // Every persona argues about what comes first, so players differ less in speech than in actions.
    expect(sum(ofTalkers, 'talk', 'help', 'speak')).toBeGreaterThan(1.3 * sum(ofTacticians, 'talk', 'help', 'speak'))
    expect(sum(ofTacticians, 'search', 'attack')).toBeGreaterThan(1.4 * sum(ofTalkers, 'search', 'attack'))
    expect(sum(ofTacticians, 'record')).toBeGreaterThan(1.2 * sum(ofTalkers, 'record'))
    expect([...reasons].some((reason) => reason.startsWith('Persona Talker: talk × 2.2'))).toBe(true)
    // A player with a plan follows it.
    expect((ofTalkers['plan'] ?? 0) + (ofTacticians['plan'] ?? 0)).toBeGreaterThan(1)
    expect([...reasons]).toContain('Options in the seat’s own plan weigh more.')
  })
})
