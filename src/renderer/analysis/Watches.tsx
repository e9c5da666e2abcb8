import { X } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactElement, useEffect, useState } from 'react'
import { cursorIndex, useSession } from '../session'
import { timeX, useTimeWindow } from '../store/time-window'
import { token } from '../ui/theme'
import { openFind, setWatched } from './commands'
import { reachOf, stepsOf, valueAt, type WatchedValue, continued, type SparkStep } from './spark'
import { useAnalysis } from './state'
import { analysisTexts } from './texts'
import { watchedIn } from './watched'
import { IconButton, LinkButton } from '../ui/Parts'
import type { Watched } from '../../shared/analysis/analysis'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { indexIn } from '../store/beats'
import './analysis.css'

const t = analysisTexts.watch

/** Watched values under the timeline, each drawn over the timeline's axis. */
export function Watches(): ReactElement | null {
  const dir = useSession((s) => s.present?.campaign.dir)
  const list = useAnalysis(({ watched }) => watchedIn(watched, dir))
  if (list.length === 0) return null
  return (
    <section className="watches" aria-label="Watched values">
      <ul>
        {list.map((expression) => (
          <Row key={expression} expression={expression} />
        ))}
      </ul>
    </section>
  )
}

const said = (value: WatchedValue | undefined): string =>
  typeof value === 'number' ? String(Math.round(value * 1000) / 1000) : String(value ?? 'nothing')

function Row({ expression }: { expression: string }): ReactElement {
  const { watched, problem } = useWatched(expression)
  const n = useSession((s) => s.line[cursorIndex(s)]?.place ?? 0)
  const view = useTimeWindow()
  const look = useSession((s) => s.appearance)
  const ref = useRef<HTMLCanvasElement>(null)
  const reach = watched && reachOf(watched)
  const reachSaid = reach ? (reach.low === reach.high ? String(reach.low) : `${reach.low} – ${reach.high}`) : ''
  const value = watched && said(valueAt(watched, n))
  useLayoutEffect(() => {
    const el = ref.current
    const pen = el?.getContext('2d')
    if (!el || !pen) return
    const ratio = window.devicePixelRatio || 1
    el.width = Math.round(view.width * ratio)
    el.height = Math.round(HEIGHT_PX * ratio)
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    const paint = { steps: watched ? stepsOf(watched, view) : [], reach: watched && reachOf(watched), cursor: timeX(n, view), width: view.width }
    drawSpark(pen, paint, (name) => token(look, name))
  }, [watched, view, n, look])
  return (
    <li className="watch">
      <figure aria-label={`${expression}: ${reachSaid === '' ? '' : `${reachSaid} on this branch, `}${value ?? t.reading} here`}>
        <canvas ref={ref} style={{ width: view.width, height: HEIGHT_PX }} aria-hidden="true" />
      </figure>
      <div className="watch-name">
        <LinkButton label={expression} className="mono clip" onClick={() => openFind(expression)} />
        {reachSaid !== '' && <span className="numbers quiet">{reachSaid}</span>}
        {problem !== undefined && <span className="fault clip">{problem}</span>}
      </div>
      <div className="watch-side">
        <output className="numbers clip">{problem === undefined ? (value ?? t.reading) : ''}</output>
        <IconButton label={`Stop watching ${expression}`} icon={<X size={13} />} small onClick={() => setWatched(expression, false)} />
      </div>
    </li>
  )
}

interface Watching {
  watched?: Watched | undefined
  problem?: string | undefined
}

/** The runs of a fixed expression along the line at the cursor. When the line grows, only the new part is fetched. */
function useWatched(expression: string): Watching {
  const end = useSession((s) => s.line.at(-1)?.id)
  const [known, setKnown] = useState<Watching>({})
  const latest = useRef<Watched>(undefined)
  useEffect(() => {
    if (end === undefined || latest.current?.end === end) return undefined
    const stop = new AbortController()
    const before = latest.current
    const after = before && isOnLine(before.end) ? before.end : undefined
    api.watch.query({ expression, at: end, ...(after === undefined ? {} : { after }) }, { signal: stop.signal }).then(
      (news) => {
        if (stop.signal.aborted) return
        latest.current = after !== undefined && before ? continued(before, news) : news
        setKnown({ watched: latest.current })
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setKnown({ problem: problemOf(error).message })
      }
    )
    return () => stop.abort()
  }, [expression, end])
  return known
}

function isOnLine(commit: string): boolean {
  const { beats, line } = useSession.getState()
  const beat = beats.byId.get(commit)
  return beat !== undefined && indexIn(line, beat) >= 0
}

/** The height of a value's row in pixels, and the space above its line (for the name) and below. */
const HEIGHT_PX = 40
const ABOVE_PX = 18
const MARGIN_PX = 5

interface SparkPaint {
  steps: readonly SparkStep[]
  reach: { low: number; high: number } | undefined
  cursor: number
  width: number
}

/** Draws a watched value: numbers as a step line, booleans as a band, texts as labelled stretches. */
function drawSpark(pen: CanvasRenderingContext2D, { steps, reach, cursor, width }: SparkPaint, token: (name: string) => string): void {
  pen.clearRect(0, 0, width, HEIGHT_PX)
  if (reach) line(pen, steps, reach, token)
  for (const [i, step] of steps.entries()) {
    if (step.value === true) band(pen, step, token('--past'), 8)
    else if (typeof step.value === 'string') words(pen, step, i, token)
  }
  if (cursor >= 0 && cursor <= width) {
    pen.fillStyle = token('--accent')
    pen.fillRect(Math.round(cursor) - 1, 0, 2, HEIGHT_PX)
  }
}

function line(
  pen: CanvasRenderingContext2D,
  steps: readonly SparkStep[],
  { low, high }: { low: number; high: number },
  token: (name: string) => string
): void {
  const y = (value: number): number =>
    high === low
      ? (HEIGHT_PX + ABOVE_PX - MARGIN_PX) / 2
      : HEIGHT_PX - MARGIN_PX - ((value - low) / (high - low)) * (HEIGHT_PX - ABOVE_PX - MARGIN_PX)
  pen.strokeStyle = token('--past')
  pen.lineWidth = 1.5
  pen.beginPath()
  let drawing = false
  for (const step of steps) {
    if (typeof step.value !== 'number') {
      drawing = false
      continue
    }
    if (drawing) pen.lineTo(step.x, y(step.low))
    else pen.moveTo(step.x, y(step.low))
    pen.lineTo(step.x, y(step.high))
    pen.lineTo(step.x, y(step.value))
    pen.lineTo(Math.max(step.to, step.x + 0.5), y(step.value))
    drawing = true
  }
  pen.stroke()
}

function band(pen: CanvasRenderingContext2D, { x, to }: SparkStep, colour: string, high: number): void {
  pen.fillStyle = colour
  pen.beginPath()
  pen.roundRect(x, HEIGHT_PX - MARGIN_PX - high, Math.max(1, to - x), high, 2)
  pen.fill()
}

function words(pen: CanvasRenderingContext2D, step: SparkStep, i: number, token: (name: string) => string): void {
  band(pen, { ...step, x: step.x + 0.5 }, token(i % 2 === 0 ? '--line' : '--line-strong'), 15)
  const room = step.to - step.x - 8
  if (room < 24) return
  pen.font = "450 11px 'Inter Variable', sans-serif"
  pen.fillStyle = token('--ink')
  pen.save()
  pen.beginPath()
  pen.rect(step.x, 0, room + 4, HEIGHT_PX)
  pen.clip()
  pen.fillText(String(step.value), step.x + 4, HEIGHT_PX - MARGIN_PX - 4)
  pen.restore()
}
