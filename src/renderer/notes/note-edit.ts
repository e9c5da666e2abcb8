import { plainText, withEndsOf } from '../../shared/base/line-ends'
import type { FileText, KeptDraft } from '../../shared/contract/workshop-calls'

/** A note that is edited in the view. Its texts have the byte order mark and the line ends of the file. */
export interface NoteEdit {
  /** The version of the file that the designer has seen; null if the file is gone. */
  version: string | null
  saved: string
  text: string
  /** The user's message for the next save; undefined for the suggested one. */
  message?: string | undefined
  /** Another version of the file that appeared while there were unsaved changes; null if the file was removed. */
  theirs?: FileText | null | undefined
  /** The pictures that were added to the text and are not saved: their bytes in Base64, by the name of their file. */
  pictures?: Readonly<Record<string, string>> | undefined
}

export const isUnsaved = ({ text, saved }: NoteEdit): boolean => text !== saved

/** The edit of a file as it was read, with its stored unsaved text. A draft of another version is kept, and the question is asked. */
export function begunEdit(file: FileText, draft: KeptDraft | undefined): NoteEdit {
  const edit = { version: file.version, saved: file.text, text: draft?.text ?? file.text }
  return draft && isUnsaved(edit) && draft.over !== file.version ? { ...edit, version: draft.over, theirs: file } : edit
}

/** The edit after the user changed the text in the editor, which has LF line ends. */
export function typedEdit(edit: NoteEdit, plain: string): NoteEdit {
  // Equal texts are equal bytes, even if a line end of the file occurs only once.
  return { ...edit, text: plain === plainText(edit.saved) ? edit.saved : withEndsOf(edit.saved === '' ? edit.text : edit.saved, plain) }
}

/** The pictures of an edit that are saved with a text, which names them, and those that are not. */
export function picturesFor({ pictures = {} }: NoteEdit, text: string): Record<'named' | 'others', [file: string, bytes: string][]> {
  const all = Object.entries(pictures)
  return { named: all.filter(([file]) => text.includes(file)), others: all.filter(([file]) => !text.includes(file)) }
}

/** The edit after `text` was saved; a newer text stays unsaved. */
export function savedEditOf(edit: NoteEdit, text: string, version: string): NoteEdit {
  const { others } = picturesFor(edit, text)
  return { version, saved: text, text: edit.text, ...(others.length > 0 ? { pictures: Object.fromEntries(others) } : {}) }
}

/** The edit after the file was read again, null if it is gone. Undefined if nothing is left to edit. */
export function followedEdit(edit: NoteEdit, file: FileText | null): NoteEdit | undefined {
  if ((file?.version ?? null) === edit.version) return edit.theirs === undefined ? edit : { ...edit, theirs: undefined }
  if (file && (!isUnsaved(edit) || edit.text === file.text)) return { version: file.version, saved: file.text, text: file.text }
  return file || isUnsaved(edit) ? { ...edit, theirs: file } : undefined
}

/** The edit after the user chose a version. The next save writes the own one over the other. Undefined if nothing is left to edit. */
export function decidedEdit(edit: NoteEdit, keep: 'mine' | 'theirs'): NoteEdit | undefined {
  const { theirs, message, pictures } = edit
  if (theirs === undefined) return edit
  if (keep === 'mine') return { version: theirs?.version ?? null, saved: theirs?.text ?? '', text: edit.text, message, pictures }
  return theirs ? { version: theirs.version, saved: theirs.text, text: theirs.text } : undefined
}
