import { Plus } from 'lucide-react'
import { useMemo, useRef, useState, type ReactElement } from 'react'
import type { FactUses } from '../../shared/contract/language-calls'
import { uneditableReason } from '../editing'
import { factId } from '../fields/find-names'
import { fieldTexts } from '../fields/texts'
import { loreAtCursor, useSession } from '../session'
import { useFirstFocus } from '../ui/first-field'
import { counted, countOrSelected } from '../ui/amounts'
import { Form, SearchField, TextField } from '../ui/Field'
import { Blank, Button } from '../ui/Parts'
import { createEvent, createFact, createItem, createTable } from './edits'
import { itemRows, shownItems, shownNamed, type ItemRow } from './items'
import { Events, Facts, Items, Tables } from './lists'
import { eventRows, factRows, shownEvents, shownFacts, type EventRow, type FactRow } from './rows'
import { StoryGraph } from './StoryGraph'
import { focusStory, select, TABS, useReadStory, useStory, type StoryTab } from './state'
import { tableRows, type TableRow } from './tables'
import { storyTexts as t } from './texts'
import './story-view.css'

const NO_USES: readonly FactUses[] = []

/** The story: its events in their order, its facts, both as a graph, and the items and tables of the game. */
export function Story(): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const lore = useSession(loreAtCursor)
  const why = useSession(uneditableReason)
  const { tab, query, isGraph, naming, selected, uses, items, tables, unread } = useStory((s) => s)
  useReadStory()
  const rows = useMemo(() => (state && lore ? eventRows({ state, lore }) : []), [state, lore])
  const facts = useMemo(() => (state ? factRows(uses ?? NO_USES, state, lore?.facts) : []), [uses, state, lore])
  const things = useMemo(() => (state && items ? itemRows(items, state) : []), [items, state])
  const dice = useMemo(() => (tables ? tableRows(tables) : []), [tables])
  if (!state || !lore) return <p className="quiet story-waits">Reading the story…</p>
  const shown =
    tab === 'events'
      ? shownEvents(rows, query)
      : tab === 'items'
        ? shownItems(things, query)
        : tab === 'tables'
          ? shownNamed(dice, query, ({ id, name, texts }) => [id, name, ...texts])
          : shownFacts(facts, query)
  const all = { events: rows, facts, items: things, tables: dice }[tab].length
  const isRead = (tab === 'events' && !isGraph) || { events: uses, facts: uses, items, tables }[tab] !== undefined
  const create = { label: t.create[tab], onClick: () => useStory.set({ naming: 'new' }) }
  const number = counted(all, t.nouns[tab])
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
              aria-pressed={tab === one && !isGraph}
              onClick={() => useStory.set({ tab: one, isGraph: false, query: '', naming: undefined })}
            />
          ))}
          <Button
            label={t.graph.tab}
            small
            aria-pressed={isGraph}
            onClick={() => useStory.set({ tab: tab === 'facts' ? tab : 'events', isGraph: true, query: '', naming: undefined })}
          />
        </fieldset>
        <SearchField
          label={t.search[tab]}
          query={query}
          onQuery={(text) => useStory.set({ query: text })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            if (event.key === 'Escape') useStory.set({ query: '' })
            const [first] = shown
            if (isGraph && event.key === 'Enter' && first) select(tab, [first.id])
            focusStory()
          }}
        />
        <output className="quiet numbers">
          {countOrSelected(
            shown.length === all ? number : `${shown.length} of ${number}`,
            shown.filter(({ id }) => selected[tab].includes(id)).length
          )}
        </output>
        {why === undefined && <Button icon={<Plus size={14} />} small shortcut="insert" {...create} />}
      </header>
      {naming === 'new' && <NewName tab={tab} key={tab} />}
      {(tab !== 'events' || isGraph) && unread !== undefined ? (
        <Blank title={t.unread[tab]} button={{ label: t.retry, onClick: () => useStory.set({ unread: undefined }) }}>
          {unread.message}
        </Blank>
      ) : !isRead ? (
        <p className="quiet story-waits">{t.reading[tab]}</p>
      ) : isGraph && rows.length + facts.length > 0 ? (
        <StoryGraph rows={rows} facts={facts} />
      ) : all === 0 ? (
        <Blank title={t.none[tab]} {...(why === undefined ? { button: create } : {})}>
          {t.noneYet[tab]}
        </Blank>
      ) : shown.length === 0 ? (
        <Blank title="Nothing matches the search" button={{ label: 'Show everything', onClick: () => useStory.set({ query: '' }) }} />
      ) : tab === 'events' ? (
        <Events rows={shown as readonly EventRow[]} />
      ) : tab === 'items' ? (
        <Items rows={shown as readonly ItemRow[]} />
      ) : tab === 'tables' ? (
        <Tables rows={shown as readonly TableRow[]} />
      ) : (
        <Facts rows={shown as readonly FactRow[]} />
      )}
    </section>
  )
}

/** Asks for the name of a new row. Enter creates it, Esc cancels. */
function NewName({ tab }: { tab: StoryTab }): ReactElement {
  const [name, setName] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useFirstFocus(input)
  const typed = name.trim()
  const close = (): void => useStory.set({ naming: undefined })
  return (
    <Form
      className="story-new"
      onSubmit={() => {
        if (typed === '') return
        close()
        void { events: createEvent, facts: createFact, items: createItem, tables: createTable }[tab](typed)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        close()
        focusStory()
      }}
    >
      <TextField
        ref={input}
        label={t.nameOf[tab]}
        hint={tab === 'facts' && typed !== '' && factId(typed) !== typed ? fieldTexts.newId(factId(typed)) : undefined}
        value={name}
        maxLength={{ events: 200, facts: 100, items: 80, tables: 80 }[tab]}
        onChange={setName}
      />
      <Button label="Create" main submit disabled={typed === ''} />
      <Button label="Cancel" onClick={close} />
    </Form>
  )
}
