import { flushSync } from 'react-dom'
import { returnFocus } from '../canvas/return-focus'
import { arrange } from '../session'

/** Focuses the outline of the scene if it is shown; otherwise only leaves the field. */
export const focusOutline = (): void => returnFocus('arrow-outline')

/** Shows the form of the selection, focuses its most important field and selects the text. */
export function focusForm(): void {
  flushSync(() => arrange({ side: 'arrow-node' }))
  const form = document.querySelector('.arrow-form')
  const first =
    form?.querySelector<HTMLElement>('[data-first]') ??
    form?.querySelector<HTMLElement>('textarea, input:not([type=checkbox]), .picker, select, button')
  first?.focus()
  if (first instanceof HTMLInputElement || first instanceof HTMLTextAreaElement) first.select()
}
