import type { ReactElement } from 'react'
import { useSession } from '../session'
import { startLayout, stopLayout, useLayoutState } from './layout/spots'
import { mapTexts as t } from './texts'

/** The progress of a slow layout, or its failure. */
export function LayoutNote(): ReactElement | null {
  const { working, problem } = useLayoutState()
  const world = useSession((s) => s.snapshot?.state)
  if (problem && world)
    return (
      <div className="map-note" role="alert">
        <span title={problem.message}>{t.notLaidOut}</span>
        <button type="button" className="button small" onClick={() => startLayout(world)}>
          {t.tryAgain}
        </button>
      </div>
    )
  if (!working) return null
  return (
    <output className="map-note">
      <progress max={working.of} value={working.done} aria-label={t.layingOut} />
      <span className="numbers">{t.layingOutSteps(working.done, working.of)}</span>
      <button type="button" className="button small" onClick={stopLayout}>
        {t.stop}
      </button>
    </output>
  )
}
