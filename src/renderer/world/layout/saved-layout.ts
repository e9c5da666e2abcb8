import type { Point } from '../../../shared/geometry/shapes'
import type { Spots } from '../../../shared/map/drawing'

/** The most layouts that the browser stores. The least recently used one is dropped. */
const MAX_LAYOUTS = 4
const KEY = 'proscenium.layouts'

/** The part of the browser's storage that is used. */
type Store = Pick<Storage, 'getItem' | 'setItem'>

type SavedLayouts = [shape: string, spots: Record<string, [x: number, y: number]>][]

function read(store: Store): SavedLayouts {
  try {
    const saved: unknown = JSON.parse(store.getItem(KEY) ?? '[]')
    return Array.isArray(saved) ? saved.filter((one): one is SavedLayouts[number] => Array.isArray(one) && typeof one[0] === 'string') : []
  } catch {
    return []
  }
}

/** The saved layout for a shape of a world; undefined if none can be read. */
export function savedLayout(store: Store, shape: string): Spots | undefined {
  const spots: unknown = read(store).find(([one]) => one === shape)?.[1]
  if (typeof spots !== 'object' || spots === null) return undefined
  const points = new Map<string, Point>()
  for (const [id, spot] of Object.entries(spots)) {
    if (!Array.isArray(spot) || !spot.every((one) => Number.isFinite(one))) return undefined
    points.set(id, { x: Number(spot[0]), y: Number(spot[1]) })
  }
  return points
}

/** Saves a layout for the next time. A browser without storage is not an error. */
export function saveLayout(store: Store, shape: string, spots: Spots): void {
  const others = read(store).filter(([one]) => one !== shape)
  const packed = Object.fromEntries([...spots].map(([id, { x, y }]) => [id, [x, y] as [number, number]]))
  try {
    store.setItem(KEY, JSON.stringify([[shape, packed], ...others].slice(0, MAX_LAYOUTS)))
  } catch {
    // Private windows and full storage refuse. The layout then lasts as long as the page.
  }
}
