import { ChevronDown, ChevronUp } from 'lucide-react'
import { useMemo, useState, type ReactElement } from 'react'
import type { ActorReach } from '../../../shared/analysis/reach'
import { updateMap, useSession } from '../../session'
import type { ReachAnswer } from '../../store/map-state'
import { Pick } from '../../ui/Pick'
import { texts } from '../../ui/texts'
import { noMarks } from '../marks'
import { WorldMap } from '../WorldMap'
import { Findings } from './Findings'
import { Legend } from './Legend'
import { oddsChoices } from './odds-choices'
import { marksOf } from './marks-of'
import { oddsTexts as t } from './texts'
import { usePreparing } from './use-preparing'
import { retryReach, useReach } from './use-reach'
import './odds.css'
import { counted } from '../../ui/amounts'
import { Button } from '../../ui/Parts'

const NOBODY = ''

/** The whole map, with odds over it if they are shown. */
export function OddsMap(): ReactElement {
  useReach()
  const who = useSession((s) => s.mapState.odds)
  const answer = useSession((s) => (s.mapState.reach?.of === s.mapState.odds ? s.mapState.reach : undefined))
  const waiting = useSession((s) => s.mapState.odds !== undefined && s.mapState.reach?.at !== s.snapshot?.commit)
  const some = answer?.some === true
  const [open, setOpen] = useState(true)
  const reach = who === undefined ? undefined : answer?.reach
  const marks = useMemo(() => (reach ? marksOf(reach) : noMarks), [reach])
  const empty = useSession((s) => Object.keys(s.snapshot?.state.places ?? {}).length === 0)
  if (empty) return <WorldMap />
  return (
    <div className={`odds-map ${waiting && reach ? 'before' : ''}`} aria-busy={waiting || some}>
      <div className="odds-strip" role="toolbar" aria-label={t.strip}>
        <WhoseOdds who={who} />
        <Said answer={who === undefined ? undefined : answer} waiting={waiting} />
        {reach && !some && (
          <button
            type="button"
            className="button small"
            aria-expanded={open}
            aria-label={`${open ? 'Hide findings' : 'Show findings'}: ${reach.findings.length}`}
            onClick={() => setOpen(!open)}
          >
            {reach.findings.length === 0 ? 'No findings' : counted(reach.findings.length, 'finding')}
            {open ? <ChevronDown size={13} aria-hidden="true" /> : <ChevronUp size={13} aria-hidden="true" />}
          </button>
        )}
      </div>
      <div className="odds-ground">
        <WorldMap marks={marks} />
      </div>
      {reach && <Legend several={reach.actors.length > 1} />}
      {reach && !some && open && <Findings reach={reach} />}
    </div>
  )
}

/** Selects the odds on the map: none, those of all players, or those of one character. */
function WhoseOdds({ who }: { who: string | undefined }): ReactElement {
  const actors = useSession((s) => s.snapshot?.state.actors)
  const preparing = usePreparing()
  const items = useMemo(() => [{ value: NOBODY, label: 'Hidden' }, ...oddsChoices(actors ?? {}, preparing, who)], [actors, who, preparing])
  return (
    <>
      <span className="quiet">Odds</span>
      <Pick
        label={t.strip}
        items={items}
        value={who ?? NOBODY}
        align="start"
        onPick={(one) => updateMap({ odds: one === NOBODY ? undefined : one })}
      />
    </>
  )
}

/** The basis of the odds, or why there are none. */
function Said({ answer, waiting }: { answer: ReachAnswer | undefined; waiting: boolean }): ReactElement {
  if (answer?.problem !== undefined)
    return (
      <span className="odds-said" role="alert">
        {answer.problem} <Button label="Calculate again" small onClick={retryReach} />
      </span>
    )
  const actors = answer?.reach?.actors ?? []
  const preparing = answer?.reach?.preparing
  const [only] = actors
  if (answer?.some && !waiting) return <output className="odds-said quiet clip">Calculated the nearest journeys. The others follow…</output>
  return (
    <output className="odds-said quiet clip">
      {only
        ? actors.length > 1
          ? preparing
            ? texts.odds.preparing(preparing)
            : `${actors.length} players, each alone`
          : summaryOf(only)
        : waiting
          ? 'Calculating…'
          : ''}
    </output>
  )
}

function summaryOf({ name, from, places, stats, why }: ActorReach): string {
  if (why !== undefined) return t.stuck(name, why)
  return t.standing(name, places.find(({ place }) => place === from)?.name ?? from, stats)
}
