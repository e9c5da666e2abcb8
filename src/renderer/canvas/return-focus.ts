/** Returns the focus to a graph: to its outline, or to the view if the outline isn't shown, so that shortcuts work again and Tab goes on from there. */
export function returnFocus(outlineId: string): void {
  const target = document.getElementById(outlineId) ?? document.querySelector('main')
  target?.focus()
}
