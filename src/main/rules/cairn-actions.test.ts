import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { bundledFiles } from './bundled.fixture'
import { type Call, cellar, choices as offeredChoices, fight, played, world } from './cairn.fixture'
import { loadGame } from './load-game'

let game: Game
beforeAll(async () => {
  game = await loadGame(bundledFiles('cairn-hack'))
})
afterAll(() => game.dispose())

/** An action's answer without `result`, with its rolls in short. */
const does = (...call: Call) => {
  const { result: _, ...rest } = played(game, ...call)
  return rest
}
const choices = (state: GameState, actor: string, action: string) => offeredChoices(game, state, actor, action)

describe('explore', () => {
  it('shows once what is hidden and costs ten minutes', () => {
    const state = cellar({ facts: { 'warm-wall': true } })
    expect(does(state, 'Wren', 'explore', {})).toEqual({
      narrative: 'Wren takes the measure of the Cellar, corner by corner. There is more to see: a rusted grate.',
      rolled: [],
      stateDelta: { clock: { minutes: 10 }, places: { cellar: { tags: { explored: true, visited: true } } } }
    })
    expect(game.whyNot(cellar({ places: { cellar: { tags: { explored: true } } } }), 'Wren', 'explore')).toBe('this place has already been explored')
  })
  it('tells a sign from the table the place names', () => {
    expect(does(world({ places: { inn: { tags: { encounter: 'encounter-below' } } } }), 'Oswin', 'explore', {}, 4)).toEqual({
      narrative:
        'Oswin takes the measure of the Drowned Lamb, corner by corner. From here it goes on to the Cellar. Far off, somebody in no hurry is moving stone.',
      rolled: ['d20 4 Signs below '],
      stateDelta: { clock: { minutes: 10 }, places: { inn: { tags: { explored: true } } } }
    })
  })
})

describe('search', () => {
  it('offers what can be seen and what lies about', () => {
    expect(choices(cellar({ places: { cellar: { inventory: { bell: { item: 'bell' } } } } }), 'Wren', 'search')).toEqual([
      { barrels: 'stacked barrels', bell: 'hand bell, lying here' }
    ])
    expect(choices(cellar({ facts: { 'warm-wall': true }, places: { cellar: { tags: { explored: true } } } }), 'Wren', 'search')).toEqual([
      { barrels: 'stacked barrels', grate: 'a rusted grate' }
    ])
  })
  it('gives what is there, once, and sets what it teaches', () => {
    expect(does(cellar(), 'Wren', 'search', { feature: 'barrels' })).toEqual({
      narrative: 'Behind the barrels the wall is wet and warm. Wren now has the coil of rope.',
      rolled: [],
      stateDelta: {
        actors: { Wren: { inventory: { rope: { item: 'rope' } } } },
        clock: { minutes: 10 },
        facts: { 'warm-wall': true },
        places: { cellar: { features: { barrels: { searched: true } } } }
      }
    })
  })
  it('springs a trap on whoever is not wary', () => {
    const state = cellar({ places: { cellar: { features: { barrels: { trap: 'd4', item: null } } } } })
    expect(does(state, 'Wren', 'search', { feature: 'barrels' }, 12, 2)).toEqual({
      narrative: 'Behind the barrels the wall is wet and warm. A catch clicks, and Wren sees it far too late: 2.',
      rolled: ['d20 12 WIL save Wren', 'd4 2 trap Wren'],
      stateDelta: {
        actors: { Wren: { stats: { hp: 1 } } },
        clock: { minutes: 10 },
        facts: { 'warm-wall': true },
        places: { cellar: { features: { barrels: { searched: true } } } }
      }
    })
    expect(does(state, 'Wren', 'search', { feature: 'barrels' }, 11)).toEqual({
      narrative: 'Behind the barrels the wall is wet and warm. Wren stops a hair short of the trap.',
      rolled: ['d20 11 WIL save Wren'],
      stateDelta: { clock: { minutes: 10 }, facts: { 'warm-wall': true }, places: { cellar: { features: { barrels: { searched: true } } } } }
    })
  })
  it('takes what lies about, and counts like with like', () => {
    const state = cellar({ places: { cellar: { inventory: { food: { item: 'ration', count: 2 } } } } })
    expect(does(state, 'Wren', 'search', { feature: 'food' })).toEqual({
      narrative: 'Wren picks up the ration.',
      rolled: [],
      stateDelta: {
        actors: { Wren: { inventory: { rations: { count: 5 } } } },
        clock: { minutes: 1 },
        places: { cellar: { inventory: { food: null } } }
      }
    })
  })
})

describe('talk', () => {
  it('presses somebody who holds back, and may win them over', () => {
    const state = world({ actors: { Mira: { attitude: 'wary', tags: { met: true }, reveals: { 'mira-noise': { needs: 'neutral' } } } } })
    expect(does(state, 'Wren', 'talk', { target: 'Mira' }, 11)).toEqual({
      narrative:
        'Wren finds the right word, and Mira lets go of some distrust. Mira says to Wren: “Something scratches below, every night since the frost.”',
      rolled: ['d20 11 WIL save Wren'],
      stateDelta: { actors: { Mira: { attitude: 'neutral', tags: { pressed: 0 } } }, clock: { minutes: 5 }, facts: { 'mira-noise': true } }
    })
    expect(does(state, 'Wren', 'talk', { target: 'Mira' }, 12)).toEqual({
      narrative: 'Mira is keeping something back, and Wren cannot get at it.',
      rolled: ['d20 12 WIL save Wren'],
      stateDelta: { actors: { Mira: { tags: { pressed: 0 } } }, clock: { minutes: 5 } }
    })
    const pressed = mergePatch(state, { actors: { Mira: { tags: { pressed: 0 } } }, clock: { minutes: 59 } })
    expect(game.whyNot(pressed, 'Wren', 'talk')).toBe('nobody here has anything to say')
    expect(game.whyNot(mergePatch(pressed, { clock: { minutes: 60 } }), 'Wren', 'talk')).toBeUndefined()
  })
})

describe('travel', () => {
  it('carries the fallen; what became of them on the way is for the engine to say', () => {
    const state = cellar({ actors: { Oswin: { conditions: { critical: { since: 0, until: 60 } } } }, facts: { 'grate-open': true } })
    // Difficulty 2 is two points harder: with STR 10, a roll of 8 is the highest that succeeds.
    expect(does(state, 'Wren', 'travel', { journey: 'cellar--cave' }, 8)).toEqual({
      narrative: 'Wren and Oswin come to the Salt Cave after 3 hours. Oswin is carried.',
      rolled: ['d20 8 STR save Wren'],
      stateDelta: {
        actors: { Oswin: { location: 'cave' }, Wren: { location: 'cave' } },
        clock: { minutes: 180 },
        // The place that a character leaves counts as visited too.
        places: { cave: { tags: { visited: true } }, cellar: { tags: { visited: true } } }
      }
    })
  })
  it('may cost a thing, which then lies where it was lost', () => {
    expect(does(world({ actors: { Oswin: { location: 'cave' } } }), 'Wren', 'travel', { journey: 'inn--cellar' }, 15, 3)).toEqual({
      narrative:
        'Wren reaches the Cellar after 10 minutes, not altogether well. For Wren, a strap tears and the pack spills down the slope. The healing draught stays behind.',
      rolled: ['d20 15 DEX save Wren', 'd12 3 Mishap on the way '],
      stateDelta: {
        actors: { Wren: { inventory: { draught: null }, location: 'cellar', stats: { hp: 2 } } },
        clock: { minutes: 10 },
        places: { cellar: { tags: { visited: true } }, inn: { inventory: { draught: { count: 2, item: 'healing-draught' } } } }
      }
    })
  })
  it('keeps ways shut whose fact does not hold', () => {
    expect(choices(cellar(), 'Wren', 'travel')).toEqual([{ 'cellar--inn': 'up to the Drowned Lamb (1 minute)' }])
  })
})

describe('attack', () => {
  it('is soft in the hands of the frightened', () => {
    expect(does(fight({ actors: { Wren: { conditions: { frightened: {} } } } }), 'Wren', 'attack', { target: 'Ghoul' }, 3)).toEqual({
      narrative: 'Wren strikes the pale ghoul with the dagger for 3.',
      rolled: ['d4 3 damage Ghoul'],
      stateDelta: { actors: { Ghoul: { stats: { hp: 1 } } } }
    })
  })
  it('is told in other words each time, and of a person in the plural when there are two', () => {
    const later = (times: number): string =>
      does(fight({ next: { exercised: { session: { attack: times } } } }), 'Oswin', 'attack', { target: 'Ghoul' }, 2).narrative
    const results = Array.from({ length: 26 }, (_, times) => later(times))
    expect(results.slice(0, 2)).toEqual([
      'Oswin strikes the pale ghoul with the hand axe for 2.',
      "Oswin gets past the pale ghoul's guard with the hand axe: 2."
    ])
    expect(new Set(results).size).toBe(26)
    const won = (patch: Record<string, unknown>): string =>
      does(
        fight({ actors: { Ghoul: { conditions: { dead: {} } }, ...patch }, next: { exercised: { session: { 'end-combat': 2 } } } }),
        'Wren',
        'end-combat',
        {}
      ).narrative
    expect([won({}), won({ Oswin: { location: 'inn' } })]).toEqual([
      'The fight is done, and Oswin and Wren hold the field.',
      'The fight is done, and Wren holds the field.'
    ])
  })
  it('says the name of the fallen as often as the line does', () => {
    const state = fight({ actors: { Wren: { stats: { STR: 2, hp: 0 } } }, next: { exercised: { session: { attack: 2 } } } })
    expect(does(state, 'Ghoul', 'attack', { target: 'Wren' }, 6).narrative).toBe(
      "The pale ghoul finds what is under Wren's guard with the claws. It takes 6 and leaves red. Wren goes down, and everything that was Wren goes out."
    )
  })
  it('brings a player down to bleed, not to die', () => {
    expect(does(fight(), 'Ghoul', 'attack', { target: 'Wren' }, 6, 8)).toEqual({
      narrative: 'The pale ghoul drives the claws home: 6, and Wren bleeds. Wren drops, bleeding badly, and will not last an hour untended.',
      rolled: ['d6 6 damage Wren', 'd20 8 STR save Wren'],
      stateDelta: { actors: { Wren: { conditions: { critical: { since: 0, until: 60 } }, stats: { STR: 7, hp: 0 } } } }
    })
  })
  it('kills outright at Strength 0', () => {
    expect(does(fight({ actors: { Wren: { stats: { STR: 2, hp: 0 } } } }), 'Ghoul', 'attack', { target: 'Wren' }, 6)).toEqual({
      narrative: 'The pale ghoul drives the claws home: 6, and Wren bleeds. Wren does not get up again.',
      rolled: ['d6 6 damage Wren'],
      stateDelta: { actors: { Wren: { conditions: { dead: { since: 0 } }, stats: { STR: 0 } } } }
    })
  })
  it('breaks the will of the last one standing', () => {
    expect(does(fight(), 'Wren', 'attack', { target: 'Ghoul' }, 6, 2, 7)).toEqual({
      narrative: 'Wren drives the dagger home: 6, and the pale ghoul bleeds. The pale ghoul gives up, with nowhere to run.',
      rolled: ['d6 6 damage Ghoul', 'd20 2 STR save Ghoul', 'd20 7 WIL save Ghoul'],
      stateDelta: {
        actors: { Ghoul: { attitude: 'wary', stats: { STR: 7, hp: 0 } } },
        combat: { initiative: { Ghoul: null } },
        facts: { 'defeated:Ghoul': true }
      },
      followUp: ['end-combat']
    })
  })
})

describe('flee', () => {
  it('runs back to where one has been', () => {
    expect(does(fight({ facts: { 'grate-open': true } }), 'Wren', 'flee', {}, 14)).toEqual({
      narrative: 'Wren breaks away and runs for the Drowned Lamb.',
      rolled: ['d20 14 DEX save Wren'],
      stateDelta: { actors: { Wren: { location: 'inn' } }, combat: { initiative: { Wren: null } } }
    })
    expect(does(fight(), 'Wren', 'flee', {}, 15)).toEqual({
      narrative: 'Wren looks for the way out and finds it barred.',
      rolled: ['d20 15 DEX save Wren'],
      stateDelta: {}
    })
  })
  it('carries off a mate who lies there, with STR where that is less', () => {
    const fallen = { conditions: { critical: { since: 0, until: 60 } }, stats: { hp: 0 } }
    const state = fight({ actors: { Oswin: fallen }, facts: { 'grate-open': true } })
    expect(game.offers(state, 'Wren', ['flee'])[0]?.params).toMatchObject([{ name: 'carry', required: false, enum: ['Oswin'] }])
    expect(does(state, 'Wren', 'flee', { carry: 'Oswin' }, 9)).toEqual({
      narrative: 'Wren breaks away and runs for the Drowned Lamb. Oswin comes along, over a shoulder.',
      rolled: ['d20 9 STR save Wren'],
      stateDelta: {
        actors: { Oswin: { location: 'inn' }, Wren: { location: 'inn' } },
        combat: { initiative: { Oswin: null, Wren: null } }
      },
      followUp: ['end-combat']
    })
    expect(does(state, 'Wren', 'flee', { carry: 'Oswin' }, 19).stateDelta).toEqual({})
  })
  it('of the last foe ends the fight', () => {
    expect(does(fight(), 'Ghoul', 'flee', {}, 1)).toEqual({
      narrative: 'The pale ghoul breaks away and runs for the Drowned Lamb.',
      rolled: ['d20 1 DEX save Ghoul'],
      stateDelta: { actors: { Ghoul: { location: 'inn' } }, combat: { initiative: { Ghoul: null } }, facts: { 'defeated:Ghoul': true } },
      followUp: ['end-combat']
    })
  })
})

describe('rest', () => {
  const hurt = { Wren: { stats: { hp: 0, STR: 8 } }, Oswin: { conditions: { critical: { since: 0, until: 60 } }, stats: { STR: 5, hp: 0 } } }
  it('a breather tends the fallen first and brings back hit protection', () => {
    expect(does(cellar({ actors: hurt }), 'Wren', 'rest', { kind: 'breather' })).toEqual({
      narrative:
        'Wren binds the wounds of Oswin first, and the bleeding stops. Oswin and Wren sit down where it is dry, drink, and get some breath back.',
      rolled: [],
      stateDelta: { actors: { Oswin: { conditions: { critical: null }, stats: { hp: 5 } }, Wren: { stats: { hp: 3 } } }, clock: { minutes: 10 } }
    })
  })
  it('a night needs a safe place, and mends an attribute by one; in a settlement there is soup', () => {
    expect(choices(cellar({ actors: hurt }), 'Wren', 'rest')).toEqual([{ breather: 'a breather: ten minutes' }])
    expect(does(world({ actors: hurt }), 'Wren', 'rest', { kind: 'night' })).toEqual({
      narrative:
        'Wren binds the wounds of Oswin first, and the bleeding stops. Oswin and Wren sleep a whole night at the Drowned Lamb and wake to a new day.',
      rolled: [],
      stateDelta: {
        actors: {
          Oswin: { conditions: { critical: null }, stats: { STR: 6, hp: 5 }, tags: { fed: 0 } },
          Wren: { stats: { STR: 9, hp: 3 }, tags: { fed: 0 } }
        },
        clock: { minutes: 480 }
      }
    })
  })
  it('without food outside a settlement leaves one deprived', () => {
    const state = cellar({
      places: { cellar: { tags: { safe: true } } },
      actors: { Oswin: { location: 'inn' }, Wren: { inventory: { rations: null }, stats: { STR: 9 } } }
    })
    expect(does(state, 'Wren', 'rest', { kind: 'night' })).toEqual({
      narrative: 'Wren sleeps a whole night at the Cellar and wakes to a new day. Wren goes hungry.',
      rolled: [],
      stateDelta: { actors: { Wren: { conditions: { deprived: { since: 0 } } } }, clock: { minutes: 480 } }
    })
  })
  it('is not for the hale by day, nor with a foe about', () => {
    expect(game.whyNot(world(), 'Wren', 'rest')).toBe('nobody here needs rest')
    expect(choices(world({ clock: { minutes: 420 } }), 'Wren', 'rest')).toEqual([{ night: 'a whole night: eight hours' }])
    expect(game.whyNot(cellar({ actors: { Ghoul: { location: 'cellar' }, Wren: { stats: { hp: 0 } } } }), 'Wren', 'rest')).toBe(
      'the pale ghoul is about'
    )
  })
})

describe('use-item', () => {
  it('uses one up and does what the item says', () => {
    expect(choices(world(), 'Wren', 'use-item')).toEqual([{ draught: 'Healing draught', rations: 'Ration' }])
    const state = world({ actors: { Wren: { stats: { hp: 1 }, conditions: { poisoned: {} } } } })
    expect(does(state, 'Wren', 'use-item', { item: 'draught' }, 1)).toEqual({
      narrative: 'Wren drains the healing draught; it tastes of honey and iron. Wren regains 1 hit protection. Wren is no longer poisoned.',
      rolled: ['d6 1 healing Wren'],
      stateDelta: { actors: { Wren: { conditions: { poisoned: null }, inventory: { draught: { count: 1 } }, stats: { hp: 2 } } } }
    })
  })
  it('tells two of the same thing apart, as every list of choices does', () => {
    const state = world({ actors: { Wren: { inventory: { found: { item: 'ration' }, spare: { item: 'ration' } } } } })
    expect(choices(state, 'Wren', 'use-item')?.[0]).toEqual({
      draught: 'Healing draught',
      found: 'Ration',
      rations: 'Ration (2nd)',
      spare: 'Ration (3rd)'
    })
    expect(choices(state, 'Wren', 'give')?.[0]).toMatchObject({ found: 'ration', rations: 'ration (2nd)', spare: 'ration (3rd)' })
  })
  it('is not for those who carry nothing of the kind', () => {
    expect(game.whyNot(world(), 'Oswin', 'use-item')).toBe('Oswin has nothing to use up')
  })
})

describe('what the DM may do', () => {
  it('start-combat: the quick act before the foes, the others after', () => {
    const state = cellar({ actors: { Ghoul: { location: 'cellar', attitude: 'wary' } }, scene: { place: 'cellar' } })
    expect(does(state, 'DM', 'start-combat', { foes: ['Ghoul'] }, 10, 14)).toEqual({
      narrative: 'It comes to blows with the pale ghoul; Wren is the quickest.',
      rolled: ['d20 10 DEX save Oswin', 'd20 14 DEX save Wren'],
      stateDelta: { actors: { Ghoul: { attitude: 'hostile' } }, combat: { initiative: { Ghoul: 2, Oswin: 1, Wren: 3 } } }
    })
  })
  it('end-combat: the field is held', () => {
    expect(does(fight({ actors: { Ghoul: { conditions: { dead: {} } } } }), 'Wren', 'end-combat', {})).toEqual({
      narrative: 'Then it is quiet, and Oswin and Wren are the ones left to hear it.',
      rolled: [],
      stateDelta: { combat: null }
    })
  })
  it('end-combat: when nobody can act the fallen are left for dead, and some wake and get away', () => {
    const fallen = { conditions: { critical: { since: 0, until: 60 } }, stats: { STR: 5, hp: 0 } }
    const state = fight({ actors: { Wren: fallen, Oswin: fallen }, scene: { place: 'cellar' } })
    expect(does(state, 'Ghoul', 'end-combat', {}, 6, 5)).toEqual({
      narrative:
        'Nobody is left standing to say that it is over. Oswin does not wake. Wren comes round an hour later, alive. On hands and knees it is a long way to the Drowned Lamb, and Wren has come all of it.',
      rolled: ['d20 6 STR save Oswin', 'd20 5 STR save Wren'],
      stateDelta: {
        actors: {
          Oswin: { conditions: { critical: null, dead: { since: 0 } } },
          Wren: { conditions: { critical: null, deprived: { since: 0 } }, location: 'inn' }
        },
        clock: { minutes: 60 },
        combat: null
      }
    })
  })
  it('hazard: a save, or harm', () => {
    expect(does(world(), 'DM', 'hazard', { target: 'Wren', stat: 'DEX', damage: 'd6' }, 15, 2)).toEqual({
      narrative: 'It catches Wren for 2.',
      rolled: ['d20 15 DEX save Wren', 'd6 2 harm Wren'],
      stateDelta: { actors: { Wren: { stats: { hp: 1 } } } }
    })
    expect(does(world(), 'DM', 'hazard', { target: 'Wren', stat: 'DEX', damage: 'd6' }, 14)).toEqual({
      narrative: 'Wren is out of the way in time.',
      rolled: ['d20 14 DEX save Wren'],
      stateDelta: {}
    })
  })
  it('set-fact, give-item, move-npc', () => {
    expect(does(world(), 'DM', 'set-fact', { fact: 'bridge-down' })).toEqual({
      narrative: 'Noted: bridge down.',
      rolled: [],
      stateDelta: { facts: { 'bridge-down': true } }
    })
    expect(() => does(world(), 'DM', 'set-fact', { fact: 'The bridge!' })).toThrow('Name a fact with a few lower case words')
    expect(does(world(), 'DM', 'give-item', { target: 'Wren', item: 'torch' })).toEqual({
      narrative: 'Wren is handed the torch.',
      rolled: [],
      stateDelta: { actors: { Wren: { inventory: { torch: { item: 'torch' } } } } }
    })
    expect(does(world(), 'DM', 'move-npc', { npc: 'Mira', to: 'cellar' })).toEqual({
      narrative: 'Mira leaves for the Cellar.',
      rolled: [],
      stateDelta: { actors: { Mira: { location: 'cellar' } } }
    })
  })
})
