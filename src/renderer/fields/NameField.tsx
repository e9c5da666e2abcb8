import type { ReactElement } from 'react'
import type { NameKind } from '../../shared/contract/language-calls'
import { KIND_NOUNS } from '../../shared/story/rule-names'
import { ChooserField } from './ChooserField'
import { findNames, type Names } from './find-names'
import { chosenName, titleOf } from './names'
import { fieldTexts as t } from './texts'

interface NameFieldProps {
  label: string
  hint?: string
  kind: NameKind
  names: Names
  /** What is chosen now; empty if nothing is. */
  id: string
  /** Whether nothing can be chosen, which is the empty id. */
  isOptional?: boolean
  onChoose: (id: string) => unknown
}

/** A field for something with a name: one that exists, or a new one. */
export function NameField({ label, hint, kind, names, id, isOptional = false, onChoose }: NameFieldProps): ReactElement {
  const find = findNames(names, kind)
  return (
    <ChooserField
      label={label}
      hint={hint}
      words={id === '' ? t.unset : titleOf(names, kind, id)}
      title={t.choose(KIND_NOUNS[kind])}
      none={names.length === 0 ? t.reading : t.none}
      isWaiting={names.length === 0}
      find={(query) => [...(isOptional && id !== '' && query.trim() === '' ? [{ id: '', label: t.unset }] : []), ...find(query)]}
      onChoose={(choice) => void chosenName(kind, choice).then((chosen) => chosen !== undefined && onChoose(chosen))}
    />
  )
}
