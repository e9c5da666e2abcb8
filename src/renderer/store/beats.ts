import type { Branch } from '../../shared/present'
import type { Beat } from '../../shared/play'

/**
 * The part of one branch that no branch before it has: its beats, oldest first, without holes.
 * `fork` is the beat it grew from; absent on the trunk. `lane` is where the timeline draws it.
 */
export interface Track {
  branch: string
  beats: Beat[]
  fork?: Beat
  lane: number
}

/**
 * Every beat known, of all branches. The maps and arrays only grow and are shared between versions;
 * a new wrapper (and a higher `version`) says that something was added.
 */
export interface Beats {
  version: number
  byId: Map<string, Beat>
  tracks: Track[]
  trackOf: Map<string, Track>
  branches: readonly Branch[]
  /** Older beats exist that were not fetched yet. */
  more: boolean
}

/** No beats at all. */
export const noBeats = (): Beats => ({ version: 0, byId: new Map(), tracks: [], trackOf: new Map(), branches: [], more: false })

const TRUNKS = ['main', 'master']

/** Beats with more of them (any order) and the branch heads as they are now; tracks and lanes are laid out anew. */
export function withBeats(beats: Beats, added: readonly Beat[], branches: readonly Branch[], more: boolean): Beats {
  const byId = beats.byId
  for (const beat of added) byId.set(beat.id, beat)
  const tracks: Track[] = []
  const trackOf = new Map<string, Track>()
  for (const branch of inOrder(branches, byId)) {
    const own: Beat[] = []
    let at = byId.get(branch.head)
    while (at && !trackOf.has(at.id)) {
      own.push(at)
      at = at.parent === undefined ? undefined : byId.get(at.parent)
    }
    const track: Track = { branch: branch.name, beats: own.toReversed(), lane: 0, ...(at ? { fork: at } : {}) }
    for (const beat of own) trackOf.set(beat.id, track)
    tracks.push(track)
  }
  layLanes(tracks)
  return { version: beats.version + 1, byId, tracks, trackOf, branches, more }
}

/** Trunk first, then the branches by name: lanes must not jump when another branch becomes the current one. */
function inOrder(branches: readonly Branch[], byId: ReadonlyMap<string, Beat>): Branch[] {
  const rank = (branch: Branch): number => (TRUNKS.includes(branch.name) ? 0 : 1)
  const time = (branch: Branch): number => byId.get(branch.head)?.time ?? 0
  return [...branches].sort((a, b) => rank(a) - rank(b) || time(a) - time(b) || (a.name < b.name ? -1 : 1))
}

/** First fit: a lane is free again where the track that used it has ended. */
function layLanes(tracks: readonly Track[]): void {
  const lanes: { from: number; to: number }[][] = []
  for (const track of tracks) {
    const from = track.fork?.n ?? track.beats[0]?.n ?? 0
    const to = Math.max(track.beats.at(-1)?.n ?? from, from) + 1
    const least = track.fork ? 1 : 0
    let lane = lanes.findIndex((taken, i) => i >= least && taken.every((span) => to < span.from || from > span.to))
    if (lane < 0) lane = Math.max(lanes.length, least)
    while (lanes.length <= lane) lanes.push([])
    lanes[lane]?.push({ from, to })
    track.lane = lane
  }
}

/** One more beat at the end of `branch`: cheap when it grows from that branch's head, else everything is laid out again. */
export function appended(beats: Beats, beat: Beat, branch: string): Beats {
  if (beats.byId.has(beat.id)) return beats
  const known = beats.branches.some((one) => one.name === branch)
  const branches = known
    ? beats.branches.map((one) => (one.name === branch ? { ...one, head: beat.id } : one))
    : [...beats.branches, { name: branch, head: beat.id, current: false }]
  const track = beats.tracks.find((one) => one.branch === branch)
  const last = track?.beats.at(-1)
  const roomy = track !== undefined && (track.lane === 0 || beats.tracks.every((one) => one === track || one.lane !== track.lane))
  if (!track || !last || last.id !== beat.parent || !roomy) return withBeats(beats, [beat], branches, beats.more)
  beats.byId.set(beat.id, beat)
  track.beats.push(beat)
  beats.trackOf.set(beat.id, track)
  return { ...beats, version: beats.version + 1, branches }
}

/** The whole line of history that ends with the track's last beat, oldest first. */
export function lineOf(beats: Beats, track: Track): Beat[] {
  const parts: Beat[][] = [track.beats]
  let fork = track.fork
  while (fork) {
    const below = beats.trackOf.get(fork.id)
    if (!below) break
    const end = indexIn(below.beats, fork)
    parts.unshift(below.beats.slice(0, end + 1))
    fork = below.fork
  }
  return parts.flat()
}

/** Where a beat stands in a line, or -1. Beat numbers count up along a line, so this is one look in most cases. */
export function indexIn(line: readonly Beat[], beat: Beat): number {
  const guess = beat.n - (line[0]?.n ?? 0)
  if (line[guess]?.id === beat.id) return guess
  return line.findIndex((one) => one.id === beat.id)
}

/** The line that the reader follows: the current branch's where the cursor is on it, else the line of the cursor's own track. */
export function lineFor(beats: Beats, branch: string, cursor: string | undefined): Beat[] {
  const current = beats.tracks.find((one) => one.branch === branch)
  const line = current ? lineOf(beats, current) : []
  if (cursor === undefined) return line
  const beat = beats.byId.get(cursor)
  if (!beat || indexIn(line, beat) >= 0) return line
  const own = beats.trackOf.get(cursor)
  return own ? lineOf(beats, own) : line
}
