import { useMemo, type KeyboardEvent, type ReactElement } from 'react'
import { drawFlow, FLOW_LINE_PX, FLOW_TEXT_PX, flowHeight, STEP_WIDTH_PX } from '../../shared/lab/flow-drawing'
import type { Flow, Marked } from '../../shared/lab/report'
import { useSession } from '../session'
import { token } from '../ui/theme'
import { flowWords } from './parts'
import { shareDetail } from './share-words'
import { addMark } from './state'
import { useRoving } from './use-roving'
import { useWidth } from './use-width'

/** How sessions went from step to step. Every step and every link is a mark: one of them is a tab stop, and arrows move among them. */
export default function FlowChart({ flow, title }: { flow: Flow; title: string }): ReactElement {
  const [box, width] = useWidth()
  const look = useSession((s) => s.appearance)
  const drawing = useMemo(() => drawFlow(flow, width), [flow, width])
  const { stop, keys } = useRoving(flow.steps.length + flow.links.length)
  const ink = (name: string): string => token(look, name)
  const colours = { one: ink('--heat-3'), others: ink('--ink-3'), end: ink('--line-strong') }
  const markProps = (one: Marked, i: number): object => {
    const words = flowWords(flow, one)
    const pick = (): void => addMark(one.mark, words)
    return {
      role: 'button',
      'data-stop': '',
      tabIndex: i === stop ? 0 : -1,
      'aria-label': `${words}: ${shareDetail(one.share)}`,
      onClick: pick,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        pick()
      }
    }
  }
  const tip = (one: Marked): ReactElement => <title>{`${flowWords(flow, one)}\n${shareDetail(one.share)}`}</title>
  return (
    <div ref={box} className="lab-chart lab-flow scrolls" style={{ minHeight: flowHeight(flow) }}>
      {width > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move among its marks
        <svg
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the marks are parts of a drawing
          role="group"
          aria-label={`Chart: ${title}`}
          width={drawing.width}
          height={drawing.height}
          viewBox={`0 0 ${drawing.width} ${drawing.height}`}
          fontFamily="'Inter Variable', sans-serif"
          fontSize={FLOW_TEXT_PX}
          {...keys}
        >
          {drawing.columns.map(({ x, label }) => (
            <text key={label} x={x} y={12} fill={ink('--ink-3')} aria-hidden="true">
              {label}
            </text>
          ))}
          {flow.links.map((link, i) => (
            <path
              key={i}
              className="lab-flow-link"
              d={drawing.links[i]?.path}
              fill="none"
              stroke={flow.steps[link.to]?.kind === 'end' ? colours.end : colours.one}
              strokeOpacity={0.4}
              strokeWidth={drawing.links[i]?.width}
              {...markProps(link, i)}
            >
              {tip(link)}
            </path>
          ))}
          {flow.steps.map((step, i) => {
            const { x = 0, y = 0, height = 0, lines = [] } = drawing.steps[i] ?? {}
            return (
              <g key={i} className="lab-flow-step" {...markProps(step, flow.links.length + i)}>
                {tip(step)}
                <rect x={x} y={y} width={STEP_WIDTH_PX} height={height} rx={2} fill={colours[step.kind]} />
                <text
                  y={y + height / 2 - ((lines.length - 1) * FLOW_LINE_PX) / 2}
                  dy="0.35em"
                  fill={ink(step.kind === 'one' ? '--ink' : '--ink-2')}
                  stroke={ink('--stage')}
                  strokeWidth={3}
                  strokeLinejoin="round"
                  paintOrder="stroke"
                >
                  {lines.map((line, k) => (
                    <tspan key={k} x={x + STEP_WIDTH_PX + 5} dy={k === 0 ? undefined : FLOW_LINE_PX}>
                      {line}
                    </tspan>
                  ))}
                </text>
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}
