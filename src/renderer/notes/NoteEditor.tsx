import { useId, type ReactElement } from 'react'
import { plainText } from '../../shared/base/line-ends'
import { ProseEditor } from '../prose/editor/ProseEditor'
import { Button } from '../ui/Parts'
import { useQuery } from '../ui/Query'
import { SaveBar } from '../ui/SaveBar'
import { discardEdit, fieldOf, keepVersion, leaveEditor, messageOf, openInWorkshop, saveNote, setMessage, typeNote } from './edits'
import { isUnsaved, type NoteEdit } from './note-edit'
import { useNotes } from './state'
import { notesTexts } from './texts'

/** The text of a note as it is in the file, to be edited in the view. */
export function NoteEditor({ path, edit }: { path: string; edit: NoteEdit }): ReactElement {
  const { text, saved, theirs } = edit
  const hint = useId()
  const isDraft = isUnsaved(edit)
  return (
    <div className="notes-edit edit-form">
      {theirs !== undefined && <Changed path={path} isGone={theirs === null} />}
      <div className="notes-edit-text written">
        <p id={hint} className="notes-edit-hint">
          Ctrl Enter saves. Esc shows the note and keeps unsaved changes.
        </p>
        <ProseEditor
          label={`Text of ${path}`}
          attributes={{ 'aria-describedby': hint, 'data-field': fieldOf(path), ...(isDraft ? {} : { 'data-saved': '' }) }}
          className="notes-field"
          value={plainText(text)}
          saved={plainText(saved)}
          isDraft={isDraft}
          isReadOnly={false}
          onChange={(typed) => typeNote(path, typed)}
          onSubmit={() => void saveNote(path)}
          onEscape={(event) => {
            event.preventDefault()
            leaveEditor(path)
          }}
          onBlur={() => undefined}
        />
      </div>
      {isDraft && <Bar path={path} edit={edit} />}
    </div>
  )
}

const propose = (path: string): Promise<string> => messageOf(path)

function Bar({ path, edit: { text, message, theirs } }: { path: string; edit: NoteEdit }): ReactElement {
  const isSaving = useNotes((s) => s.isSaving)
  const proposed = useQuery(path, text, propose).answer ?? ''
  return (
    <SaveBar
      label="Message of the beat"
      message={message}
      proposed={proposed}
      isSaving={isSaving}
      isAsked={theirs !== undefined}
      onMessage={(next) => setMessage(path, next)}
      onSave={() => void saveNote(path)}
      onDiscard={() => discardEdit(path)}
    />
  )
}

/** Asks which version of a note to keep if its file changed while it had unsaved changes. */
function Changed({ path, isGone }: { path: string; isGone: boolean }): ReactElement {
  const title = 'The note has changed on disk.'
  return (
    <section className="banner" aria-label={title} role="alert">
      <p>
        <b>{title}</b>{' '}
        {isGone
          ? 'It was removed or renamed while you had unsaved changes here.'
          : 'It was edited outside or in another window while you had unsaved changes here. Which version do you want to keep?'}
      </p>
      <span className="banner-buttons">
        <Button label="Keep mine" small onClick={() => keepVersion(path, 'mine')} />
        {!isGone && <Button label="Use the version on disk" small onClick={() => keepVersion(path, 'theirs')} />}
        {!isGone && <Button label={notesTexts.commands.workshop} small onClick={() => void openInWorkshop(path)} />}
      </span>
    </section>
  )
}
