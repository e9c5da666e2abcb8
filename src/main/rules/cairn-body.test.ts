import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'

import { bundledFiles } from './bundled.fixture'
import { type Call, cellar, choices, type Done, done, fight, played, world } from './cairn.fixture'
import { loadGame } from './load-game'

let game: Game
beforeAll(async () => {
  game = await loadGame(bundledFiles('cairn-hack'))
})
afterAll(() => game.dispose())
const does = (...call: Call): Done => done(game, ...call)

describe('a scar, when hit protection ends at exactly 0', () => {
  it('is chosen by the harm, lasts as its row says, and may leave one harder than before', () => {
    expect(does(fight(), 'Ghoul', 'attack', { target: 'Wren' }, 3, 5)).toEqual({
      stateDelta: {
        actors: { Wren: { conditions: { winded: { since: 0, until: 120 } }, max: { hp: 5 }, stats: { hp: 0 }, tags: { scars: 1 } } }
      },
      rolled: ['d6 3 damage Wren', 'd6 5 what remains Wren'],
      result: { status: 'success', damage: 3, wound: 0, down: false }
    })
  })
  it('says where, and raises nothing that was higher already', () => {
    const state = fight({ actors: { Wren: { stats: { hp: 1 }, tags: { scars: 2 } } } })
    expect(played(game, state, 'Ghoul', 'attack', { target: 'Wren' }, 1, 10, 3)).toEqual({
      narrative: expect.stringContaining('It leaves a mark on Wren, in two places, like a bite.') as string,
      stateDelta: { actors: { Wren: { stats: { hp: 0 }, tags: { scars: 3 } } } },
      rolled: ['d6 1 damage Wren', 'd10 10 Where ', 'd6 3 what remains Wren'],
      result: { status: 'success', damage: 1, wound: 0, down: false }
    })
  })
  const whole = (hp: number): object => ({ Wren: { stats: { hp }, max: { hp } } })
  it('of eleven is bleeding, and of twelve a doom: the next wound has no save', () => {
    expect(does(world({ actors: whole(11) }), 'DM', 'hazard', { target: 'Wren', stat: 'DEX', damage: 'd12' }, 20, 11, 1, 1).stateDelta).toEqual({
      actors: { Wren: { conditions: { critical: { since: 0, until: 60 } }, stats: { hp: 0 }, tags: { scars: 1 } } }
    })
    expect(does(world({ actors: whole(12) }), 'DM', 'hazard', { target: 'Wren', stat: 'DEX', damage: 'd12' }, 20, 12, 6, 6, 6).stateDelta).toEqual({
      actors: { Wren: { conditions: { doomed: { since: 0 } }, max: { hp: 18 }, stats: { hp: 0 }, tags: { scars: 1 } } }
    })
    const doomed = fight({ actors: { Wren: { conditions: { doomed: { since: 0 } } } } })
    expect(does(doomed, 'Ghoul', 'attack', { target: 'Wren' }, 4)).toMatchObject({
      stateDelta: { actors: { Wren: { conditions: { critical: { since: 0, until: 60 }, doomed: null }, stats: { hp: 0, STR: 9 } } } },
      rolled: ['d6 4 damage Wren']
    })
  })
  it('that fells somebody makes them let go', () => {
    const state = fight({ actors: { ...whole(11), Ghoul: { conditions: { grappled: { since: 0, rounds: 2, by: 'Wren' } } } } })
    expect(does(state, 'DM', 'hazard', { target: 'Wren', stat: 'DEX', damage: 'd12' }, 20, 11, 1, 1).stateDelta).toMatchObject({
      actors: { Ghoul: { conditions: { grappled: null } } }
    })
  })
  it('is not for the people of the world', () => {
    expect(does(fight({ actors: { Ghoul: { tags: { fearless: true } } } }), 'Wren', 'attack', { target: 'Ghoul' }, 4).stateDelta).toEqual({
      actors: { Ghoul: { stats: { hp: 0 } } }
    })
  })
})

describe('an attribute at 0', () => {
  const touched = fight({ actors: { Ghoul: { inventory: { claws: null, hands: { item: 'cold-hands' } } }, Wren: { stats: { DEX: 1 } } } })
  it('of Dexterity is paralysis', () => {
    expect(does(touched, 'Ghoul', 'attack', { target: 'Wren' }, 1, 2)).toEqual({
      stateDelta: { actors: { Wren: { conditions: { paralysed: { since: 0 } }, stats: { DEX: 0, hp: 2 } } } },
      rolled: ['d4 1 damage Wren', 'd20 2 DEX save Wren'],
      result: { status: 'success', damage: 1, wound: 0, down: true, effect: 'DEX' }
    })
    expect(does(touched, 'Ghoul', 'attack', { target: 'Wren' }, 1, 1).stateDelta).toEqual({ actors: { Wren: { stats: { hp: 2 } } } })
    expect(game.whyNot(fight({ actors: { Wren: { conditions: { paralysed: { since: 0 } } } } }), 'Wren', 'attack')).toBe("they can't act")
  })
  it('of Willpower is delirium', () => {
    const state = fight({ actors: { Wren: { stats: { WIL: 1 }, inventory: { sun: { item: 'book-small-sun' } } } } })
    expect(does(state, 'Wren', 'cast-spell', { spell: 'sun' }, 2, 6).stateDelta).toEqual({
      actors: { Wren: { conditions: { delirious: { since: 0 } }, inventory: { fatigue: { item: 'fatigue' } }, stats: { WIL: 0 } } }
    })
  })
  it('is over with the first point that a night brings back', () => {
    const state = world({ actors: { Wren: { stats: { DEX: 0, WIL: 0 }, conditions: { paralysed: { since: 0 }, delirious: { since: 0 } } } } })
    expect(does(state, 'Oswin', 'rest', { kind: 'night' }).stateDelta).toMatchObject({
      actors: { Wren: { conditions: { delirious: null, paralysed: null }, stats: { DEX: 1, WIL: 1 } } }
    })
  })
})

describe('a full load', () => {
  /** Seven of Wren's ten slots are taken in this world. */
  const laden = { bell: { item: 'bell' }, bar: { item: 'crowbar' }, shovel: { item: 'shovel' } }
  it('leaves no hit protection, and no breather brings it back', () => {
    expect(does(world(), 'DM', 'give-item', { target: 'Wren', item: 'tool-chest' }).stateDelta).toEqual({
      actors: { Wren: { inventory: { 'tool-chest': { item: 'tool-chest' } }, stats: { hp: 0 } } }
    })
    const state = cellar({ actors: { Wren: { inventory: laden, stats: { hp: 0 } } } })
    expect(game.whyNot(state, 'Wren', 'rest')).toBe('nobody here needs rest')
  })
  it('lets every blow through to Strength, whatever the sheet says', () => {
    expect(does(fight({ actors: { Wren: { inventory: laden } } }), 'Ghoul', 'attack', { target: 'Wren' }, 2, 8)).toEqual({
      stateDelta: { actors: { Wren: { stats: { STR: 8, hp: 0 } } } },
      rolled: ['d6 2 damage Wren', 'd20 8 STR save Wren'],
      result: { status: 'success', damage: 2, wound: 2, down: false }
    })
  })
  it('is never come by unawares: what is found is left lying', () => {
    const state = cellar({ actors: { Wren: { inventory: { bell: { item: 'bell' }, bar: { item: 'crowbar' } } } } })
    expect(does(state, 'Wren', 'search', { feature: 'barrels' }).stateDelta).toMatchObject({
      places: { cellar: { features: { barrels: { searched: true } }, inventory: { rope: { item: 'rope' } } } }
    })
    const full = cellar({
      actors: { Wren: { inventory: laden } },
      places: { cellar: { features: { barrels: { searched: true } }, inventory: { rope: { item: 'rope' } } } }
    })
    expect(game.whyNot(full, 'Wren', 'search')).toBe('what lies here is more than they can carry')
  })
  it('takes no more: who gives and who is given to learn why', () => {
    const nine = { bell: { item: 'bell' }, bar: { item: 'crowbar' } }
    expect(() => does(world({ actors: { Wren: { inventory: nine } } }), 'DM', 'give-item', { target: 'Wren', item: 'mail-shirt' })).toThrow(
      'Wren has no room for the mail shirt. Give it to somebody else, or have them put something down first.'
    )
    expect(() => does(world({ actors: { Wren: { inventory: nine } } }), 'Oswin', 'give', { item: 'mail', target: 'Wren' })).toThrow(
      'Wren has no room for the mail shirt.'
    )
    expect(game.whyNot(world({ actors: { Wren: { inventory: laden } } }), 'Oswin', 'give')).toBe('nobody here has room for it')
    const both = {
      Wren: { inventory: laden },
      Oswin: { inventory: { chest: { item: 'tool-chest' }, second: { item: 'tool-chest' }, bell: { item: 'bell' } } }
    }
    expect(game.whyNot(world({ actors: both }), 'DM', 'give-item')).toBe('nobody here can carry any more')
  })
  it('can be put down even in a fight, but not the weariness in it', () => {
    const state = fight({ actors: { Wren: { inventory: { ...laden, shovel: { item: 'fatigue' } } } } })
    expect(Object.keys(choices(game, state, 'Wren', 'drop-item')?.[0] ?? {}).toSorted()).toEqual([
      'bar',
      'bell',
      'dagger',
      'draught',
      'lantern',
      'rations'
    ])
    expect(does(state, 'Wren', 'drop-item', { item: 'rations' }).stateDelta).toEqual({
      actors: { Wren: { inventory: { rations: { count: 2 } } } },
      places: { cellar: { inventory: { rations: { item: 'ration' } } } }
    })
    expect(game.whyNot(fight(), 'Wren', 'drop-item')).toBe('a fight is under way, and they still have a free slot')
  })
  it('give hands one of a thing over, and may leave the taker laden', () => {
    const state = world({ actors: { Oswin: { inventory: { chest: { item: 'tool-chest' }, second: { item: 'tool-chest' } } } } })
    expect(does(state, 'Wren', 'give', { item: 'rations', target: 'Oswin' }).stateDelta).toEqual({
      actors: { Oswin: { inventory: { rations: { item: 'ration' } }, stats: { hp: 0 } }, Wren: { inventory: { rations: { count: 2 } } } }
    })
    expect(game.whyNot(fight(), 'Wren', 'give')).toBe('a fight is under way')
  })
})

describe('hunger', () => {
  it('after a day without food whoever has a ration eats it, and the others are deprived', () => {
    expect(does(cellar({ clock: { minutes: 1430 } }), 'DM', 'pass-time', { span: 'quarter' }).stateDelta).toEqual({
      actors: { Oswin: { conditions: { deprived: { since: 1445 } } }, Wren: { inventory: { rations: { count: 2 } }, tags: { fed: 1445 } } },
      clock: { minutes: 1445 }
    })
  })
  it('is not known in a settlement, nor before a day is over', () => {
    expect(does(world({ clock: { minutes: 1430 } }), 'DM', 'pass-time', { span: 'quarter' }).stateDelta).toEqual({
      actors: { Oswin: { tags: { fed: 1445 } }, Wren: { tags: { fed: 1445 } } },
      clock: { minutes: 1445 }
    })
    expect(does(cellar({ clock: { minutes: 1420 } }), 'DM', 'pass-time', { span: 'quarter' }).stateDelta).toEqual({ clock: { minutes: 1435 } })
  })
  it('lets no breather help', () => {
    const state = cellar({ actors: { Oswin: { location: 'inn' }, Wren: { stats: { hp: 1 }, conditions: { deprived: { since: 0 } } } } })
    expect(game.whyNot(state, 'Wren', 'rest')).toBe('nobody here needs rest')
  })
})

describe('the way by night', () => {
  const long = { 'cellar--cave': { duration: '4-6 hours' } }
  const open = { facts: { 'grate-open': true }, journeys: long }
  it('of half a watch or more leaves everybody a slot of fatigue', () => {
    expect(does(cellar({ ...open, clock: { minutes: 420 } }), 'Wren', 'travel', { journey: 'cellar--cave' }, 8, 11).stateDelta).toEqual({
      actors: {
        Oswin: { inventory: { fatigue: { item: 'fatigue' } }, location: 'cave' },
        Wren: { inventory: { fatigue: { item: 'fatigue' } }, location: 'cave' }
      },
      clock: { minutes: 720 },
      places: { cave: { tags: { visited: true } }, cellar: { tags: { visited: true } } }
    })
  })
  it('by day leaves none', () => {
    expect(does(cellar(open), 'Wren', 'travel', { journey: 'cellar--cave' }, 8, 11).stateDelta).toEqual({
      actors: { Oswin: { location: 'cave' }, Wren: { location: 'cave' } },
      clock: { minutes: 300 },
      places: { cave: { tags: { visited: true } }, cellar: { tags: { visited: true } } }
    })
  })
  it('without a light is two points harder, and Willpower may be what meets it', () => {
    // Into the dark cellar: Wren's WIL 11 and Oswin's WIL 8, both less 2.
    const dark = world({ actors: { Wren: { inventory: { lantern: null } } } })
    expect(does(dark, 'Wren', 'travel', { journey: 'inn--cellar' }, 9, 6)).toMatchObject({
      rolled: ['d20 9 WIL save Wren', 'd20 6 WIL save Oswin'],
      result: { status: 'success', damage: 0 }
    })
  })
  it('wears out the laden beyond weariness: they are deprived', () => {
    const state = cellar({
      ...open,
      clock: { minutes: 420 },
      actors: { Oswin: { location: 'inn' }, Wren: { inventory: { chest: { item: 'tool-chest' } } } }
    })
    expect(does(state, 'Wren', 'travel', { journey: 'cellar--cave' }, 8).stateDelta).toMatchObject({
      actors: { Wren: { conditions: { deprived: { since: 420 } } } }
    })
  })
})
