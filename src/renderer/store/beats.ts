import type { Mark } from '../../shared/analysis/chronicle'
import type { Branch } from '../../shared/table/present'
import type { Beat } from '../../shared/story/play'
import { markOf } from './chronicle'

/**
 * The part of a branch that no earlier branch contains: its beats, oldest first, without gaps. `fork` is the beat that it starts from; absent on the
 * line that reaches back to the beginning. `lane` is its row on the timeline.
 */
export interface Track {
  branch: string
  beats: Mark[]
  fork?: Mark
  lane: number
  /** It is a branch of a remote copy, as last fetched. */
  fetched: boolean
}

/** All known beats of all branches. Versions share maps and arrays, which only grow; a new wrapper (higher `version`) marks an addition. */
export interface Beats {
  version: number
  byId: Map<string, Mark>
  tracks: Track[]
  trackOf: Map<string, Track>
  branches: readonly Branch[]
  more: boolean
}

/** No beats at all. */
export const noBeats = (): Beats => ({ version: 0, byId: new Map(), tracks: [], trackOf: new Map(), branches: [], more: false })

/** Adds beats, parents before children, and the current branch heads. Recomputes tracks and lanes. */
export function withMarks(beats: Beats, added: readonly Mark[], branches: readonly Branch[], more: boolean): Beats {
  const byId = beats.byId
  for (const mark of added) byId.set(mark.id, mark)
  const tracks: Track[] = []
  const trackOf = new Map<string, Track>()
  for (const branch of inOrder(branches, byId)) {
    // A branch with an unknown head is drawn once its head is known.
    if (!byId.has(branch.head)) continue
    // A fetched branch that a local branch contains needs no lane of its own.
    if (branch.fetched && trackOf.get(branch.head)?.fetched === false) continue
    const own: Mark[] = []
    const track: Track = { branch: branch.name, beats: own, lane: 0, fetched: branch.fetched ?? false }
    let at = byId.get(branch.head)
    while (at && !trackOf.has(at.id)) {
      own.push(at)
      trackOf.set(at.id, track)
      at = at.parent === undefined ? undefined : byId.get(at.parent)
    }
    own.reverse()
    if (at) track.fork = at
    straighten(own, at, byId)
    tracks.push(track)
  }
  layLanes(tracks)
  return { version: beats.version + 1, byId, tracks, trackOf, branches, more }
}

/** Gives each beat of a track the place after its parent's. A beat that arrived before its parent had an estimated place. */
function straighten(own: Mark[], fork: Mark | undefined, byId: Map<string, Mark>): void {
  let place = fork ? fork.place + 1 : (own[0]?.place ?? 0)
  for (const [i, mark] of own.entries()) {
    if (mark.place !== place) {
      own[i] = { ...mark, place }
      byId.set(mark.id, own[i])
    }
    place++
  }
}

/** The same for beats from a page of the timeline or an event, in any order. */
export function withBeats(beats: Beats, added: readonly Beat[], branches: readonly Branch[], more: boolean): Beats {
  const byId = new Map(added.map((beat) => [beat.id, beat]))
  const fresh = new Map<string, Mark>()
  for (const beat of added) {
    // Parents first: follows parents up to a known beat, then adds them in reverse.
    const path: Beat[] = []
    for (let at: Beat | undefined = beat; at && !fresh.has(at.id); at = byId.get(at.parent ?? '')) path.push(at)
    for (let at = path.pop(); at; at = path.pop()) fresh.set(at.id, markOf(at, fresh.get(at.parent ?? '') ?? beats.byId.get(at.parent ?? '')))
  }
  return withMarks(beats, [...fresh.values()], branches, more)
}

/** The local branches, on which play can continue. */
export const ownBranches = (branches: readonly Branch[]): Branch[] => branches.filter(({ fetched }) => !fetched)

/** The local branches, and the fetched ones that have lanes of their own. */
export function shownBranches({ branches, tracks }: Beats): Branch[] {
  const lanes = new Set(tracks.map(({ branch }) => branch))
  return branches.filter(({ name, fetched }) => !fetched || lanes.has(name))
}

/** Orders the current branch first, so that its line is one straight lane; then the others by age, and fetched branches last. */
function inOrder(branches: readonly Branch[], byId: ReadonlyMap<string, Mark>): Branch[] {
  const rank = (branch: Branch): number => (branch.current ? 0 : branch.fetched ? 2 : 1)
  const time = (branch: Branch): number => byId.get(branch.head)?.time ?? 0
  return [...branches].sort((a, b) => rank(a) - rank(b) || time(a) - time(b) || (a.name < b.name ? -1 : 1))
}

/** A branch with one more beat, which its remote copy doesn't have. */
export const moved = (branch: Branch, head: string): Branch => ({
  ...branch,
  head,
  ...(branch.upstream ? { upstream: { ...branch.upstream, ahead: branch.upstream.ahead + 1 } } : {})
})

/** The minimum distance between the names of branches in one lane, in beats. */
const MIN_BEATS_APART = 1

/** The first track has a lane of its own. The others get the first free lane in the order of their forks. A lane is free again after the end of its track. */
function layLanes(tracks: readonly Track[]): void {
  const ends: number[] = [Number.POSITIVE_INFINITY]
  const starts = (track: Track): number => track.fork?.place ?? track.beats[0]?.place ?? 0
  for (const track of tracks.slice(1).toSorted((a, b) => starts(a) - starts(b))) {
    const from = starts(track)
    let lane = ends.findIndex((end, i) => i > 0 && end < from)
    if (lane < 0) lane = ends.length
    ends[lane] = Math.max(track.beats.at(-1)?.place ?? from, from) + MIN_BEATS_APART
    track.lane = lane
  }
}

/** Adds a beat at the end of `branch`: cheap if it extends that branch's head, otherwise everything is laid out again. */
export function appended(beats: Beats, beat: Beat, branch: string): Beats {
  // The chronicle may have delivered it before its event; then it is known, but not on a line yet.
  if (beats.trackOf.has(beat.id)) return beats
  const known = beats.branches.some((one) => one.name === branch)
  const branches = known
    ? beats.branches.map((one) => (one.name === branch ? moved(one, beat.id) : one))
    : [...beats.branches, { name: branch, head: beat.id, current: false }]
  const track = beats.tracks.find((one) => one.branch === branch)
  const last = track?.beats.at(-1)
  const roomy = track !== undefined && (track.lane === 0 || beats.tracks.every((one) => one === track || one.lane !== track.lane))
  if (!track || !last || last.id !== beat.parent || !roomy) return withBeats(beats, [beat], branches, beats.more)
  const mark = markOf(beat, last)
  beats.byId.set(mark.id, mark)
  track.beats.push(mark)
  beats.trackOf.set(mark.id, track)
  return { ...beats, version: beats.version + 1, branches }
}

/** The whole line of history that ends with the track's last beat, oldest first. */
export function lineOf(beats: Beats, track: Track): Mark[] {
  const parts: Mark[][] = [track.beats]
  let fork = track.fork
  while (fork) {
    const below = beats.trackOf.get(fork.id)
    if (!below) break
    const end = indexIn(below.beats, fork)
    parts.unshift(below.beats.slice(0, end + 1))
    fork = below.fork
  }
  return ([] as Mark[]).concat(...parts)
}

/** The index of a beat in a line, or -1. Places increase along a line, so one comparison is usually enough. */
export function indexIn(line: readonly Mark[], mark: Mark): number {
  const guess = mark.place - (line[0]?.place ?? 0)
  return line[guess]?.id === mark.id ? guess : line.findIndex((one) => one.id === mark.id)
}

/** The first index in a line's (or track's) beats whose place is at least this. */
export function firstFrom(line: readonly Mark[], place: number): number {
  return Math.max(0, Math.min(line.length, Math.ceil(place - (line[0]?.place ?? 0))))
}

/** The beat of a line with this number; undefined if there is none. External commits have the number of the beat before them. */
export function withNumber(line: readonly Mark[], n: number): Mark | undefined {
  let low = 0
  let high = line.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((line[middle]?.n ?? 0) < n) low = middle + 1
    else high = middle
  }
  return line[low]?.n === n ? line[low] : undefined
}

/** The line to show: that of the current branch if the cursor is on it, else that of the cursor's own track. */
export function lineFor(beats: Beats, branch: string, cursor: string | undefined): Mark[] {
  const current = beats.tracks.find((one) => one.branch === branch)
  const line = current ? lineOf(beats, current) : []
  if (cursor === undefined) return line
  const beat = beats.byId.get(cursor)
  if (!beat || indexIn(line, beat) >= 0) return line
  const own = beats.trackOf.get(cursor)
  return own ? lineOf(beats, own) : line
}

/** The nearest ancestor of this beat, or the beat itself, that is still on a line; undefined if there is none. */
export function survivingAncestor(beats: Beats, id: string): Mark | undefined {
  for (let at = beats.byId.get(id); at; at = beats.byId.get(at.parent ?? '')) if (beats.trackOf.has(at.id)) return at
  return undefined
}

/** The children of a beat, on any branch. */
export function childrenOf(beats: Beats, id: string): Mark[] {
  const mark = beats.byId.get(id)
  const track = beats.trackOf.get(id)
  const next = mark && track?.beats[indexIn(track.beats, mark) + 1]
  const leaving = beats.tracks.filter((one) => one.fork?.id === id).flatMap((one) => one.beats.slice(0, 1))
  return [...(next ? [next] : []), ...leaving]
}
