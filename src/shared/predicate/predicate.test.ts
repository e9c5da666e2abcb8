import { describe, expect, it } from 'vitest'
import { Problem } from '../base/problem'
import type { Actor, GameState } from '../story/state'
import { firstNext } from '../story/state'
import { complete } from './complete'
import { monotonicityOf } from './monotonicity'
import { evaluate } from './evaluate'
import { parse } from './parse'
import { partsOf } from './parts'
import { unknownName, unknownNames, vocabularyOf } from './vocabulary'

const actor = (part: Partial<Actor> & { hp: number }): Actor => {
  const { hp, ...rest } = part
  return { kind: 'player', name: 'Wren', location: 'rim', stats: { hp, STR: 9 }, max: { hp: 6 }, conditions: {}, inventory: {}, tags: {}, ...rest }
}
const state: GameState = {
  actors: {
    Wren: actor({ hp: 4, inventory: { lamp: { item: 'lantern' }, torch: { item: 'torch', count: 3 }, key: { item: 'tool', name: 'Brass Key' } } }),
    Tobit: actor({ hp: 0, name: 'Tobit', location: 'well-bottom', conditions: { down: {} }, tags: { brave: true } }),
    'Old Marrow': actor({ hp: 9, kind: 'npc', name: 'Marrow', attitude: 'wary' })
  },
  places: {
    rim: { name: 'The Rim', region: 'village', features: {}, inventory: { rope: { item: 'rope' } }, tags: { visited: true } },
    'well-bottom': { name: 'Below', region: 'village', features: { chest: { name: 'Chest', text: 'Open.', fact: 'gold' } }, inventory: {}, tags: {} }
  },
  journeys: {
    'rim--well': { from: 'rim', to: 'well-bottom', region: 'village', direction: 'down', duration: '1 minute', difficulty: 3, risks: [] }
  },
  regions: { village: { name: 'Village' } },
  facts: { door_open: true, coins: 12 },
  clock: { start: '1000-01-01T08:00:00Z', minutes: 150 },
  quests: { bell: { status: 'open', steps: { one: true } } },
  factions: {},
  relationships: {},
  threads: {},
  scene: { path: 'sessions/session-1/001-scene', title: 'At the rim', place: 'rim', present: { Wren: true }, aim: 'Go down', opened: 2 },
  next: { ...firstNext('7'), beat: 17, session: 1, phase: 'player', actor: 'Wren' }
}
const names = vocabularyOf(state, { items: ['lantern'], conditions: ['down', 'poisoned'] })
const value = (text: string): unknown => evaluate(parse(text).root, partsOf(state))

/** The error message and the characters it points to. */
function wrong(text: string): string {
  try {
    parse(text)
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return `${text.slice(Number(thrown.data['at']), Number(thrown.data['end']))}| ${thrown.message}`
  }
  return 'fine'
}

describe('an expression over the state', () => {
  it.each<[string, unknown]>([
    ['actor.Wren.hp', 4],
    ['actor.Wren.hp == 0', false],
    ['actor.Tobit.hp = 0 and actor.Tobit.is("down")', true],
    ['actor.Wren.hp + actor.Tobit.hp * 2 - 1', 3],
    ['actor.Wren.max.hp / actor.Tobit.hp', undefined],
    ['actor.Wren.location == "rim"', true],
    ['actor.Wren.has("lantern") && !actor.Tobit.has("lantern")', true],
    ['actor.Wren.has("brass key")', true],
    ['actor.Wren.count("torch") >= 3', true],
    ['actor."Old Marrow".attitude == "wary"', true],
    ['actor.Tobit.tag.brave', true],
    ['actor.Nobody.hp', undefined],
    ['actor.Nobody.hp < 1', false],
    ['actor.Nobody.hp == nothing', true],
    ['any.player.hp <= 2', true],
    ['all.player.hp <= 2', false],
    ['all.player.hp <= 2 or any.npc.hp == 9', true],
    ['not any.player.has("rope")', true],
    ['any.player.hp < any.player.max.hp', true],
    ['all.player.hp < all.player.max.hp', true],
    ['sum.player.hp', 4],
    ['least.actor.hp', 0],
    ['most.actor.hp', 9],
    ['place.rim.visited and not place.well-bottom.visited', true],
    ['place.rim.has("rope")', true],
    ['place.well-bottom.searched("chest")', false],
    ['journey.rim--well.difficulty > 2', true],
    ['fact.door_open', true],
    ['fact.coins * 2 == 24', true],
    ['fact.no_such', false],
    ['clock.minutes > 120', true],
    ['clock.hours', 2.5],
    ['scene.title == "At the rim"', true],
    ["scene.present('Wren')", true],
    ['turn.actor == "Wren" and turn.phase == "player"', true],
    ['beat >= 17 and session == 1 and not fight', true],
    ['quest.bell.status == "open"', true],
    ['quest.bell and quest.bell.steps', true],
    ['(actor.Wren.hp == 4 or nothing == 1) and not (1 > 2)', true],
    ['-1 < 0', true]
  ])('%s is %s', (text, expected) => {
    expect(value(text)).toBe(expected)
  })

  it.each<[string, string]>([
    ['', '| The expression is empty. Write one such as actor.Wren.hp == 0.'],
    [
      'acter.Wren.hp',
      `acter| An expression can't start with "acter". Start with actor, any, all, sum, least, most, fact, place, journey, clock, scene, turn, beat, session, fight, quest, faction, thread, relationship. Did you mean "actor"?`
    ],
    ['actor.Wren', 'actor.Wren| Add what to read of the character, such as .hp, .location, .has("rope") or .is("down").'],
    ['actor.Wren.hp ==', '| The expression ends too early. Add a name, a number or a text.'],
    ['actor.Wren.hp == 0 actor.Tobit.hp == 0', `actor| "actor" can't be used here. Join two conditions with "and" or "or".`],
    ['(actor.Wren.hp', '(| This parenthesis is never closed. Add ")" after its content.'],
    ['actor.Wren.has', 'has| "has" needs a name. Write has("rope").'],
    ['actor.Wren.has(rope)', 'rope| Put a text in quotes between these parentheses.'],
    ['actor.Wren.hp("x")', '"x"| "hp" takes no parentheses. Only has, count, is, searched and present do.'],
    ['actor.Wren.hp.now', 'now| Nothing can follow "hp". Remove this.'],
    ['actor.Wren. == 1', '.| A name must follow this dot.'],
    ['actor.Wren.hp == "four"', '==| The left side is a number and the right side is a text, so they are never equal.'],
    ['actor.Wren.location < 3', 'actor.Wren.location| "<" compares numbers, but this is a text.'],
    ['any.player.hp', 'any.player.hp| This has one value for each of several. Compare it, or write sum, least, most instead of any.'],
    ['any.player.hp < all.player.hp', 'all.player.hp| One comparison can read only one group, with "any" or with "all". Write two comparisons.'],
    ['any.people.hp > 1', 'people| "any" needs one of player, npc, actor. Write any.player.hp.'],
    ['sum.player.location', 'sum.player.location| "sum" works on numbers, but this is not a number.'],
    ['scene.name', 'name| A scene has no "name". It has open, present("Wren"), title, place, aim, path, story.'],
    ['clock.seconds', 'seconds| The clock has minutes, hours, days, counted since the campaign began.'],
    ['fact.a.b', 'b| A fact has no parts. Compare the fact itself.'],
    ['actor.Wren.name == "Wr', '"Wr| This text is never closed. Add a quote at its end.'],
    ['actor.Wren.hp § 3', `§| "§" can't be used here. Use names, numbers, texts in quotes, == != < <= > >= + - * / and ( ).`],
    ['beat.number', 'number| Nothing can follow "beat".'],
    [`${'('.repeat(40)}1${')'.repeat(40)}`, '(| This expression is nested more than 32 levels deep. Remove some parentheses.'],
    [`beat > ${'1'.repeat(500)}`, '1111111| This expression is longer than 500 characters. Shorten it.']
  ])('refuses %s with the place and a sentence', (text, expected) => {
    expect(wrong(text)).toBe(expected)
  })

  it.each<[string, string]>([
    ['actor.Wern.hp == 0', 'There is no character "Wern". There is "Wren", "Tobit", "Old Marrow".'],
    ['actor.Tobitt.hp == 0', 'There is no character "Tobitt". Did you mean "Tobit"?'],
    ['actor.Wren.STT > 3', 'No character has "STT". Did you mean "STR"?'],
    ['actor.Wren.down', 'No character has "down". It is a condition. Write is("down").'],
    ['actor.Wren.is("posioned")', 'There is no condition "posioned". Did you mean "poisoned"?'],
    ['fact.dor_open', 'There is no fact "dor_open". Did you mean "door_open"?'],
    ['any.player.location == "well_bottom"', 'There is no place "well_bottom". Did you mean "well-bottom"?'],
    ['place.cellar.visited', 'There is no place "cellar". There is "rim", "well-bottom".'],
    ['faction.crown', 'There is no faction "crown". There are none at all.']
  ])('knows the names of %s', (text, sentence) => {
    expect(unknownNames(parse(text), names).map((use) => unknownName(use, names).message)).toEqual([sentence])
  })

  it('a fact is known by its name although it may not hold', () => {
    const [id, journey] = Object.entries(state.journeys)[0]!
    const shut = vocabularyOf({ ...state, journeys: { [id]: { ...journey, requires: '!ladder_gone' } } })
    expect(shut.fact).toEqual(['coins', 'door_open', 'gold', 'ladder_gone'])
  })

  it('facts are known before they hold, and so is every listed name', () => {
    expect(unknownNames(parse('fact.gold and actor.Wren.has("Lantern") and scene.present("Tobit") and any.player.tag.brave'), names)).toEqual([])
  })

  it.each([
    ['place.rim.visited', 'rises'],
    ['fact.door_open and clock.minutes > 3', 'rises'],
    ['not fact.door_open', 'falls'],
    ['3 < beat', 'rises'],
    ['true == fact.door_open', 'rises'],
    ['beat < 3 or not place.rim.explored', 'falls'],
    ['beat == 3', 'any'],
    ['fact.door_open and not fact.gold', 'any'],
    ['actor.Wren.hp == 0', 'any'],
    ['1 < 2', 'still']
  ])('the course of %s: %s', (text, course) => {
    expect(monotonicityOf(parse(text).root)).toBe(course)
  })

  it.each<[string, string[]]>([
    ['act', ['actor', 'fact', 'faction']],
    ['actor.W', ['Wren']],
    ['not actor.O', ['"Old Marrow"']],
    ['actor.Wren.h', ['hp', 'has("']],
    ['any.', ['player', 'npc', 'actor']],
    ['actor.Wren.is("d', ['"down")']],
    ['actor.Wren.location == "w', ['"well-bottom"']],
    ['place.rim.vis', ['visited']],
    ['quest.', ['bell']],
    ['beat > 3 and fact.do', ['door_open']]
  ])('completes %s|', (text, options) => {
    expect(complete(text, text.length, names).options.map((one) => one.text)).toEqual(options)
  })

  it('a completion replaces the begun word with its quotes', () => {
    const text = 'actor.Wren.is("do") and beat > 3'
    const { from, to } = complete(text, 17, names)
    expect(text.slice(from, to)).toBe('"do")')
    const path = complete('fact.door', 9, names)
    expect('fact.door'.slice(path.from, path.to)).toBe('door')
  })
})
