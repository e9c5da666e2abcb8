import type { KeyboardEvent, ReactElement } from 'react'
import { own } from '../../shared/base/json'
import type { WorldEdit } from '../../shared/contract/world-edits'
import { updateMap, useSession } from '../session'
import { withoutDraft, withFault, withDraft } from '../store/drafts'
import { Field } from '../ui/Field'
import { saveField } from './save-edits'
import { uneditableReason } from '../editing'
import { fieldTexts as t } from './texts'

interface DraftFieldProps {
  /** The key of the draft: `place:hill/name`. */
  field: string
  label: string
  now: string
  /** The edits that save a text (none if nothing changes), or a sentence about why it can't be saved. */
  edits: (text: string) => readonly WorldEdit[] | string
  hint?: string
  /** The number of lines of a text area; a single-line input if absent. */
  lines?: number
  mono?: boolean
  className?: string
  /** Id of a list of suggestions. */
  list?: string
  most?: number
}

/** A field of the world. Enter and leaving the field save it as one beat. Esc restores the saved value; pressed again, it is the form's. Until then the draft is kept. */
export function DraftField({ field, label, now, edits, hint, lines, mono, className, list, most = 100_000 }: DraftFieldProps): ReactElement {
  const draft = useSession((s) => own(s.mapState.drafts, field))
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const text = closed ? now : (draft?.text ?? now)
  const keep = (): void => {
    if (!draft || closed) return
    const result = edits(draft.text)
    const { drafts } = useSession.getState().mapState
    if (typeof result === 'string') updateMap({ drafts: withFault(drafts, field, draft.text, result) })
    else if (result.length === 0) updateMap({ drafts: withoutDraft(drafts, field) })
    else {
      // Computed again when they run, because an earlier edit may have changed the same item.
      void saveField(field, draft.text, () => {
        const now = edits(draft.text)
        return typeof now === 'string' ? result : now
      })
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Without a draft the form handles Esc.
    if (event.key === 'Escape' && draft) {
      event.preventDefault()
      updateMap({ drafts: withoutDraft(useSession.getState().mapState.drafts, field) })
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && (lines === undefined || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      keep()
    }
  }
  const meanwhile = draft && !closed && draft.was !== now ? t.meanwhile(short(now)) : undefined
  const control = {
    'data-saved': draft ? undefined : '',
    'data-field': field,
    value: text,
    readOnly: closed,
    maxLength: most,
    spellCheck: lines !== undefined,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      updateMap({ drafts: withDraft(useSession.getState().mapState.drafts, field, target.value, now) }),
    onBlur: keep,
    onKeyDown
  }
  return (
    <Field
      label={label}
      hint={meanwhile ?? hint}
      fault={closed ? undefined : draft?.fault}
      className={`written ${draft ? 'is-draft' : ''} ${className ?? ''}`}
    >
      {(tied) =>
        lines === undefined ? (
          <input type="text" className={mono ? 'field-input mono' : 'field-input'} list={list} {...control} {...tied} />
        ) : (
          <textarea className={mono ? 'field-input room mono' : 'field-input room'} rows={lines} {...control} {...tied} />
        )
      }
    </Field>
  )
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** What a draft field may have besides its value. */
export type DraftFieldExtras = Partial<Omit<DraftFieldProps, 'field' | 'now' | 'edits'>>
