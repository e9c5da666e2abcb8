import { Plus } from 'lucide-react'
import { useMemo, useRef, useState, type ReactElement } from 'react'
import { uneditableReason } from '../editing'
import { editWorld } from '../fields/save-edits'
import { loreAtCursor, useSession } from '../session'
import { counted } from '../ui/amounts'
import { Form, SearchField, TextField } from '../ui/Field'
import { Blank, Button } from '../ui/Parts'
import { copyEvent, createEvent, moveEvent, removeEvent, renameFact, retitleEvent, stepEvent } from './edits'
import { eventRows, factRows, shownEvents, type EventRow, type FactRow } from './rows'
import { focusEvent, focusStory, useFacts, useFirstFocus, useStory } from './state'
import { StoryList } from './StoryList'
import { storyTexts as t } from './texts'
import './story-view.css'

const TABS = ['events', 'facts'] as const

/** The story: its events in their order, and its facts. */
export function Story(): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const lore = useSession(loreAtCursor)
  const why = useSession(uneditableReason)
  const { tab, query, naming } = useStory((s) => s)
  const uses = useFacts()
  const rows = useMemo(() => (state && lore ? eventRows({ state, lore }) : []), [state, lore])
  const facts = useMemo(() => (state ? factRows(uses, state) : []), [uses, state])
  if (!state || !lore) return <p className="quiet story-waits">Reading the story…</p>
  const shown = tab === 'events' ? shownEvents(rows, query) : facts.filter(({ id }) => id.toLowerCase().includes(query.trim().toLowerCase()))
  const all = tab === 'events' ? rows.length : facts.length
  const create = { label: t.create[tab], onClick: () => useStory.set({ naming: 'new' }) }
  const number = counted(all, tab === 'events' ? 'event' : 'fact')
  return (
    <section className="story-view" aria-label={t.title}>
      <h1 className="unseen">{t.title}</h1>
      <header className="story-bar">
        <fieldset className="part-choice" aria-label="What is shown">
          {TABS.map((one) => (
            <Button
              key={one}
              label={t.tabs[one]}
              small
              aria-pressed={tab === one}
              onClick={() => useStory.set({ tab: one, query: '', naming: undefined })}
            />
          ))}
        </fieldset>
        <SearchField
          label={t.search[tab]}
          query={query}
          onQuery={(text) => useStory.set({ query: text })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            if (event.key === 'Escape') useStory.set({ query: '' })
            focusStory()
          }}
        />
        <output className="quiet numbers">{shown.length === all ? number : `${shown.length} of ${number}`}</output>
        {why === undefined && <Button icon={<Plus size={14} />} small {...create} />}
      </header>
      {naming === 'new' && <NewName tab={tab} key={tab} />}
      {all === 0 ? (
        <Blank title={tab === 'events' ? 'No story event yet' : 'No fact yet'} {...(why === undefined ? { button: create } : {})}>
          {tab === 'events'
            ? 'A title is enough. What must hold before, and what ends it, can follow.'
            : 'A fact is something that becomes true in play, such as lamp-lit. Events, journeys and conversations can wait for it.'}
        </Blank>
      ) : shown.length === 0 ? (
        <Blank title="Nothing matches the search" button={{ label: 'Show everything', onClick: () => useStory.set({ query: '' }) }} />
      ) : tab === 'events' ? (
        <Events rows={shown as readonly EventRow[]} />
      ) : (
        <Facts rows={shown as readonly FactRow[]} />
      )}
    </section>
  )
}

function Events({ rows }: { rows: readonly EventRow[] }): ReactElement {
  const current = useStory((s) => s.event)
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  return (
    <StoryList
      label={t.tabs.events}
      ids={rows.map(({ id }) => id)}
      nameOf={(id) => byId.get(id)?.title ?? id}
      current={current}
      height={88}
      onSelect={(event) => useStory.set({ event })}
      onOpen={focusEvent}
      onRename={(id, title) => void retitleEvent(id, title)}
      onMove={(id, before) => void moveEvent(id, before)}
      onKey={(shortcut, id) => {
        if (shortcut === 'alt+up' || shortcut === 'alt+arrowup') stepEvent(id, -1)
        else if (shortcut === 'alt+down' || shortcut === 'alt+arrowdown') stepEvent(id, 1)
        else if (shortcut === 'delete') void removeEvent(id)
        else if (shortcut === 'mod+d') void copyEvent(id)
        else return false
        return true
      }}
      renderRow={(id, name) => {
        const row = byId.get(id)
        if (!row) return name
        return (
          <>
            <div className="story-head">
              {name}
              <span className={`story-now is-${row.now}`}>{row.now === 'waiting' ? t.waits(row.missing) : t.now[row.now]}</span>
            </div>
            <p className="quiet clip">{[row.place, row.aim === row.title ? '' : row.aim].filter(Boolean).join(' · ')}</p>
            <p className="clip story-facts">{`${t.begins(row.starts)} · ${t.ends(row.ends)}`}</p>
          </>
        )
      }}
    />
  )
}

function Facts({ rows }: { rows: readonly FactRow[] }): ReactElement {
  const current = useStory((s) => s.fact)
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  return (
    <StoryList
      label={t.tabs.facts}
      ids={rows.map(({ id }) => id)}
      nameOf={(id) => id}
      current={current}
      height={44}
      onSelect={(fact) => useStory.set({ fact })}
      onOpen={focusEvent}
      onRename={(id, to) => void renameFact(id, to)}
      onKey={() => false}
      renderRow={(id, name) => {
        const row = byId.get(id)
        return (
          <div className="story-head">
            {name}
            <span className="numbers">{row?.value || t.noValue}</span>
            {row?.isUnset && <span className="story-unset">{t.unset}</span>}
            {row?.isIdle && <span className="quiet">{t.idle}</span>}
          </div>
        )
      }}
    />
  )
}

/** Asks for the name of a new event or fact. Enter creates it, Esc cancels. */
function NewName({ tab }: { tab: 'events' | 'facts' }): ReactElement {
  const [name, setName] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useFirstFocus(input)
  const close = (): void => useStory.set({ naming: undefined })
  const create = async (typed: string): Promise<void> => {
    if (tab === 'events') return createEvent(typed)
    if (await editWorld([{ op: 'put-fact', id: typed, value: false }])) useStory.set({ fact: typed, query: '' })
    focusStory()
  }
  return (
    <Form
      className="story-new"
      onSubmit={() => {
        if (name.trim() === '') return
        close()
        void create(name.trim())
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        close()
        focusStory()
      }}
    >
      <TextField ref={input} label={t.nameOf[tab]} value={name} maxLength={tab === 'events' ? 200 : 100} onChange={setName} />
      <Button label="Create" main submit disabled={name.trim() === ''} />
      <Button label="Cancel" onClick={close} />
    </Form>
  )
}
