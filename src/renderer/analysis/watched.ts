/** The watched expressions, by campaign. */
export type WatchedExpressions = Readonly<Record<string, readonly string[]>>

/** The most watched expressions. */
export const MAX_WATCHES = 6

const KEY = 'proscenium.watched'

/** The watched expressions saved on this machine, by campaign. */
export function loadWatched(): WatchedExpressions {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const entries = typeof saved === 'object' && saved !== null ? Object.entries(saved) : []
    const texts = (list: unknown): string[] => (Array.isArray(list) ? list.filter((one) => typeof one === 'string').slice(0, MAX_WATCHES) : [])
    return Object.fromEntries(entries.map(([dir, list]) => [dir, texts(list)]))
  } catch {
    return {}
  }
}

const NONE: readonly string[] = []

/** The watched expressions of a campaign. */
export const watchedIn = (watched: WatchedExpressions, dir: string | undefined): readonly string[] =>
  dir !== undefined && Object.hasOwn(watched, dir) ? (watched[dir] ?? NONE) : NONE

/** Adds or removes a watched expression of a campaign. The newest is last; beyond the maximum, the oldest is dropped. */
export function withWatch(watched: WatchedExpressions, dir: string, expression: string, on: boolean): WatchedExpressions {
  const others = watchedIn(watched, dir).filter((one) => one !== expression)
  const { [dir]: _, ...rest } = watched
  const list = on ? [...others, expression].slice(-MAX_WATCHES) : others
  return list.length > 0 ? { ...rest, [dir]: list } : rest
}

/** Saves the watched expressions. A browser without storage is not an error. */
export function saveWatched(watched: WatchedExpressions): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(watched))
  } catch {
    // Private windows refuse storage. The watched expressions then last as long as the page.
  }
}
