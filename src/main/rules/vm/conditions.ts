// Runs inside the sandbox. The conditions of YAML actions: one row each, with what it takes and what it asks.
import type { Equipment } from '../../../shared/story/game'
import type { Actor, Item } from '../../../shared/story/state'
import { statOf } from '../../../shared/story/sheet'
import type { ConditionContext, Condition, Verdict } from './question'
import { carried, gearOf, others } from './choices'
import { pass } from './counting'
import { canAct, called, placeOf } from './people'
import { InvalidRuleValue, isObject, namesOf, own } from './plain'
import { isTemplate, type KnownNames, misused, type Shape } from './shapes'
import { filled } from './templates'
import type { Tools } from './tools'
import { minutesOf, placeName, span } from './words'

declare const game: Tools['game']

const TARGET: Shape = { is: 'text', of: 'the id of a character', about: 'Whom to check; defaults to the actor.' }
const NUMBER: Shape = { is: 'number', least: Number.MIN_SAFE_INTEGER }
const QUEST: Shape = { is: 'text', of: 'the id of a quest' }
const QUEST_STATUS: Shape = { is: 'among', words: ['inactive', 'active', 'completed', 'failed'] }
const BOOLEAN: Shape = { is: 'boolean' }
const text = (of: string): Shape => ({ is: 'text', of })
const orMap = (short: readonly Shape[], fields: Record<string, Shape>, needs: readonly string[] = []): Shape => ({
  is: 'either',
  of: [...short, { is: 'map', fields: { ...fields, target: TARGET }, needs }]
})
const asMap = (argument: unknown, key: string): Record<string, unknown> => (isObject(argument) ? argument : { [key]: argument })
const some = (verdict: Verdict, expected: unknown): Verdict => (expected === false ? { ...verdict, holds: !verdict.holds } : verdict)

/** The actor that a condition is about; `say` makes a clause about them. */
function subject(
  map: Record<string, unknown>,
  { state, actor }: ConditionContext
): { id: string; who: Actor | undefined; say: (words: string) => string } {
  const id = typeof map['target'] === 'string' ? map['target'] : actor
  const who = own(state.actors, id)
  return { id, who, say: (words) => `${who?.name ?? (id === 'DM' ? 'the DM' : id)} ${words}` }
}

type Sort = (entry: Item, gear: Equipment | undefined) => boolean
/** A condition on an inventory: any item of a kind, one item by id, or a number of it. */
function carrying(about: string, sort: Sort, none: string, any: string, example: string): Condition {
  const item: Shape = { is: 'name', of: 'item' }
  return {
    about,
    example,
    takes: orMap([BOOLEAN, item], { item: { is: 'either', of: [BOOLEAN, item] }, count: { is: 'number', least: 1, whole: true } }, ['item']),
    ask(argument, question) {
      const map = asMap(argument, 'item')
      const { who, say } = subject(map, question)
      const [item, needed] = [map['item'], typeof map['count'] === 'number' ? map['count'] : 1]
      const things = who?.inventory ?? {}
      let has = 0
      for (const key of namesOf(things)) {
        const entry = things[key] as Item
        if ((typeof item !== 'string' || entry.item === item || key === item) && sort(entry, gearOf(entry))) has += entry.count ?? 1
      }
      if (typeof item !== 'string') return some({ holds: has >= needed, words: say(has >= needed ? any : none) }, item)
      const name = (game.equipment[item]?.name ?? item).toLowerCase()
      if (needed > 1)
        return {
          holds: has >= needed,
          words: say(has >= needed ? `has ${has} of the ${name}` : `needs ${needed} of the ${name} and has ${has}`)
        }
      return { holds: has > 0, words: say(has > 0 ? `carries the ${name}` : `doesn't carry the ${name}`) }
    },
    offers: (argument, { state, actor }) => {
      const item = asMap(argument, 'item')['item']
      return carried(state, actor, (entry, gear) => sort(entry, gear) && (typeof item !== 'string' || entry.item === item))
    }
  }
}

function tagged(tags: Readonly<Record<string, unknown>> | undefined, tag: string, value: unknown): boolean {
  const now = own(tags, tag)
  return value === undefined ? now !== undefined && now !== false : now === value
}
/** A tag as an author writes it, with the required value. */
const labelled = ({ tag, value }: Record<string, unknown>): string =>
  value === undefined ? String(tag) : `${String(tag)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
const TAG = { tag: text('a tag'), value: { is: 'flag', about: 'The value the tag must have; by default, any but false.' } } satisfies Record<
  string,
  Shape
>

/** "at least" and "at most" for the current values of stats. */
const comparing = (about: string, example: string, so: (has: number, limit: number) => boolean, limit: string): Condition => ({
  about,
  example,
  takes: { is: 'map', fields: { target: TARGET }, rest: { key: { is: 'name', of: 'stat' }, value: NUMBER } },
  unless: (argument) => (isObject(argument) && Object.keys(argument).some((key) => key !== 'target') ? undefined : 'names no stat'),
  ask(argument, question) {
    const map = asMap(argument, '')
    const { who, say } = subject(map, question)
    const asked = Object.entries(map).filter(([stat]) => stat !== 'target')
    const checked = asked.map(([stat, least]) => {
      const has = who ? statOf(who, stat, game) : 0
      return { stat, wanted: Number(least), has, holds: so(has, Number(least)) }
    })
    const short = checked.find(({ holds }) => !holds)
    if (short) return { holds: false, words: say(`needs ${short.stat} ${short.wanted}${limit} and has ${short.has}`) }
    return { holds: true, words: say(`has ${checked.map(({ stat, has }) => `${stat} ${has}`).join(' and ')}`) }
  }
})

const SPAN = '^[0-9]+( *- *[0-9]+)? *(minute|hour|day)s?$'
const CLOCK = '^([01][0-9]|2[0-3]):[0-5][0-9]$'
const ofDay = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const shown = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(Math.floor(minutes % 60)).padStart(2, '0')}`

/** The ids of the others here who fit a `target_present`. */
function present(map: Record<string, unknown>, { state, actor }: ConditionContext): string[] {
  const { id, kind, attitude, tag, can_act: able } = map
  return others(state, actor, (other) => {
    const who = state.actors[other]
    if (typeof id === 'string' && id !== other) return false
    if (kind !== undefined && who?.kind !== kind) return false
    if (attitude !== undefined && (who?.kind !== 'npc' || (who.attitude ?? 'neutral') !== attitude)) return false
    if (typeof tag === 'string' && !tagged(who?.tags, tag, undefined)) return false
    return able === undefined || canAct(state, other) === able
  })
}

/** All conditions by word. */
export const conditions: Readonly<Record<string, Condition>> = {
  has_item: carrying(
    'Carries an item, or a number of them; `true`: any item.',
    () => true,
    'carries nothing',
    'carries something',
    '{ item: torch, count: 2 }'
  ),
  has_consumable: carrying(
    'Carries a consumable, or the one named.',
    (_, gear) => gear?.kind === 'consumable',
    'has nothing to use up',
    'has something to use up',
    'true'
  ),
  has_weapon: carrying('Carries a weapon, or the one named.', (_, gear) => gear?.kind === 'weapon', 'has no weapon', 'has a weapon', 'true'),
  has_armor: carrying('Wears armour, or the piece named.', (_, gear) => gear?.kind === 'armor', 'wears no armour', 'wears armour', 'true'),
  has_tag_item: {
    about: 'Carries an item with a tag, set on that item or on its kind in equipment/.',
    example: 'holy',
    takes: orMap([TAG.tag], TAG, ['tag']),
    ask(argument, question) {
      const map = asMap(argument, 'tag')
      const { who, say } = subject(map, question)
      const found = Object.values(who?.inventory ?? {}).find((entry) => hasTag(entry, map))
      return found
        ? { holds: true, words: say(`carries the ${(found.name ?? gearOf(found)?.name ?? found.item).toLowerCase()}`) }
        : { holds: false, words: say(`carries nothing with the tag "${labelled(map)}"`) }
    },
    offers: (argument, { state, actor }) => carried(state, actor, (entry) => hasTag(entry, asMap(argument, 'tag')))
  },
  has_condition: {
    about: 'Has a condition.',
    example: 'poisoned',
    takes: orMap([{ is: 'name', of: 'condition' }], { condition: { is: 'name', of: 'condition' } }, ['condition']),
    ask(argument, question) {
      const map = asMap(argument, 'condition')
      const { who, say } = subject(map, question)
      const id = String(map['condition'])
      const holds = who !== undefined && Object.hasOwn(who.conditions, id)
      return { holds, words: say(`${holds ? 'is' : "isn't"} ${(game.conditions[id]?.name ?? id).toLowerCase()}`) }
    }
  },
  stat_at_least: comparing('Has at least these stats, counting conditions and equipment.', '{ WIL: 10 }', (has, limit) => has >= limit, ' or more'),
  stat_at_most: comparing('Has at most these stats, counting conditions and equipment.', '{ STR: 3 }', (has, limit) => has <= limit, ' or less'),
  in_combat: {
    about: 'A fight is under way; `false`: there is none.',
    example: 'false',
    takes: BOOLEAN,
    ask: (expected, { state }) =>
      some({ holds: state.combat !== undefined, words: state.combat ? 'a fight is under way' : 'there is no fight' }, expected)
  },
  at_location: {
    about: 'Is in a place, or in one of a list of places.',
    example: 'inn',
    takes: orMap(
      [text('the id of a place'), { is: 'list', each: text('the id of a place') }],
      { place: { is: 'either', of: [text('the id of a place'), { is: 'list', each: text('the id of a place') }] } },
      ['place']
    ),
    ask(argument, question) {
      const map = asMap(argument, 'place')
      const { id, say } = subject(map, question)
      const places = (Array.isArray(map['place']) ? map['place'] : [map['place']]).map(String)
      const now = placeOf(question.state, id)
      const names = places.map((place) =>
        Object.hasOwn(question.state.places, place) ? placeName(question.state.places[place]) : `"${place}", which this campaign doesn't have`
      )
      return places.includes(now)
        ? { holds: true, words: say(`is at ${placeName(question.state.places[now])}`) }
        : { holds: false, words: say(`isn't at ${names.join(' or ')}`) }
    }
  },
  at_tag: {
    about: 'The place has a tag.',
    example: 'safe',
    takes: orMap([TAG.tag], TAG, ['tag']),
    ask(argument, question) {
      const map = asMap(argument, 'tag')
      const { id } = subject(map, question)
      const here = question.state.places[placeOf(question.state, id)]
      const holds = tagged(here?.tags, String(map['tag']), map['value'])
      return { holds, words: `${placeName(here)} ${holds ? 'has' : "doesn't have"} the tag "${labelled(map)}"` }
    }
  },
  target_present: {
    about: 'Somebody else is here: anybody, a named character, or one that matches.',
    example: '{ kind: npc, attitude: hostile }',
    takes: {
      is: 'either',
      of: [
        BOOLEAN,
        text('the id of a character'),
        {
          is: 'map',
          fields: {
            id: text('the id of a character'),
            kind: { is: 'among', words: ['player', 'npc'] },
            attitude: { is: 'among', words: ['hostile', 'wary', 'neutral', 'friendly'] },
            tag: text('a tag'),
            can_act: BOOLEAN
          }
        }
      ]
    },
    ask(argument, question) {
      const map = isObject(argument) ? argument : typeof argument === 'string' ? { id: argument } : {}
      const [found] = present(map, question)
      const name = found === undefined ? undefined : question.state.actors[found]?.name
      if (name !== undefined) return some({ holds: true, words: `${name} is here` }, argument)
      const { id, kind, attitude, tag, can_act: able } = map
      const one = typeof id === 'string' ? (question.state.actors[id]?.name ?? `"${id}"`) : undefined
      const sort = [able === true ? 'able' : able === false ? 'fallen' : '', attitude, tag, kind === 'npc' ? 'NPC' : kind]
        .filter((word) => typeof word === 'string' && word !== '')
        .join(' ')
      return some(
        {
          holds: false,
          words: one === undefined ? `nobody else${sort === '' ? '' : ` (${sort})`} is here` : `${one}${sort === '' ? '' : ` (${sort})`} isn't here`
        },
        argument
      )
    },
    offers: (argument, question) =>
      called(question.state, present(isObject(argument) ? argument : typeof argument === 'string' ? { id: argument } : {}, question))
  },
  tag: {
    about: 'Has a tag.',
    example: 'swift',
    takes: orMap([TAG.tag], TAG, ['tag']),
    ask(argument, question) {
      const map = asMap(argument, 'tag')
      const { who, say } = subject(map, question)
      const holds = tagged(who?.tags, String(map['tag']), map['value'])
      return { holds, words: say(`${holds ? 'has' : "doesn't have"} the tag "${labelled(map)}"`) }
    }
  },
  fact: {
    about: 'A fact is true, is not true (`"!name"`), or facts have these values.',
    example: '{ candles: 3 }',
    takes: { is: 'either', of: [text('a fact, or "!" and a fact'), { is: 'map', fields: {}, rest: { key: text('a fact'), value: { is: 'flag' } } }] },
    ask(argument, { state }) {
      const facts = isObject(argument) ? argument : { [String(argument).replace(/^!/, '')]: !String(argument).startsWith('!') }
      const all = Object.entries(facts).map(([id, value]) => ({ id, value, holds: (own(state.facts, id) ?? false) === value }))
      const wrong = all.find(({ holds }) => !holds)
      const factWords = (id: string, value: unknown): string =>
        typeof value === 'boolean' ? `the fact "${id}" ${value ? 'is already true' : "isn't true yet"}` : `the fact "${id}" is ${String(value)}`
      if (!wrong) return { holds: true, words: all.map(({ id, value }) => factWords(id, value)).join(' and ') }
      const { id, value } = wrong
      return { holds: false, words: typeof value === 'boolean' ? factWords(id, !value) : `the fact "${id}" isn't ${String(value)}` }
    }
  },
  quest: {
    about: 'A quest is active, or quests have these statuses.',
    example: '{ find-the-bell: completed }',
    takes: { is: 'either', of: [QUEST, { is: 'map', fields: {}, rest: { key: QUEST, value: QUEST_STATUS } }] },
    ask(argument, { state }) {
      const is = (id: string): unknown => {
        const entry = own(state.quests, id)
        return isObject(entry) ? (entry['status'] ?? 'active') : entry && 'active'
      }
      return every(Object.entries(isObject(argument) ? argument : { [String(argument)]: 'active' }), ([id, status]) => ({
        holds: is(id) === status,
        words: is(id) === undefined ? `there is no quest "${id}"` : `the quest "${id}" is ${String(is(id))}`
      }))
    }
  },
  time: {
    about: 'The time of day is between two times; the span may cross midnight.',
    example: '{ from: "21:00", to: "05:00" }',
    takes: {
      is: 'map',
      fields: {
        from: { is: 'text', of: 'a time such as "21:00"', pattern: CLOCK },
        to: { is: 'text', of: 'a time such as "21:00"', pattern: CLOCK }
      },
      needs: ['from', 'to']
    },
    ask(argument, { state }) {
      const { from, to } = asMap(argument, '')
      const now = (ofDay(state.clock.start.slice(11, 16)) + state.clock.minutes) % 1440
      const [least, most] = [ofDay(String(from)), ofDay(String(to))]
      const holds = least <= most ? now >= least && now < most : now >= least || now < most
      return { holds, words: holds ? `it is ${shown(now)}` : `it is ${shown(now)}, not between ${String(from)} and ${String(to)}` }
    }
  },
  clock_at_least: {
    about: 'At least this much time has passed since the campaign began: minutes, or a span such as `"2 hours"`.',
    example: '"2 days"',
    takes: {
      is: 'either',
      of: [
        { is: 'number', least: 0 },
        { is: 'text', of: 'a span such as "2 hours"', pattern: SPAN }
      ]
    },
    ask(argument, { state }) {
      const left = (typeof argument === 'number' ? argument : minutesOf(String(argument))) - state.clock.minutes
      return { holds: left <= 0, words: left <= 0 ? 'the time for it has passed' : `it is too early by ${span(Math.ceil(left))}` }
    }
  },
  chosen: {
    about: 'An optional parameter was given; for use in `if`.',
    example: 'weapon',
    takes: { is: 'name', of: 'param' },
    ask: (argument, { names }) => ({
      holds: names.has(String(argument)),
      words: `the parameter "${String(argument)}" ${names.has(String(argument)) ? 'was' : "wasn't"} given`
    })
  },
  any: {
    about: 'At least one of a list of condition maps holds.',
    example: '[{ fact: bridge }, { tag: swift }]',
    takes: { is: 'list', each: { is: 'conditions' } },
    ask(argument, question) {
      const all = (Array.isArray(argument) ? argument : []).map((each) => verdictOf(each, question))
      return all.find(({ holds }) => holds) ?? { holds: false, words: all.map(({ words }) => words).join(', and ') }
    }
  },
  all: {
    about: 'Every one of a list of condition maps holds.',
    example: '[{ in_combat: false }, { fact: bridge }]',
    takes: { is: 'list', each: { is: 'conditions' } },
    ask: (argument, question) => every(Array.isArray(argument) ? argument : [], (each) => verdictOf(each, question))
  },
  not: {
    about: 'A condition map does not hold.',
    example: '{ fact: bridge }',
    takes: { is: 'conditions' },
    ask(argument, question) {
      const { holds, words } = verdictOf(argument, question)
      return { holds: !holds, words }
    }
  }
}

const hasTag = (entry: Item, map: Record<string, unknown>): boolean =>
  tagged(entry.tags, String(map['tag']), map['value']) || tagged(gearOf(entry)?.tags, String(map['tag']), map['value'])

function every<T>(asked: readonly T[], ask: (one: T) => Verdict): Verdict {
  const words: string[] = []
  for (const one of asked) {
    const verdict = ask(one)
    if (!verdict.holds) return verdict
    words.push(verdict.words)
  }
  return { holds: true, words: words.join(' and ') }
}

const FILLED: KnownNames = { conditions: {}, effects: {}, names: () => undefined }

/** Whether all conditions in a map hold, and the reason why or why not. */
export function verdictOf(map: unknown, question: ConditionContext): Verdict {
  if (map === undefined || map === true) return { holds: true, words: 'it needs nothing' }
  if (map === false) return { holds: false, words: 'it only follows other actions' }
  const row = asMap(map, '')
  return every(namesOf(row), (word) => {
    const argument = row[word]
    const condition = own(conditions, word)
    if (!condition) throw new InvalidRuleValue(`uses the condition "${word}", which doesn't exist`)
    // Most arguments are true, a name or a number.
    const now = typeof argument === 'object' || isTemplate(argument) ? filled(argument, condition.takes, question.names) : argument
    const wrong = now === argument ? undefined : misused(word, condition, now, FILLED, [])
    if (wrong) throw new InvalidRuleValue(`is wrong: ${wrong.message}`)
    const verdict = condition.ask(now, question)
    pass(map, word, verdict.holds ? 'true' : 'false')
    return verdict
  })
}
