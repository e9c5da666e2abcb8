import { isLayerOpen } from '../ui/layers'

/** Where the cursor is in the active file. Lines and columns count from 1. */
let place = { line: 1, column: 1 }
let editor: (() => void) | undefined
/** Counts who was to get the keys: the last one gets them. */
let requests = 0

/** The request that came before there was an editor. */
let early: number | undefined

/** Sets the function that focuses the visible editor; undefined when the editor disappears. */
export function setEditorFocus(focus: (() => void) | undefined): void {
  editor = focus
  if (focus && early === requests && !isLayerOpen()) focus()
  early = undefined
}

function focusNow(): void {
  if (editor) editor()
  else early = requests
}

/** Says where the cursor is. It moves with every key, so it is no part of the store: nothing is drawn from it. */
export const setCursorPlace = (now: { line: number; column: number }): void => void (place = now)

/** Where the cursor is in the active file. */
export const cursorPlace = (): { line: number; column: number } => place

/** Gives the keys to the editor. */
export function focusEditor(): void {
  requests++
  focusNow()
}

/** Gives the keys to the tree of files. */
export function focusTree(): void {
  requests++
  document.getElementById('workshop-tree')?.focus()
}

/** Gives the keys to the tab of a panel below the editor. */
export function focusPanel(id: string): void {
  requests++
  document.getElementById(panelTabId(id))?.focus()
}

/** The element of a panel's tab. */
export const panelTabId = (id: string): string => `workshop-tab-${id}`

/** Asks that the editor gets the keys when it shows a file that is still read. Returns the number for `giveFocus`. */
export const askFocus = (): number => ++requests

/** Focuses the editor, unless something else took the focus after the request. */
export function giveFocus(request: number): void {
  if (request === requests && !isLayerOpen()) focusNow()
}
