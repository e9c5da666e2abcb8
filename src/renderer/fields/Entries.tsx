import { Plus, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { own } from '../../shared/base/json'
import { badId, numbered, slug } from '../../shared/story/names'
import type { NameKind } from '../../shared/contract/language-calls'
import { useSession } from '../session'
import { shortcutOf } from '../ui/commands'
import { TextField } from '../ui/Field'
import type { MenuPlace } from '../ui/Menu'
import { RenameField } from '../ui/RenameField'
import { nextAfter, selectedAfter, type Selecting } from '../ui/row-selection'
import { RowMenu, runAction, type RowAction } from '../ui/RowMenu'
import { uneditableReason } from '../editing'
import { fieldTexts as t } from './texts'
import { IdDialog } from './IdDialog'
import { freeId } from './field-values'
import { Button } from '../ui/Parts'

interface EntriesProps<T> {
  title: string
  entries: Readonly<Record<string, T>>
  /** How many of the entries are drawn, from the first one; all by default. Select all takes the others too. */
  drawn?: number
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
  /** The name of an entry, and the entry with another name. Without it, entries can't be renamed in place and duplicated. */
  names?: { of: (entry: T) => string; put: (entry: T, name: string) => T }
  /** Whether entries without names of their own can be duplicated. */
  isCopied?: boolean
  /** What else can be done with entries. */
  more?: readonly RowAction[]
  /** The kind of the entries' ids, if they can be changed with all references; the place that the ids are of, if they are features. */
  ids?: NameKind
  place?: string
  /** Saves all entries. Resolves with undefined if that was refused. */
  onChange: (entries: Record<string, T>) => Promise<unknown>
  children: (id: string, entry: T) => ReactNode
}

/** The entries of a place by id. Each expands to its own fields and can be removed; more can be added. */
export function Entries<T>({
  title,
  entries,
  drawn = Infinity,
  labelOf,
  adds,
  named,
  list,
  isTaken = () => false,
  idFor,
  fresh,
  adder,
  names,
  isCopied = false,
  more = [],
  ids,
  place,
  onChange,
  children
}: EntriesProps<T>): ReactElement {
  const [menu, setMenu] = useState<MenuPlace>()
  const [naming, setNaming] = useState<string>()
  const [changing, setChanging] = useState<string>()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const section = useRef<HTMLElement>(null)
  const all = Object.keys(entries)
  const selected = chosen.filter((id) => Object.hasOwn(entries, id))
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
  const remove = async (ids: readonly string[]): Promise<void> => {
    const next = nextAfter(all, ids)
    const byKey = section.current?.contains(document.activeElement)
    if ((await onChange(Object.fromEntries(Object.entries(entries).filter(([id]) => !ids.includes(id))))) === undefined || !byKey) return
    const button = section.current?.querySelector<HTMLElement>('.adds')
    ;(next === undefined ? button : summaryOf(next))?.focus()
  }
  const summaryOf = (id: string): HTMLElement | null =>
    section.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"] > summary`) ?? null
  const change = (id: string, entry: T): Promise<unknown> => onChange({ ...entries, [id]: entry })
  const copy = async (ids: readonly string[]): Promise<void> => {
    const added: Record<string, T> = {}
    for (const id of ids) {
      const entry = own(entries, id)
      if (!entry) continue
      const taken = new Set(Object.values({ ...entries, ...added }).map((one) => names?.of(one)))
      const name = names && numbered(names.of(entry), (one) => taken.has(one))
      const copyId = name === undefined ? id.replace(/-\d+$/, '') : idOf(name)
      added[freeId(copyId, (one) => Object.hasOwn({ ...entries, ...added }, one) || isTaken(one))] =
        name === undefined ? entry : (names?.put(entry, name) ?? entry)
    }
    if ((await onChange({ ...entries, ...added })) === undefined) return
    setChosen(Object.keys(added))
    summaryOf(Object.keys(added).at(-1) ?? '')?.focus()
  }
  const actions: readonly RowAction[] = [
    ...(names ? [{ label: t.menu.rename, keys: 'f2', isAlone: true, run: ([id]: readonly string[]) => setNaming(id) }] : []),
    ...(names || isCopied ? [{ label: t.menu.copy, keys: 'mod+d', run: copy }] : []),
    ...more,
    ...(ids ? [{ label: t.menu.id, keys: '', isAlone: true, run: ([id]: readonly string[]) => setChanging(id) }] : []),
    { label: t.menu.remove, keys: 'delete', run: remove }
  ]
  /** Selects an entry; one that is among several selected keeps them, so that an action is for all of them. */
  const select = (id: string, how?: Selecting): readonly string[] => {
    const next = how ? selectedAfter(all, selected.length === 0 ? [id] : selected, id, how) : selected.includes(id) ? selected : [id]
    setChosen(next)
    return next
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, id: string): void => {
    if (event.target !== event.currentTarget) return
    const keys = shortcutOf(event)
    const action = actions.find((one) => one.keys !== '' && one.keys === keys)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (action && !event.repeat) {
      const ids = select(id)
      runAction(action, () => ids)
    } else if (step !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const to = all.slice(0, drawn)[all.indexOf(id) + step]
      if (to === undefined) return
      if (!event.shiftKey) setChosen([])
      else setChosen(selected.includes(to) ? selected.filter((one) => one !== id) : [...(selected.includes(id) ? selected : [id]), to])
      summaryOf(to)?.focus()
    } else if (keys === 'mod+a') setChosen(all)
    else if (event.key === 'Escape' && selected.length > 1) setChosen([])
    else if (keys === 'shift+f10' || event.key === 'ContextMenu') {
      select(id)
      setMenu({ element: event.currentTarget })
    } else return
    event.preventDefault()
  }
  return (
    <section ref={section} className="entries" aria-label={title}>
      <h3>{title}</h3>
      <output className="quiet numbers">{selected.length > 1 ? t.selected(selected.length) : ''}</output>
      {Object.entries(entries)
        .slice(0, drawn)
        .map(([id, entry]) => (
          <details key={id} className={selected.length > 1 && selected.includes(id) ? 'form-entry is-selected' : 'form-entry'} data-entry={id}>
            <summary
              onKeyDown={(event) => onKeyDown(event, id)}
              onClick={(event) => {
                if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return setChosen([id])
                event.preventDefault()
                select(id, event.shiftKey ? 'range' : 'toggle')
                event.currentTarget.focus()
              }}
              onContextMenu={(event) => {
                event.preventDefault()
                select(id)
                setMenu({ x: event.clientX, y: event.clientY })
              }}
            >
              {naming === id && names ? (
                <RenameField
                  now={names.of(entry)}
                  list={() => summaryOf(id)}
                  onDone={(name) => {
                    setNaming(undefined)
                    if (name !== undefined) void change(id, names.put(entry, name))
                  }}
                />
              ) : (
                <span className="clip">{labelOf(entry, id)}</span>
              )}{' '}
              {!labelOf(entry, id).startsWith(id) && <code className="quiet">{id}</code>}
            </summary>
            <div className="form-entry-fields">
              {children(id, entry)}
              {!closed && <Button icon={<X size={13} />} label={t.take(labelOf(entry, id))} small onClick={() => void remove([id])} />}
            </div>
          </details>
        ))}
      {menu && (
        <RowMenu
          place={menu}
          actions={actions}
          selected={() => selected}
          list={() => summaryOf(selected.at(-1) ?? '')}
          onClose={() => setMenu(undefined)}
        />
      )}
      {ids && changing !== undefined && (
        <IdDialog kind={ids} now={changing} place={place} onChanged={(id) => summaryOf(id)?.focus()} onClose={() => setChanging(undefined)} />
      )}
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
