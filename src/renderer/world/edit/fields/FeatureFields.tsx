import type { ReactElement } from 'react'
import type { Feature } from '../../../../shared/story/state'
import type { WorldEdit } from '../../../../shared/contract/world-edits'
import { editTexts } from '../texts'
import { CheckboxField } from './CheckboxField'
import { listOf } from './field-values'
import { DraftField } from './DraftField'

const t = editTexts.place.feature

interface FeatureFieldsProps {
  field: string
  feature: Feature
  edits: (feature: Feature) => WorldEdit[]
}

/** The fields of one feature of a place. `edits` returns the edits that save a changed feature. */
export function FeatureFields({ field, feature, edits }: FeatureFieldsProps): ReactElement {
  const optional = (key: 'fact' | 'item') => (text: string) => {
    const { [key]: _, ...rest } = feature
    return edits(text.trim() === '' ? rest : { ...feature, [key]: text.trim() })
  }
  return (
    <>
      <DraftField
        field={`${field}/name`}
        label={t.name}
        now={feature.name}
        edits={(text) => (text.trim() === '' ? editTexts.place.nameNeeded : edits({ ...feature, name: text.trim() }))}
      />
      <DraftField field={`${field}/text`} label={t.text} now={feature.text} lines={2} edits={(text) => edits({ ...feature, text })} />
      <div className="numbers-row">
        <DraftField field={`${field}/fact`} label={t.fact} now={feature.fact ?? ''} mono list="world-facts" edits={optional('fact')} />
        <DraftField field={`${field}/item`} label={t.item} now={feature.item ?? ''} mono list="world-items" edits={optional('item')} />
      </div>
      <DraftField
        field={`${field}/after`}
        label={t.after}
        now={(feature.after ?? []).join(', ')}
        mono
        edits={(text) => {
          const { after: _, ...rest } = feature
          const after = listOf(text)
          return edits(after.length === 0 ? rest : { ...rest, after })
        }}
      />
      {(['hidden', 'searched'] as const).map((key) => (
        <CheckboxField
          key={key}
          label={t[key]}
          on={feature[key] === true}
          edits={(on) => {
            const { [key]: _, ...rest } = feature
            return edits(on ? { ...rest, [key]: true } : rest)
          }}
        />
      ))}
    </>
  )
}
