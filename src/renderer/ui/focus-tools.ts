/** Moves the focus into the hand, where the table waits for it. */
export function focusTools(): void {
  document.querySelector<HTMLElement>('.tools [tabindex="0"]')?.focus()
}
