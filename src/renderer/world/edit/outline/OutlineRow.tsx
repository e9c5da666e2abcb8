import { ChevronDown, ChevronRight, CornerDownRight } from 'lucide-react'
import type { MouseEvent, ReactElement } from 'react'
import { own } from '../../../../shared/json'
import type { RowSelection } from '../../../canvas/use-tree-keys'
import { updateMap, useSession } from '../../../session'
import { heatTexts } from '../../heat/texts'
import { visitsNow } from '../../heat/use-heat'
import type { Row } from './rows'
import { editTexts } from '../texts'

const t = editTexts.outline

interface OutlineRowProps {
  id: string
  row: Row
  top: number
  active: boolean
  selected: boolean
  onPick: (how: RowSelection) => void
}

const spoken = (row: Row, visit: string): string =>
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

/** One row of the outline. The tree handles the keys. */
export function OutlineRow({ id, row, top, active, selected, onPick }: OutlineRowProps): ReactElement {
  const { open, level, what } = row
  const visit = useVisit(row)
  const fold = (event: MouseEvent): void => {
    event.stopPropagation()
    const { folds } = useSession.getState().mapState
    updateMap({ folds: { ...folds, [row.key]: open !== true } })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree that has the focus answers the keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      className={`outline-row of-${what} ${active ? 'active' : ''}`}
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: 6 + 16 * (level - 1) }}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={open}
      aria-selected={selected}
      aria-label={spoken(row, visit.spoken)}
      onClick={(event) => onPick(event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone')}
    >
      <span className="outline-fold" aria-hidden="true" onClick={open === undefined ? undefined : fold}>
        {what === 'journey' ? (
          <CornerDownRight size={12} />
        ) : open === undefined ? null : open ? (
          <ChevronDown size={13} />
        ) : (
          <ChevronRight size={13} />
        )}
      </span>
      <span className="outline-label clip">{row.label}</span>
      <span className={`outline-note clip ${what === 'place' && visit.note === '' ? 'mono' : 'numbers'}`}>
        {visit.note === '' ? row.note : visit.note}
      </span>
    </div>
  )
}
