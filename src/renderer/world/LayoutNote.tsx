import type { ReactElement } from 'react'
import { useSession } from '../session'
import { startLayout, stopLayout, useLayoutState } from './layout/spots'
import { Button } from '../ui/Parts'

/** The progress of a slow layout, or its failure. */
export function LayoutNote(): ReactElement | null {
  const { working, problem } = useLayoutState()
  const world = useSession((s) => s.snapshot?.state)
  if (problem && world)
    return (
      <div className="map-note" role="alert">
        <span title={problem.message}>Couldn’t lay out the map, so the places stand in rows.</span>
        <Button label="Try again" small onClick={() => startLayout(world)} />
      </div>
    )
  if (!working) return null
  return (
    <output className="map-note">
      <progress max={working.of} value={working.done} aria-label="Laying out the map" />
      <span className="numbers">{`Laying out the map: ${working.done} of ${working.of}`}</span>
      <Button label="Stop layout" small onClick={stopLayout} />
    </output>
  )
}
