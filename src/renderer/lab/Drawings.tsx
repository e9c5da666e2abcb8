import { createElement, useMemo, type KeyboardEvent, type ReactElement } from 'react'
import { type Drawing, type DrawnItem, LINE_PX, TEXT_PX } from '../../shared/lab/drawing'
import { drawFlow, flowHeight } from '../../shared/lab/flow-drawing'
import { drawMap } from '../../shared/lab/map-drawing'
import type { Colour } from '../../shared/map-image/shape'
import type { Flow, LabMap } from '../../shared/lab/report'
import { api } from '../client'
import { useSession } from '../session'
import { Query, useQuery } from '../ui/Query'
import { token } from '../ui/theme'
import { heightOf, mapMarks, type Part } from '../../shared/lab/report-parts'
import { shareDetail } from '../../shared/lab/share-words'
import { addMark, currentRun } from './state'
import { useRoving } from './use-roving'
import { useDrawn } from './use-drawn'

/** How sessions went from step to step. */
export function FlowChart({ flow, title }: { flow: Flow; title: string }): ReactElement {
  const [box, width, shown] = useDrawn(flow)
  const drawing = useMemo(() => shown && drawFlow(shown, width), [shown, width])
  return (
    <div ref={box} className="lab-chart lab-drawing scrolls" style={{ minHeight: flowHeight(flow) }}>
      {drawing && width > 0 && <Drawn drawing={drawing} title={title} />}
    </div>
  )
}

const askMap = (run: string): Promise<LabMap> => api.labMap.query({ run })

/** Where things happened, on the map of the run's campaign. */
export function MapChart({ part }: { part: Part }): ReactElement {
  const [box, width, shown] = useDrawn(part)
  const query = useQuery(currentRun()?.id ?? '', '', askMap, 0)
  const drawing = useMemo(() => query.answer && shown && drawMap(query.answer, mapMarks(shown), width), [query.answer, shown, width])
  return (
    <div ref={box} className="lab-chart lab-drawing" style={{ minHeight: heightOf(part) }}>
      <Query {...query} waits="Reading the map…">
        {() => <>{drawing && width > 0 && <Drawn drawing={drawing} title={part.title} />}</>}
      </Query>
    </div>
  )
}

/** A drawing whose marks add to the filter: one of them is a tab stop, and arrows move among them. */
function Drawn({ drawing: { width, height, items }, title }: { drawing: Drawing; title: string }): ReactElement {
  const look = useSession((s) => s.appearance)
  const ink = (name: Colour | undefined): string => (name === undefined ? 'none' : token(look, `--${name}`))
  const marked = items.filter(({ mark }) => mark !== undefined)
  const { stop, keys } = useRoving(marked.length)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move among its marks
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the marks are parts of a drawing
      role="group"
      aria-label={`Chart: ${title}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily="'Inter Variable', sans-serif"
      fontSize={TEXT_PX}
      {...keys}
    >
      {items.map((item, i) => (
        <g key={i} {...(item.mark ? markProps(item.mark, item === marked[stop]) : { 'aria-hidden': true })}>
          {item.mark && <title>{`${item.mark.words}\n${shareDetail(item.mark.share)}`}</title>}
          {item.shapes.map(({ tag, at, fill, stroke }, k) => createElement(tag, { key: k, fill: ink(fill), stroke: ink(stroke), ...at }))}
          {item.words && <Words words={item.words} ink={ink} />}
        </g>
      ))}
    </svg>
  )
}

function markProps({ mark, words, share }: NonNullable<DrawnItem['mark']>, isStop: boolean): object {
  const pick = (): void => addMark(mark, words)
  return {
    role: 'button',
    'data-stop': '',
    tabIndex: isStop ? 0 : -1,
    'aria-label': `${words}: ${shareDetail(share)}`,
    onClick: pick,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      pick()
    }
  }
}

/** Words that can be read on any ground. */
const Words = ({
  words: { x, y, lines, ink: colour, anchor },
  ink
}: {
  words: NonNullable<DrawnItem['words']>
  ink: (name: Colour) => string
}): ReactElement => (
  <text
    y={y - ((lines.length - 1) * LINE_PX) / 2}
    dy="0.35em"
    textAnchor={anchor}
    fill={ink(colour)}
    stroke={ink('stage')}
    strokeWidth={3}
    strokeLinejoin="round"
    paintOrder="stroke"
  >
    {lines.map((line, i) => (
      <tspan key={i} x={x} dy={i === 0 ? undefined : LINE_PX}>
        {line}
      </tspan>
    ))}
  </text>
)
