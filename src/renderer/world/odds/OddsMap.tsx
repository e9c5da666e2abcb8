import { ChevronDown, ChevronUp } from 'lucide-react'
import { useMemo, useState, type ReactElement, useEffect } from 'react'
import type { ActorReach, ReachFinding, Reach } from '../../../shared/analysis/reach'
import { updateMap, useSession } from '../../session'
import { type ReachAnswer, ALL_PLAYERS } from '../../store/map-state'
import { Pick } from '../../ui/Pick'
import { texts } from '../../ui/texts'
import { noMarks } from '../marks'
import { WorldMap } from '../WorldMap'
import { oddsChoices } from './odds-choices'
import { marksOf } from './marks-of'
import { oddsTexts as t } from './texts'
import { retryReach, useReach, REST_MS } from './use-reach'
import { counted } from '../../ui/amounts'
import { Button, Scroll } from '../../ui/Parts'
import { Pages } from '../../ui/Pages'
import { requestOnMap } from '../map-requests'
import { itemsOf } from './finding-items'
import { own } from '../../../shared/base/json'
import type { Preparing } from '../../../shared/analysis/odds'
import { api } from '../../client'
import { afterRest } from '../../ui/after-rest'
import './odds.css'

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
            className="push-button small"
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

function show(finding: ReachFinding): void {
  updateMap({ selection: itemsOf(finding) })
  requestOnMap('selection')
}

function Findings({ reach: { findings, actors } }: { reach: Reach }): ReactElement {
  // Nothing is known about a character who takes no journey, so the list doesn't claim that there are no problems.
  const stuck = actors.flatMap(({ name, why }) => (why === undefined ? [] : t.stuck(name, why)))
  return (
    <Scroll className="odds-findings" label={t.findings}>
      <h2 className="unseen">{t.findings}</h2>
      {stuck.map((sentence) => (
        <p key={sentence} className="quiet">
          {sentence}
        </p>
      ))}
      {findings.length === 0 && stuck.length < actors.length && <p className="quiet">The character can reach every place and gets stuck nowhere.</p>}
      <Pages
        items={findings}
        renderRow={(one) => (
          <button type="button" className="odds-finding" onClick={() => show(one)}>
            <b className={one.kind}>{t.kinds[one.kind]}</b>
            <span>{one.sentence}</span>
          </button>
        )}
      />
    </Scroll>
  )
}

const legendTexts = t.legend

/** The legend of the signs and lines over the map. For several characters, a line gives the number for whom it is open. */
function Legend({ several }: { several: boolean }): ReactElement {
  const lines = several
    ? ([
        ['good', 'all can'],
        ['fair', 'some can'],
        ['bad', 'none can']
      ] as const)
    : ([
        ['good', 'always unhurt'],
        ['fair', 'can go wrong'],
        ['bad', 'impossible'],
        ['none', 'closed now']
      ] as const)
  return (
    <ul className="odds-legend" aria-label="Legend">
      {!several &&
        (['success', 'partial', 'failure'] as const).map((one) => (
          <li key={one}>
            <b className={one}>{t.signs[one]}</b> {legendTexts[one]}
          </li>
        ))}
      {lines.map(([tone, words]) => (
        <li key={tone}>
          <i className={tone} aria-hidden="true" /> {words}
        </li>
      ))}
    </ul>
  )
}

/** The choice that players still have to make at the cursor, with its options; undefined if none. A role that is gone shows all players. */
function usePreparing(): Preparing | undefined {
  const actors = useSession((s) => s.snapshot?.state.actors)
  const [known, setKnown] = useState<Preparing>()
  useEffect(() => {
    const { snapshot } = useSession.getState()
    if (actors === undefined || snapshot === undefined) return undefined
    const hear = (preparing: Preparing | null): void => {
      setKnown(preparing ?? undefined)
      const { odds } = useSession.getState().mapState
      const isKnown = odds === undefined || odds === ALL_PLAYERS || own(actors, odds) !== undefined || preparing?.roles.some(({ id }) => id === odds)
      if (!isKnown) updateMap({ odds: ALL_PLAYERS })
    }
    // Without an answer the list has only players. The odds themselves show the problem.
    return afterRest(REST_MS, (signal) =>
      api.preparing.query({ at: snapshot.commit }, { signal }).then(
        (preparing) => signal.aborted || hear(preparing),
        () => undefined
      )
    )
  }, [actors])
  return known
}
