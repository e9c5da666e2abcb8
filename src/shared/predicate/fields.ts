import { own } from '../base/json'
import { fold } from '../story/names'
import type { Actor, Item, Journey, Place, SceneState } from '../story/state'
import type { NameKind, Value, ValueType } from './tree'
import { fault, type TextSpan, type Token } from './tokens'

/** A field of a thing: how it is read, and the names it uses besides the thing's own. */
export interface Field<T> {
  type: ValueType
  grows?: 'number' | 'once' | undefined
  /** Set if its texts are ids of places. */
  places?: boolean
  read(of: T): Value
  /** `met` returns true if the thing has something of that name. */
  name?: (TextSpan & { kind: NameKind; id: string; exists(of: T): boolean }) | undefined
}

/** The rest of a path after a thing's name: the parts between dots, and the text in parentheses after the last one. */
export interface PathRest {
  parts: readonly Token[]
  /** The position of the whole path. */
  reach: TextSpan
  argument: Token | undefined
}

/** Items with a name, carried or in a place: the name of the equipment, of the entry, or the displayed one. */
const called = (items: Readonly<Record<string, Item>>, name: string): Item[] =>
  Object.entries(items).flatMap(([id, item]) => ([id, item.item, item.name ?? ''].some((one) => fold(one) === fold(name)) ? [item] : []))
const countOf = (items: Readonly<Record<string, Item>>, name: string): number => called(items, name).reduce((sum, { count = 1 }) => sum + count, 0)

type Carrier = Pick<Actor, 'inventory'>

/** `has("rope")` and `count("rope")`, for a carrier or a place. */
function carried<T extends Carrier>(word: Token, argument: Token | undefined): Field<T> | undefined {
  if (word.text !== 'has' && word.text !== 'count') return undefined
  const thing = needed(word, argument, 'rope')
  const exists = (of: T): boolean => called(of.inventory, thing.text).length > 0
  const name = { kind: 'item' as const, id: thing.text, at: thing.at, end: thing.end, exists }
  return word.text === 'has' ? { type: 'truth', name, read: exists } : { type: 'number', name, read: (of) => countOf(of.inventory, thing.text) }
}

/** The text in parentheses that a word requires. */
function needed(word: Token, argument: Token | undefined, example: string): Token {
  if (argument === undefined) throw fault(`"${word.text}" needs a name. Write ${word.text}("${example}").`, word)
  return argument
}

const text = <T>(read: (of: T) => string | undefined): Field<T> => ({ type: 'text', read })

/** A field of an actor. A word that is not a field is a stat of the sheet. */
export function actorField({ parts, argument, reach }: PathRest): Field<Actor> {
  const [word, second] = parts
  if (!word) throw fault('Add what to read of the character, such as .hp, .location, .has("rope") or .is("down").', reach)
  noMore(parts, ['tag', 'max', 'stats'].includes(word.text) ? 2 : 1)
  const thing = carried<Actor>(word, argument)
  if (thing) return thing
  if (word.text === 'is') {
    const condition = needed(word, argument, 'down')
    const exists = (of: Actor): boolean => own(of.conditions, condition.text) !== undefined
    return { type: 'truth', read: exists, name: { kind: 'condition', id: condition.text, at: condition.at, end: condition.end, exists } }
  }
  refuseGiven(word, argument)
  switch (word.text) {
    case 'name':
    case 'kind':
    case 'location':
    case 'attitude': {
      const key = word.text
      return { ...text((of) => of[key]), places: key === 'location' }
    }
    case 'tag':
      return tagOf(second ?? missing(word, 'tag.brave'))
    case 'max':
    case 'stats':
      return statOf(second ?? missing(word, `${word.text}.hp`), word.text)
    default:
      return statOf(word, 'stats')
  }
}

function statOf(word: Token, where: 'stats' | 'max'): Field<Actor> {
  const { text: id, at, end } = word
  return { type: 'number', read: (of) => own(of[where], id), name: { kind: 'stat', id, at, end, exists: (of) => own(of[where], id) !== undefined } }
}

function tagOf<T extends { tags: Readonly<Record<string, Value>> }>({ text: id, at, end }: Token): Field<T> {
  const exists = (of: T): boolean => own(of.tags, id) !== undefined
  return { type: 'any', read: (of) => own(of.tags, id) ?? false, name: { kind: 'tag', id, at, end, exists } }
}

/** A field of a place. A word that is not a field is a tag. */
export function placeField({ parts, argument, reach }: PathRest): Field<Place> {
  const [word, second] = parts
  if (!word) throw fault('Add what to read of the place, such as .visited, .name or .has("rope").', reach)
  noMore(parts, word.text === 'tag' ? 2 : 1)
  const thing = carried<Place>(word, argument)
  if (thing) return thing
  if (word.text === 'searched') {
    const feature = needed(word, argument, 'chest')
    const { text: id, at, end } = feature
    const exists = (of: Place): boolean => own(of.features, id) !== undefined
    return { type: 'truth', grows: 'once', read: (of) => own(of.features, id)?.searched === true, name: { kind: 'feature', id, at, end, exists } }
  }
  refuseGiven(word, argument)
  if (word.text === 'name' || word.text === 'region') {
    const key = word.text
    return text((of) => of[key])
  }
  const tag = tagOf<Place>(word.text === 'tag' ? (second ?? missing(word, 'tag.dark')) : word)
  return word.text === 'visited' || word.text === 'explored' ? { ...tag, grows: 'once' } : tag
}

const JOURNEY = ['from', 'to', 'region', 'direction', 'duration', 'requires'] as const

/** A field of a journey. */
export function journeyField({ parts, argument, reach }: PathRest): Field<Journey> {
  const [word] = parts
  if (!word) throw fault('Add what to read of the journey, such as .difficulty, .duration or .to.', reach)
  noMore(parts, 1)
  refuseGiven(word, argument)
  const key = JOURNEY.find((one) => one === word.text)
  if (key !== undefined) return { ...text((of) => of[key]), places: key === 'from' || key === 'to' }
  if (word.text === 'difficulty') return { type: 'number', read: (of) => of.difficulty }
  throw fault(`A journey has no "${word.text}". It has difficulty, ${JOURNEY.join(', ')}.`, word)
}

const SCENE = ['title', 'place', 'aim', 'path', 'story'] as const

/** A field of the open scene. */
export function sceneField({ parts, argument, reach }: PathRest): Field<SceneState | undefined> {
  const [word] = parts
  if (!word) throw fault('Add what to read of the scene, such as .title, .place or .open.', reach)
  noMore(parts, 1)
  if (word.text === 'present') {
    const who = needed(word, argument, 'Wren')
    const exists = (of: SceneState | undefined): boolean => own(of?.present ?? {}, who.text) === true
    return { type: 'truth', read: exists, name: { kind: 'actor', id: who.text, at: who.at, end: who.end, exists } }
  }
  refuseGiven(word, argument)
  const key = SCENE.find((one) => one === word.text)
  if (key !== undefined) return { ...text((of) => of?.[key]), places: key === 'place' }
  if (word.text === 'open') return { type: 'truth', read: (of) => of !== undefined }
  throw fault(`A scene has no "${word.text}". It has open, present("Wren"), ${SCENE.join(', ')}.`, word)
}

function refuseGiven(word: Token, argument: Token | undefined): void {
  if (argument) throw fault(`"${word.text}" takes no parentheses. Only has, count, is, searched and present do.`, argument)
}

/** Refuses further words after the ones that were understood. */
export function noMore(parts: readonly Token[], understood: number): void {
  const more = parts[understood]
  if (more) throw fault(`Nothing can follow "${parts[understood - 1]?.text ?? ''}". Remove this.`, more)
}

function missing(word: Token, example: string): never {
  throw fault(`"${word.text}" is not a whole expression. Write ${example}.`, word)
}
