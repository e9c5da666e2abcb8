import { fold } from '../names'
import { perhaps } from '../perhaps'
import type { GameState } from '../state'
import { namesOf, type Expression } from './parse'
import type { NameKind, NameUse } from './tree'
import { fault } from './tokens'

/** The names that an expression can use, by what they name, each list sorted. */
export type Vocabulary = Readonly<Record<NameKind, readonly string[]>>

/** Names that stand elsewhere than in a state: of the game's lists. */
export interface MoreNames {
  items?: Iterable<string>
  conditions?: Iterable<string>
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].toSorted()

/** The fact that a condition is about: `!door-open` holds while `door-open` does not. */
const factOf = (condition: string): string => condition.replace(/^!/, '')

/** The names of a state; facts also where they may yet come from. */
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

/** Names of an expression that are in none of the lists. What is carried goes by names of its own, too. */
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

/** That a name is not known, with what may have been meant, as a Problem `bad-input` with the place. */
export function unknownName(use: NameUse, names: Vocabulary): Error {
  const { kind, id } = use
  const own = kind === 'stat' && names.condition.includes(id) ? ` It is a condition. Write is("${id}").` : ''
  return fault(`${CALLED[kind](id)}${own || perhaps(id, names[kind]) || alike(id, names[kind])}`, use)
}

/** Some of the names there are, where none is nearly the same. */
function alike(id: string, names: readonly string[]): string {
  if (names.length === 0) return ' There are none at all.'
  const first = names.filter((name) => fold(name).startsWith(fold(id.slice(0, 1))))
  const some = [...first, ...names.filter((name) => !first.includes(name))].slice(0, 3)
  return ` There is ${some.map((name) => `"${name}"`).join(', ')}${names.length > some.length ? ' …' : ''}.`
}
