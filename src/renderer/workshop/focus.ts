import { isLayerOpen } from '../ui/layers'

let editor: (() => void) | undefined
/** Counts who was to get the keys: the last one gets them. */
let requests = 0

/** Says how the editor on the screen gets the keys; undefined when it goes. */
export const setEditorFocus = (focus: (() => void) | undefined): void => void (editor = focus)

/** Gives the keys to the editor. */
export function focusEditor(): void {
  requests++
  editor?.()
}

/** Gives the keys to the tree of files. */
export function focusTree(): void {
  requests++
  document.getElementById('workshop-tree')?.focus()
}

/** Asks that the editor gets the keys when it shows a file that is still read. Returns the number for `giveFocus`. */
export const askFocus = (): number => ++requests

/** Gives the keys to the editor, unless they were given elsewhere since they were asked for. */
export function giveFocus(request: number): void {
  if (request === requests && !isLayerOpen()) editor?.()
}
