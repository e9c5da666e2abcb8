import { own } from '../../shared/json'
import { useSession } from '../session'
import { useWorkshop } from './state'

// The texts that are being edited lie in the editor's models. This is how the rest of the window reads and replaces them without loading the editor.

/** A text in the editor. */
export interface LiveText {
  /** The whole text, with the byte order mark and the line ends of its file. */
  text: () => string
  /** Replaces the text; the editor can undo it. */
  put: (text: string) => void
  /** Says that the text of this file is saved now. `mark`: from `mark()` when it was sent; what was typed since stays unsaved. */
  settle: (file: string, mark: number) => void
  /** A mark of the text as it is now. */
  mark: () => number
  dispose: () => void
}

const texts = new Map<string, LiveText>()

/** The text of a file in the editor; undefined before the editor has shown it. */
export const liveText = (path: string): LiveText | undefined => texts.get(path)

/** Registers the text of a file. */
export function addLiveText(path: string, live: LiveText): void {
  texts.get(path)?.dispose()
  texts.set(path, live)
}

/** Forgets the text of a file that is closed. */
export function dropLiveText(path: string): void {
  texts.get(path)?.dispose()
  texts.delete(path)
}

/** The present text of an open file, saved or not; undefined for a file that isn't open. */
export function textOf(path: string): string | undefined {
  const one = own(useWorkshop.get().open, path)
  return one && (texts.get(path)?.text() ?? one.draft ?? one.saved)
}

/** The unsaved text of a file; undefined if it has none. */
export const draftOf = (path: string): string | undefined => (own(useWorkshop.get().open, path)?.isDirty ? textOf(path) : undefined)

/** The unsaved texts of all open files by path, as the core needs them to judge files that aren't saved yet. */
export const draftsForCore = (): Record<string, string> =>
  Object.fromEntries(
    Object.keys(useWorkshop.get().open).flatMap((path) => {
      const text = draftOf(path)
      return text === undefined ? [] : [[path, text]]
    })
  )

/** The texts in the editor that are not part of the story: the unsaved ones, and those of files that are only in the folder. */
export function textsBesideStory(): Record<string, string> {
  const { open } = useWorkshop.get()
  const outside = (useSession.getState().present?.edits ?? []).flatMap(({ path }) => {
    const one = own(open, path)
    const text = one && one.version !== null ? textOf(path) : undefined
    return text === undefined ? [] : [[path, text] as const]
  })
  return { ...Object.fromEntries(outside), ...draftsForCore() }
}
