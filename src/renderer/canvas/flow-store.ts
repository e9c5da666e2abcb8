import type { useStoreApi } from '@xyflow/react'
import type { Viewport } from './viewport'

type FlowStore = ReturnType<typeof useStoreApi>

/** The viewport of a canvas and the size of its panel in pixels; undefined before the panel has a size. */
export function panelOf(store: FlowStore): { viewport: Viewport; width: number; height: number } | undefined {
  const { transform, width, height } = store.getState()
  const [x, y, zoom] = transform
  return width === 0 ? undefined : { viewport: { x, y, zoom }, width, height }
}

/** Calls back whenever the viewport or the size of the panel changes. Returns a function that removes the listener. */
export function onViewportChange(store: FlowStore, changed: () => void): () => void {
  let { transform, width, height } = store.getState()
  return store.subscribe((next) => {
    if (next.transform === transform && next.width === width && next.height === height) return
    ;({ transform, width, height } = next)
    changed()
  })
}

/** How long the viewport has to be unchanged before it stands still, in ms. */
const STILL_MS = 120

/** Calls back whenever the viewport or the size of the panel changes, and once more when it stands still. Returns a function that ends this. */
export function followViewport(store: FlowStore, look: (isMoving: boolean) => void): () => void {
  let still: ReturnType<typeof setTimeout> | undefined
  const stop = onViewportChange(store, () => {
    clearTimeout(still)
    still = setTimeout(look, STILL_MS, false)
    look(true)
  })
  return () => {
    stop()
    clearTimeout(still)
  }
}
