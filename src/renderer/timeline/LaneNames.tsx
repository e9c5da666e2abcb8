import { memo, useMemo, type ReactElement } from 'react'
import { useSession } from '../session'
import type { Beats } from '../store/beats'
import { timelineTexts as t } from '../ui/timeline-texts'
import type { Frame } from './draw'
import { LaneName } from './LaneName'
import { middleOf, xOf, type Rows, type Window } from './geometry'

/** Where the name of a branch stands: behind its last beat, or at the right edge while the branch goes on beyond it. */
export interface Placed {
  branch: string
  x: number
  y: number
  room: number
  beyond: boolean
}

const LEAST_ROOM = 34
const EDGE = 128

/** The names that there is room for. */
export function placedNames({ tracks }: Beats, view: Window, width: number, rows: Rows, top: number): Placed[] {
  return tracks.flatMap((track) => {
    const y = middleOf(track.lane, rows, top)
    const begin = xOf((track.fork ?? track.beats[0])?.place ?? 0, view)
    const end = track.beats.length > 0 ? xOf(track.beats.at(-1)?.place ?? 0, view) : begin + 14
    if (y < rows.head + 4 || y > rows.height - 4 || end < 0 || begin > width - EDGE / 2) return []
    const beyond = end > width - EDGE
    const x = beyond ? Math.max(width - EDGE, begin + 18) + 8 : end + 8
    const next = tracks.flatMap((other) => (other !== track && other.lane === track.lane && other.fork ? xOf(other.fork.place, view) : []))
    const room = Math.min(width - 6, ...next.filter((start) => start >= end - 1)) - x - 4
    return room < LEAST_ROOM ? [] : [{ branch: track.branch, x, y, room: Math.min(room, 180), beyond }]
  })
}

/** The names of branches, each in its lane. */
export const LaneNames = memo(function LaneNames({ view, width, rows, top }: Omit<Frame, 'token'>): ReactElement | null {
  const beats = useSession((s) => s.beats)
  const names = useMemo(() => placedNames(beats, view, width, rows, top), [beats, view, width, rows, top])
  // One branch that is shared with nobody needs no name.
  if (beats.tracks.length < 2 && !beats.branches.some(({ there }) => there)) return null
  return (
    <ul className="lane-names" aria-label={t.branches}>
      {names.map((one) => (
        <li key={one.branch} style={{ left: one.x, top: Math.round(one.y), maxWidth: one.room }}>
          <LaneName branch={one.branch} beyond={one.beyond} />
        </li>
      ))}
    </ul>
  )
})
