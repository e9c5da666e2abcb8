import { flushSync } from 'react-dom'
import { MenuPopup, MenuChoice } from '../../ui/Menu'
import { Menu } from '@base-ui/react/menu'
import { Footprints } from 'lucide-react'
import type { ReactElement } from 'react'
import { useSession, arrange, updateMap } from '../../session'
import { run, type Command } from '../../ui/commands'
import { Tip, Button } from '../../ui/Parts'
import { heatTexts as t } from './texts'
import type { Visits } from '../../../shared/analysis/visits'
import { boundsOf } from './levels'
import { recountVisits, visitsNow } from './use-heat'
import { counted } from '../../ui/amounts'
import './heat.css'

const HEATS = ['off', 'session', 'branch'] as const

/** The commands that show visits on the map. */
export const heatCommands: readonly Command[] = HEATS.map((heat) => ({
  id: `map.heat.${heat}`,
  group: 'Map',
  label: t.commands[heat],
  when: () => useSession.getState().present !== undefined,
  run: () => {
    updateMap({ heat, visits: undefined })
    if (heat !== 'off' && useSession.getState().desk.view !== 'map') flushSync(() => arrange({ view: 'map' }))
  }
}))

/** The menu that selects the span of visits on the map. */
export function HeatMenu(): ReactElement {
  const heat = useSession((s) => s.mapState.heat)
  const name = `Party visits: ${t.choices[heat]}`
  return (
    <Menu.Root>
      <Tip text={name}>
        <Menu.Trigger className={`icon-button small ${heat === 'off' ? '' : 'lit'}`} aria-label={name}>
          <Footprints size={14} />
        </Menu.Trigger>
      </Tip>
      <MenuPopup align="start">
        <Menu.RadioGroup value={heat} onValueChange={(picked: (typeof HEATS)[number]) => run(`map.heat.${picked}`)}>
          {HEATS.map((one) => (
            <MenuChoice key={one} value={one} label={t.choices[one]} />
          ))}
        </Menu.RadioGroup>
      </MenuPopup>
    </Menu.Root>
  )
}

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
