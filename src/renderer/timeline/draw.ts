import { own } from '../../shared/base/json'
import type { Mark } from '../../shared/analysis/chronicle'
import type { Beats, Track } from '../store/beats'
import { sceneNumbers, titleOf, type SceneSpan } from '../store/story'
import { middleOf, SPAN, visible, xOf, type TimelineRows, type TimelineWindow } from './geometry'
import { bars, shapeOf, MIN_BEAT_PX, ticks, whoOf } from './marks'
import { nameFor, numberEvery, stretches, type SessionSpan } from './spans'

/** The frame of a drawing: the visible part of the timeline and its sizes. */
export interface TimelineFrame {
  view: TimelineWindow
  width: number
  rows: TimelineRows
  /** The vertical scroll position of the lanes, in pixels. */
  top: number
  token: (name: string) => string
}

interface TimelinePaint extends TimelineFrame {
  beats: Beats
  line: readonly Mark[]
  spans: readonly SceneSpan[]
  sessions: readonly SessionSpan[]
  titles: Readonly<Record<string, string>>
  hue: (who: string) => string
  sceneName: (n: number, title: string) => string
  sessionName: (n: number) => string
}

type Pen = CanvasRenderingContext2D

const UI = "'Inter Variable', sans-serif"

/** Draws the visible part of the timeline. The cost doesn't depend on the number of beats. */
export function draw(pen: Pen, paint: TimelinePaint): void {
  const { beats, rows, top, width, token } = paint
  pen.clearRect(0, 0, width, rows.height)
  scenes(pen, paint)
  const own = new Set(tracksOfLine(paint))
  pen.save()
  pen.beginPath()
  pen.rect(0, rows.head, width, rows.seen)
  pen.clip()
  for (const track of beats.tracks) thread(pen, paint, track)
  pen.setLineDash([])
  for (const track of beats.tracks) {
    const y = middleOf(track.lane, rows, top)
    if (y < rows.head - rows.lane || y > rows.height + rows.lane) continue
    pen.globalAlpha = own.has(track) ? 1 : track.fetched ? 0.35 : 0.5
    if (paint.view.perBeat < MIN_BEAT_PX) density(pen, paint, track, y)
    else marks(pen, paint, track, y)
  }
  pen.restore()
  if (rows.lanes > rows.seen) edge(pen, width, rows, top, token)
}

/** The number of used lanes. */
export const laneCount = (beats: Beats): number => 1 + Math.max(0, ...beats.tracks.map((track) => track.lane))

function tracksOfLine({ beats, line }: TimelinePaint): Track[] {
  const tracks: Track[] = []
  for (let track = beats.trackOf.get(line.at(-1)?.id ?? ''); track && !tracks.includes(track); track = beats.trackOf.get(track.fork?.id ?? ''))
    tracks.push(track)
  return tracks
}

/** Sessions and scenes of the line in view, one row each; scenes shade the lanes below them. */
function scenes(pen: Pen, { line, spans, sessions, titles, view, width, rows, token, sceneName, sessionName }: TimelinePaint): void {
  const numbers = numbering(spans, line, view)
  // Scene numbers start over in every session, so single numbers would confuse.
  const short = { ...numbers, every: numbers.every > 5 ? Infinity : numbers.every }
  for (const { at, x, end } of stretches(spans, line, view, width, 4)) {
    const span = spans[at]
    if (!span) continue
    if (at % 2 === 0 && end - x > 6) {
      pen.fillStyle = token('--stage')
      pen.fillRect(x, SPAN.session, end - x, rows.height - SPAN.session)
    }
    pen.strokeStyle = token('--line')
    pen.lineWidth = 1
    stroke(pen, x, SPAN.session, x, rows.height)
    const title = titleOf(line[span.from]) || (own(titles, span.scene) ?? '')
    const n = sceneNumbers(span.scene)?.scene ?? at + 1
    pen.font = `450 11px ${UI}`
    pen.fillStyle = token('--ink-2')
    label(pen, [sceneName(n, title), sceneName(n, '')], n, short, { x, end, y: SPAN.session + 13, width })
  }
  const shorter = numbering(sessions, line, view)
  for (const { at, x, end } of stretches(sessions, line, view, width, 3)) {
    const n = sessions[at]?.session ?? 0
    pen.strokeStyle = token('--line-strong')
    pen.lineWidth = 1
    stroke(pen, x, 0, x, rows.height)
    pen.font = `600 10px ${UI}`
    pen.fillStyle = token('--ink-3')
    label(pen, [sessionName(n)], n, shorter, { x, end, y: 11, width })
  }
}

/** The spans that show a number because their name doesn't fit, and the width of such a number in pixels. */
interface Numbering {
  every: number
  room: number
}

function numbering(spans: readonly Omit<SceneSpan, 'scene'>[], line: readonly Mark[], view: TimelineWindow): Numbering {
  const [first, last] = [line[spans[0]?.from ?? 0]?.place ?? 0, line[spans.at(-1)?.to ?? 0]?.place ?? 0]
  const spacing = ((last - first + 1) * view.perBeat) / Math.max(1, spans.length)
  const every = numberEvery(spacing)
  return { every, room: every * spacing }
}

function stroke(pen: Pen, x: number, y: number, x2: number, y2: number): void {
  pen.beginPath()
  pen.moveTo(x, y)
  pen.lineTo(x2, y2)
  pen.stroke()
}

/** The name at the start of a span, or at the left edge if the span begins before it; its number if the name doesn't fit, or nothing. */
function label(
  pen: Pen,
  names: readonly string[],
  n: number,
  { every, room }: Numbering,
  { x, end, y, width }: { x: number; end: number; y: number; width: number }
): void {
  const left = Math.max(x, 0) + 7
  const widthOf = (name: string): number => pen.measureText(name).width
  const name = nameFor(names, Math.min(end, width) - left - 3, widthOf)
  const text = name === '' && n % every === 0 ? nameFor([String(n)], Math.min(Math.max(end, x + room), width) - left - 3, widthOf) : name
  if (text !== '') pen.fillText(text, left, y)
}

function thread(pen: Pen, { beats, view, width, rows, top, token }: TimelinePaint, track: Track): void {
  const { from, to } = visible(view, width)
  const start = track.beats[0]
  const end = track.beats.at(-1)
  const first = track.fork?.place ?? start?.place ?? 0
  if (first > to || (end?.place ?? first + 12 / view.perBeat) < from) return
  const y = Math.round(middleOf(track.lane, rows, top)) + 0.5
  pen.strokeStyle = token('--line-strong')
  pen.lineWidth = 1
  pen.setLineDash(track.fetched ? [3, 3] : [])
  const x1 = start ? xOf(start.place, view) : xOf(first, view) + 10
  if (start && end) stroke(pen, Math.max(-5, x1), y, Math.min(width + 5, xOf(end.place, view)), y)
  if (!track.fork) return
  const x0 = xOf(track.fork.place, view)
  const y0 = middleOf(beats.trackOf.get(track.fork.id)?.lane ?? 0, rows, top)
  const reach = Math.max(6, Math.min(18, x1 - x0))
  pen.beginPath()
  pen.moveTo(x0, y0)
  pen.lineTo(x0, y - Math.sign(y - y0) * Math.min(9, Math.abs(y - y0)))
  pen.quadraticCurveTo(x0, y, x0 + reach, y)
  if (x1 > x0 + reach) pen.lineTo(x1, y)
  pen.stroke()
}

/** More than one beat per pixel: bars in the colour of the most active character, taller where more happened. */
function density(pen: Pen, { view, width, rows, hue }: TimelinePaint, track: Track, y: number): void {
  const most = Math.min(22, rows.lane - 4)
  for (const { x, width: wide, shares, count, weight } of bars(track.beats, view, width)) {
    const height = 3 + (most - 3) * Math.min(1, weight * 1.5)
    let from = y - height / 2
    for (const [who, share] of shares) {
      const part = (height * share) / count
      pen.fillStyle = hue(who)
      pen.fillRect(x, from, Math.max(1, wide - 0.5), part)
      from += part
    }
  }
}

function marks(pen: Pen, { view, width, rows, hue, token }: TimelinePaint, track: Track, y: number): void {
  const thin = Math.max(1, Math.min(3, view.perBeat * 0.42))
  const half = Math.min(10, rows.lane / 2 - 3)
  for (const { mark, x } of ticks(track.beats, view, width)) {
    const cx = Math.round(x * 2) / 2
    pen.fillStyle = hue(whoOf(mark))
    switch (shapeOf(mark)) {
      case 'scene':
        diamond(pen, cx, y, Math.max(2.5, Math.min(5, view.perBeat)))
        break
      case 'edit':
        pen.fillStyle = token('--ink')
        pen.fillRect(cx - Math.min(3, view.perBeat / 2), y - 3, Math.min(6, view.perBeat), 6)
        break
      case 'foreign':
        pen.strokeStyle = token('--ink-2')
        pen.lineWidth = 1.25
        pen.beginPath()
        pen.arc(cx, y, Math.max(1.5, Math.min(3.5, view.perBeat / 2)), 0, Math.PI * 2)
        pen.stroke()
        break
      case 'act':
        bar(pen, cx, y, thin, half)
        break
      case 'story':
        bar(pen, cx, y, thin, half * 0.65)
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

function edge(pen: Pen, width: number, rows: TimelineRows, top: number, token: TimelineFrame['token']): void {
  pen.strokeStyle = token('--line-strong')
  pen.lineWidth = 1
  if (top > 0) stroke(pen, 0, rows.head + 0.5, width, rows.head + 0.5)
  if (top < rows.lanes - rows.seen) stroke(pen, 0, rows.height - 0.5, width, rows.height - 0.5)
}
