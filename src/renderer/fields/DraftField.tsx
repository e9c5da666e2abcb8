import { useRef, type KeyboardEvent, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import type { WorldEdit } from '../../shared/contract/world-edits'
import type { Vocabulary } from '../../shared/predicate/vocabulary'
import { updateMap, useSession } from '../session'
import { withoutDraft, withFault, withDraft } from '../store/drafts'
import { plainText, withEndsOf } from '../../shared/base/line-ends'
import { ProseEditor } from '../prose/editor/ProseEditor'
import { ExpressionField } from '../ui/ExpressionField'
import { Field } from '../ui/Field'
import { saveField } from './save-edits'
import { uneditableReason } from '../editing'
import { fieldTexts as t } from './texts'
import { clipped } from '../../shared/words/clipped'

interface DraftFieldProps {
  /** The key of the draft: `place:hill/name`. */
  field: string
  label: string
  now: string
  /** The edits that save a text (none if nothing changes), or a sentence about why it can't be saved. */
  edits: (text: string) => readonly WorldEdit[] | string
  /** A hint, or what to say about the text in the field. */
  hint?: string | ((text: string) => string)
  /** The names that a condition can use: the field then completes them. */
  vocabulary?: Vocabulary | undefined
  /** The number of lines of a text area; a single-line input if absent. */
  lines?: number
  /** Whether the text is prose: with links, spelling and a word count. */
  isProse?: boolean
  mono?: boolean
  className?: string
  /** Id of a list of suggestions. */
  list?: string
  most?: number
}

/** A field of the world. Enter and leaving the field save it as one beat; over another window's edit only Enter does. Esc restores the saved value; pressed again, it is the form's. Until then the draft is kept. */
export function DraftField({
  field,
  label,
  now,
  edits,
  hint,
  lines,
  isProse = false,
  mono,
  className,
  list,
  vocabulary,
  most = 100_000
}: DraftFieldProps): ReactElement {
  const draft = useSession((s) => own(s.mapState.drafts, field))
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const text = closed ? now : (draft?.text ?? now)
  const keep = (): void => {
    if (!draft || closed) return
    const result = draft.text.length > most ? t.tooLong(most) : edits(draft.text)
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
  const control = useRef<HTMLInputElement>(null)
  // Without a draft the form handles Esc.
  const onEscape = (event: KeyboardEvent): void => {
    if (!draft) return
    event.preventDefault()
    updateMap({ drafts: withoutDraft(useSession.getState().mapState.drafts, field) })
  }
  const change = (typed: string): void => updateMap({ drafts: withDraft(useSession.getState().mapState.drafts, field, typed, now) })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onEscape(event)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && (lines === undefined || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      keep()
    }
  }
  const meanwhile = draft && !closed && draft.was !== now ? t.meanwhile(clipped(now, 60)) : undefined
  const onBlur = (): void => {
    if (meanwhile === undefined) keep()
  }
  const common = {
    'data-saved': draft ? undefined : '',
    'data-field': field,
    readOnly: closed,
    maxLength: most,
    dir: mono ? undefined : 'auto',
    spellCheck: lines !== undefined,
    autoComplete: 'off',
    onBlur
  }
  const typed = { ...common, value: text, onChange: ({ target }: { target: { value: string } }) => change(target.value), onKeyDown }
  return (
    <Field
      label={label}
      hint={meanwhile ?? (typeof hint === 'function' ? hint(text) : hint)}
      fault={closed ? undefined : draft?.fault}
      className={`written ${draft ? 'is-draft' : ''} ${className ?? ''}`}
    >
      {(tied) =>
        vocabulary ? (
          <ExpressionField
            placeholder={t.condition}
            {...common}
            {...tied}
            field={control}
            value={text}
            vocabulary={vocabulary}
            onChange={change}
            onEnter={keep}
            onEscape={onEscape}
          />
        ) : isProse ? (
          <ProseEditor
            label={label}
            attributes={{ ...tied, 'aria-invalid': String(tied['aria-invalid']), 'data-field': field, ...(draft ? {} : { 'data-saved': '' }) }}
            value={plainText(text)}
            saved={plainText(now)}
            isDraft={draft !== undefined}
            isReadOnly={closed}
            onChange={(typed) => change(withEndsOf(now, typed))}
            onSubmit={keep}
            onEscape={onEscape}
            onBlur={onBlur}
          />
        ) : lines === undefined ? (
          <input type="text" className={mono ? 'field-input mono' : 'field-input'} list={list} {...typed} {...tied} />
        ) : (
          <textarea className={mono ? 'field-input room mono' : 'field-input room'} rows={lines} {...typed} {...tied} />
        )
      }
    </Field>
  )
}

/** What a draft field may have besides its value. */
export type DraftFieldExtras = Partial<Omit<DraftFieldProps, 'field' | 'now' | 'edits'>>
