import { own } from '../../shared/base/json'
import type { Lore } from '../../shared/story/lore'
import { fold } from '../../shared/story/names'
import { wantOf } from '../../shared/story/premises'
import type { Actor, GameState } from '../../shared/story/state'

/** A character as a card and as a row of the table. Texts are '' where there is nothing to say. */
export interface CastRow {
  id: string
  name: string
  kind: Actor['kind']
  place: string
  attitude: string
  stats: string
  conditions: string
  want: string
  /** What anybody can see. */
  seen: string
}

/** The columns of the table, in order. */
export const COLUMNS = ['name', 'kind', 'place', 'stats', 'conditions', 'attitude', 'want'] as const
export type Column = (typeof COLUMNS)[number]

export interface CastOrder {
  by: Column
  isDown: boolean
}

/** Every character, in no particular order. `labels`: the names of the game's stats. */
export function castRows(state: GameState, lore: Lore, labels: Readonly<Record<string, string>>): CastRow[] {
  return Object.entries(state.actors).map(([id, actor]) => ({
    id,
    name: actor.name,
    kind: actor.kind,
    place: own(state.places, actor.location)?.name ?? actor.location,
    attitude: actor.attitude ?? '',
    stats: statWords(actor, labels),
    conditions: Object.keys(actor.conditions).join(', '),
    want: wantOf(id, lore, state).now,
    seen: own(lore.actors, id)?.public ?? ''
  }))
}

function statWords({ stats, max }: Actor, labels: Readonly<Record<string, string>>): string {
  const keys = [...new Set([...Object.keys(labels), ...Object.keys(stats)])].filter((key) => Object.hasOwn(stats, key))
  return keys
    .map((key) => {
      const [value, most] = [own(stats, key), own(max, key)]
      return `${key} ${value}${most === undefined || most === value ? '' : `/${most}`}`
    })
    .join(' · ')
}

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The rows that contain every word of a query, sorted; players come before others with the same value. */
export function shownRows(rows: readonly CastRow[], query: string, { by, isDown }: CastOrder): CastRow[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  const texts = ({ id, name, kind, place, attitude, conditions, want, seen }: CastRow): string =>
    fold([id, name, kind, place, attitude, conditions, want, seen].join('\n'))
  const found = words.length === 0 ? rows : rows.filter((row) => words.every((word) => texts(row).includes(word)))
  const side = ({ kind }: CastRow): number => (kind === 'player' ? 0 : 1)
  const order = isDown ? -1 : 1
  return found.toSorted((a, b) => {
    const first = by === 'kind' ? side(a) - side(b) : names.compare(a[by], b[by])
    return first * order || side(a) - side(b) || names.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
  })
}
