import { memo, useLayoutEffect, useMemo, useRef, type ReactElement, type RefObject } from 'react'
import type { Mark } from '../../shared/analysis/chronicle'
import { useSession } from '../session'
import { hueOf } from '../../shared/story/hues'
import { texts } from '../ui/texts'
import { token } from '../ui/theme'
import { draw, type Frame } from './draw'
import { drawMoving } from './overlay'
import { sessionsOf } from './spans'
import { useTimeline } from './state'
import { timelineTexts as t } from './texts'

const NONE: readonly Mark[] = []

type Place = Omit<Frame, 'token'>

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
      draw(pen, {
        beats,
        line,
        spans,
        sessions,
        titles,
        view,
        width,
        rows,
        top,
        hue,
        token: colour,
        sceneName: texts.scene,
        sessionName: t.session
      })
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

/**
 * A pen that draws in page pixels on a canvas in screen pixels. Setting a size clears the canvas and is expensive, so it is set only when it changes.
 */
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
