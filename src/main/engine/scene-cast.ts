import { type ArrowDocument, type ArrowId, fitsType, type PlayValue, type VariableType } from '../../arrow'
import { own } from '../../shared/base/json'
import type { StoryEvent } from '../../shared/story/lore'
import { actorOf, mappedTo } from '../../shared/story/scene-actor'
import { Problem } from '../../shared/base/problem'
import { MAX_ID_LENGTH, type GameState } from '../../shared/story/state'
import { storable } from './params'

/** For each character of a document who speaks or has tags, the actor who plays them. By the character's id. */
export type SceneCast = ReadonlyMap<ArrowId, string>

/** The part of a state with which the names in a document are matched. */
type World = Pick<GameState, 'actors' | 'facts'>

/**
 * The actor of each character: the one that the event's front matter names, otherwise the one with that id, otherwise the only one with that name. A
 * character who only labels a choice of the players needs none. Throws Problem `refused` for the first character without an actor; the message says
 * how to map it.
 */
export function castOf({ actors }: World, event: StoryEvent, document: ArrowDocument): SceneCast {
  const [first] = unmatchedIn({ actors }, event, document)
  if (first) throw unmatched(event, first)
  return new Map(
    [...document.resources.characters].flatMap(([id, character]) => {
      const found = actorOf(actors, event, character)
      return typeof found === 'string' ? [[id, found] as const] : []
    })
  )
}

/** A character without an actor, and the actors among whom the designer has to choose. */
interface Unmatched {
  name: string
  could: readonly string[]
}

/** The characters that need an actor and have none. */
export function unmatchedIn({ actors }: Pick<World, 'actors'>, event: StoryEvent, document: ArrowDocument): Unmatched[] {
  const needed = neededIn(document)
  return [...document.resources.characters].flatMap(([id, character]) => {
    const could = needed.has(id) ? actorOf(actors, event, character) : ''
    return typeof could === 'string' ? [] : [{ name: character.name, could }]
  })
}

/** The problem of a document with such a character. It says that the document can't be played, and where to map the character. */
export function unmatched(event: StoryEvent, { name, could }: Unmatched): Problem {
  const file = `world/story/${event.id}/ABOUT.md`
  const mapped = mappedTo(event.characters, name)
  const why =
    mapped !== undefined
      ? `is mapped to “${mapped}”, who isn’t in the campaign`
      : could.length > 1
        ? `could be any of ${could.join(', ')}`
        : 'matches nobody'
  return new Problem(
    'refused',
    `The character “${name}” of ${event.arrow?.path ?? event.title} ${why}. Say who it is in the front matter of ${file}: characters: {${JSON.stringify(name)}: <the actor’s id>}.`,
    { file, character: name, event: event.id }
  )
}

/** The characters that need an actor: those who speak a line of their own, or whose tags are read or changed. */
function neededIn({ resources: { nodes } }: ArrowDocument): Set<ArrowId> {
  const needed = new Set<ArrowId>()
  for (const { type, data } of nodes.values()) {
    const { character } = data
    if (typeof character === 'number' && !(type === 'dialog' && data['playable'] === true)) needed.add(character)
  }
  return needed
}

const TYPES: Readonly<Record<VariableType, string>> = { num: 'a whole number', str: 'a text', bool: 'true or false' }
const typeOf = (value: PlayValue): string => (typeof value === 'boolean' ? TYPES.bool : typeof value === 'string' ? TYPES.str : 'a number')

/** Why a document's variables can't be facts of this campaign, in sentences. `shared`: other documents' variables by name, with their types. */
export function variableConflicts(
  { facts }: Pick<World, 'facts'>,
  document: ArrowDocument,
  path: string,
  shared: ReadonlyMap<string, { type: VariableType; path: string }> = new Map()
): string[] {
  return [...document.resources.variables.values()].flatMap(({ name, type }) => {
    const fact = own(facts, name)
    const other = shared.get(name)
    if (name === '' || name === '__proto__' || name.length > MAX_ID_LENGTH || name !== storable(name))
      return [`Variable “${storable(name).slice(0, 60)}” of ${path} can’t be a fact. Give it a name of 1 to ${MAX_ID_LENGTH} plain characters.`]
    if (other && other.type !== type)
      return [`Variable “${name}” is ${TYPES[type]} in ${path} and ${TYPES[other.type]} in ${other.path}, but it is one fact. Rename one of them.`]
    if (fact !== undefined && !fitsType(fact, type))
      return [`Variable “${name}” of ${path} is ${TYPES[type]}, but the fact “${name}” is ${typeOf(fact)}. Rename the variable, or correct the fact.`]
    return []
  })
}

/** The initial values of the variables by id, taken from the facts. Throws Problem `refused` for a variable that can't be a fact. */
export function valuesOf(state: Pick<World, 'facts'>, document: ArrowDocument, path: string): Record<string, PlayValue> {
  const [clash] = variableConflicts(state, document, path)
  if (clash !== undefined) throw new Problem('refused', clash, { file: path })
  return Object.fromEntries(
    [...document.resources.variables].flatMap(([id, { name }]) => {
      const fact = own(state.facts, name)
      return fact === undefined ? [] : [[String(id), fact]]
    })
  )
}

/** The initial tags of characters by id, from their actors. In the first play, the document's own tags are added where an actor lacks them. */
export function tagsOf({ actors }: World, document: ArrowDocument, cast: SceneCast, isFirst: boolean): Record<string, Record<string, string>> {
  return Object.fromEntries(
    [...cast].map(([id, actor]) => {
      const theirs = Object.entries(own(actors, actor)?.tags ?? {}).map(([key, value]) => [key, String(value)])
      const first = isFirst ? Object.entries(document.resources.characters.get(id)?.tags ?? {}) : []
      return [String(id), Object.fromEntries([...first, ...theirs])]
    })
  )
}
