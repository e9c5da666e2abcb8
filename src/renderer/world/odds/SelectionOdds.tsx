import { type ReactElement, useEffect, type ReactNode } from 'react'
import type { ActorReach, PlaceReach } from '../../../shared/analysis/reach'
import { useSession, updateMap, type Session } from '../../session'
import { type MapItem, type InteractionsAnswer, ALL_PLAYERS } from '../../store/map-state'
import { Mean } from '../../ui/Chance'
import { oddsTexts } from './texts'
import type { InteractionOdds, Chance } from '../../../shared/analysis/odds'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { PLAYING_REST_MS, REST_MS } from './use-reach'
import { afterRest } from '../../ui/after-rest'

const MAX_FRACTION_CHARS = 24

/** A number to at most two decimals. */
const round = (value: number): string => String(Number(value.toFixed(2)))

/** A chance with its fraction. A fraction that is too long is shown on hover. */
function exact({ percent, fraction }: Chance): ReactNode {
  if (!fraction.includes('/')) return percent
  return fraction.length > MAX_FRACTION_CHARS ? (
    <span title={fraction}>{`${percent} (a fraction of ${fraction.length - 1} digits)`}</span>
  ) : (
    `${percent} (${fraction})`
  )
}

/** A row of a list of terms. */
function OddsRow({ of, children }: { of: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{of}</dt>
      <dd className="numbers">{children}</dd>
    </div>
  )
}

const t = oddsTexts.side

/** The exact odds of the selected item, for each character whose odds the map shows. */
export function SelectionOdds({ item: { what, id } }: { item: MapItem }): ReactElement | null {
  const reach = useSession((s) => (s.mapState.odds !== undefined && s.mapState.reach?.of === s.mapState.odds ? s.mapState.reach.reach : undefined))
  const answer = useInteractions(what === 'place' ? id : undefined)
  if (!reach || what === 'region') return null
  return (
    <>
      {reach.actors.map((one) => {
        const rows = what === 'journey' ? <WayOdds of={one} id={id} /> : <PlaceOdds of={one} id={id} />
        return (
          <section key={one.actor} className="selection-odds">
            <h3>{t.title(one.name)}</h3>
            {one.why === undefined ? rows : <p className="quiet">{oddsTexts.stuck(one.name, one.why)}</p>}
            {answer && <Interactions actor={one.actor} answer={answer} />}
          </section>
        )
      })}
    </>
  )
}

function WayOdds({ of: { journeys }, id }: { of: ActorReach; id: string }): ReactElement | null {
  const journeyReach = journeys.find(({ journey }) => journey === id)
  if (!journeyReach) return null
  const { counted, shut, requires, why } = journeyReach
  if (!counted) return <p className="quiet">{why}</p>
  const harm = counted.harm.length > 1 ? counted.harm : []
  return (
    <>
      {counted.impossible && <p className="impossible">{oddsTexts.kinds.impossible}</p>}
      {shut && requires !== undefined && <p className="quiet">{`Closed now. The odds assume that its condition “${requires}” is met.`}</p>}
      <dl>
        <OddsRow of="Arrives">{exact(counted.arrives)}</OddsRow>
        <OddsRow of="Arrives unhurt">{exact(counted.success)}</OddsRow>
        <OddsRow of="Arrives hurt">{exact(counted.partial)}</OddsRow>
        <OddsRow of="Doesn’t arrive">{exact(counted.failure)}</OddsRow>
        <OddsRow of={t.damage}>
          <Mean {...counted.damage} />
        </OddsRow>
        {harm.map(({ amount, chance }) => (
          <OddsRow key={amount} of={t.harm(amount)}>
            {exact(chance)}
          </OddsRow>
        ))}
        <OddsRow of={t.minutes}>
          <Mean {...counted.minutes} />
        </OddsRow>
        {counted.label !== undefined && <OddsRow of={t.stat}>{counted.label}</OddsRow>}
      </dl>
    </>
  )
}

function PlaceOdds({ of: { places, journeys, from }, id }: { of: ActorReach; id: string }): ReactElement | null {
  const place = places.find((one) => one.place === id)
  if (!place) return null
  if (id === from) return <p className="quiet">Is here</p>
  if (!place.chance) return <p className="quiet">{place.why}</p>
  return (
    <>
      {place.open !== 'now' && <p className={place.open === 'never' ? 'impossible' : 'quiet'}>{place.open === 'never' ? 'never' : 'closed now'}</p>}
      <dl>
        <OddsRow of="Can ever reach">{exact(place.chance)}</OddsRow>
        {place.route.length > 0 && (
          <>
            <OddsRow of={t.damage}>{round(place.damage)}</OddsRow>
            <OddsRow of={t.minutes}>{round(place.minutes)}</OddsRow>
            <OddsRow of="Via">{routeWords(place, journeys)}</OddsRow>
          </>
        )}
      </dl>
    </>
  )
}

/** The most places of a route that are named. Those in the middle of a longer route are counted. */
const MAX_ROUTE_PLACES = 10

function routeWords({ route }: PlaceReach, journeys: ActorReach['journeys']): string {
  const names = new Map(journeys.map(({ journey, names: [, to] }) => [journey, to]))
  const all = route.map((id) => names.get(id) ?? id)
  const shown =
    all.length <= MAX_ROUTE_PLACES
      ? all
      : [...all.slice(0, MAX_ROUTE_PLACES - 3), `${(all.length - MAX_ROUTE_PLACES + 1).toLocaleString('en')} more`, ...all.slice(-2)]
  return shown.join(' → ')
}

function Interactions({ actor, answer }: { actor: string; answer: InteractionsAnswer }): ReactElement {
  if (answer.problem !== undefined) return <p className="quiet">{answer.problem}</p>
  const mine = answer.dealings?.find((one) => one.actor === actor)?.interactions ?? []
  return (
    <>
      {mine.map((one) => (
        <Dealing key={JSON.stringify([one.target, one.params])} {...one} />
      ))}
    </>
  )
}

function Dealing({ name, with: what, counted, why }: InteractionOdds): ReactElement {
  return (
    <>
      <h4>{what === undefined ? `With ${name}` : `With ${name}: ${what.split(':')[0] ?? what}`}</h4>
      {counted ? (
        <dl>
          {counted.success.fraction !== '1' && <OddsRow of="Success">{exact(counted.success)}</OddsRow>}
          {counted.partial.fraction !== '0' && <OddsRow of="Success at a cost">{exact(counted.partial)}</OddsRow>}
          {counted.damage.fraction !== '0' && (
            <OddsRow of={t.damage}>
              <Mean {...counted.damage} />
            </OddsRow>
          )}
          {counted.down.fraction !== '0' && <OddsRow of="Brings the target down">{exact(counted.down)}</OddsRow>}
          {counted.back.fraction !== '0' && (
            <OddsRow of="Damage taken, on average">
              <Mean {...counted.back} />
            </OddsRow>
          )}
          {counted.falls.fraction !== '0' && <OddsRow of="Goes down">{exact(counted.falls)}</OddsRow>}
          {counted.label !== undefined && <OddsRow of={t.stat}>{counted.label}</OddsRow>}
        </dl>
      ) : (
        <p className="quiet">{why}</p>
      )}
    </>
  )
}

/** Whether a place has an NPC with whom the characters with odds could interact. */
const isMet = ({ snapshot, mapState }: Session, place: string | undefined): boolean =>
  Object.entries(snapshot?.state.actors ?? {}).some(([id, { location, kind }]) => location === place && kind === 'npc' && id !== mapState.odds)

/**
 * Fetches the possible interactions in a place for the characters whose odds are shown, and stores the answer with the map. The previous answer
 * for the same place stays until then. Undefined if there is nothing to fetch.
 */
function useInteractions(place: string | undefined): InteractionsAnswer | undefined {
  const who = useSession((s) => s.mapState.odds)
  const commit = useSession((s) => s.snapshot?.commit)
  const playing = useSession((s) => s.cursor === undefined && s.present?.table.running === true)
  const met = useSession((s) => isMet(s, place))
  const answer = useSession(({ mapState: { interactions: dealings, odds } }) =>
    dealings?.of === odds && dealings?.place === place ? dealings : undefined
  )
  const isNew = answer?.at !== commit
  useEffect(() => {
    if (who === undefined || commit === undefined || place === undefined || !met || !isNew) return undefined
    return afterRest(playing ? PLAYING_REST_MS : REST_MS, (signal) => {
      const hear = (what: Pick<InteractionsAnswer, 'dealings' | 'problem'>): void => {
        if (!signal.aborted) updateMap({ interactions: { of: who, at: commit, place, ...what } })
      }
      return api.interactions.query({ place, at: commit, ...(who === ALL_PLAYERS ? {} : { as: who }) }, { signal }).then(
        (dealings) => hear({ dealings }),
        (error: unknown) => hear({ problem: problemOf(error).message })
      )
    })
  }, [who, commit, place, playing, met, isNew])
  return met ? answer : undefined
}
