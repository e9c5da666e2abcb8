/** Focuses a field of a form, opens the entries around it, and selects its text if it is one line. Returns whether the field is there. */
export function focusField(field: string): boolean {
  const input = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  for (let fold = input?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true
  input?.scrollIntoView({ block: 'center' })
  input?.focus()
  if (input instanceof HTMLInputElement) input.select()
  return input !== null
}

const PAUSE_MS = 50
const MAX_TRIES = 60

/** Focuses a field as soon as its form is drawn, and after the part that it replaces has given its focus away. */
export function focusFieldSoon(field: string, tries = MAX_TRIES): void {
  setTimeout(() => {
    if (!focusField(field) && tries > 0) focusFieldSoon(field, tries - 1)
  }, PAUSE_MS)
}
