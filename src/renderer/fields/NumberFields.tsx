import type { ReactElement } from 'react'
import { isObject, own } from '../../shared/base/json'
import type { NameKind } from '../../shared/contract/language-calls'
import { KIND_NOUNS } from '../../shared/story/rule-names'
import { capitalised } from '../../shared/words/labels'
import { uneditableReason } from '../editing'
import { useSession } from '../session'
import { AddName } from './AddEntry'
import { DraftField } from './DraftField'
import { under } from './form-of'
import { titleOf } from './names'
import { editWorld } from './save-edits'
import { textOf, type ShapeProps } from './shape-props'
import { fieldTexts as t } from './texts'

interface NumberProps extends Pick<ShapeProps, 'label' | 'at' | 'value' | 'edit'> {
  hint?: string
  whole: boolean
  min: number
  max: number
  /** What a number means. */
  words?: (number: number) => string
}

/** A number within its limits. */
export function NumberField({ label, hint = '', at, value, edit, whole, min, max, words }: NumberProps): ReactElement {
  const numberIn = (text: string): number => Number(text.replace(',', '.').replace('\u2212', '-'))
  const fits = (number: number): boolean => Number.isFinite(number) && number >= min && number <= max && (!whole || Number.isInteger(number))
  const meant = (text: string): string => {
    const number = numberIn(text)
    return [text.trim() !== '' && words && fits(number) ? `${capitalised(words(number))}.` : '', hint].filter(Boolean).join(' ')
  }
  return (
    <DraftField
      field={at}
      label={label}
      hint={words ? meant : hint}
      className="short"
      now={textOf(value)}
      most={20}
      edits={(text) => {
        if (text.trim() === '') return edit([], () => null)
        const number = numberIn(text)
        return fits(number) ? edit([], () => number) : t.numberBad(whole, min, max)
      }}
    />
  )
}

/** The numbers of a map, in one row. `kind`: the kind of names that can be added to it. */
export function NumbersShape({ label, hint, at, value, edit, numbers, names, kind }: ShapeProps & { kind: NameKind | undefined }): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const map = isObject(value) ? value : {}
  const keys = [...new Set([...Object.keys(numbers), ...Object.keys(map)])]
  return (
    <fieldset className="field bare form-numbers">
      <legend>{label}</legend>
      {kind !== undefined && hint !== '' && <p className="hint">{hint}</p>}
      <div className="numbers-row">
        {keys.map((key) => (
          <NumberField
            key={key}
            label={own(numbers, key) ?? (kind === undefined ? key : titleOf(names, kind, key))}
            at={`${at}/${key}`}
            value={own(map, key)}
            edit={under(edit, key)}
            whole={false}
            min={-1e6}
            max={1e6}
          />
        ))}
      </div>
      {kind !== undefined && !closed && (
        <AddName
          label={t.add(KIND_NOUNS[kind])}
          kind={kind}
          names={names}
          without={(id) => Object.hasOwn(map, id)}
          onChoose={(id) => editWorld(() => edit([id], () => 0))}
        />
      )}
    </fieldset>
  )
}
