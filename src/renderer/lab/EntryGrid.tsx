/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a list in which several entries can be selected */
import { useLayoutEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { Button } from '../ui/Parts'
import { fits, runAction, type RowAction } from '../ui/RowMenu'
import { useRowGrid } from '../ui/use-row-grid'
import { MoreRows } from './PartSection'

interface Entry {
  id: string
  name: string
  body: ReactNode
}

interface EntryGridProps {
  label: string
  entries: readonly Entry[]
  /** What can be done with the selected entries; the first one answers a double click. */
  actions: readonly RowAction[]
  /** Called with the entry at which the reader is, by pointer or keys. */
  onStay?: (id: string | undefined) => void
}

/** The entries that are shown first, and the height of a line for keys that turn pages. */
const FIRST_ENTRIES = 50
const LINE_PX = 56

/** Entries of a report of which several can be selected, with a button for each thing that can be done with them. */
export function EntryGrid({ label, entries, actions, onStay }: EntryGridProps): ReactElement {
  const [count, setCount] = useState(FIRST_ENTRIES)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const box = useRef<HTMLDivElement>(null)
  const shown = entries.slice(0, count)
  const ids = shown.map(({ id }) => id)
  const known = chosen.filter((id) => ids.includes(id))
  const selected = known.length > 0 ? known : ids.slice(0, 1)
  const names = new Map(shown.map(({ id, name }) => [id, name]))
  const { active, onKeyDown, rowProps, menu } = useRowGrid({
    box,
    ids,
    nameOf: (id) => names.get(id) ?? id,
    selected,
    onSelect: (chosen) => {
      setChosen(chosen)
      onStay?.(chosen.at(-1))
    },
    actions,
    columns: 1,
    lineHeightPx: LINE_PX,
    onInsert: () => undefined
  })
  useLayoutEffect(() => {
    if (document.activeElement === box.current) document.getElementById(active ?? '')?.scrollIntoView({ block: 'nearest' })
  }, [active, box])
  return (
    <>
      <div className="lab-entry-actions">
        {actions.map((action) => (
          <Button
            key={action.label}
            label={action.label}
            small
            {...(action.keys === '' ? {} : { shortcut: action.keys })}
            disabled={!fits(action, selected.length)}
            onClick={() => runAction(action, () => selected)}
          />
        ))}
        {selected.length > 1 && <output className="quiet numbers">{`${selected.length.toLocaleString('en')} selected`}</output>}
      </div>
      <div
        ref={box}
        className="lab-entries"
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable="true"
        aria-rowcount={shown.length}
        aria-activedescendant={active}
        onKeyDown={onKeyDown}
        onFocus={() => onStay?.(selected.at(-1))}
      >
        {shown.map(({ id, body }, index) => {
          const props = rowProps(id, index, 'lab-never-entry')
          const [first] = actions
          return (
            <div key={id} role="row" aria-rowindex={index + 1}>
              {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid answers the keys */}
              <div
                role="gridcell"
                tabIndex={-1}
                {...props}
                onClick={(event) => {
                  props.onClick(event)
                  box.current?.focus({ preventScroll: true })
                }}
                onPointerEnter={() => onStay?.(id)}
                onDoubleClick={() => first && runAction(first, () => [id])}
              >
                {body}
              </div>
            </div>
          )
        })}
      </div>
      <MoreRows rest={entries.length - shown.length} onMore={(more) => setCount(count + more)} />
      {menu}
    </>
  )
}
