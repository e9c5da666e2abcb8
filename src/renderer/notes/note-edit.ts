import { plainText, withEndsOf } from '../../shared/base/line-ends'
import type { EditedFile } from '../edited-files'

/** A note that is edited in the view. Its texts have the byte order mark and the line ends of the file. */
export interface NoteEdit extends EditedFile<string> {
  text: string
  /** The pictures that were added to the text and are not saved: their bytes in Base64, by the name of their file. */
  pictures?: Readonly<Record<string, string>> | undefined
}

export const isUnsaved = ({ text, saved }: NoteEdit): boolean => text !== saved

/** The text of an edit after the user changed it in the editor, which has LF line ends. */
export const typedText = ({ saved, text }: NoteEdit, plain: string): string =>
  // Equal texts are equal bytes, even if a line end of the file occurs only once.
  plain === plainText(saved) ? saved : withEndsOf(saved === '' ? text : saved, plain)

/** The pictures of an edit that are saved with a text, which names them, and those that are not. */
export function picturesFor(pictures: NoteEdit['pictures'] = {}, text = ''): Record<'named' | 'others', [file: string, bytes: string][]> {
  const all = Object.entries(pictures)
  return { named: all.filter(([file]) => text.includes(file)), others: all.filter(([file]) => !text.includes(file)) }
}
