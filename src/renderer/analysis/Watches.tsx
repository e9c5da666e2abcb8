import { X } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactElement } from 'react'
import { cursorIndex, useSession } from '../session'
import { timeX, useTimeWindow } from '../store/time-window'
import { token } from '../ui/theme'
import { openFind, setWatched } from './commands'
import { drawSpark, HEIGHT_PX } from './draw'
import { reachOf, stepsOf, valueAt, type WatchedValue } from './spark'
import { useAnalysis } from './state'
import { analysisTexts } from './texts'
import { useWatched } from './use-watched'
import { watchedIn } from './watched'
import './analysis.css'
import { IconButton, LinkButton } from '../ui/Parts'

const t = analysisTexts.watch

/** Watched values under the timeline, each drawn over the timeline's axis. */
export function Watches(): ReactElement | null {
  const dir = useSession((s) => s.present?.campaign.dir)
  const list = useAnalysis((analysis) => watchedIn(analysis, dir))
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
  value === true ? 'yes' : value === false ? 'no' : typeof value === 'number' ? String(Math.round(value * 1000) / 1000) : (value ?? 'nothing')

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
