const REACHED = 'a[href],button,input,select,textarea,summary,[tabindex]'

/** Whether the Tab key would stop at an element. */
function isStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]') || !element.checkVisibility({ visibilityProperty: true }))
    return false
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return true
  // Of radio buttons the chosen one takes the keys; the first, where none is.
  const group = [...(element.form ?? document).querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(({ name }) => name === element.name)
  return group[0] === element && !group.some(({ checked }) => checked)
}

/** Gives the keys to the first thing in a box that the Tab key would stop at; to the box itself where there is none. */
export function focusFirst(box: HTMLElement): void {
  const first = [...box.querySelectorAll<HTMLElement>(REACHED)].find(isStop)
  if (first) first.focus()
  else box.focus({ preventScroll: true })
}
