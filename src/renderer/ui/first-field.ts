import { useLayoutEffect, type RefObject } from 'react'

const REACHED = 'a[href],button,input,select,textarea,summary,[tabindex]'

function isStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]') || !element.checkVisibility({ visibilityProperty: true }))
    return false
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return true
  // Among radio buttons, the checked one gets the focus, else the first.
  const group = [...(element.form ?? document).querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(({ name }) => name === element.name)
  return group[0] === element && !group.some(({ checked }) => checked)
}

/** Focuses the first tab stop in an element, or the element itself if it has none but a close button: Enter must not close what still waits for its content. */
export function focusFirst(box: HTMLElement): void {
  const first = [...box.querySelectorAll<HTMLElement>(REACHED)].find((one) => isStop(one) && !one.matches('.dialog-close'))
  if (first) first.focus()
  else box.focus({ preventScroll: true })
}

/** Focuses a field as soon as it is drawn, and again after a closing layer has returned the focus. */
export function useFirstFocus(field: RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    const focus = (): void => {
      if (document.activeElement !== field.current) field.current?.select()
    }
    focus()
    const frame = requestAnimationFrame(focus)
    return () => cancelAnimationFrame(frame)
  }, [field])
}
