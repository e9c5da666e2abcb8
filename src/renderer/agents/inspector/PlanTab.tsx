import type { ReactElement } from 'react'
import { own } from '../../../shared/base/json'
import type { PlanEvent, SkillExecuted } from '../../../shared/plans/events'
import { planIn } from '../../../shared/plans/plan-in'
import { PanelSection } from '../Call'
import { planGraph } from './plan-graph'
import { inspectorTexts as t } from './texts'
import './plan.css'
import { counted } from '../../ui/amounts'
import { clipped } from '../../../shared/words/clipped'

/** The plan of a turn: its actions with their dependencies, as a drawing and a list, and all its events with times. */
export function PlanTab({ events }: { events: readonly PlanEvent[] }): ReactElement {
  const accepted = planIn(events)
  return (
    <>
      {accepted && (
        <>
          {accepted.plan.reasoning !== undefined && <p className="plan-why">{accepted.plan.reasoning}</p>}
          <PanelSection title="Actions">
            <Graph plan={accepted.plan} order={accepted.order} results={accepted.results} />
            <ol className="plan-list">
              {accepted.order.map((id) => (
                <Action key={id} id={id} plan={accepted.plan} result={accepted.results.get(id)} />
              ))}
            </ol>
          </PanelSection>
        </>
      )}
      <PanelSection title="What happened">
        <ol className="plan-events">
          {events.map((event, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- a record does not change
            <li key={i}>
              <span className="numbers quiet">{`${event.ms.toFixed(1)} ms`}</span> <code>{event.event}</code> <span>{wordsOf(event)}</span>
            </li>
          ))}
        </ol>
      </PanelSection>
    </>
  )
}

type Made = NonNullable<ReturnType<typeof planIn>>

const [WIDTH, HEIGHT, GAP_X, GAP_Y] = [132, 40, 36, 12]

function Graph({ plan, order, results }: Made): ReactElement {
  const { nodes, edges, columns, rows } = planGraph(plan, order)
  const x = (column: number): number => 1 + column * (WIDTH + GAP_X)
  const y = (row: number): number => 1 + row * (HEIGHT + GAP_Y)
  const [width, height] = [x(columns) - GAP_X + 1, y(rows) - GAP_Y + 1]
  return (
    <figure
      className="plan-graph"
      aria-label={`Drawing of the plan: ${counted(nodes.length, 'action')}, ${counted(edges.length, 'dependency', 'dependencies')}. The list below says the same.`}
    >
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <defs>
          <marker id="plan-arrow" viewBox="0 0 8 8" refX={8} refY={4} markerWidth={6} markerHeight={6} orient="auto">
            <path d="M0 0L8 4L0 8z" />
          </marker>
        </defs>
        {edges.map(({ from, to }) => (
          <line
            key={`${from.id} ${to.id}`}
            x1={x(from.column) + WIDTH}
            y1={y(from.row) + HEIGHT / 2}
            x2={x(to.column)}
            y2={y(to.row) + HEIGHT / 2}
            markerEnd="url(#plan-arrow)"
          />
        ))}
        {nodes.map(({ id, skill, column, row }) => (
          <g key={id} className={`plan-node plan-${results.get(id)?.status ?? 'skipped'}`} transform={`translate(${x(column)} ${y(row)})`}>
            <rect width={WIDTH} height={HEIGHT} rx={6} />
            <text x={10} y={17}>
              {clipped(id, 16)}
            </text>
            <text x={10} y={32} className="plan-skill">
              {clipped(skill, 16)}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  )
}

function Action({ id, plan, result }: { id: string; plan: Made['plan']; result: SkillExecuted | undefined }): ReactElement {
  const action = plan.actions.find(({ actionId }) => actionId === id)
  const waits = own(plan.dependencies, id) ?? []
  const text = result?.output['text']
  return (
    <li>
      <p>
        <b>{id}</b> <code>{action?.skillName}</code>{' '}
        <span className={`plan-status plan-${result?.status ?? 'skipped'}`}>{t.plan.status[result?.status ?? 'skipped']}</span>{' '}
        {result && result.tries > 0 && (
          <span className="numbers quiet">{`${result.took.toFixed(1)} ms${result.tries > 1 ? `, ${result.tries} tries` : ''}`}</span>
        )}
      </p>
      {waits.length > 0 && <p className="quiet">{`Waits for ${waits.join(', ')}.`}</p>}
      {action && Object.keys(action.parameters).length > 0 && <pre className="plan-data">{JSON.stringify(action.parameters, null, 1)}</pre>}
      {result?.errors.map((error) => (
        <p key={error} className="turn-bad">
          {error}
        </p>
      ))}
      {result?.understood !== undefined && <p className="quiet">{`Its answer was nearly right. ${result.understood}`}</p>}
      {result?.status === 'done' && <p>{typeof text === 'string' ? text : JSON.stringify(result.output)}</p>}
      {result?.stderr !== undefined && (
        <>
          <p className="quiet">Wrote to standard error:</p>
          <pre className="plan-data">{result.stderr}</pre>
        </>
      )}
    </li>
  )
}

function wordsOf(event: PlanEvent): string {
  switch (event.event) {
    case 'PlanGenerated':
      return [`${counted(event.plan.actions.length, 'action')}.`, ...(event.repaired === undefined ? [] : [event.repaired])].join(' ')
    case 'SkillExecuted':
      return `${event.actionId}: ${t.plan.status[event.status]}`
    case 'StateUpdated':
      return `${event.actionId}: beat ${event.n}, ${counted(event.changes, 'change')}. ${event.words}`
    default:
      return event.message
  }
}
