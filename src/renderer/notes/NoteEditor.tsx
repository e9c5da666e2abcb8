import { Images, ImageUp } from 'lucide-react'
import { useCallback, useDeferredValue, useId, useMemo, useRef, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import { plainText } from '../../shared/base/line-ends'
import { notePicture, picturesInNote } from '../../shared/story/note-pictures'
import { altOf } from '../../shared/words/alt-text'
import { fieldTexts } from '../fields/texts'
import { useNewPicture } from '../fields/use-new-picture'
import { ProseEditor } from '../prose/editor/ProseEditor'
import { ChangedOnDisk } from '../ui/ChangedOnDisk'
import { Button, Fault } from '../ui/Parts'
import { NewPicture, Picture } from '../ui/Picture'
import { usePictureFiles } from '../ui/pictures'
import { useQuery } from '../ui/Query'
import { SaveBar } from '../ui/SaveBar'
import { addPicture, discardEdit, fieldOf, keepVersion, leaveEditor, messageOf, noteFiles, openInWorkshop, saveNote, typeNote } from './edits'
import { isUnsaved, type NoteEdit } from './note-edit'
import { useNotes } from './state'
import { notesTexts } from './texts'

const t = notesTexts.pictures

/** The text of a note as it is in the file, to be edited in the view. */
export function NoteEditor({ path, edit }: { path: string; edit: NoteEdit }): ReactElement {
  const { text, saved, theirs } = edit
  const hint = useId()
  const isDraft = isUnsaved(edit)
  const insertBelow = useRef<(paragraph: string) => void>(() => undefined)
  const onReady = useCallback((insert: (paragraph: string) => void) => {
    insertBelow.current = insert
  }, [])
  const { choose, chooseKnown, dialog, fault, isOver, target } = useNewPicture(
    (chosen, alt) => void addPicture(path, chosen, alt, insertBelow.current)
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- whoever can't drop or paste a file chooses one with the button
    <div className={`notes-edit edit-form picture-field ${isOver ? 'over' : ''}`} {...target}>
      {theirs !== undefined && (
        <ChangedOnDisk what="note" isGone={theirs === null} onKeep={(version) => keepVersion(path, version)}>
          <Button label={notesTexts.commands.workshop} small onClick={() => void openInWorkshop(path)} />
        </ChangedOnDisk>
      )}
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
          onReady={onReady}
        />
        <p className="picture-buttons">
          <Button icon={<ImageUp size={13} />} label={t.add} small onClick={choose} />
          {chooseKnown && <Button icon={<Images size={13} />} label={fieldTexts.picture.known} small aria-haspopup="dialog" onClick={chooseKnown} />}
        </p>
        <Fault>{fault}</Fault>
        <NotePictures path={path} text={text} added={edit.pictures} />
        {dialog}
      </div>
      {isDraft && <Bar path={path} edit={edit} />}
    </div>
  )
}

/** The pictures of the text that is edited, as its readers see them. */
function NotePictures({ path, text, added = {} }: { path: string; text: string; added: NoteEdit['pictures'] }): ReactElement | null {
  const settled = useDeferredValue(text)
  const has = usePictureFiles()
  const saved = useNotes((s) => s.page)
  const pictures = useMemo(() => picturesInNote(settled), [settled])
  if (pictures.length === 0) return null
  return (
    <ul className="notes-pictures" aria-label={t.shown}>
      {pictures.map(({ target, alt, line }) => {
        const bytes = own(added, target.replace(/^.*\//, ''))
        const shown = (saved?.path === path ? own(saved.pictures ?? {}, target) : undefined) ?? notePicture(path, target, has) ?? target
        const words = altOf({ file: target, alt })
        return (
          <li key={`${line} ${target}`}>{bytes === undefined ? <Picture path={shown} alt={words} /> : <NewPicture bytes={bytes} alt={words} />}</li>
        )
      })}
    </ul>
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
      onMessage={(next) => noteFiles.change(path, { message: next })}
      onSave={() => void saveNote(path)}
      onDiscard={() => discardEdit(path)}
    />
  )
}
