/** Focuses the field that filters the list. */
export const focusFilter = (): void => document.querySelector<HTMLElement>('.notes-list input')?.focus()
