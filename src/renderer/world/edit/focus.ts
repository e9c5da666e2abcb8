/** Gives the keys to the outline, where it is shown. */
export const focusOutline = (): void => document.getElementById('outline')?.focus()

/** Gives the keys to a field of the world and takes what stands in it, where it is shown. */
export function focusField(field: string): void {
  const found = document.querySelector<HTMLInputElement>(`[data-field="${CSS.escape(field)}"]`)
  found?.focus()
  found?.select()
}

/** Gives the keys to the first field of the form beside the map. */
export function focusForm(): void {
  const first = document.querySelector<HTMLElement>('.edit-form input, .edit-form button')
  first?.focus()
  if (first instanceof HTMLInputElement) first.select()
}
