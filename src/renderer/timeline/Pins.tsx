import type { ReactElement } from 'react'
import type { Mark } from '../../shared/analysis/chronicle'
import { goTo, useSession } from '../session'
import { useSubject } from '../subjects'
import { Tip } from '../ui/Parts'
import type { TimelineFrame } from './draw'
import { xOf } from './geometry'
import { unpin, usePins } from './pinning'

/** The flags on the timeline: a click moves to the beat, Delete removes the flag. Flags of beats that no branch contains aren't shown. */
export function FlagMarks({ view, width }: Pick<TimelineFrame, 'view' | 'width'>): ReactElement {
  const pins = usePins()
  const beats = useSession((s) => s.beats)
  const marks = pins.flatMap((id) => (beats.trackOf.has(id) ? (beats.byId.get(id) ?? []) : []))
  const inSight = marks.filter(({ place }) => xOf(place, view) > -4 && xOf(place, view) < width + 4)
  return (
    <>
      {inSight.map((mark) => (
        <Flag key={mark.id} mark={mark} x={xOf(mark.place, view)} />
      ))}
    </>
  )
}

function Flag({ mark, x }: { mark: Mark; x: number }): ReactElement {
  const subject = useSubject(mark)
  return (
    <Tip text={`Beat ${mark.n}: ${subject}`} shortcut="delete" side="top">
      <button
        type="button"
        className="timeline-flag"
        style={{ left: Math.round(x) }}
        aria-label={`Flag on beat ${mark.n}: ${subject}`}
        onClick={() => goTo(mark.id)}
        onKeyDown={(event) => {
          if (event.key !== 'Delete' && event.key !== 'Backspace') return
          event.preventDefault()
          unpin(mark.id)
        }}
        onContextMenu={(event) => {
          event.preventDefault()
          unpin(mark.id)
        }}
      />
    </Tip>
  )
}
