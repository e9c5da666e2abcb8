import { useEffect, type ReactElement } from 'react'
import { allFeatures, railViews, viewOf } from '../registry'
import { useSession } from '../session'
import { Slot } from '../ui/Slot'
import { Split } from '../ui/Split'
import { Rail } from './Rail'
import { Side } from './Side'
import { StatusLine } from './StatusLine'
import { TitleBar } from './TitleBar'

/** The open campaign: title bar, rail, the view with its side panels, timeline, status line. */
export function Stage(): ReactElement {
  useEffect(() => {
    const stops = allFeatures().flatMap(({ listeners = [] }) => listeners.map((listen) => listen()))
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <div className="frame">
      <TitleBar />
      <Slot name="banner" />
      <div className="middle">
        <Rail />
        <Middle />
      </div>
      <div className="frame-times">
        <Slot name="above-timeline" />
        <Slot name="timeline" />
        <Slot name="below-timeline" />
      </div>
      <StatusLine />
      <Slot name="overlay" />
    </div>
  )
}

/** The visible view: the covering view, else the selected one, else the first. */
function Middle(): ReactElement | null {
  const viewId = useSession((s) => s.desk.view)
  const cover = useSession((s) => s.coverView)
  const view = viewOf(cover) ?? viewOf(viewId) ?? railViews()[0]
  if (!view) return null
  const { id, label, beside, body: Body } = view
  const stage = (
    <main className={beside ? 'stage' : 'stage whole'} aria-label={label}>
      <Body />
    </main>
  )
  if (!beside) return stage
  return (
    <Split name="main" arrangement={`main-${id}`} orientation="horizontal" first={beside.view} second={beside.side}>
      {stage}
      <Side view={view} />
    </Split>
  )
}
