import type { ReactElement } from 'react'
import { own } from '../../../../shared/base/json'
import type { LinePlace } from '../../../canvas/Outline'
import { OutlineRow } from '../../../canvas/OutlineRow'
import { useSession } from '../../../session'
import { heatTexts } from '../../heat/texts'
import { visitsNow } from '../../heat/use-heat'
import type { Row } from './rows'
import { counted } from '../../../ui/amounts'
const spokenWords = (row: Row, visit: string): string =>
  row.what === 'region'
    ? `${row.label}, region, ${counted(Number(row.note), 'place')}`
    : row.what === 'place'
      ? [`${row.label}, place`, visit].filter(Boolean).join(', ')
      : `Journey to ${row.label}${row.note === '' ? '' : `, ${row.note}`}`

/** The visits of a place, written and spoken, while the map shows visits. */
function useVisit({ what, id }: Row): { note: string; spoken: string } {
  const visits = useSession((s) => (what === 'place' && s.mapState.heat !== 'off' ? visitsNow(s)?.visits : undefined))
  if (!visits) return { note: '', spoken: '' }
  const visit = own(visits.places, id)
  return visit ? { note: heatTexts.card(visit), spoken: heatTexts.spoken(visit) } : { note: '–', spoken: 'not visited' }
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
