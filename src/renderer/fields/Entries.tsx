import { Plus, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { badId, slug } from '../../shared/story/names'
import { useSession } from '../session'
import { TextField } from '../ui/Field'
import { uneditableReason } from '../editing'
import { fieldTexts as t } from './texts'
import { freeId } from './field-values'
import { Button } from '../ui/Parts'

interface EntriesProps<T> {
  title: string
  entries: Readonly<Record<string, T>>
  labelOf: (entry: T, id: string) => string
  /** Labels of the button that adds an entry and of the field for its name. */
  adds: string
  named: string
  list?: string
  /** Whether an entry that isn't shown has this id. */
  isTaken?: (id: string) => boolean
  /** The id of a new entry, if it isn't derived from its name. */
  idFor?: (name: string) => string
  fresh: (id: string, name: string) => T
  /** The control that adds an entry, if it isn't a field for its name. */
  adder?: ReactNode
  /** Saves all entries. Resolves with undefined if that was refused. */
  onChange: (entries: Record<string, T>) => Promise<unknown>
  children: (id: string, entry: T) => ReactNode
}

/** The entries of a place by id. Each expands to its own fields and can be removed; more can be added. */
export function Entries<T>({
  title,
  entries,
  labelOf,
  adds,
  named,
  list,
  isTaken = () => false,
  idFor,
  fresh,
  adder,
  onChange,
  children
}: EntriesProps<T>): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const section = useRef<HTMLElement>(null)
  const idOf = (name: string): string =>
    idFor?.(name) ?? freeId(slug(name), (id) => Object.hasOwn(entries, id) || isTaken(id) || badId(id) !== undefined)
  // The new entry is opened, and its first empty field gets the focus.
  const add = async (name: string): Promise<boolean> => {
    const id = idOf(name)
    if ((await onChange({ ...entries, [id]: fresh(id, name) })) === undefined) return false
    const entry = section.current?.querySelector<HTMLDetailsElement>(`[data-entry="${CSS.escape(id)}"]`)
    if (!entry) return true
    entry.open = true
    const fields = [...entry.querySelectorAll<HTMLElement>('input[type=text],textarea,[contenteditable=true]')]
    const isEmpty = (one: HTMLElement): boolean => ('value' in one ? one.value : one.textContent) === ''
    ;(fields.find(isEmpty) ?? fields[0])?.focus()
    return true
  }
  // The focus moves to the next entry, else to the button that adds one.
  const remove = async (id: string): Promise<void> => {
    const at = Object.keys(entries).indexOf(id)
    const { [id]: _, ...others } = entries
    const byKey = section.current?.contains(document.activeElement)
    if ((await onChange(others)) === undefined || !byKey) return
    const stops = [...(section.current?.querySelectorAll<HTMLElement>('summary,.adds') ?? [])]
    stops[Math.min(at, stops.length - 1)]?.focus()
  }
  return (
    <section ref={section} className="entries" aria-label={title}>
      <h3>{title}</h3>
      {Object.entries(entries).map(([id, entry]) => (
        <details key={id} className="form-entry" data-entry={id}>
          <summary>
            <span className="clip">{labelOf(entry, id)}</span> {!labelOf(entry, id).startsWith(id) && <code className="quiet">{id}</code>}
          </summary>
          <div className="form-entry-fields">
            {children(id, entry)}
            {!closed && <Button icon={<X size={13} />} label={t.take(labelOf(entry, id))} small onClick={() => void remove(id)} />}
          </div>
        </details>
      ))}
      {!closed && (adder ?? <AddEntry words={adds} label={named} list={list} idOf={idOf} onAdd={add} />)}
    </section>
  )
}

interface AddEntryProps {
  words: string
  label: string
  list: string | undefined
  idOf: (name: string) => string
  /** Adds an entry with this name. Resolves with false if that was refused. */
  onAdd: (name: string) => Promise<boolean>
}

/** Asks for the name of a new entry, from which its id is derived. The field keeps the focus until the new entry can take it. */
function AddEntry({ words, label, list, idOf, onAdd }: AddEntryProps): ReactElement {
  const [name, setName] = useState<string>()
  const [saving, setSaving] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const leave = (): void => {
    flushSync(() => setName(undefined))
    button.current?.focus()
  }
  if (name === undefined) return <Button icon={<Plus size={13} />} label={words} small className="adds" ref={button} onClick={() => setName('')} />
  const trimmed = name.trim()
  const add = async (): Promise<void> => {
    if (trimmed === '' || saving) return
    setSaving(true)
    if (await onAdd(trimmed)) setName(undefined)
    setSaving(false)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) void add()
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
  }
  return (
    <div className="adding">
      <TextField
        label={label}
        hint={trimmed === '' ? undefined : t.newId(idOf(trimmed))}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field was asked for by the button it takes the place of
        autoFocus
        value={name}
        list={list}
        maxLength={200}
        readOnly={saving}
        onChange={setName}
        onKeyDown={onKeyDown}
      />
      <Button label={words} small disabled={trimmed === '' || saving} onClick={() => void add()} />
    </div>
  )
}
