/** Focuses the outline if it is shown. */
export const focusOutline = (): void => document.getElementById('outline')?.focus()

/** Focuses a field of a form and selects its text. */
export function focusField(field: string): void {
  const input = document.querySelector<HTMLInputElement>(`[data-field="${CSS.escape(field)}"]`)
  input?.focus()
  input?.select()
}

/** Focuses the first field of the form beside the map. */
export function focusForm(): void {
  const first = document.querySelector<HTMLElement>('.edit-form input, .edit-form button')
  first?.focus()
  if (first instanceof HTMLInputElement) first.select()
}
