import type { useStoreApi } from '@xyflow/react'

/** What of the map on the screen says where it is looked at. */
export type FlowStore = ReturnType<typeof useStoreApi>

/** Calls back whenever the map is moved, zoomed or given another size. Returns how to stop. */
export function onView(store: FlowStore, moved: () => void): () => void {
  let { transform, width, height } = store.getState()
  return store.subscribe((next) => {
    if (next.transform === transform && next.width === width && next.height === height) return
    ;({ transform, width, height } = next)
    moved()
  })
}
