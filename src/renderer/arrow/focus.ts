import { flushSync } from 'react-dom'
import { arrange } from '../session'

/** Gives the keys back to the scene: to its outline, or to the graph where that is not shown. */
export function focusOutline(): void {
  const outline = document.getElementById('arrow-outline')
  if (outline) outline.focus()
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** Shows the form of the selection and focuses the field that is written first; its text is selected. */
export function focusForm(): void {
  flushSync(() => arrange({ side: 'arrow-node' }))
  const form = document.querySelector('.arrow-form')
  const first = form?.querySelector<HTMLElement>('[data-first]') ?? form?.querySelector<HTMLElement>('textarea, input:not([type=checkbox]), .picker')
  first?.focus()
  if (first instanceof HTMLInputElement || first instanceof HTMLTextAreaElement) first.select()
}
