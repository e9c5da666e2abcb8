import { Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { own } from '../../../../shared/base/json'
import type { GameState, Journey } from '../../../../shared/story/state'
import { selectOnMap, updateMap, useSession } from '../../../session'
import { uneditableReason } from '../../../editing'
import { journeysByEnd } from '../outline/rows'
import { editTexts } from '../texts'
import { Button } from '../../../ui/Parts'

const t = editTexts.place

/** The journeys that leave a place and those that lead there, each with a link to its form. */
export function PlaceJourneys({ id, state: { journeys, places } }: { id: string; state: Pick<GameState, 'journeys' | 'places'> }): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const ends = journeysByEnd(journeys)
  const of = (ids: readonly string[] | undefined): [string, Journey][] =>
    (ids ?? []).flatMap((key) => {
      const journey = own(journeys, key)
      return journey ? [[key, journey]] : []
    })
  const from = of(ends.from.get(id))
  const to = of(ends.to.get(id)).filter(([, journey]) => journey.from !== id)
  const row = (key: string, journey: Journey, other: string): ReactElement => (
    <li key={key}>
      <button type="button" className="row-button" onClick={() => selectOnMap({ what: 'journey', id: key })}>
        <span className="clip">{own(places, other)?.name ?? other}</span>
        <span className="quiet clip">{[journey.direction, journey.duration].filter(Boolean).join(' · ')}</span>
      </button>
    </li>
  )
  return (
    <section aria-label={t.journeys}>
      <h3>{t.journeys}</h3>
      {from.length === 0 ? <p className="quiet">{t.noJourneys}</p> : <ul>{from.map(([key, journey]) => row(key, journey, journey.to))}</ul>}
      {to.length > 0 && (
        <>
          <h3>{t.journeysTo}</h3>
          <ul>{to.map(([key, journey]) => row(key, journey, journey.from))}</ul>
        </>
      )}
      {!closed && (
        <Button
          icon={<Plus size={13} />}
          label={t.addWay}
          small
          aria-haspopup="dialog"
          onClick={() => updateMap({ question: { what: 'connect', from: [id] } })}
        />
      )}
    </section>
  )
}
