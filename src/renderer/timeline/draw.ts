import type { Beats, Track } from '../store/beats'
import { sceneNumbers, titleOf, type Span } from '../store/story'
import type { Beat } from '../../shared/play'
import { lanesOf, shapeOf, ticks, visible, xOf, type Window } from './geometry'

/** Everything the picture of the timeline depends on. */
export interface Picture {
  beats: Beats
  line: readonly Beat[]
  spans: readonly Span[]
  titles: Readonly<Record<string, string>>
  branch: string
  cursor: Beat | undefined
  hover: Beat | undefined
  view: Window
  width: number
  hue: (beat: Beat) => string
  /** The value of a colour token. */
  token: (name: string) => string
  sceneName: (n: number, title: string) => string
}

type Pen = CanvasRenderingContext2D

/** Draws the timeline. Only what is in sight is touched, whatever the number of beats. */
export function draw(pen: Pen, picture: Picture): void {
  const { beats, view, width } = picture
  const lanes = lanesOf(laneCount(beats))
  pen.clearRect(0, 0, width, lanes.height)
  scenes(pen, picture, lanes.height)
  for (const track of beats.tracks) joints(pen, picture, track, lanes.middles)
  const own = new Set(picture.line.length ? tracksOfLine(picture) : [])
  for (const track of beats.tracks) marks(pen, picture, track, lanes.middles[track.lane] ?? 0, own.has(track))
  if (picture.hover) halo(pen, picture, picture.hover, lanes.middles)
  if (picture.cursor) needle(pen, picture, xOf(picture.cursor.n, view), lanes)
}

/** Lanes that are in use. */
export const laneCount = (beats: Beats): number => 1 + Math.max(0, ...beats.tracks.map((track) => track.lane))

function tracksOfLine({ beats, line }: Picture): Track[] {
  const tracks: Track[] = []
  for (let track = beats.trackOf.get(line.at(-1)?.id ?? ''); track && !tracks.includes(track); track = beats.trackOf.get(track.fork?.id ?? ''))
    tracks.push(track)
  return tracks
}

function scenes(pen: Pen, { line, spans, titles, view, width, token, sceneName, cursor }: Picture, height: number): void {
  const { from, to } = visible(view, width)
  spans.forEach((span, i) => {
    const first = line[span.from]?.n ?? 0
    const end = line[span.to]?.n ?? first
    if (end < from || first > to) return
    const x = Math.round(xOf(first, view) - view.perBeat / 2) + 0.5
    const x2 = Math.round(xOf(end, view) + view.perBeat / 2) + 0.5
    const here = cursor !== undefined && cursor.n >= first && cursor.n <= end
    if (i % 2 === 0) {
      pen.fillStyle = token('--stage')
      pen.fillRect(x, 0, x2 - x, height)
    }
    pen.strokeStyle = token('--line')
    pen.lineWidth = 1
    pen.beginPath()
    pen.moveTo(x, 0)
    pen.lineTo(x, height)
    pen.stroke()
    const left = Math.max(x, 0) + 7
    const room = Math.min(x2, width) - left - 6
    if (room < 18) return
    pen.fillStyle = token(here ? '--ink' : '--ink-3')
    pen.font = `${here ? 550 : 450} 11px 'Inter Variable', sans-serif`
    const full = sceneName(sceneNumbers(span.scene)?.scene ?? i + 1, titles[span.scene] ?? titleOf(line[span.from]))
    pen.fillText(clipped(pen, full, room), left, 17)
  })
}

function clipped(pen: Pen, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text
  let kept = text
  while (kept.length > 1 && pen.measureText(`${kept}…`).width > room) kept = kept.slice(0, -1)
  return kept.length < 3 ? '' : `${kept.trimEnd()}…`
}

/** The curve from the beat a branch grew from to its first beat, and the lane's thread. */
function joints(pen: Pen, { beats, view, width, token, branch }: Picture, track: Track, middles: readonly number[]): void {
  const y = middles[track.lane] ?? 0
  const start = track.beats[0]
  const end = track.beats.at(-1)
  pen.strokeStyle = token('--line-strong')
  pen.lineWidth = 1
  const x1 = start ? xOf(start.n, view) : track.fork ? xOf(track.fork.n, view) + 10 : 0
  if (end && start) {
    pen.beginPath()
    pen.moveTo(Math.max(-5, x1), y + 0.5)
    pen.lineTo(Math.min(width + 5, xOf(end.n, view)), y + 0.5)
    pen.stroke()
  }
  if (track.fork) {
    const x0 = xOf(track.fork.n, view)
    const y0 = middles[beats.trackOf.get(track.fork.id)?.lane ?? 0] ?? 0
    const reach = Math.max(8, Math.min(18, x1 - x0))
    pen.beginPath()
    pen.moveTo(x0, y0)
    pen.bezierCurveTo(x0, y, x0, y, x0 + reach, y + 0.5)
    if (x1 > x0 + reach) pen.lineTo(x1, y + 0.5)
    pen.stroke()
  }
  const label = end ? xOf(end.n, view) : x1
  if (label < width && beats.tracks.length > 1) {
    const now = track.branch === branch
    pen.fillStyle = token(now ? '--ink' : '--ink-3')
    pen.font = `${now ? 550 : 450} 11px 'Inter Variable', sans-serif`
    pen.fillText(clipped(pen, track.branch, Math.max(0, width - label - 16)), label + 12, y + 4)
  }
}

function marks(pen: Pen, { view, width, hue, token }: Picture, track: Track, y: number, own: boolean): void {
  const thin = Math.max(1, Math.min(3, view.perBeat * 0.42))
  pen.globalAlpha = own ? 1 : 0.45
  for (const { beat, x } of ticks(track.beats, view, width)) {
    pen.fillStyle = hue(beat)
    const cx = Math.round(x * 2) / 2
    switch (shapeOf(beat)) {
      case 'scene':
        diamond(pen, cx, y, Math.max(2.5, Math.min(5, view.perBeat)))
        break
      case 'edit':
        pen.fillStyle = token('--ink')
        pen.fillRect(cx - 3, y - 3, 6, 6)
        break
      case 'act':
        bar(pen, cx, y, thin, 10)
        break
      case 'story':
        bar(pen, cx, y, thin, 6.5)
        break
      case 'talk':
        pen.beginPath()
        pen.arc(cx, y, Math.max(1, Math.min(2.75, view.perBeat * 0.4)), 0, Math.PI * 2)
        pen.fill()
        break
      case 'small':
        bar(pen, cx, y, thin, 2)
        break
    }
  }
  pen.globalAlpha = 1
}

function bar(pen: Pen, x: number, y: number, width: number, half: number): void {
  pen.beginPath()
  pen.roundRect(x - width / 2, y - half, width, half * 2, Math.min(1.25, width / 2))
  pen.fill()
}

function diamond(pen: Pen, x: number, y: number, r: number): void {
  pen.beginPath()
  pen.moveTo(x, y - r)
  pen.lineTo(x + r, y)
  pen.lineTo(x, y + r)
  pen.lineTo(x - r, y)
  pen.fill()
}

function halo(pen: Pen, { beats, view, token }: Picture, beat: Beat, middles: readonly number[]): void {
  const y = middles[beats.trackOf.get(beat.id)?.lane ?? 0] ?? 0
  pen.strokeStyle = token('--ink')
  pen.lineWidth = 1
  pen.beginPath()
  pen.roundRect(Math.round(xOf(beat.n, view)) - 5.5, y - 13, 11, 26, 4)
  pen.stroke()
}

function needle(pen: Pen, { beats, cursor, token }: Picture, x: number, lanes: { height: number; middles: number[] }): void {
  const y = lanes.middles[beats.trackOf.get(cursor?.id ?? '')?.lane ?? 0] ?? 0
  const at = Math.round(x)
  pen.fillStyle = token('--moment')
  pen.fillRect(at - 1, 22, 2, lanes.height - 22)
  pen.beginPath()
  pen.moveTo(at - 5, 22)
  pen.lineTo(at + 5, 22)
  pen.lineTo(at, 29)
  pen.fill()
  pen.strokeStyle = token('--moment')
  pen.lineWidth = 1.5
  pen.beginPath()
  pen.arc(at, y, 6.5, 0, Math.PI * 2)
  pen.stroke()
}
