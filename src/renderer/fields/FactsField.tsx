import type { ReactElement } from 'react'
import type { WorldEdit } from '../../shared/contract/world-edits'
import { perhaps } from '../../shared/base/suggest'
import { uneditableReason } from '../editing'
import { useSession } from '../session'
import { AddName } from './AddEntry'
import { DraftField } from './DraftField'
import { listOf } from './field-values'
import { factId, type Names } from './find-names'
import { editWorld } from './save-edits'
import { fieldTexts as t } from './texts'

interface FactsFieldProps {
  /** The key of the draft. */
  field: string
  label: string
  hint?: string
  facts: readonly string[]
  names: Names
  /** A fact that can't be chosen. */
  not?: string | undefined
  /** Whether one fact is all there can be. */
  isSingle?: boolean
  /** The edits that save these facts. */
  edits: (facts: string[]) => WorldEdit[]
}

/** The ids of the facts that something requires: chosen from a list, or typed, with what nothing sets yet. */
export function FactsField({ field, label, hint = '', facts, names, not, isSingle = false, edits }: FactsFieldProps): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const known = names.flatMap(({ kind, id }) => (kind === 'fact' ? [id] : []))
  const typedIn = (text: string): string[] => (isSingle ? [text] : listOf(text)).map(factId).filter(Boolean)
  const about = (text: string): string => {
    const unset = names.length === 0 ? undefined : typedIn(text).find((id) => !known.includes(id.replace(/^!/, '')))
    return unset === undefined ? hint : `${t.neverSet(unset)}${perhaps(unset, known)}`
  }
  return (
    <>
      <DraftField
        field={field}
        label={label}
        now={facts.join(', ')}
        mono
        hint={about}
        {...(isSingle && { list: 'world-facts' })}
        edits={(text) => edits(typedIn(text))}
      />
      {!closed && (!isSingle || facts.length === 0) && (
        <AddName
          label={isSingle ? t.choose('fact') : t.addFact(label)}
          kind="fact"
          names={names}
          without={(id) => id === not || facts.includes(id)}
          onChoose={(id) => editWorld(() => edits([...facts, id]))}
        />
      )}
    </>
  )
}
