import { own } from '../base/json'
import { perhaps } from '../base/suggest'
import type { Actor } from '../story/state'
import { actorField, journeyField, noMore, placeField, sceneField, type Field, type PathRest } from './fields'
import { GROUPS, type StatePart, type StateParts, type World } from './parts'
import type { Leaf, NameKind, NameUse, Value } from './tree'
import { fault, type TextSpan, type Token } from './tokens'

/** Which members of a group count, or how their values are combined. */
export const QUANTIFIERS = ['any', 'all', 'sum', 'least', 'most'] as const
/** Maps of world/STATE.yaml that a path can enter, and the kind of their names. */
const LOOSE = { quest: 'quests', faction: 'factions', thread: 'threads', relationship: 'relationships' } as const
const TURN = ['actor', 'phase', 'mode'] as const

/** The words with which a path can begin. */
export const ROOTS = [
  'actor',
  ...QUANTIFIERS,
  'fact',
  'place',
  'journey',
  'clock',
  'scene',
  'turn',
  'beat',
  'session',
  'fight',
  ...(Object.keys(LOOSE) as (keyof typeof LOOSE)[])
] as const

/** The value that a path of an expression reads. `parts` are the words between its dots. Throws Problem `bad-input` with the position. */
export function leafOf(parts: readonly Token[], argument: Token | undefined, reach: TextSpan): Leaf {
  const [root, id, ...rest] = parts
  if (!root) throw fault('Something is missing here. Write a name.', reach)
  const behind: PathRest = { parts: rest, argument, reach }
  switch (root.text) {
    case 'actor':
      return thing('actor', id ?? nobody(root, 'actor.Wren.hp'), actorField(behind), (from, name) => from.actor(name), reach)
    case 'place':
      return thing('place', id ?? nobody(root, 'place.well.visited'), placeField(behind), (from, name) => from.place(name), reach)
    case 'journey':
      return thing('journey', id ?? nobody(root, 'journey.rim--well.difficulty'), journeyField(behind), (from, name) => from.journey(name), reach)
    case 'scene': {
      const field = sceneField({ parts: parts.slice(1), argument, reach })
      return leaf(
        field,
        { part: 'scene' },
        (from) => field.read(from.scene()),
        nameOf(field, (from, exists) => exists(from.scene())),
        reach
      )
    }
    case 'fact':
      return factLeaf(id ?? nobody(root, 'fact.door_open'), reach, [...rest, ...(argument ? [argument] : [])][0])
    default:
      return plain(root, id, rest, behind)
  }
}

function plain(root: Token, id: Token | undefined, rest: readonly Token[], { argument, reach }: PathRest): Leaf {
  const quantifier = QUANTIFIERS.find((one) => one === root.text)
  if (quantifier !== undefined) return groupLeaf(quantifier, root, id, { parts: rest, argument, reach })
  if (Object.hasOwn(LOOSE, root.text)) return looseLeaf(root.text as keyof typeof LOOSE, id ?? nobody(root, `${root.text}.name`), rest, reach)
  if (argument) throw fault(`"${root.text}" takes no parentheses.`, argument)
  if (!(ROOTS as readonly string[]).includes(root.text))
    throw fault(`An expression can't start with "${root.text}". Start with ${ROOTS.join(', ')}.${perhaps(root.text, ROOTS)}`, root)
  noMore([root, ...(id ? [id] : []), ...rest], 2)
  if (root.text === 'clock') return clockLeaf(id ?? nobody(root, 'clock.minutes'), reach)
  if (root.text === 'turn') return turnLeaf(id ?? nobody(root, 'turn.actor'), reach)
  if (id) throw fault(`Nothing can follow "${root.text}".`, id)
  const next: StatePart = { part: 'next' }
  if (root.text === 'fight') return leaf({ type: 'truth' }, next, (from) => from.next().mode === 'combat', [], reach)
  const count = root.text === 'beat' ? 'beat' : 'session'
  return leaf({ type: 'number', grows: 'number' }, next, (from) => from.next()[count], [], reach)
}

const leaf = (
  { type, grows, places }: Pick<Leaf, 'type' | 'grows' | 'places'>,
  part: StatePart,
  read: Leaf['read'],
  names: readonly NameUse[],
  { at, end }: TextSpan
): Leaf => ({ kind: 'leaf', type, ...(grows ? { grows } : {}), ...(places ? { places } : {}), part, read, names, at, end })

/** A field's own name, looked up in the thing that `on` finds in a state. */
const nameOf = <T>({ name }: Field<T>, on: (from: StateParts, exists: (of: T) => boolean) => boolean): NameUse[] =>
  name ? [{ kind: name.kind, id: name.id, at: name.at, end: name.end, exists: (from) => on(from, (of) => name.exists(of)) }] : []

/** A field of one named thing. */
function thing<T>(
  kind: 'actor' | 'place' | 'journey',
  { text: id, at, end }: Token,
  field: Field<T>,
  find: (from: StateParts, id: string) => T | undefined,
  reach: TextSpan
): Leaf {
  const read = (from: StateParts): Value => {
    const found = find(from, id)
    return found === undefined ? undefined : field.read(found)
  }
  const exists = (from: StateParts): boolean => find(from, id) !== undefined
  const inner = nameOf(field, (from, has) => {
    const found = find(from, id)
    return found !== undefined && has(found)
  })
  return leaf(field, { part: kind, id }, read, [{ kind, id, at, end, exists }, ...inner], reach)
}

function groupLeaf(how: (typeof QUANTIFIERS)[number], root: Token, of: Token | undefined, behind: PathRest): Leaf {
  const group = GROUPS.find((one) => one === of?.text)
  if (group === undefined) throw fault(`"${how}" needs one of ${GROUPS.join(', ')}. Write ${how}.player.hp.`, of ?? root)
  const field = actorField(behind)
  const names = nameOf(field, (from, exists) => from.actors(group).some(exists))
  const part: StatePart = { part: 'actors', of: group }
  if (how === 'any' || how === 'all')
    return { ...leaf(field, part, (_, each) => (each ? field.read(each) : undefined), names, behind.reach), over: { how, of: group } }
  if (field.type !== 'number') throw fault(`"${how}" works on numbers, but this is not a number.`, behind.reach)
  return leaf({ type: 'number' }, part, (from) => gathered(how, from.actors(group), field), names, behind.reach)
}

function gathered(how: 'sum' | 'least' | 'most', group: readonly Actor[], field: Field<Actor>): Value {
  const values = group.map((one) => field.read(one)).filter((one) => typeof one === 'number')
  if (how === 'sum') return values.reduce((sum, one) => sum + one, 0)
  if (values.length === 0) return undefined
  return how === 'least' ? Math.min(...values) : Math.max(...values)
}

function factLeaf({ text: id, at, end }: Token, reach: TextSpan, more: Token | undefined): Leaf {
  if (more) throw fault('A fact has no parts. Compare the fact itself.', more)
  const exists = (from: StateParts): boolean => own(from.world().facts, id) !== undefined
  return leaf(
    { type: 'any', grows: 'once' },
    { part: 'world' },
    (from) => own(from.world().facts, id) ?? false,
    [{ kind: 'fact', id, at, end, exists }],
    reach
  )
}

/** The clock's words and their length in minutes. */
export const CLOCK = { minutes: 1, hours: 60, days: 1440 } as const

function clockLeaf(word: Token, reach: TextSpan): Leaf {
  const unit = Object.entries(CLOCK).find(([name]) => name === word.text)?.[1]
  if (unit === undefined) throw fault(`The clock has ${Object.keys(CLOCK).join(', ')}, counted since the campaign began.`, word)
  return leaf({ type: 'number', grows: 'number' }, { part: 'world' }, (from) => from.world().clock.minutes / unit, [], reach)
}

function turnLeaf(word: Token, reach: TextSpan): Leaf {
  const key = TURN.find((one) => one === word.text)
  if (key !== undefined) return leaf({ type: 'text' }, { part: 'next' }, (from) => from.next()[key], [], reach)
  if (word.text === 'round') return leaf({ type: 'number' }, { part: 'next' }, (from) => from.next().round, [], reach)
  throw fault(`A turn has round, ${TURN.join(', ')}.`, word)
}

/** A value inside a quest, faction, thread or relationship. An existing entry that is not a single value counts as true. */
function looseLeaf(kind: keyof typeof LOOSE, { text: id, at, end }: Token, rest: readonly Token[], reach: TextSpan): Leaf {
  const map = (from: StateParts): World[(typeof LOOSE)[typeof kind]] => from.world()[LOOSE[kind]]
  const read = (from: StateParts): Value => {
    let value: unknown = own(map(from), id)
    for (const { text } of rest) value = typeof value === 'object' && value !== null ? own(value as Record<string, unknown>, text) : undefined
    if (value === undefined || value === null) return rest.length === 0 ? false : undefined
    return typeof value === 'object' ? true : (value as Value)
  }
  const name: NameUse = { kind: kind satisfies NameKind, id, at, end, exists: (from) => own(map(from), id) !== undefined }
  return leaf({ type: 'any' }, { part: 'world' }, read, [name], reach)
}

function nobody(root: Token, example: string): never {
  throw fault(`"${root.text}" is not a whole expression. Write ${example}.`, root)
}
