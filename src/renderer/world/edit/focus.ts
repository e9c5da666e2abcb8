import { returnFocus } from '../../canvas/return-focus'

/** Focuses the outline of the world if it is shown; otherwise only leaves the field. */
export const focusOutline = (): void => returnFocus('outline')

/** Focuses the first field of the form beside the map. */
export function focusForm(): void {
  const first = document.querySelector<HTMLElement>('.edit-form input, .edit-form button')
  first?.focus()
  if (first instanceof HTMLInputElement) first.select()
}
