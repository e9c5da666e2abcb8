import { LayoutGrid, Table2, UserPlus } from 'lucide-react'
import { useMemo, useRef, useState, type ReactElement } from 'react'
import { uneditableReason } from '../editing'
import { arrange, loreAtCursor, useSession } from '../session'
import { useFirstFocus } from '../ui/first-field'
import { counted, countOrSelected } from '../ui/amounts'
import { Form, SearchField, TextField } from '../ui/Field'
import { Blank, Button, IconButton } from '../ui/Parts'
import { CastGrid } from './CastGrid'
import { createCharacter } from './edits'
import { castRows, shownRows } from './rows'
import { focusCast, nameHint, useCast } from './state'
import { castTexts as t } from './texts'
import './cast.css'

const NO_LABELS = {}

/** The people of the story: as cards or as a table. */
export function Cast(): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const lore = useSession(loreAtCursor)
  const labels = useSession((s) => s.present?.campaign.statLabels) ?? NO_LABELS
  const why = useSession(uneditableReason)
  const look = useSession((s) => s.desk.cast)
  const { query, order, naming, selected } = useCast((s) => s)
  const rows = useMemo(() => (state && lore ? castRows(state, lore, labels) : undefined), [state, lore, labels])
  const shown = useMemo(() => (rows ? shownRows(rows, query, order) : []), [rows, query, order])
  if (!rows) return <p className="quiet cast-waits">Reading the cast…</p>
  const count = shown.length === rows.length ? counted(rows.length, 'character') : `${shown.length} of ${counted(rows.length, 'character')}`
  return (
    <section className="cast" aria-label={t.title}>
      <h1 className="unseen">{t.title}</h1>
      <header className="cast-bar">
        <SearchField
          label="Search the cast"
          query={query}
          onQuery={(text) => useCast.set({ query: text })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            if (event.key === 'Escape') useCast.set({ query: '' })
            focusCast()
          }}
        />
        <output className="quiet numbers">{countOrSelected(count, shown.filter(({ id }) => selected.includes(id)).length)}</output>
        {why === undefined && (
          <>
            <Button icon={<UserPlus size={14} />} label={t.person} small shortcut="insert" onClick={() => useCast.set({ naming: { kind: 'npc' } })} />
            <Button
              icon={<UserPlus size={14} />}
              label={t.player}
              small
              shortcut="shift+insert"
              onClick={() => useCast.set({ naming: { kind: 'player' } })}
            />
          </>
        )}
        <span className="cast-looks">
          {(['cards', 'table'] as const).map((one) => (
            <IconButton
              key={one}
              label={t.looks[one]}
              tip
              small
              icon={one === 'cards' ? <LayoutGrid size={15} /> : <Table2 size={15} />}
              aria-pressed={look === one}
              onClick={() => arrange({ cast: one })}
            />
          ))}
        </span>
      </header>
      {naming && 'kind' in naming && <NewName kind={naming.kind} key={naming.kind} />}
      {rows.length === 0 ? (
        <Blank title="Nobody yet" button={{ label: t.person, onClick: () => useCast.set({ naming: { kind: 'npc' } }) }}>
          A name is enough. The game gives the sheet, and everything else can follow.
        </Blank>
      ) : shown.length === 0 ? (
        <Blank title="Nobody matches the search" button={{ label: 'Show everybody', onClick: () => useCast.set({ query: '' }) }} />
      ) : (
        <CastGrid rows={shown} look={look} />
      )}
    </section>
  )
}

/** Asks for the name of a new character. Enter creates them, Esc cancels. */
function NewName({ kind }: { kind: 'player' | 'npc' }): ReactElement {
  const [name, setName] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useFirstFocus(input)
  const close = (): void => useCast.set({ naming: undefined })
  return (
    <Form
      className="cast-new"
      onSubmit={() => {
        if (name.trim() === '') return
        close()
        void createCharacter(kind, name.trim())
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        close()
        focusCast()
      }}
    >
      <TextField ref={input} label={t.nameOf[kind]} hint={nameHint(name) || undefined} value={name} maxLength={200} onChange={setName} />
      <Button label="Create" main submit disabled={name.trim() === ''} />
      <Button label="Cancel" onClick={close} />
    </Form>
  )
}
