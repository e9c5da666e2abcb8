import type { useStoreApi } from '@xyflow/react'
import type { Viewport } from './viewport'

/** What React Flow knows of the panel a canvas is in. */
export type FlowStore = ReturnType<typeof useStoreApi>

/** The viewport of a canvas and the size of its panel in pixels; undefined before it has one. */
export function panelOf(store: FlowStore): { viewport: Viewport; width: number; height: number } | undefined {
  const { transform, width, height } = store.getState()
  const [x, y, zoom] = transform
  return width === 0 ? undefined : { viewport: { x, y, zoom }, width, height }
}

/** Calls back whenever the viewport or the size of the panel changes. Returns how to stop. */
export function onViewportChange(store: FlowStore, changed: () => void): () => void {
  let { transform, width, height } = store.getState()
  return store.subscribe((next) => {
    if (next.transform === transform && next.width === width && next.height === height) return
    ;({ transform, width, height } = next)
    changed()
  })
}
