/** Focuses the manual controls while the table waits for the designer. */
export function focusTools(): void {
  document.querySelector<HTMLElement>('.tools [tabindex="0"]')?.focus()
}
