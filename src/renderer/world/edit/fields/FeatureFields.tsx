import type { ReactElement } from 'react'
import type { Feature } from '../../../../shared/story/state'
import type { WorldEdit } from '../../../../shared/contract/world-edits'
import { editTexts } from '../texts'
import { CheckboxField } from '../../../fields/CheckboxField'
import { listOf, withField } from '../../../fields/field-values'
import { DraftField } from '../../../fields/DraftField'

const t = editTexts.place.feature

interface FeatureFieldsProps {
  field: string
  feature: Feature
  edits: (feature: Feature) => WorldEdit[]
}

/** The fields of one feature of a place. `edits` returns the edits that save a changed feature. */
export function FeatureFields({ field, feature, edits }: FeatureFieldsProps): ReactElement {
  const optional = (key: 'fact' | 'item') => (
    <DraftField
      field={`${field}/${key}`}
      label={t[key]}
      now={feature[key] ?? ''}
      mono
      list={`world-${key}s`}
      edits={(text) => edits(withField(feature, key, text.trim() || undefined))}
    />
  )
  const after = (text: string): WorldEdit[] => edits(withField(feature, 'after', listOf(text).length === 0 ? undefined : listOf(text)))
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
        {optional('fact')}
        {optional('item')}
      </div>
      <DraftField field={`${field}/after`} label={t.after} now={(feature.after ?? []).join(', ')} mono edits={after} />
      {(['hidden', 'searched'] as const).map((key) => (
        <CheckboxField key={key} label={t[key]} on={feature[key] === true} edits={(on) => edits(withField(feature, key, on || undefined))} />
      ))}
    </>
  )
}
