import { memo, useMemo, type ReactElement } from 'react'
import { useSession } from '../session'
import type { Frame } from './draw'
import { LaneName } from './LaneName'
import { placedNames } from './label-places'
/** The names of branches, each in its lane. */
export const LaneNames = memo(function LaneNames({ view, width, rows, top }: Omit<Frame, 'token'>): ReactElement | null {
  const beats = useSession((s) => s.beats)
  const names = useMemo(() => placedNames(beats, view, width, rows, top), [beats, view, width, rows, top])
  // A single branch without a remote copy needs no name.
  if (beats.tracks.length < 2 && !beats.branches.some(({ upstream }) => upstream)) return null
  return (
    <ul className="lane-names" aria-label="Branches">
      {names.map((one) => (
        <li key={one.branch} style={{ left: one.x, top: Math.round(one.y), maxWidth: one.room }}>
          <LaneName branch={one.branch} beyond={one.beyond} />
        </li>
      ))}
    </ul>
  )
})
