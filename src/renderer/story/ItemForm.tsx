import { X } from 'lucide-react'
import { useMemo, type ReactElement } from 'react'
import type { FileSchema, GameItem } from '../../shared/contract/language-calls'
import type { WorldEdit } from '../../shared/contract/world-edits'
import { own, type Json } from '../../shared/base/json'
import { uneditableReason } from '../editing'
import { AddName } from '../fields/AddEntry'
import { DraftField } from '../fields/DraftField'
import { same } from '../fields/field-values'
import { fieldsOf, type Edit } from '../fields/form-of'
import { FormFields } from '../fields/FormFields'
import { useNames } from '../fields/names'
import { useSchemas } from '../fields/schemas'
import { openAt } from '../files/open-at'
import { inspect, openForm, useSession } from '../session'
import { Button, IconButton, RetryAlert, Scroll } from '../ui/Parts'
import { giveItem, takeItem } from './edits'
import type { ItemRow } from './items'
import { focusStory, useStory } from './state'
import { storyTexts as t } from './texts'
import { valueIn } from './value-in'

const entryNow = ({ id, entry }: GameItem): GameItem['entry'] => useStory.get().items?.find((one) => one.id === id)?.entry ?? entry

const edits =
  (item: GameItem): Edit<WorldEdit> =>
  (keys, change) => {
    const now = valueIn(entryNow(item), keys)
    const to: Json | null = change(now)
    return same(to, now ?? null) ? [] : [{ op: 'put-item', id: item.id, about: [{ keys: [...keys], to, was: now ?? null }] }]
  }

/** The form of the current item, and who has it. */
export function ItemForm({ item, row }: { item: GameItem; row: ItemRow }): ReactElement {
  const why = useSession(uneditableReason)
  const names = useNames()
  const { schemas, problem, again } = useSchemas()
  const fields = useMemo(() => {
    const schema = schemas?.equipment?.additionalProperties as FileSchema | undefined
    return schema && fieldsOf(schema).filter(({ key }) => key !== 'name')
  }, [schemas])
  return (
    <Scroll className="panel edit story-form" label={row.name} onEscape={focusStory}>
      <header className="edit-head">
        <h2>{row.name}</h2>
      </header>
      {why !== undefined && <p className="edit-shut">{why}</p>}
      <p className="story-links">
        <code>{item.id}</code>
        <Button label={t.file} small onClick={() => openAt(item.path)} />
      </p>
      <section className="story-places" aria-label={t.holders}>
        <h3>{t.holders}</h3>
        {row.holders.length === 0 && <p className="quiet">{t.nobody}</p>}
        <ul>
          {row.holders.map((holder) => (
            <li key={`${holder.what} ${holder.id} ${holder.key}`}>
              <Button
                label={holder.name}
                small
                onClick={() => (holder.what === 'place' ? openForm({ what: 'place', id: holder.id }) : inspect(holder.id))}
              />
              {holder.count !== 1 && <span className="quiet numbers">{`× ${holder.count}`}</span>}
              {why === undefined && <IconButton label={t.takeFrom(holder.name)} small icon={<X size={13} />} onClick={() => void takeItem(holder)} />}
            </li>
          ))}
        </ul>
        {why === undefined && (
          <p className="story-links">
            <AddName label={t.giveTo} kind="character" names={names} onChoose={(id) => giveItem(item.id, 'character', id)} />
            <AddName label={t.putIn} kind="place" names={names} onChoose={(id) => giveItem(item.id, 'place', id)} />
          </p>
        )}
      </section>
      {problem !== undefined && <RetryAlert problem={problem} again={again} />}
      {fields ? (
        <div className="edit-form" key={item.id}>
          <DraftField
            field={`item:${item.id}/name`}
            label={t.itemName}
            now={row.name}
            most={200}
            edits={(typed) => {
              const name = typed.trim()
              const was = own(entryNow(item), 'name') ?? null
              return name === '' ? t.itemNameBad : name === was ? [] : [{ op: 'put-item', id: item.id, about: [{ keys: ['name'], to: name, was }] }]
            }}
          />
          <FormFields fields={fields} labels={t.itemFields} at={`item:${item.id}`} value={item.entry} edit={edits(item)} names={names} />
        </div>
      ) : (
        problem === undefined && <p className="quiet">{t.readingFields}</p>
      )}
    </Scroll>
  )
}
