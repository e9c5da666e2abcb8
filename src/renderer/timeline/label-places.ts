import type { Beats } from '../store/beats'
import { middleOf, xOf, type TimelineRows, type TimelineWindow } from './geometry'

/** The position of a branch's name: after its last beat, or at the right edge if the branch continues beyond it. */
interface PlacedName {
  branch: string
  x: number
  y: number
  room: number
  beyond: boolean
}

const MIN_ROOM_PX = 34
const EDGE_PX = 128

/** The names with enough room. */
export function placedNames({ tracks }: Beats, view: TimelineWindow, width: number, rows: TimelineRows, top: number): PlacedName[] {
  return tracks.flatMap((track) => {
    const y = middleOf(track.lane, rows, top)
    const begin = xOf((track.fork ?? track.beats[0])?.place ?? 0, view)
    const end = track.beats.length > 0 ? xOf(track.beats.at(-1)?.place ?? 0, view) : begin + 14
    if (y < rows.head + 4 || y > rows.height - 4 || end < 0 || begin > width - EDGE_PX / 2) return []
    const beyond = end > width - EDGE_PX
    const x = beyond ? Math.max(width - EDGE_PX, begin + 18) + 8 : end + 8
    const next = tracks.flatMap((other) => (other !== track && other.lane === track.lane && other.fork ? xOf(other.fork.place, view) : []))
    const room = Math.min(width - 6, ...next.filter((start) => start > begin)) - x - 4
    return room < MIN_ROOM_PX ? [] : [{ branch: track.branch, x, y, room: Math.min(room, 180), beyond }]
  })
}

/** The minimum distance between two signs of a lane, in pixels; closer beats share the sign of the first. */
const MIN_DISTANCE_PX = 8
/** How far a sign overlaps the lower edge of its lane, in pixels. */
const SIGN_RISE_PX = 10

/** The signs of beats at the foot of their lanes, from left to right. Those of beats that no branch contains or that aren't in view are left out. */
export function signsAt<T extends { commit: string }>(
  beats: Pick<Beats, 'byId' | 'trackOf'>,
  signed: readonly T[],
  view: TimelineWindow,
  width: number,
  rows: TimelineRows,
  top: number
): { one: T; x: number; y: number }[] {
  const last = new Map<number, number>()
  return signed
    .flatMap((one) => {
      const [mark, track] = [beats.byId.get(one.commit), beats.trackOf.get(one.commit)]
      if (!mark || !track) return []
      const [x, middle] = [Math.round(xOf(mark.place, view)), middleOf(track.lane, rows, top)]
      const isSeen = x > -4 && x < width + 4 && middle >= rows.head && middle <= rows.height
      return isSeen ? [{ one, x, y: middle + rows.lane / 2 - SIGN_RISE_PX, lane: track.lane }] : []
    })
    .toSorted((a, b) => a.x - b.x)
    .filter(({ x, lane }) => x - (last.get(lane) ?? -Infinity) >= MIN_DISTANCE_PX && last.set(lane, x))
    .map(({ one, x, y }) => ({ one, x, y }))
}

/** The local branches that end at the same beat as a branch: the same story. */
export const sameStory = (branches: Beats['branches'], branch: string): string[] => {
  const head = branches.find(({ name }) => name === branch)?.head
  return branches.filter((one) => one.head === head && one.name !== branch && !one.fetched).map(({ name }) => name)
}
