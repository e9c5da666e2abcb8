import { CONTROLS } from './commands'
import { isInLayer } from './layers'

function pathOf(element: Element): Element[] {
  const path: Element[] = []
  for (let one: Element | null = element; one; one = one.parentElement) path.push(one)
  return path
}

// The whole stage can have the focus too, but any part of it is nearer.
const STOPS = '[tabindex]:not(main),a[href],button,input,select,textarea,summary'
const PARTS = 'section,aside,main,nav,header,footer,fieldset,ul,ol,[role]'

/** Focuses the innermost element of a path that still exists and accepts the focus, else the innermost part of the window. */
function reach(path: readonly Element[]): boolean {
  const left = path.filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.isConnected && one !== document.body && !one.closest('[inert]')
  )
  for (const one of left.filter((each) => each.matches(STOPS))) {
    one.focus({ preventScroll: true })
    if (document.activeElement === one) return true
  }
  const part = left.find((one) => one.matches(PARTS))
  if (!part) return false
  part.tabIndex = -1
  part.focus({ preventScroll: true })
  return document.activeElement === part
}

let pointed = false

/** Whether the pointer was used last, not the keyboard. */
export const isPointed = (): boolean => pointed

/** The element that has the focus only because a child was removed. */
let focused: Element | null = null

/** Whether nothing in the window is in use, so that a new element may take the focus. */
export const isFocusFree = (): boolean => [null, document.body, focused].includes(document.activeElement)

/**
 * When the focused element disappears, its container takes the focus, otherwise the element that had it before the layer opened: never the page,
 * where letters for a field would be shortcuts. A focus that the user gave up, for example by a click, isn't restored. Leaving a menu with the
 * pointer doesn't return the focus to its button, because Space means play then. Returns a function that removes the listeners.
 */
export function keepFocus(): () => void {
  let last: Element[] = []
  let below: Element[] = []
  const onInput = ({ type }: Event): void => {
    pointed = type === 'pointerdown'
  }
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || target === document.body) return
    focused = null
    last = pathOf(target)
    if (!isInLayer(target)) below = last
  }
  const onBlur = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null || !(target instanceof Element) || !document.hasFocus()) return
    // An element that is being removed fires the same event, and is no longer connected when this runs.
    queueMicrotask(() => {
      if (!target.isConnected || document.activeElement !== document.body) return
      if (last[0] === target) last = []
      if (below[0] === target) below = []
    })
  }
  const watch = new MutationObserver(() => {
    const [had] = last
    if (!had || had.isConnected || (document.activeElement ?? document.body) !== document.body) return
    if (!reach(last)) {
      if (pointed && below[0]?.closest(CONTROLS)) last = []
      else reach(below)
    }
    focused = document.activeElement
  })
  watch.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  window.addEventListener('pointerdown', onInput, true)
  window.addEventListener('keydown', onInput, true)
  return () => {
    watch.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onBlur)
    window.removeEventListener('pointerdown', onInput, true)
    window.removeEventListener('keydown', onInput, true)
  }
}
