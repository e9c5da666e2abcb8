import { own } from '../../shared/base/json'
import { useSession } from '../session'
import { useWorkshop } from './state'

// The texts in progress are in the editor's models. The rest of the window reads and replaces them through this module without loading the editor.

/** A text in the editor. */
interface LiveText {
  /** The whole text, with the byte order mark and the line ends of its file. */
  text: () => string
  /** Replaces the text; the editor can undo it. */
  put: (text: string) => void
  /** Sets the saved text of the file, and whether the editor shows it now. */
  settle: (file: string, isShown: boolean) => void
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

/** Removes the text of a closed file. */
export function dropLiveText(path: string): void {
  texts.get(path)?.dispose()
  texts.delete(path)
}

/** The current text of an open file, saved or not; undefined for a file that isn't open. */
export function textOf(path: string): string | undefined {
  const one = own(useWorkshop.get().open, path)
  return one && (texts.get(path)?.text() ?? one.draft ?? one.saved)
}

/** The unsaved text of a file; undefined if it has none. */
export const draftOf = (path: string): string | undefined => (own(useWorkshop.get().open, path)?.isDirty ? textOf(path) : undefined)

/** The unsaved texts of all open files by path, for the core's checks and trials of unsaved files. */
export const draftsForCore = (): Record<string, string> =>
  Object.fromEntries(
    Object.keys(useWorkshop.get().open).flatMap((path) => {
      const text = draftOf(path)
      return text === undefined ? [] : [[path, text]]
    })
  )

/** Differs when a text in the editor was edited, or when other files of the game or its world differ from the story. */
export function textsMark(): string {
  const outside = (useSession.getState().present?.edits ?? []).map(({ path }) => path).filter((path) => /^(?:rules|world)\//.test(path))
  return [useWorkshop.get().edits, ...outside].join(' ')
}

/** The same in a component. */
export function useTextsMark(): string {
  useWorkshop((s) => s.edits)
  useSession((s) => s.present?.edits)
  return textsMark()
}
