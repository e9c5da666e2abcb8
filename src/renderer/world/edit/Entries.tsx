import { Plus, X } from 'lucide-react'
import { useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { badId } from '../../../shared/names'
import { useSession } from '../../session'
import { editTexts as t } from '../../ui/edit-texts'
import { TextField } from '../../ui/Field'
import { shut } from '../edit-verbs'

interface EntriesProps<T> {
  title: string
  entries: Readonly<Record<string, T>>
  labelOf: (entry: T, id: string) => string
  /** Words of the button that adds one. */
  adds: string
  /** What an added one begins as. */
  fresh: (id: string) => T
  /** Saves all of them. */
  onChange: (entries: Record<string, T>) => void
  children: (id: string, entry: T) => ReactNode
}

/** Things by id that a place has: each opens to its own fields, can be removed, and more can be added. */
export function Entries<T>({ title, entries, labelOf, adds, fresh, onChange, children }: EntriesProps<T>): ReactElement {
  const closed = useSession((s) => shut(s) !== undefined)
  const without = (id: string): Record<string, T> => Object.fromEntries(Object.entries(entries).filter(([key]) => key !== id))
  return (
    <section className="entries" aria-label={title}>
      <h3>{title}</h3>
      {Object.entries(entries).map(([id, entry]) => (
        <details key={id} className="entry">
          <summary>
            <span className="clip">{labelOf(entry, id)}</span> <code className="quiet">{id}</code>
          </summary>
          <div className="entry-fields">
            {children(id, entry)}
            {!closed && (
              <button type="button" className="button small" onClick={() => onChange(without(id))}>
                <X size={13} aria-hidden="true" /> {t.place.take(labelOf(entry, id))}
              </button>
            )}
          </div>
        </details>
      ))}
      {!closed && <Adding words={adds} taken={(id) => id in entries} onAdd={(id) => onChange({ ...entries, [id]: fresh(id) })} />}
    </section>
  )
}

/** Asks for the id of what is added. */
function Adding({ words, taken, onAdd }: { words: string; taken: (id: string) => boolean; onAdd: (id: string) => void }): ReactElement {
  const [id, setId] = useState<string>()
  if (id === undefined)
    return (
      <button type="button" className="button small" onClick={() => setId('')}>
        <Plus size={13} aria-hidden="true" /> {words}
      </button>
    )
  const wanted = id.trim()
  const fault = taken(wanted) ? t.place.idTaken : wanted !== '' && badId(wanted) !== undefined ? t.place.newIdHint : undefined
  const add = (): void => {
    if (wanted === '' || fault !== undefined) return
    setId(undefined)
    onAdd(wanted)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') add()
    else if (event.key === 'Escape') setId(undefined)
    else return
    event.preventDefault()
  }
  return (
    <div className="adding">
      <TextField
        label={t.place.newId}
        hint={t.place.newIdHint}
        fault={fault}
        mono
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field was asked for by the button it takes the place of
        autoFocus
        value={id}
        maxLength={120}
        onChange={setId}
        onKeyDown={onKeyDown}
      />
      <button type="button" className="button small" disabled={wanted === '' || fault !== undefined} onClick={add}>
        {words}
      </button>
    </div>
  )
}
