import type { ReactElement } from 'react'
import type { Visits } from '../../../shared/analysis/visits'
import { useSession } from '../../session'
import { heatTexts as t } from './texts'
import './heat.css'
import { boundsOf } from './levels'
import { recountVisits, visitsNow } from './use-heat'
import { counted } from '../../ui/amounts'
import { Button } from '../../ui/Parts'

/** The legend of the colours of visits, with the counted span. */
export function HeatLegend(): ReactElement | null {
  const span = useSession((s) => s.mapState.heat)
  const visits = useSession(visitsNow)
  const waiting = useSession((s) => visitsNow(s)?.at !== s.snapshot?.commit)
  if (span === 'off') return null
  return (
    <section className="heat-legend" aria-label={t.titles[span]} aria-busy={waiting}>
      <b>{t.titles[span]}</b>
      {visits?.problem === undefined ? (
        <output className="numbers">{said(span, visits?.visits)}</output>
      ) : (
        <p role="alert">
          {visits.problem} <Button label="Try again" small onClick={recountVisits} />
        </p>
      )}
      {visits?.visits && <Ranges bounds={boundsOf(visits.visits)} />}
    </section>
  )
}

function said(span: 'session' | 'branch', visits: Visits | undefined): string {
  if (!visits) return 'Counting…'
  return visits.beats === 0 ? t.none[span] : `${counted(visits.beats, 'beat')} in ${counted(Object.keys(visits.places).length, 'place')}`
}

function Ranges({ bounds }: { bounds: readonly number[] }): ReactElement | null {
  if (bounds.length === 0) return null
  return (
    <ul>
      {bounds.map((bound, k) => (
        <li key={bound} className={`numbers heat-${k + 1}`}>
          <i aria-hidden="true" />
          {k === 0 ? (bound <= 1 ? counted(bound, 'beat') : `up to ${counted(bound, 'beat')}`) : t.range((bounds[k - 1] ?? 0) + 1, bound)}
        </li>
      ))}
    </ul>
  )
}
