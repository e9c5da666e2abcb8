/** Returns the focus to a graph: to its outline, or to the window's body if the outline isn't shown, so that shortcuts work again. */
export function returnFocus(outlineId: string): void {
  const outline = document.getElementById(outlineId)
  if (outline) outline.focus()
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
