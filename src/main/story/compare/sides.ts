import type { Game } from '../../../shared/story/game'
import { own, diff, pointerKeys, type StateChange } from '../../../shared/base/json'
import type { Lore } from '../../../shared/story/lore'
import type { GameState, Item } from '../../../shared/story/state'
import { locate } from '../../campaign/layout'
import type { ComparedLine, GroupKind } from '../../../shared/analysis/compare'
import { withArticle } from '../../../shared/words/plural'
import { clipped } from '../../../shared/words/clipped'

/** A line of a comparison, and its group. */
export type DifferenceLine = ComparedLine & { kind: GroupKind }

/** The optional parts of a line. */
type More = Partial<Pick<ComparedLine, 'about' | 'beat'>>

/** A line of a group; `id` identifies it there. */
export const sentence = (kind: GroupKind, id: string, words: string, files: readonly string[], more: More = {}): DifferenceLine => ({
  kind,
  id,
  words,
  files: [...files],
  ...more
})

/** Stands for a value that doesn't exist. */
const NOTHING = 'nothing'

/** "label: old → new", or only the new value if there was no old one. `behind` is appended. */
export function pair(
  kind: GroupKind,
  id: string,
  [label, from, to]: readonly [string, string, string],
  files: readonly string[],
  more: More & { behind?: string } = {}
): DifferenceLine {
  const { behind = '', ...rest } = more
  const was = from === NOTHING ? {} : { from }
  return {
    kind,
    id,
    words: `${label}: ${from === NOTHING ? '' : `${from} → `}${to}${behind}`,
    label,
    ...was,
    to: `${to}${behind}`,
    files: [...files],
    ...rest
  }
}

const MAX_VALUE_CHARACTERS = 80

/** A text, shortened if it is long. */
export const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return clipped(line, MAX_VALUE_CHARACTERS)
}

/** The story's name for an id. A word that is not an id stays as it is. */
export type Namer = (id: string) => string
const asItIs: Namer = (id) => id

/** A value as people read it. */
export function valueText(value: unknown, call = asItIs): string {
  if (value === undefined || value === null) return NOTHING
  if (typeof value === 'string') return value === '' ? NOTHING : shortened(call(value))
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : shortened(value.map((one) => valueText(one, call)).join(', '))
  return shortened(
    Object.entries(value)
      .map(([key, inner]) => (inner === true ? call(key) : `${call(key)} ${valueText(inner, WORDS.has(key) ? asItIs : call)}`))
      .join(', ') || NOTHING
  )
}

/** Keys whose values are prose, never ids. */
const WORDS = new Set(['name', 'title', 'text', 'aim', 'description', 'direction', 'duration', 'risks', 'status'])
/** Keys that only group other keys. */
const HOLDERS = new Set(['tags'])

/** The changes inside a value: "status open → done", "class: warrior" for a new field. An absent flag counts as false. */
export const changeTexts = (before: unknown, after: unknown, call = asItIs): string[] => diff(before, after).map((change) => changeText(change, call))

function changeText({ path, from, to }: StateChange, call: Namer): string {
  const [was, is] = typeof (from ?? to) === 'boolean' ? [from ?? false, to ?? false] : [from, to]
  const keys = pointerKeys(path).filter((key, i, all) => !HOLDERS.has(key) || i === all.length - 1)
  const named = keys.some((key) => WORDS.has(key)) ? asItIs : call
  const what = keys.map((key) => call(key).replaceAll('_', ' ')).join(' ')
  const [before, now] = [valueText(was, named), valueText(is, named)]
  if (before === NOTHING) return `${what}: ${now}`
  return now === NOTHING ? `${what} removed, was ${before}` : `${what} ${before} → ${now}`
}

/** An item with its count, to stand inside a sentence: "a lantern", "3 × torch". */
export function itemWords(name: string, count = 1): string {
  // A title keeps its capital: "Kind Words for Dogs", but "a book of the Salt Line".
  const isTitle = /^\p{Lu}\S*\s(?!of\b).*\p{Lu}/u.test(name)
  const plain = /^\p{Lu}\p{Ll}/u.test(name) && !isTitle ? name.charAt(0).toLowerCase() + name.slice(1) : name
  return count > 1 ? `${count} × ${plain}` : withArticle(plain)
}

/** The name of an inventory entry. */
export const itemName = (item: Item, names: Readonly<Record<string, { name: string }>>): string =>
  item.name ?? (Object.hasOwn(names, item.item) ? (names[item.item]?.name ?? item.item) : item.item)

/** The keys whose values differ between two maps, in order. */
export function differing<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>
): { id: string; was: T | undefined; is: T | undefined }[] {
  if (before === after) return []
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return keys.map((id) => ({ id, was: own(before, id), is: own(after, id) })).filter(({ was, is }) => was !== is && diff(was, is).length > 0)
}

/** The lists of a game that contain display names. */
export type GameLists = Pick<Game, 'equipment' | 'conditions' | 'actions' | 'tables' | 'manifest'>

/** One of the two commits that are compared. */
export interface Side {
  state: GameState
  lore: Lore
  /** The game's lists; absent if its rules don't load. */
  game: GameLists | undefined
  text(path: string): string | undefined
}

/** Both commits, and the files that differ between them. */
export interface Sides {
  a: Side
  b: Side
  changed: ReadonlyMap<string, 'added' | 'changed' | 'removed'>
}

/** The entries of one of the game's lists; the second commit's win. */
export function named(sides: Pick<Sides, 'a' | 'b'>, list: 'equipment' | 'conditions'): Record<string, { name: string; cannot_act?: boolean }> {
  return { ...sides.a.game?.[list], ...sides.b.game?.[list] }
}

/** The story's name for an id, from the second commit if it has one: an actor, a place, a region, a journey, an item or a condition. */
export function namerOf(sides: Pick<Sides, 'a' | 'b'>): Namer {
  const items = named(sides, 'equipment')
  const conditions = named(sides, 'conditions')
  const inState = ({ state }: Pick<Side, 'state'>, id: string): string | undefined => {
    const journey = own(state.journeys, id)
    const named = own(state.actors, id) ?? own(state.places, id) ?? own(state.regions, id)
    return named?.name ?? (journey && `${placeName({ state }, journey.from)} to ${placeName({ state }, journey.to)}`)
  }
  return (id) => inState(sides.b, id) ?? inState(sides.a, id) ?? own(items, id)?.name ?? own(conditions, id)?.name ?? id
}

/** The label of a stat. */
export const statName = ({ b }: Pick<Sides, 'b'>, id: string): string => own(b.game?.manifest.stats, id)?.label ?? id

/** The name of a place. */
export const placeName = ({ state }: Pick<Side, 'state'>, id: string): string => own(state.places, id)?.name ?? id

/** The files that hold a path of the state on either side and differ. */
export function filesOf({ a, b, changed }: Sides, path: string): string[] {
  const files = [a, b].flatMap(({ state }) => locate(state, path)?.file ?? [])
  return [...new Set(files)].filter((file) => changed.has(file))
}
