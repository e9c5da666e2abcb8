import type { ReactElement } from 'react'
import { useSession } from '../session'
import { startLayout, stopLayout, useLayoutState } from './layout/spots'

/** The progress of a slow layout, or its failure. */
export function LayoutNote(): ReactElement | null {
  const { working, problem } = useLayoutState()
  const world = useSession((s) => s.snapshot?.state)
  if (problem && world)
    return (
      <div className="map-note" role="alert">
        <span title={problem.message}>Couldn’t lay out the map, so the places stand in rows.</span>
        <button type="button" className="button small" onClick={() => startLayout(world)}>
          Try again
        </button>
      </div>
    )
  if (!working) return null
  return (
    <output className="map-note">
      <progress max={working.of} value={working.done} aria-label="Laying out the map" />
      <span className="numbers">{`Laying out the map: ${working.done} of ${working.of}`}</span>
      <button type="button" className="button small" onClick={stopLayout}>
        Stop layout
      </button>
    </output>
  )
}
