import { isLayerOpen } from '../ui/layers'

/** The cursor's position in the active file. Lines and columns count from 1. */
let place = { line: 1, column: 1 }
let editor: (() => void) | undefined
/** Counts the focus requests: the last one wins. */
let requests = 0

/** A request that came before there was an editor. */
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

/** Stores the cursor's position. It changes with every key, so it isn't part of the store: no component renders it. */
export const setCursorPlace = (now: { line: number; column: number }): void => void (place = now)

/** The cursor's position in the active file. */
export const cursorPlace = (): { line: number; column: number } => place

/** Focuses the editor. */
export function focusEditor(): void {
  requests++
  focusNow()
}

/** Focuses the tree of files. */
export function focusTree(): void {
  requests++
  document.getElementById('workshop-tree')?.focus()
}

/** Focuses the tab of a panel below the editor. */
export function focusPanel(id: string): void {
  requests++
  document.getElementById(panelTabId(id))?.focus()
}

/** The id of a panel's tab element. */
export const panelTabId = (id: string): string => `workshop-tab-${id}`

/** Requests the focus for the editor when it shows a file that is still being read. Returns the number for `giveFocus`. */
export const askFocus = (): number => ++requests

/** Focuses the editor, unless something else took the focus after the request. */
export function giveFocus(request: number): void {
  if (request === requests && !isLayerOpen()) focusNow()
}
