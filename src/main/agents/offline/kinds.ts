import { own } from '../../../shared/json'
import type { LogEntry } from '../../../shared/play'

/** What kind of deed an action of a game is, whatever the game calls it. */
export type Kind =
  | 'go'
  | 'ask'
  | 'court'
  | 'fight'
  | 'search'
  | 'look'
  | 'rest'
  | 'mend'
  | 'run'
  | 'guard'
  | 'light'
  | 'use'
  | 'gift'
  | 'spell'
  | 'hold'
  | 'free'
  | 'douse'
  | 'other'

/** How a deed is known: by its name, or by the manner in which an action of many manners is done. `force`: how much it does beside its like. */
const KINDS: Readonly<Record<string, { kind: Kind; force?: number }>> = {
  travel: { kind: 'go' },
  traverse: { kind: 'go' },
  talk: { kind: 'ask' },
  help: { kind: 'court' },
  give: { kind: 'gift' },
  attack: { kind: 'fight' },
  grapple: { kind: 'hold' },
  'break-free': { kind: 'free' },
  'cast-spell': { kind: 'spell' },
  douse: { kind: 'douse' },
  spark: { kind: 'fight', force: 2 },
  search: { kind: 'search' },
  pick: { kind: 'search', force: 1.5 },
  explore: { kind: 'look' },
  rest: { kind: 'rest' },
  heal: { kind: 'mend' },
  flee: { kind: 'run' },
  guard: { kind: 'guard' },
  light: { kind: 'light' },
  'use-item': { kind: 'use' }
}
const VIOLENT = /attack|strike|shoot|fight|shove/

/** The kind of an action, or of one manner of it: `interact` with `talk`. */
export function kindOf(action: string, manner?: string): Kind {
  const known = (manner === undefined ? undefined : own(KINDS, manner)) ?? own(KINDS, action)
  if (known) return known.kind
  return VIOLENT.test(`${action} ${manner ?? ''}`) ? 'fight' : 'other'
}

/** How much a deed does beside others of its kind; 1 for most. */
export const forceOf = (action: string, manner?: string): number =>
  ((manner === undefined ? undefined : own(KINDS, manner)) ?? own(KINDS, action))?.force ?? (own(KINDS, action) || manner !== undefined ? 1 : 0.15)

/** Whether an entry tells of a deed of this kind. */
export const tellsOf = (kind: Kind, entry: LogEntry): boolean =>
  entry.kind === 'system' && entry.action !== undefined && kindOf(entry.action) === kind
