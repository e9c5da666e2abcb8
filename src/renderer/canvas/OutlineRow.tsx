import { ChevronDown, ChevronRight, CornerDownRight } from 'lucide-react'
import type { MouseEvent, ReactElement, ReactNode } from 'react'
import type { LinePlace } from './Outline'
import type { TreeRow } from './tree'

interface OutlineRowProps {
  row: TreeRow
  place: LinePlace
  isSelected: boolean
  className: string
  spoken: string
  title?: string
  children: ReactNode
}

/** One row of an outline. The tree handles the keys. */
export function OutlineRow({ row, place, isSelected, className, spoken, title, children }: OutlineRowProps): ReactElement {
  const { open, level, leadsOn } = row
  const fold = (event: MouseEvent): void => {
    event.stopPropagation()
    place.onFold(open !== true)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree that has the focus answers the keys
    <div
      id={place.id}
      role="treeitem"
      tabIndex={-1}
      className={`outline-row ${className} ${place.isActive ? 'active' : ''}`}
      style={{ transform: `translateY(${place.top}px)`, paddingInlineStart: 6 + 16 * (level - 1) }}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={open}
      aria-selected={isSelected}
      aria-label={spoken}
      title={title}
      onContextMenu={place.onMenu && ((event) => place.onMenu?.(event, isSelected))}
      onClick={(event) => place.onPick(event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone')}
    >
      <span className="outline-fold" aria-hidden="true" onClick={open === undefined ? undefined : fold}>
        {leadsOn ? <CornerDownRight size={12} /> : open === undefined ? null : open ? <ChevronDown size={13} /> : <ChevronRight size={13} />}
      </span>
      {children}
    </div>
  )
}
