import type { ReactElement } from 'react'
import { own } from '../../../../shared/base/json'
import type { LinePlace } from '../../../canvas/Outline'
import { OutlineRow } from '../../../canvas/OutlineRow'
import { useSession } from '../../../session'
import { heatTexts } from '../../heat/texts'
import { visitsNow } from '../../heat/use-heat'
import { editTexts } from '../texts'
import type { Row } from './rows'

const t = editTexts.outline

const spokenWords = (row: Row, visit: string): string =>
  row.what === 'region'
    ? t.region(row.label, row.note)
    : row.what === 'place'
      ? [t.place(row.label), visit].filter(Boolean).join(', ')
      : t.journey(row.label, row.note)

/** The visits of a place, written and spoken, while the map shows visits. */
function useVisit({ what, id }: Row): { note: string; spoken: string } {
  const visits = useSession((s) => (what === 'place' && s.mapState.heat !== 'off' ? visitsNow(s)?.visits : undefined))
  if (!visits) return { note: '', spoken: '' }
  const visit = own(visits.places, id)
  return visit ? { note: heatTexts.card(visit), spoken: heatTexts.spoken(visit) } : { note: '–', spoken: heatTexts.unvisited }
}

/** A region, a place or a journey in the outline. */
export function WorldRow({ row, place, isSelected }: { row: Row; place: LinePlace; isSelected: boolean }): ReactElement {
  const { what } = row
  const visit = useVisit(row)
  return (
    <OutlineRow
      row={row}
      place={place}
      isSelected={isSelected}
      leadsOn={what === 'journey'}
      className={`of-${what}`}
      spoken={spokenWords(row, visit.spoken)}
    >
      <span className="outline-label clip">{row.label}</span>
      <span className={`outline-note clip ${what === 'place' && visit.note === '' ? 'mono' : 'numbers'}`}>
        {visit.note === '' ? row.note : visit.note}
      </span>
    </OutlineRow>
  )
}
