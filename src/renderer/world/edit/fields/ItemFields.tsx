import type { ReactElement } from 'react'
import type { Item } from '../../../../shared/story/state'
import type { WorldEdit } from '../../../../shared/contract/world-edits'
import { editTexts } from '../texts'
import { tagsOf, tagsText, withField } from '../../../fields/field-values'
import { DraftField } from '../../../fields/DraftField'
import type { Names } from '../../../fields/find-names'
import { NameField } from '../../../fields/NameField'
import { editWorld } from '../../../fields/save-edits'

const t = editTexts.place.item

interface PlaceItemFieldsProps {
  field: string
  item: Item
  names: Names
  edits: (item: Item) => WorldEdit[]
}

/** The fields of one item in a place. `edits` returns the edits that save a changed item. */
export function PlaceItemFields({ field, item, names, edits }: PlaceItemFieldsProps): ReactElement {
  return (
    <>
      <div className="numbers-row">
        <NameField label={t.item} kind="item" names={names} id={item.item} onChoose={(id) => editWorld(() => edits({ ...item, item: id }))} />
        <DraftField
          field={`${field}/count`}
          label={t.count}
          now={String(item.count ?? 1)}
          className="short"
          edits={(text) => {
            const count = Number(text)
            if (!/^\s*\d{1,9}\s*$/.test(text) || count < 1) return editTexts.place.countBad
            return edits(withField(item, 'count', count === 1 ? undefined : count))
          }}
        />
      </div>
      <DraftField
        field={`${field}/name`}
        label={t.name}
        now={item.name ?? ''}
        edits={(text) => edits(withField(item, 'name', text.trim() || undefined))}
      />
      <DraftField
        field={`${field}/tags`}
        label={t.tags}
        now={tagsText(item.tags ?? {})}
        lines={1}
        mono
        edits={(text) => {
          const typed = tagsOf(text)
          if ('bad' in typed) return editTexts.place.tagBad(typed.bad)
          return edits(withField(item, 'tags', Object.keys(typed.tags).length === 0 ? undefined : typed.tags))
        }}
      />
    </>
  )
}
