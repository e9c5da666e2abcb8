// Runs inside the sandbox. The effects of YAML actions on people and on what they carry.
import { damage as takePoints, Draft } from './draft'
import { InvalidRuleValue, isObject, own } from './plain'
import { asMap, type Effect, forEach, onSomebody, type EffectContext } from './running'
import type { Shape } from './shapes'
import type { Tools } from './tools'
import { itemName } from './words'

declare const game: Tools['game']
declare const refuse: Tools['refuse']
declare const roll: Tools['roll']

const ITEM: Shape = { is: 'name', of: 'item' }
const COUNT: Shape = { is: 'number', least: 1, whole: true }
const POINTS: Shape = { is: 'number', least: 0 }
const STAT: Shape = { is: 'name', of: 'stat' }
const CONDITION: Shape = { is: 'name', of: 'condition' }
const SOME: Shape = onSomebody([POINTS, { is: 'dice' }], {
  dice: { is: 'either', of: [POINTS, { is: 'dice' }] },
  amount: POINTS,
  stat: {
    is: 'either',
    of: [STAT, { is: 'list', each: STAT }],
    about: "The stat; defaults to hp. In a list, what the first stat can't take goes to the next."
  },
  label: { is: 'text', of: 'a text', about: 'The label of the roll.' }
})
const countOf = (value: unknown): number => (typeof value === 'number' ? value : 1)
const texts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String)

const amountless = (argument: unknown): string | undefined =>
  isObject(argument) && argument['dice'] === undefined && argument['amount'] === undefined ? 'needs "dice" or "amount"' : undefined

function points(map: Readonly<Record<string, unknown>>, label: string, id: string): number {
  const { dice, amount } = map
  const asked = dice ?? amount
  if (typeof asked === 'number') return asked
  return Math.max(0, roll(String(asked), { label: typeof map['label'] === 'string' ? map['label'] : label, target: id }).total)
}
function statsOf(map: Readonly<Record<string, unknown>>, draft: Draft, id: string): string[] {
  const stats = map['stat'] === undefined ? ['hp'] : texts(map['stat'])
  const missing = stats.find((stat) => draft.actor(id).stats[stat] === undefined)
  if (missing !== undefined) throw new InvalidRuleValue(`changes "${missing}", which is not on the sheet of ${draft.actor(id).name}`)
  return stats
}
const conditionName = (id: string): string => (own(game.conditions, id)?.name ?? id).toLowerCase()

/** The key of an item that an actor carries, found by key or by item id. */
function keyOf(draft: Draft, id: string, wanted: string): string {
  const { inventory, name } = draft.actor(id)
  const key = Object.hasOwn(inventory, wanted) ? wanted : Object.keys(inventory).find((one) => inventory[one]?.item === wanted)
  if (key === undefined) throw refuse(`${name} doesn't carry the ${(own(game.equipment, wanted)?.name ?? wanted).toLowerCase()}`)
  return key
}

function damage(argument: unknown, running: EffectContext): void {
  const { draft } = running
  const map = asMap(argument, 'amount')
  forEach(map, running, (id) => {
    let left = points(map, 'damage', id)
    let taken = 0
    for (const stat of statsOf(map, draft, id)) {
      const lost = takePoints(draft, id, stat, left)
      taken += lost.taken
      left = lost.over
    }
    if (taken > 0) running.did.push(`${draft.actor(id).name} is hurt for ${taken}.`)
  })
}

function heal(argument: unknown, running: EffectContext): void {
  const { draft } = running
  const map = asMap(argument, 'amount')
  forEach(map, running, (id) => {
    let left = points(map, 'healing', id)
    const gained: string[] = []
    for (const stat of statsOf(map, draft, id)) {
      const before = draft.base(id, stat)
      draft.setStat(id, stat, before + left)
      const by = draft.base(id, stat) - before
      left -= by
      if (by > 0) gained.push(`${by} ${(game.manifest.stats[stat]?.label ?? stat).toLowerCase()}`)
    }
    const { name } = draft.actor(id)
    running.did.push(gained.length > 0 ? `${name} regains ${gained.join(' and ')}.` : `${name} has nothing to heal.`)
  })
}

/** Effects by word. */
export const effectsOnPeople: Readonly<Record<string, Effect>> = {
  remove_item: {
    about: "Removes a carried item, one of it or `count`. If the character doesn't carry it, the action is refused with that reason.",
    example: '"{item}"',
    takes: onSomebody([ITEM], { item: ITEM, count: COUNT }, ['item']),
    run(argument, running) {
      const map = asMap(argument, 'item')
      const count = countOf(map['count'])
      forEach(map, running, (id) => {
        const key = keyOf(running.draft, id, String(map['item']))
        const entry = running.draft.actor(id).inventory[key]
        if (!entry) return
        const { name } = running.draft.actor(id)
        if ((entry.count ?? 1) < count) throw refuse(`${name} has only ${entry.count ?? 1} of the ${itemName(entry)}`)
        running.draft.removeItem(id, key, count)
        running.used.push(`${name} uses the ${itemName(entry)}.`)
      })
    }
  },
  add_item: {
    about:
      'Gives an item, or puts it down in a `place`. Items of a kind are counted together. If the character can carry no more, the action is refused with that reason.',
    example: '{ item: torch, count: 2 }',
    takes: onSomebody(
      [ITEM],
      { item: ITEM, count: COUNT, name: { is: 'text', of: 'its own name' }, place: { is: 'text', of: 'the id of a place' } },
      ['item']
    ),
    run(argument, running) {
      const map = asMap(argument, 'item')
      const item = String(map['item'])
      const count = countOf(map['count'])
      const entry = { item, ...(count > 1 ? { count } : {}), ...(typeof map['name'] === 'string' ? { name: map['name'] } : {}) }
      const { place } = map
      if (typeof place === 'string') {
        if (!Object.hasOwn(running.draft.state.places, place))
          throw new InvalidRuleValue(`uses the place "${place}", which this campaign doesn't have`)
        running.draft.addItem({ place }, item, entry)
        return
      }
      forEach(map, running, (id) => {
        running.draft.addItem(id, item, entry)
        running.did.push(`${running.draft.actor(id).name} now has the ${itemName(entry)}.`)
      })
    }
  },
  damage: {
    about: 'Takes points off a stat, down to its minimum.',
    example: '{ dice: d6, target: "{who}" }',
    takes: SOME,
    unless: amountless,
    run: damage
  },
  heal: { about: 'Gives points back to a stat, up to its maximum.', example: 'd6', takes: SOME, unless: amountless, run: heal },
  add_condition: {
    about: 'Gives a character a condition, for minutes, for rounds of a fight, or until it is removed. It stacks as its file says.',
    example: '{ condition: warded, minutes: 60 }',
    takes: onSomebody([CONDITION], { condition: CONDITION, minutes: { is: 'number', least: 1 }, rounds: COUNT }, ['condition']),
    run(argument, running) {
      const map = asMap(argument, 'condition')
      const condition = String(map['condition'])
      forEach(map, running, (id) => {
        running.draft.addCondition(id, condition, {
          ...(typeof map['minutes'] === 'number' ? { minutes: map['minutes'] } : {}),
          ...(typeof map['rounds'] === 'number' ? { rounds: map['rounds'] } : {})
        })
        running.did.push(`${running.draft.actor(id).name} is ${conditionName(condition)}.`)
      })
    }
  },
  remove_condition: {
    about: "Removes a condition, or each of a list. A condition the character doesn't have is ignored.",
    example: '[poisoned, frightened]',
    takes: onSomebody(
      [CONDITION, { is: 'list', each: CONDITION }],
      { condition: { is: 'either', of: [CONDITION, { is: 'list', each: CONDITION }] } },
      ['condition']
    ),
    run(argument, running) {
      const map = asMap(argument, 'condition')
      forEach(map, running, (id) => {
        for (const condition of texts(map['condition'])) {
          if (running.draft.removeCondition(id, condition))
            running.did.push(`${running.draft.actor(id).name} is no longer ${conditionName(condition)}.`)
        }
      })
    }
  },
  set_attitude: {
    about: "Sets an NPC's attitude to the players.",
    example: '{ attitude: friendly, target: "{who}" }',
    takes: onSomebody(
      [{ is: 'among', words: ['hostile', 'wary', 'neutral', 'friendly'] }],
      { attitude: { is: 'among', words: ['hostile', 'wary', 'neutral', 'friendly'] } },
      ['attitude']
    ),
    run(argument, running) {
      const map = asMap(argument, 'attitude')
      forEach(map, running, (id) => {
        if (running.draft.actor(id).kind === 'player')
          throw new InvalidRuleValue(`gives an attitude to ${running.draft.actor(id).name}, who is a player`)
        running.draft.put(['actors', id, 'attitude'], map['attitude'])
      })
    }
  }
}
