import { memo, useLayoutEffect, useMemo, useRef, type ReactElement, type RefObject } from 'react'
import type { Mark } from '../../shared/analysis/chronicle'
import { useSession } from '../session'
import { hueOf } from '../../shared/story/hues'
import { texts } from '../ui/texts'
import { token } from '../ui/theme'
import { draw, type TimelineFrame } from './draw'
import { sessionsOf } from './spans'
import { useTimeline } from './state'
import { timelineTexts as t } from './texts'
import type { Beats } from '../store/beats'
import { middleOf, xOf } from './geometry'

const NONE: readonly Mark[] = []

type Place = Omit<TimelineFrame, 'token'>

/** The static layer of the timeline. It is redrawn only when its content or the visible part changes. */
export const StillCanvas = memo(function StillCanvas({ view, width, rows, top }: Place): ReactElement {
  const ref = useRef<HTMLCanvasElement>(null)
  const beats = useSession((s) => s.beats)
  const line = useSession((s) => s.line)
  const spans = useSession((s) => s.spans)
  const titles = useSession((s) => s.titles)
  const actors = useSession((s) => s.present?.state.actors)
  const look = useSession((s) => s.appearance)
  const sessions = useMemo(() => sessionsOf(spans), [spans])
  useLayoutEffect(() => {
    const pen = penOf(ref, width, rows.height)
    const colours = new Map<string, string>()
    const colour = (name: string): string => token(look, name)
    const hue = (who: string): string => {
      let known = colours.get(who)
      if (known === undefined) colours.set(who, (known = colour(`--hue-${hueOf(actors, who)}`)))
      return known
    }
    if (pen)
      draw(pen, { beats, line, spans, sessions, titles, view, width, rows, top, hue, token: colour, sceneName: texts.scene, sessionName: t.session })
  }, [beats, line, spans, sessions, titles, actors, view, width, rows, top, look])
  return <canvas ref={ref} style={{ width, height: rows.height }} aria-hidden="true" />
})

/** The moving layer above it. */
export const MovingCanvas = memo(function MovingCanvas({
  view,
  width,
  rows,
  top,
  hover,
  cursor
}: Place & { hover: Mark | undefined; cursor: Mark | undefined }): ReactElement {
  const ref = useRef<HTMLCanvasElement>(null)
  const beats = useSession((s) => s.beats)
  const look = useSession((s) => s.appearance)
  const hits = useTimeline((s) => s.finding?.hits) ?? NONE
  const chosen = useTimeline((s) => s.finding?.chosen)
  useLayoutEffect(() => {
    const pen = penOf(ref, width, rows.height)
    const colour = (name: string): string => token(look, name)
    if (pen) drawMoving(pen, { beats, view, width, rows, top, hover, cursor, hits, chosen, token: colour })
  }, [beats, view, width, rows, top, hover, cursor, hits, chosen, look])
  return <canvas ref={ref} className="timeline-moving" style={{ width, height: rows.height }} aria-hidden="true" />
})

/** A pen that draws in page pixels on a canvas in screen pixels. Setting a size clears the canvas, so it is set only when it changes. */
function penOf(ref: RefObject<HTMLCanvasElement | null>, width: number, height: number): CanvasRenderingContext2D | undefined {
  const el = ref.current
  const pen = el?.getContext('2d')
  if (!el || !pen) return undefined
  const ratio = window.devicePixelRatio || 1
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (el.width !== across) el.width = across
  if (el.height !== down) el.height = down
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  return pen
}

interface Moving extends TimelineFrame {
  beats: Beats
  cursor: Mark | undefined
  hover: Mark | undefined
  hits: readonly Mark[]
  chosen: string | undefined
}

type Pen = CanvasRenderingContext2D

function drawMoving(pen: Pen, moving: Moving): void {
  const { rows, width, hits, chosen, hover, cursor } = moving
  pen.clearRect(0, 0, width, rows.height)
  for (const mark of hits) pointer(pen, moving, mark, mark.id === chosen)
  if (cursor) needle(pen, moving, cursor)
  if (hover) halo(pen, moving, hover)
}

const yOf = ({ beats, rows, top }: Moving, mark: Mark): number => middleOf(beats.trackOf.get(mark.id)?.lane ?? 0, rows, top)

function pointer(pen: Pen, moving: Moving, mark: Mark, chosen: boolean): void {
  const x = xOf(mark.place, moving.view)
  const y = yOf(moving, mark)
  const { rows, width, token } = moving
  if (x < -6 || x > width + 6 || y < rows.head || y > rows.height) return
  pen.fillStyle = token('--accent')
  const size = chosen ? 5 : 3.5
  const foot = Math.min(y + rows.lane / 2 - 1, rows.height - 1)
  pen.beginPath()
  pen.moveTo(x - size, foot)
  pen.lineTo(x + size, foot)
  pen.lineTo(x, foot - size * 1.4)
  pen.fill()
}

function halo(pen: Pen, moving: Moving, mark: Mark): void {
  const { rows, view, token } = moving
  const y = yOf(moving, mark)
  if (y < rows.head) return
  const half = Math.min(13, rows.lane / 2 - 1)
  pen.strokeStyle = token('--ink')
  pen.lineWidth = 1
  pen.beginPath()
  pen.roundRect(Math.round(xOf(mark.place, view)) - 5.5, Math.round(y - half) + 0.5, 11, half * 2 - 1, 4)
  pen.stroke()
}

function needle(pen: Pen, moving: Moving, mark: Mark): void {
  const { rows, view, width, token } = moving
  const at = Math.round(xOf(mark.place, view))
  if (at < -8 || at > width + 8) return
  const y = yOf(moving, mark)
  pen.fillStyle = token('--accent')
  pen.fillRect(at - 1, rows.head - 8, 2, rows.height - rows.head + 8)
  pen.beginPath()
  pen.moveTo(at - 5, rows.head - 8)
  pen.lineTo(at + 5, rows.head - 8)
  pen.lineTo(at, rows.head - 1)
  pen.fill()
  if (y < rows.head || y > rows.height) return
  pen.strokeStyle = token('--accent')
  pen.lineWidth = 1.5
  pen.beginPath()
  pen.arc(at, y, Math.min(6.5, rows.lane / 2 - 2), 0, Math.PI * 2)
  pen.stroke()
}
