import type { Mark } from '../../shared/analysis/chronicle'
import type { Beats, Track } from '../store/beats'

function near({ beats }: Track, place: number): Mark | undefined {
  return beats[Math.max(0, Math.min(beats.length - 1, place - (beats[0]?.place ?? 0)))]
}

/** The beat at the same time in the nearest lane above or below that has one, else the nearest beat on that side; undefined if there is none. */
export function neighbourLanes(beats: Beats, from: Mark, direction: 1 | -1): Mark | undefined {
  const lane = beats.trackOf.get(from.id)?.lane ?? 0
  const lanes = beats.tracks.filter((track) => (track.lane - lane) * direction > 0).toSorted((a, b) => (a.lane - b.lane) * direction)
  const marks = lanes.flatMap((track) => near(track, from.place) ?? [])
  const off = (mark: Mark): number => Math.abs(mark.place - from.place)
  return marks.find((mark) => off(mark) === 0) ?? marks.toSorted((a, b) => off(a) - off(b))[0]
}
