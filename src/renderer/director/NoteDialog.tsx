import { useId, useState, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import { draftKey, removeNote, saveNote, useDirectorNotes } from '../director-notes'
import { problemOf } from '../problem-of'
import { useSession } from '../session'
import { Field, Form } from '../ui/Field'
import { Button, Modal } from '../ui/Parts'
import { directorTexts as t } from './texts'

/** Writes or edits a director's note. What was typed is kept until it is saved, also if the dialog is closed. */
export function NoteDialog({ onClose }: { onClose: () => void }): ReactElement | null {
  const writing = useDirectorNotes((s) => s.writing)
  const key = writing ? draftKey(writing) : ''
  const draft = useDirectorNotes((s) => own(s.drafts, key))
  const n = useSession((s) => (writing ? s.beats.byId.get(writing.commit)?.n : undefined))
  const [fault, setFault] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const form = useId()
  if (!writing) return null
  const { commit, line, quote, note } = writing
  const text = draft ?? note?.text ?? ''
  const keep = (typed: string | undefined): void => {
    const { [key]: _, ...others } = useDirectorNotes.get().drafts
    useDirectorNotes.set({ drafts: typed === undefined ? others : { ...others, [key]: typed } })
    setFault(undefined)
  }
  const save = async (): Promise<void> => {
    if (isSaving) return
    setSaving(true)
    try {
      const about = { ...(line === undefined ? {} : { line }), ...(quote === undefined ? {} : { quote }) }
      await saveNote({ commit, ...about, text, ...(note ? { id: note.id, was: note.text, done: note.done === true } : {}) })
      keep(undefined)
      onClose()
    } catch (error) {
      setFault(problemOf(error).message)
      setSaving(false)
    }
  }
  const foot = (
    <>
      {note && (
        <Button
          label={t.remove}
          onClick={() => {
            keep(undefined)
            onClose()
            void removeNote(note)
          }}
        />
      )}
      <Button label="Cancel" onClick={onClose} />
      <Button label="Save" main submit form={form} aria-disabled={isSaving} />
    </>
  )
  return (
    <Modal title={t.dialog(n)} onClose={onClose} foot={foot} className="director-dialog">
      <Form id={form} onSubmit={() => void save()}>
        {quote !== undefined && (
          <blockquote className="director-quote" dir="auto">
            {quote}
          </blockquote>
        )}
        <Field label={t.field} hint={t.hint} fault={fault}>
          {(tied) => (
            <textarea
              {...tied}
              className="field-input room"
              rows={5}
              dir="auto"
              value={text}
              onChange={({ target }) => keep(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
                event.preventDefault()
                void save()
              }}
            />
          )}
        </Field>
      </Form>
    </Modal>
  )
}
