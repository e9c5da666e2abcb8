import { ChevronsUpDown, Flag, Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import {
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode
} from 'react'
import type { Mark } from '../../shared/analysis/chronicle'
import { cursorIndex, goTo, useSession } from '../session'
import type { Beats } from '../store/beats'
import { showTimes } from '../store/time-window'
import { CommandButton } from '../ui/Parts'
import { texts } from '../ui/texts'
import { laneCount } from './draw'
import { SearchBar, Contradicted, BeatPreview, CursorLine, useWords } from './CursorLine'
import { clamped, easyScale, fitScale, laneAt, nearest, PAD, rowsFor, showing, SPAN, xOf, zoomed } from './geometry'
import { LaneNames } from './LaneName'
import { usePinned } from './pinning'
import { FlagMarks } from './Pins'
import { MovingCanvas, StillCanvas } from './Canvases'
import { timelineTexts as t } from './texts'
import { useBeatMenu } from '../ui/BeatMenu'
import './timeline.css'
import { onScreen } from './zoom'

const CLICK_SLOP_PX = 3

/** The timeline: every beat of every branch, sessions and scenes as spans, flags, the cursor. */
export function Timeline(): ReactElement {
  const beats = useSession((s) => s.beats)
  const line = useSession((s) => s.line)
  const at = useSession(cursorIndex)
  const tall = useSession((s) => s.desk.tall)
  const here = line[at]
  const box = useRef<HTMLDivElement>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [scale, setScale] = useState<number | undefined>(undefined)
  const [left, setLeft] = useState(0)
  const [top, setTop] = useState(0)
  const [hover, setHover] = useState<Mark | undefined>(undefined)
  const pressed = useRef<{ x: number; moved: boolean } | undefined>(undefined)
  const rows = useMemo(() => rowsFor(laneCount(beats), tall), [beats, tall])

  useLayoutEffect(() => {
    const el = box.current
    if (!el) return undefined
    const watch = new ResizeObserver(() => setWidth(el.clientWidth))
    watch.observe(el)
    setWidth(el.clientWidth)
    return () => watch.disconnect()
  }, [])

  const { first, last } = useMemo(() => reachOf(beats), [beats])
  const count = last - first + 1
  const view = useMemo(
    () => clamped({ perBeat: scale ?? easyScale(count, width), left }, first, last, width),
    [scale, count, width, left, first, last]
  )
  const latest = useRef({ view, first, last, width, here })
  useLayoutEffect(() => {
    latest.current = { view, first, last, width, here }
  }, [view, first, last, width, here])

  // Everything that is drawn with the timeline shares its axis.
  useLayoutEffect(() => showTimes({ ...view, pad: PAD.left, width }), [view, width])

  // The cursor and its lane always stay in view.
  const lane = here && beats.trackOf.get(here.id)?.lane
  useEffect(() => {
    if (!here || !width) return
    const now = latest.current
    setLeft(showing(now.view, here.place, now.first, now.last, now.width).left)
  }, [here, width])
  useEffect(() => {
    const el = scroll.current
    if (!el || lane === undefined) return
    const y = lane * rows.lane
    if (y < el.scrollTop) el.scrollTop = y
    else if (y + rows.lane > el.scrollTop + rows.seen) el.scrollTop = y + rows.lane - rows.seen + SPAN.foot
  }, [lane, rows])

  useEffect(
    () =>
      onScreen({
        zoom: (how) => {
          const now = latest.current
          if (how === 'fit') {
            setScale(fitScale(now.last - now.first + 1, now.width))
            return
          }
          const centre = now.here ? xOf(now.here.place, now.view) : now.width / 2
          const next = zoomed(now.view, how === 'in' ? 1.5 : 1 / 1.5, centre, now.first, now.last, now.width)
          setScale(next.perBeat)
          setLeft(next.left)
        },
        beats: () => (latest.current.width - PAD.left - PAD.right) / latest.current.view.perBeat
      }),
    []
  )

  useEffect(() => {
    const el = box.current
    if (!el) return undefined
    const onWheel = (event: WheelEvent): void => {
      const now = latest.current
      const zoom = event.ctrlKey || event.metaKey
      const lanes = scroll.current
      // If there are lanes above or below, the wheel scrolls them. Horizontally or with Shift it moves in time.
      if (!zoom && !event.shiftKey && event.deltaX === 0 && lanes && lanes.scrollHeight > lanes.clientHeight) return
      event.preventDefault()
      const x = event.clientX - el.getBoundingClientRect().left
      const next = zoom
        ? zoomed(now.view, Math.exp(-event.deltaY * 0.004), x, now.first, now.last, now.width)
        : clamped({ ...now.view, left: now.view.left + (event.deltaX + event.deltaY) / now.view.perBeat }, now.first, now.last, now.width)
      setScale((old) => (zoom ? next.perBeat : old))
      setLeft(next.left)
    }
    el.addEventListener('wheel', onWheel, { passive: false })
    return () => el.removeEventListener('wheel', onWheel)
  }, [])

  const beatAt = (event: Pick<MouseEvent, 'currentTarget' | 'clientX' | 'clientY'>): Mark | undefined => {
    const rect = event.currentTarget.getBoundingClientRect()
    const x = event.clientX - rect.left
    const lane = laneAt(event.clientY - rect.top, rows, top)
    const near = (mine: (lane: number) => boolean): Mark | undefined =>
      beats.tracks
        .filter((track) => mine(track.lane))
        .flatMap((track) => nearest(track.beats, x, view) ?? [])
        .toSorted((a, b) => Math.abs(xOf(a.place, view) - x) - Math.abs(xOf(b.place, view) - x))[0]
    return near((one) => one === lane) ?? near(() => true)
  }
  const move = (event: PointerEvent): void => {
    const mark = beatAt(event)
    setHover(mark)
    const press = pressed.current
    if (!press || event.buttons !== 1) return
    press.moved ||= Math.abs(event.clientX - press.x) > CLICK_SLOP_PX
    if (mark && press.moved) goTo(mark.id)
  }
  const frame = { view, width, rows, top }
  const { menu, open: openMenu } = useBeatMenu()
  return (
    <section className="timeline" aria-label={t.label}>
      {menu}
      <SearchBar />
      <CursorLine here={here} />
      <div ref={box} className="timeline-box" style={{ height: rows.height }}>
        <div ref={scroll} className="timeline-scroll" onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
          <div style={{ height: rows.head + rows.lanes }}>
            <Slider
              here={here}
              onPointerMove={move}
              onPointerLeave={() => setHover(undefined)}
              onPointerDown={(event) => {
                const mark = beatAt(event)
                if (!mark || event.button !== 0) return
                event.currentTarget.setPointerCapture(event.pointerId)
                pressed.current = { x: event.clientX, moved: false }
                goTo(mark.id)
              }}
              onPointerUp={() => {
                pressed.current = undefined
              }}
              onContextMenu={(event) => {
                // The menu key has no pointer: it opens the menu of the beat at the cursor.
                const isKey = !('pointerType' in event.nativeEvent) || event.nativeEvent.pointerType === ''
                openMenu(event, isKey ? here?.id : beatAt(event)?.id)
              }}
            >
              {width > 0 && <StillCanvas {...frame} />}
              {width > 0 && <MovingCanvas {...frame} hover={hover} cursor={here} />}
            </Slider>
          </div>
        </div>
        {width > 0 && <LaneNames {...frame} />}
        {width > 0 && <FlagMarks view={view} width={width} />}
        {width > 0 && <Contradicted {...frame} />}
        {hover && <BeatPreview mark={hover} x={xOf(hover.place, view)} width={width} />}
      </div>
      <div className="timeline-side">
        <Count />
        <Tools canGrow={rows.lanes > rows.seen || tall} tall={tall} />
      </div>
    </section>
  )
}

const Tools = memo(function Tools({ canGrow, tall }: { canGrow: boolean; tall: boolean }): ReactElement {
  const pinned = usePinned()
  return (
    <span className="timeline-zoom">
      <CommandButton id="pin" icon={<Flag size={13} />} className="small" pressed={pinned} />
      {canGrow && <CommandButton id="tall" icon={<ChevronsUpDown size={13} />} className="small" pressed={tall} />}
      <CommandButton id="zoom.out" icon={<ZoomOut size={14} />} className="small" />
      <CommandButton id="zoom.in" icon={<ZoomIn size={14} />} className="small" />
      <CommandButton id="zoom.fit" icon={<Maximize2 size={13} />} className="small" />
    </span>
  )
})

type Pointers = Pick<React.ComponentProps<'div'>, 'onPointerMove' | 'onPointerLeave' | 'onPointerDown' | 'onPointerUp' | 'onContextMenu'>

/** The slider, which has the focus and announces the cursor to screen readers. */
function Slider({ here, children, ...pointers }: Pointers & { here: Mark | undefined; children: ReactNode }): ReactElement {
  const first = useSession((s) => s.line[0]?.n ?? 0)
  const last = useSession((s) => s.line.at(-1)?.n ?? 0)
  const words = useWords(here, last)
  return (
    <div
      className="timeline-slider"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot hold branches, spans and previews
      role="slider"
      tabIndex={0}
      aria-label={t.label}
      aria-valuemin={first}
      aria-valuemax={last}
      aria-valuenow={here?.n ?? first}
      aria-valuetext={words}
      {...pointers}
    >
      {children}
    </div>
  )
}

function Count(): ReactElement {
  const known = useSession((s) => s.beats.trackOf.size)
  const more = useSession((s) => s.beats.more)
  const reading = useSession((s) => s.reading)
  const n = useSession((s) => (s.cursor === undefined ? undefined : s.beats.byId.get(s.cursor)?.n))
  const last = useSession((s) => s.line.at(-1)?.n ?? 0)
  return (
    <span className="numbers">
      {n !== undefined
        ? `${n.toLocaleString('en')} / ${last.toLocaleString('en')}`
        : more
          ? reading === undefined
            ? 'Reading older beats…'
            : `Reading older beats… ${reading.toLocaleString('en')}`
          : texts.beats(known)}
    </span>
  )
}

function reachOf({ tracks }: Beats): { first: number; last: number } {
  let first = Infinity
  let last = 0
  for (const { beats } of tracks) {
    first = Math.min(first, beats[0]?.place ?? first)
    last = Math.max(last, beats.at(-1)?.place ?? last)
  }
  return { first: first === Infinity ? 0 : first, last }
}
