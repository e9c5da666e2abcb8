import { pointer, own } from '../../../shared/base/json'
import { capitalised } from '../../../shared/words/labels'
import type { Actor, Item } from '../../../shared/story/state'
import {
  namerOf,
  filesOf,
  named,
  placeName,
  statName,
  type Sides,
  changeTexts,
  differing,
  itemName,
  pair,
  valueText,
  sentence,
  itemWords,
  type DifferenceLine
} from './sides'

/** Everything about actors: where they are, their sheets, what they carry. */
export function people(sides: Sides): DifferenceLine[] {
  return differing(sides.a.state.actors, sides.b.state.actors).flatMap(({ id, was, is }) => {
    const files = filesOf(sides, pointer(['actors', id]))
    const about = { kind: 'actor' as const, id }
    if (was && is) return person(sides, id, was, is, files)
    const kind = (was ?? is)?.kind === 'npc' ? 'an NPC' : 'a player'
    if (is) return [sentence('people', id, `${is.name} is new: ${kind} at ${placeName(sides.b, is.location)}`, files, { about })]
    return [sentence('people', id, `${was?.name ?? id} is gone: ${kind}, last at ${placeName(sides.a, was?.location ?? '')}`, files, { about })]
  })
}

function person(sides: Sides, id: string, was: Actor, is: Actor, files: readonly string[]): DifferenceLine[] {
  const more = { about: { kind: 'actor' as const, id } }
  const { name } = is
  const conditions = named(sides, 'conditions')
  const stops = (actor: Actor): string[] => Object.keys(actor.conditions).filter((one) => own(conditions, one)?.cannot_act)
  const lower = (condition: string): string => (own(conditions, condition)?.name ?? condition).toLowerCase()
  const fallen = stops(is).filter((one) => !own(was.conditions, one))
  const risen = stops(was).filter((one) => !own(is.conditions, one))
  const behind = [...fallen.map((one) => `, now ${lower(one)}`), ...risen.map((one) => `, no longer ${lower(one)}`)].join('')
  const lines: DifferenceLine[] = []
  if (was.location !== is.location)
    lines.push(pair('where', id, [name, placeName(sides.a, was.location), placeName(sides.b, is.location)], files, more))
  for (const one of differing(was.stats, is.stats))
    lines.push(
      pair('stats', `${id} ${one.id}`, [`${name}, ${statName(sides, one.id)}`, valueText(one.was), valueText(one.is)], files, {
        ...more,
        ...(one.id === 'hp' ? { behind } : {})
      })
    )
  for (const one of differing(was.max, is.max))
    lines.push(
      pair('stats', `${id} most ${one.id}`, [`${name}, most ${statName(sides, one.id)}`, valueText(one.was), valueText(one.is)], files, more)
    )
  for (const { id: key, was: had, is: has } of differing(was.conditions, is.conditions)) {
    const words = !has ? `${name} is no longer ${lower(key)}` : `${name} is ${lower(key)}${had ? `: ${changeTexts(had, has).join(', ')}` : ''}`
    lines.push(sentence('conditions', `${id} ${key}`, words, files, more))
  }
  if (was.attitude !== is.attitude)
    lines.push(sentence('attitudes', id, `${name} is ${is.attitude ?? 'of no attitude'}, was ${was.attitude ?? 'of none'}`, files, more))
  return [...lines, ...otherwise(sides, id, was, is, files)]
}

/** The changes that have no wording of their own: name, tags, reveals, and the game's own fields. */
function otherwise(sides: Sides, id: string, was: Actor, is: Actor, files: readonly string[]): DifferenceLine[] {
  const rest = ({ location: _l, stats: _s, max: _m, conditions: _c, inventory: _i, attitude: _a, ...left }: Actor): object => left
  const changes = changeTexts(rest(was), rest(is), namerOf(sides))
  const about = { kind: 'actor' as const, id }
  return changes.length === 0 ? [] : [sentence('people', id, `${is.name}, ${changes.join(', ')}`, files, { about })]
}

/** The actor or place that has an item. */
interface Holder {
  kind: 'actor' | 'place'
  id: string
  name: string
  files: string[]
}
interface Moved {
  holder: Holder
  entry: string
  was: Item | undefined
  is: Item | undefined
}

/** Items in inventories and places. If one holder lost what another gained, the item moved. */
export function things(sides: Sides): DifferenceLine[] {
  const names = named(sides, 'equipment')
  const called = (item: Item): string => itemWords(itemName(item, names), item.count)
  const changes = itemChanges(sides)
  const losses = changes.filter(({ was, is }) => was && !is)
  const lines: DifferenceLine[] = []
  for (const { holder, entry, was, is } of changes) {
    const { kind, id, name, files } = holder
    const more = { about: { kind, id } }
    const line = (words: string, its = files): number => lines.push(sentence('items', `${kind} ${id} ${entry}`, words, its, more))
    if (was && is) {
      const count = was.count ?? 1
      if (count !== (is.count ?? 1))
        lines.push(
          pair('items', `${kind} ${id} ${entry} count`, [`${name}, ${itemName(is, names)}`, String(count), String(is.count ?? 1)], files, more)
        )
      const rest = changeTexts({ tags: {}, ...was, count: 1 }, { tags: {}, ...is, count: 1 }, namerOf(sides))
      if (rest.length > 0) line(`${name}, ${itemName(is, names)}: ${rest.join(', ')}`)
    } else if (is) {
      const from = losses.findIndex((one) => one.was && one.holder !== holder && called(one.was) === called(is))
      const [giver] = from < 0 ? [] : losses.splice(from, 1)
      if (giver) line(`${capitalised(called(is))} went from ${giver.holder.name} to ${name}`, [...giver.holder.files, ...files])
      else line(kind === 'actor' ? `${name} carries ${called(is)}` : `${capitalised(called(is))} lies at ${name}`)
    }
  }
  for (const { holder, entry, was } of losses) {
    const { kind, id, name, files } = holder
    const words =
      kind === 'actor' ? `${name} no longer carries ${called(was as Item)}` : `${capitalised(called(was as Item))} no longer lies at ${name}`
    lines.push(sentence('items', `${kind} ${id} ${entry} gone`, words, files, { about: { kind, id } }))
  }
  return lines
}

function itemChanges(sides: Sides): Moved[] {
  const of = (kind: Holder['kind'], list: 'actors' | 'places'): Moved[] =>
    differing<{ name: string; inventory: Record<string, Item> }>(sides.a.state[list], sides.b.state[list]).flatMap(({ id, was, is }) => {
      // The lines about an added or removed actor include their inventory.
      if (!was || !is) return []
      const holder = { kind, id, name: is.name, files: filesOf(sides, pointer([list, id])) }
      return differing(was.inventory, is.inventory).map((one) => ({ holder, entry: one.id, was: one.was, is: one.is }))
    })
  return [...of('actor', 'actors'), ...of('place', 'places')]
}
