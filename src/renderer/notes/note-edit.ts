import { plainText, withEndsOf } from '../../shared/base/line-ends'
import type { EditedFile } from '../edited-files'
import type { NewPictures } from '../fields/new-pictures'

/** A note that is edited in the view. Its texts have the byte order mark and the line ends of the file. */
export interface NoteEdit extends EditedFile<string> {
  text: string
  pictures?: NewPictures | undefined
}

export const isUnsaved = ({ text, saved }: NoteEdit): boolean => text !== saved

/** The text of an edit after the user changed it in the editor, which has LF line ends. */
export const typedText = ({ saved, text }: NoteEdit, plain: string): string =>
  // Equal texts are equal bytes, even if a line end of the file occurs only once.
  plain === plainText(saved) ? saved : withEndsOf(saved === '' ? text : saved, plain)
