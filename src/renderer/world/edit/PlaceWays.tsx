import { Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { own } from '../../../shared/json'
import type { GameState, Journey } from '../../../shared/state'
import { choose, onMap, useSession } from '../../session'
import { uneditableReason } from '../../editing'
import { waysOf } from './outline'
import { editTexts } from './texts'

const t = editTexts.place

/** The journeys that leave a place and those that lead there, each a way to its form. */
export function PlaceWays({ id, state: { journeys, places } }: { id: string; state: Pick<GameState, 'journeys' | 'places'> }): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const ways = waysOf(journeys)
  const of = (ids: readonly string[] | undefined): [string, Journey][] =>
    (ids ?? []).flatMap((key) => {
      const way = own(journeys, key)
      return way ? [[key, way]] : []
    })
  const from = of(ways.from.get(id))
  const to = of(ways.to.get(id)).filter(([, way]) => way.from !== id)
  const row = (key: string, way: Journey, other: string): ReactElement => (
    <li key={key}>
      <button type="button" className="row-button" onClick={() => choose({ what: 'journey', id: key })}>
        <span className="clip">{own(places, other)?.name ?? other}</span>
        <span className="quiet clip">{[way.direction, way.duration].filter(Boolean).join(' · ')}</span>
      </button>
    </li>
  )
  return (
    <section aria-label={t.ways}>
      <h3>{t.ways}</h3>
      {from.length === 0 ? <p className="quiet">{t.noWays}</p> : <ul>{from.map(([key, way]) => row(key, way, way.to))}</ul>}
      {to.length > 0 && (
        <>
          <h3>{t.waysTo}</h3>
          <ul>{to.map(([key, way]) => row(key, way, way.from))}</ul>
        </>
      )}
      {!closed && (
        <button type="button" className="button small" aria-haspopup="dialog" onClick={() => onMap({ asking: { what: 'connect', from: [id] } })}>
          <Plus size={13} aria-hidden="true" /> {t.addWay}
        </button>
      )}
    </section>
  )
}
