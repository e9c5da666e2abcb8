import type { ReactElement } from 'react'
import type { GameItem } from '../../shared/contract/language-calls'
import { own, type JsonObject } from '../../shared/base/json'
import { uneditableReason } from '../editing'
import { DraftField } from '../fields/DraftField'
import { entriesOf, type FormField, type ListShape } from '../fields/form-of'
import { FormFields } from '../fields/FormFields'
import { useNames } from '../fields/names'
import { openAt } from '../files/open-at'
import { useSession } from '../session'
import { Button, Scroll } from '../ui/Parts'
import type { WorldEdit } from '../../shared/contract/world-edits'
import { focusStory, useStory } from './state'
import { rowChanges, rowsIn, type TableRow } from './tables'
import { storyTexts as t } from './texts'

const SHAPE: ListShape = {
  kind: 'list',
  of: [
    { key: 'text', hint: '', shape: { kind: 'text' } },
    { key: 'weight', hint: '', shape: { kind: 'number', whole: true, min: 1, max: 1000 } },
    { key: 'table', hint: '', shape: { kind: 'text', names: 'table', isOptional: true } }
  ],
  bare: 'text'
}
const FIELDS: readonly FormField[] = [{ key: 'rows', hint: '', shape: SHAPE }]

const entryNow = ({ id, entry }: GameItem): JsonObject => useStory.get().tables?.find((one) => one.id === id)?.entry ?? entry

/** The edit that gives a table other rows; none if they stay the same. */
function editRows(table: GameItem, change: (rows: readonly JsonObject[]) => readonly JsonObject[]): WorldEdit[] {
  const now = entryNow(table)
  const about = rowChanges(now, change(rowsIn(now).rows))
  return about.length === 0 ? [] : [{ op: 'put-table', id: table.id, about }]
}

/** The form of the current table: its name and its rows. */
export function TableForm({ table, row }: { table: GameItem; row: TableRow }): ReactElement {
  const why = useSession(uneditableReason)
  const names = useNames()
  const { rows, keys, isWeighted } = rowsIn(table.entry)
  const at = `table:${table.id}`
  return (
    <Scroll className="panel edit story-form" label={row.name} onEscape={focusStory}>
      <header className="edit-head">
        <h2>{row.name}</h2>
      </header>
      {why !== undefined && <p className="edit-shut">{why}</p>}
      <p className="story-links">
        <code>{table.id}</code>
        <Button label={t.file} small onClick={() => openAt(table.path)} />
      </p>
      <div className="edit-form" key={table.id}>
        <DraftField
          field={`${at}/name`}
          label={t.itemName}
          now={row.name}
          most={200}
          edits={(typed) => {
            const name = typed.trim()
            const was = own(entryNow(table), 'name') ?? null
            return name === '' ? t.itemNameBad : name === was ? [] : [{ op: 'put-table', id: table.id, about: [{ keys: ['name'], to: name, was }] }]
          }}
        />
        <p className="hint">{isWeighted ? t.weights(row.dice) : t.otherDice(row.dice)}</p>
        {isWeighted ? (
          <FormFields
            fields={FIELDS}
            labels={t.tableFields}
            at={at}
            value={{ rows }}
            edit={(_, change) => editRows(table, (now) => entriesOf(SHAPE, change([...now]) ?? []))}
            names={names}
          />
        ) : (
          rows.map(({ text }, i) => (
            <DraftField
              key={keys[i]}
              field={`${at}/${keys[i]}`}
              label={keys[i] ?? ''}
              lines={1}
              now={typeof text === 'string' ? text : ''}
              edits={(typed) => editRows(table, (now) => now.map((one, k) => (k === i ? { ...one, text: typed.trim() } : one)))}
            />
          ))
        )}
      </div>
    </Scroll>
  )
}
