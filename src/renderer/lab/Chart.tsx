import { useLayoutEffect, useRef, type ReactElement } from 'react'
import { useSession } from '../session'
import { token } from '../ui/theme'
import { drawChart, type DrawnChart } from '../../shared/lab/chart'
import { heightOf, type Part, type PartRow } from '../../shared/lab/report-parts'
import { useDrawn } from './use-drawn'

interface ChartProps {
  part: Part
  /** Called with the row under the pointer, and the value of the vertical axis there. */
  onPick: (row: PartRow, y: number) => void
}

/** A part of the report as a chart, drawn anew for each width and theme. Its table is for keyboard and screen reader. */
export default function Chart({ part, onPick }: ChartProps): ReactElement {
  const [box, width, shown] = useDrawn(part)
  const look = useSession((s) => s.appearance)
  const drawn = useRef<DrawnChart>(undefined)
  useLayoutEffect(() => {
    if (width === 0 || !shown) return
    drawn.current = drawChart(shown, width, (name) => token(look, `--${name}`))
    box.current?.replaceChildren(drawn.current)
  }, [shown, width, look, box])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keys are in its table
    <div
      ref={box}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img has no drawing within
      role="img"
      aria-label={`Chart: ${part.title}`}
      className="lab-chart"
      style={{ minHeight: heightOf(part) }}
      // Plot would hold its tip after a press.
      onPointerDownCapture={(event) => event.stopPropagation()}
      onClick={({ clientY, currentTarget }) => {
        const plotted = drawn.current
        if (!plotted) return
        const y = clientY - currentTarget.getBoundingClientRect().top
        const scale = plotted.scale('y')
        const row =
          part.chart?.kind === 'bars' ? shown?.rows.find(({ label }) => isIn(scale, label, y)) : (plotted.value as PartRow | null | undefined)
        if (row) onPick(row, (scale?.invert?.(y) as number | undefined) ?? 0)
      }}
    />
  )
}

/** Whether a height is in the band of a label, whose words can be pressed, too. */
function isIn(scale: ReturnType<DrawnChart['scale']>, label: string, y: number): boolean {
  const top = scale?.apply(label) as number | undefined
  return top !== undefined && y >= top && y <= top + (scale?.bandwidth ?? 0)
}
