/** Gives the keys back to a graph: focuses its outline, or the window's body where the outline isn't shown, so that shortcuts work again. */
export function returnFocus(outlineId: string): void {
  const outline = document.getElementById(outlineId)
  if (outline) outline.focus()
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
