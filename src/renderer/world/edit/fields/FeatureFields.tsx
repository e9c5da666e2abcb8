import type { ReactElement } from 'react'
import type { Feature } from '../../../../shared/story/state'
import type { WorldEdit } from '../../../../shared/contract/world-edits'
import { editTexts } from '../texts'
import { CheckboxField } from '../../../fields/CheckboxField'
import { withField } from '../../../fields/field-values'
import { FactsField } from '../../../fields/FactsField'
import { factId, type Names } from '../../../fields/find-names'
import { NameField } from '../../../fields/NameField'
import { editWorld } from '../../../fields/save-edits'
import { DraftField } from '../../../fields/DraftField'

const t = editTexts.place.feature

interface FeatureFieldsProps {
  field: string
  feature: Feature
  names: Names
  edits: (feature: Feature) => WorldEdit[]
}

/** The fields of one feature of a place. `edits` returns the edits that save a changed feature. */
export function FeatureFields({ field, feature, names, edits }: FeatureFieldsProps): ReactElement {
  return (
    <>
      <DraftField
        field={`${field}/name`}
        label={t.name}
        now={feature.name}
        edits={(text) => (text.trim() === '' ? editTexts.place.nameNeeded : edits({ ...feature, name: text.trim() }))}
      />
      <DraftField field={`${field}/text`} label={t.text} now={feature.text} isProse edits={(text) => edits({ ...feature, text })} />
      <div className="numbers-row">
        <DraftField
          field={`${field}/fact`}
          label={t.fact}
          now={feature.fact ?? ''}
          mono
          list="world-facts"
          edits={(text) => edits(withField(feature, 'fact', factId(text) || undefined))}
        />
        <NameField
          label={t.item}
          kind="item"
          names={names}
          id={feature.item ?? ''}
          isOptional
          onChoose={(id) => editWorld(() => edits(withField(feature, 'item', id || undefined)))}
        />
      </div>
      <FactsField
        field={`${field}/after`}
        label={t.after}
        facts={feature.after ?? []}
        names={names}
        not={feature.fact}
        edits={(facts) => edits(withField(feature, 'after', facts.length === 0 ? undefined : facts))}
      />
      {(['hidden', 'searched'] as const).map((key) => (
        <CheckboxField key={key} label={t[key]} on={feature[key] === true} edits={(on) => edits(withField(feature, key, on || undefined))} />
      ))}
    </>
  )
}
