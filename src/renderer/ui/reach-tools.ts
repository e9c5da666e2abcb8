/** Moves the focus into the hand, where the table waits for it. */
export function reachTools(): void {
  document.querySelector<HTMLElement>('.tools [tabindex="0"]')?.focus()
}
