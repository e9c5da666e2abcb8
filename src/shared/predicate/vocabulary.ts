import { fold } from '../story/names'
import { perhaps } from '../base/suggest'
import type { GameState } from '../story/state'
import { namesOf, type Expression } from './parse'
import type { NameKind, NameUse } from './tree'
import { fault } from './tokens'

/** The names that an expression can use, by kind, each list sorted. */
export type Vocabulary = Readonly<Record<NameKind, readonly string[]>>

/** Names from the game's lists, which are not in a state. */
export interface MoreNames {
  items?: Iterable<string>
  conditions?: Iterable<string>
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].toSorted()

/** The fact in a condition: `!door-open` holds while `door-open` doesn't. */
const factOf = (condition: string): string => condition.replace(/^!/, '')

/** The names in a state, and the facts that the world can still set. */
export function vocabularyOf(state: GameState, { items = [], conditions = [] }: MoreNames = {}): Vocabulary {
  const actors = Object.values(state.actors)
  const places = Object.values(state.places)
  const carriers = [...actors, ...places]
  const features = places.flatMap((place) => Object.values(place.features))
  return {
    actor: Object.keys(state.actors),
    place: Object.keys(state.places),
    journey: Object.keys(state.journeys),
    fact: sorted([
      ...Object.keys(state.facts),
      ...features.flatMap(({ fact, after = [] }) => [...(fact === undefined ? [] : [fact]), ...after.map(factOf)]),
      ...actors.flatMap(({ reveals = {} }) => Object.entries(reveals).flatMap(([id, { after = [] }]) => [id, ...after.map(factOf)])),
      ...Object.values(state.journeys).flatMap(({ requires }) => (requires === undefined ? [] : [factOf(requires)]))
    ]),
    stat: sorted(actors.flatMap(({ stats, max }) => [...Object.keys(stats), ...Object.keys(max)])),
    tag: sorted(['visited', 'explored', ...carriers.flatMap(({ tags }) => Object.keys(tags))]),
    feature: sorted(places.flatMap((place) => Object.keys(place.features))),
    item: sorted([...items, ...carriers.flatMap(({ inventory }) => Object.values(inventory).map(({ item }) => item))]),
    condition: sorted([...conditions, ...actors.flatMap((one) => Object.keys(one.conditions))]),
    quest: Object.keys(state.quests),
    faction: Object.keys(state.factions),
    thread: Object.keys(state.threads),
    relationship: Object.keys(state.relationships)
  }
}

/** The names of an expression that are in none of the lists. Carried items have names of their own as well. */
export const unknownNames = (expression: Expression, names: Vocabulary): NameUse[] =>
  namesOf(expression).filter(({ kind, id }) => !names[kind].some((one) => one === id || (kind === 'item' && fold(one) === fold(id))))

const CALLED: Record<NameKind, (name: string) => string> = {
  actor: (name) => `There is no character "${name}".`,
  place: (name) => `There is no place "${name}".`,
  journey: (name) => `There is no journey "${name}".`,
  fact: (name) => `There is no fact "${name}".`,
  stat: (name) => `No character has "${name}".`,
  tag: (name) => `Nothing has the tag "${name}".`,
  feature: (name) => `No place has a thing or feature "${name}".`,
  item: (name) => `This game has no thing "${name}".`,
  condition: (name) => `There is no condition "${name}".`,
  quest: (name) => `There is no quest "${name}".`,
  faction: (name) => `There is no faction "${name}".`,
  thread: (name) => `There is no thread "${name}".`,
  relationship: (name) => `There is no relationship "${name}".`
}

/** A Problem `bad-input` for an unknown name, with the position and a suggestion. */
export function unknownName(use: NameUse, names: Vocabulary): Error {
  const { kind, id } = use
  const own = kind === 'stat' && names.condition.includes(id) ? ` It is a condition. Write is("${id}").` : ''
  return fault(`${CALLED[kind](id)}${own || perhaps(id, names[kind]) || alike(id, names[kind])}`, use)
}

/** Some of the existing names, if none is similar. */
function alike(id: string, names: readonly string[]): string {
  if (names.length === 0) return ' There are none at all.'
  const first = names.filter((name) => fold(name).startsWith(fold(id.slice(0, 1))))
  const some = [...first, ...names.filter((name) => !first.includes(name))].slice(0, 3)
  return ` There is ${some.map((name) => `"${name}"`).join(', ')}${names.length > some.length ? ' …' : ''}.`
}
