import type { Moments } from './state'

/** Expressions that can be watched at once. */
export const MAX_WATCHES = 6

const KEY = 'proscenium.watched'

/** What was watched on this machine, by campaign. */
export function loadWatched(): Moments['watched'] {
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

/** What is watched in a campaign. */
export const watchedIn = ({ watched }: Moments, dir: string | undefined): readonly string[] =>
  dir !== undefined && Object.hasOwn(watched, dir) ? (watched[dir] ?? NONE) : NONE

/** The same with an expression watched in a campaign, or no longer; the newest goes last, and of too many the oldest goes. */
export function withWatch(moments: Moments, dir: string, expression: string, on: boolean): Moments {
  const others = watchedIn(moments, dir).filter((one) => one !== expression)
  const { [dir]: _gone, ...rest } = moments.watched
  const list = on ? [...others, expression].slice(-MAX_WATCHES) : others
  return { ...moments, watched: list.length > 0 ? { ...rest, [dir]: list } : rest }
}

/** Saves what is watched; a browser that keeps nothing is no reason to fail. */
export function saveWatched({ watched }: Moments): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(watched))
  } catch {
    // Private windows refuse storage; what is watched then lasts as long as the page.
  }
}
