import { useState, type ReactElement, type ReactNode } from 'react'
import { Button } from '../ui/Parts'
import { RowList } from '../ui/RowList'
import { fits, runAction, type RowAction } from '../ui/RowMenu'
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
  const shown = entries.slice(0, count)
  const ids = shown.map(({ id }) => id)
  const known = chosen.filter((id) => ids.includes(id))
  const selected = known.length > 0 ? known : ids.slice(0, 1)
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
      <RowList
        label={label}
        classes={{ list: 'lab-entries', row: 'lab-never-entry' }}
        rows={shown}
        nameOf={({ name }) => name}
        selected={selected}
        onSelect={(now) => {
          setChosen(now)
          onStay?.(now.at(-1))
        }}
        actions={actions}
        height={LINE_PX}
        isWhole
        {...(onStay ? { onStay } : {})}
        renderRow={({ body }) => body}
      />
      <MoreRows rest={entries.length - shown.length} onMore={(more) => setCount(count + more)} />
    </>
  )
}
