import type { ReactElement } from 'react'
import type { Item } from '../../../../shared/story/state'
import type { WorldEdit } from '../../../../shared/contract/world-edits'
import { editTexts } from '../texts'
import { tagsOf, tagsText, withField } from '../../../fields/field-values'
import { DraftField } from '../../../fields/DraftField'

const t = editTexts.place.item

/** The fields of one item in a place. `edits` returns the edits that save a changed item. */
export function PlaceItemFields({ field, item, edits }: { field: string; item: Item; edits: (item: Item) => WorldEdit[] }): ReactElement {
  return (
    <>
      <div className="numbers-row">
        <DraftField
          field={`${field}/item`}
          label={t.item}
          now={item.item}
          mono
          list="world-items"
          edits={(text) => (text.trim() === '' ? editTexts.place.nameNeeded : edits({ ...item, item: text.trim() }))}
        />
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
