import { pointerKeys, type StateChange } from '../../shared/json'
import type { GameState } from '../../shared/state'

/** A change in words for people: what it is about, which value, and the values before and after. */
export interface Worded {
  about: string
  what: string
  from?: string
  to?: string
  op: StateChange['op']
}

/** A value of the state on one short line. */
export function short(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.length ? value.map(short).join(', ') : '—'
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
    if ('name' in value && typeof value.name === 'string') return value.name
    if ('item' in value && typeof value.item === 'string') return value.item
    return fields.length ? fields.map(([key, inner]) => `${key} ${short(inner)}`).join(', ') : '—'
  }
  return '—'
}

/** A change as a designer reads it: "Wren · hp: 4 → 2". Ids become names where the state knows them. */
export function worded(change: StateChange, state: GameState | undefined): Worded {
  const [root = '', id = '', ...rest] = pointerKeys(change.path)
  const name =
    root === 'actors' ? (state?.actors[id]?.name ?? id) : root === 'places' ? (state?.places[id]?.name ?? id) : root === 'journeys' ? id : root
  const keys = ['actors', 'places', 'journeys'].includes(root) ? rest : [id, ...rest].filter(Boolean)
  const what = keys.filter((key) => key !== 'stats').join(' · ')
  const value = (raw: unknown): string => (keys.at(-1) === 'location' && typeof raw === 'string' ? (state?.places[raw]?.name ?? raw) : short(raw))
  return {
    about: name,
    what,
    op: change.op,
    ...(change.from === undefined ? {} : { from: value(change.from) }),
    ...(change.to === undefined ? {} : { to: value(change.to) })
  }
}

/** Changes that matter to the story first; the engine's own bookkeeping (`next`, `clock`) after them. */
export function inOrder(changes: readonly StateChange[]): { story: StateChange[]; engine: StateChange[] } {
  const own = (change: StateChange): boolean => change.path.startsWith('/next') || change.path.startsWith('/clock')
  return { story: changes.filter((one) => !own(one)), engine: changes.filter(own) }
}
