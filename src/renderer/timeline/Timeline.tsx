import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type PointerEvent, type ReactElement } from 'react'
import type { Beat } from '../../shared/play'
import { cursorIndex, goTo, useSession } from '../session'
import { showTimes } from '../store/time-window'
import { hueOf } from '../ui/hues'
import { nameOf } from '../ui/names'
import { CommandButton } from '../ui/Parts'
import { texts } from '../ui/texts'
import { token } from '../ui/theme'
import { draw, laneCount } from './draw'
import { clamped, easyScale, fitScale, lanesOf, nearest, PAD, showing, xOf, zoomed, type Window } from './geometry'
import './timeline.css'
import { onZoom } from './zoom'

const t = texts.timeline

/** The timeline: every beat of every branch, scenes as spans, the cursor. The pointer scrubs; keys are the window's. */
export function Timeline(): ReactElement {
  const beats = useSession((s) => s.beats)
  const line = useSession((s) => s.line)
  const present = useSession((s) => s.present)
  const cursor = useSession((s) => s.cursor)
  const at = useSession(cursorIndex)
  const here = line[at]
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [scale, setScale] = useState<number | undefined>(undefined)
  const [left, setLeft] = useState(0)
  const [hover, setHover] = useState<Beat | undefined>(undefined)

  useLayoutEffect(() => {
    const el = box.current
    if (!el) return undefined
    const watch = new ResizeObserver(() => setWidth(el.clientWidth))
    watch.observe(el)
    setWidth(el.clientWidth)
    return () => watch.disconnect()
  }, [])

  const { first, last } = useMemo(() => reachOf(beats.tracks.map((track) => track.beats)), [beats])
  const count = last - first + 1
  const view = useMemo(
    () => clamped({ perBeat: scale ?? easyScale(count, width), left }, first, last, width),
    [scale, count, width, left, first, last]
  )
  const latest = useRef({ view, first, last, width })
  useLayoutEffect(() => {
    latest.current = { view, first, last, width }
  }, [view, first, last, width])

  // What is drawn along with the timeline keeps to its axis.
  useLayoutEffect(() => showTimes({ ...view, pad: PAD.left, width }), [view, width])

  // The cursor stays in sight, wherever it goes.
  useEffect(() => {
    if (!here || !width) return
    const now = latest.current
    setLeft(showing(now.view, here.n, now.first, now.last, now.width).left)
  }, [here, width])

  useEffect(
    () =>
      onZoom((how) => {
        const now = latest.current
        if (how === 'fit') {
          setScale(fitScale(now.last - now.first + 1, now.width))
          return
        }
        const centre = here ? xOf(here.n, now.view) : now.width / 2
        const next = zoomed(now.view, how === 'in' ? 1.5 : 1 / 1.5, centre, now.first, now.last, now.width)
        setScale(next.perBeat)
        setLeft(next.left)
      }),
    [here]
  )

  useEffect(() => {
    const el = box.current
    if (!el) return undefined
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      const now = latest.current
      const zoom = event.ctrlKey || event.metaKey
      const next = zoom
        ? zoomed(now.view, Math.exp(-event.deltaY * 0.004), event.offsetX, now.first, now.last, now.width)
        : clamped({ ...now.view, left: now.view.left + (event.deltaX + event.deltaY) / now.view.perBeat }, now.first, now.last, now.width)
      setScale((old) => (zoom ? next.perBeat : old))
      setLeft(next.left)
    }
    el.addEventListener('wheel', onWheel, { passive: false })
    return () => el.removeEventListener('wheel', onWheel)
  }, [])

  const beatAt = (event: PointerEvent): Beat | undefined => {
    const rect = event.currentTarget.getBoundingClientRect()
    const { middles } = lanesOf(laneCount(beats))
    const y = event.clientY - rect.top
    const lane = middles.reduce((best, middle, i) => (Math.abs(middle - y) < Math.abs((middles[best] ?? 0) - y) ? i : best), 0)
    const x = event.clientX - rect.left
    const near = (tracks: typeof beats.tracks): Beat | undefined =>
      tracks
        .map((track) => nearest(track.beats, x, view))
        .filter((one): one is Beat => one !== undefined)
        .toSorted((a, b) => Math.abs(xOf(a.n, view) - x) - Math.abs(xOf(b.n, view) - x))[0]
    return near(beats.tracks.filter((track) => track.lane === lane)) ?? near(beats.tracks)
  }
  const move = (event: PointerEvent): void => {
    const beat = beatAt(event)
    setHover(beat)
    if (beat && event.buttons === 1) goTo(beat.id)
  }

  const name = present && here ? t.value(here.n, line.at(-1)?.n ?? here.n, here.subject) : t.empty
  return (
    <section className="timeline" aria-label={t.label}>
      <div
        ref={box}
        className="timeline-box"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot hold branches, spans and previews
        role="slider"
        tabIndex={0}
        aria-label={t.label}
        aria-valuemin={line[0]?.n ?? 0}
        aria-valuemax={line.at(-1)?.n ?? 0}
        aria-valuenow={here?.n ?? 0}
        aria-valuetext={name}
        onPointerMove={move}
        onPointerLeave={() => setHover(undefined)}
        onPointerDown={(event) => {
          const beat = beatAt(event)
          if (!beat || event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          goTo(beat.id)
        }}
      >
        {width > 0 && <Canvas view={view} width={width} hover={hover} cursor={here} />}
        {hover && <Preview beat={hover} x={xOf(hover.n, view)} width={width} />}
      </div>
      <div className="timeline-side">
        <span className="numbers">
          {cursor === undefined ? t.count(count > 0 && beats.byId.size ? beats.byId.size : 0) : `${here?.n ?? ''} / ${line.at(-1)?.n ?? ''}`}
        </span>
        <span className="timeline-zoom">
          <CommandButton id="zoom.out" icon={<ZoomOut size={14} />} className="small" />
          <CommandButton id="zoom.in" icon={<ZoomIn size={14} />} className="small" />
          <CommandButton id="zoom.fit" icon={<Maximize2 size={13} />} className="small" />
        </span>
      </div>
    </section>
  )
}

function reachOf(tracks: readonly (readonly Beat[])[]): { first: number; last: number } {
  let first = Infinity
  let last = 0
  for (const track of tracks) {
    first = Math.min(first, track[0]?.n ?? first)
    last = Math.max(last, track.at(-1)?.n ?? last)
  }
  return { first: first === Infinity ? 0 : first, last }
}

function Canvas({ view, width, hover, cursor }: { view: Window; width: number; hover: Beat | undefined; cursor: Beat | undefined }): ReactElement {
  const ref = useRef<HTMLCanvasElement>(null)
  const beats = useSession((s) => s.beats)
  const line = useSession((s) => s.line)
  const spans = useSession((s) => s.spans)
  const titles = useSession((s) => s.titles)
  const branch = useSession((s) => s.present?.branch ?? '')
  const actors = useSession((s) => s.present?.state.actors)
  const look = useSession((s) => s.look)
  const { height } = lanesOf(laneCount(beats))
  useLayoutEffect(() => {
    const el = ref.current
    const pen = el?.getContext('2d')
    if (!el || !pen) return
    const ratio = window.devicePixelRatio || 1
    el.width = Math.round(width * ratio)
    el.height = Math.round(height * ratio)
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    const colour = (name: string): string => token(look, name)
    const hue = (beat: Beat): string => colour(`--hue-${hueOf(actors, beat.as ?? beat.actor)}`)
    draw(pen, { beats, line, spans, titles, branch, cursor, hover, view, width, hue, token: colour, sceneName: texts.scene })
  }, [beats, line, spans, titles, branch, actors, cursor, hover, view, width, height, look])
  return <canvas ref={ref} style={{ width, height }} aria-hidden="true" />
}

function Preview({ beat, x, width }: { beat: Beat; x: number; width: number }): ReactElement {
  const actors = useSession((s) => s.present?.state.actors)
  const who = beat.as ?? beat.actor
  return (
    <div className={`timeline-preview hue-${hueOf(actors, who)}`} style={{ left: Math.max(8, Math.min(width - 328, x - 160)) }}>
      <p className="numbers">
        <b className="hued">{nameOf(actors, who)}</b> {beat.action} · {beat.n}
      </p>
      <p>{beat.subject}</p>
    </div>
  )
}
