/** Focuses a field of a form, opens the entries around it, and selects its text if it is one line. Returns whether the field is there. */
export function focusField(field: string): boolean {
  const input = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  for (let fold = input?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true
  input?.scrollIntoView({ block: 'center' })
  input?.focus()
  if (input instanceof HTMLInputElement) input.select()
  return input !== null
}

let waiting: MutationObserver | undefined

/** Focuses a form's first field, and selects a line's text. While the form is read it waits, unless the focus moves meanwhile. */
export function focusFirstField(form: string): void {
  const from = document.activeElement
  const focus = (): boolean => {
    const first = document.querySelector<HTMLElement>(`${form} :is(input, textarea)`)
    first?.focus()
    if (first instanceof HTMLInputElement) first.select()
    return first !== null
  }
  waiting?.disconnect()
  if (focus()) return
  const observer = new MutationObserver(() => {
    if (document.activeElement !== from || focus()) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  waiting = observer
}

const PAUSE_MS = 50
const MAX_TRIES = 60

/**
 * Focuses a field as soon as its form is drawn, and after the part that it replaces has given its focus away. With a passage, selects it in the field;
 * then the field may also be the one of a list that has the value, or a part of it.
 */
export function focusFieldSoon(field: string, passage?: string, tries = MAX_TRIES): void {
  setTimeout(() => {
    const found = [field, ...(passage === undefined ? [] : around(field))].find(focusField)
    if (found !== undefined && passage !== undefined) selectIn(found, passage)
    if (found === undefined && tries > 0) focusFieldSoon(field, passage, tries - 1)
  }, PAUSE_MS)
}

/** The fields that may have the value of another one: the text of an entry, and those of the lists around it. */
function around(field: string): string[] {
  const keys = field.split('/')
  return [`${field}/text`, `${field}/want`, ...keys.slice(2).map((_, i) => keys.slice(0, -1 - i).join('/'))]
}

/** Selects a passage in the field, wherever its lines are broken. */
function selectIn(field: string, passage: string): void {
  const input = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  const words = passage.trim().split(/\s+/)
  const pattern = new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+'))
  const rangeIn = (text: string): [from: number, to: number] | undefined => {
    const found = pattern.exec(text)
    return found ? [found.index, found.index + found[0].length] : undefined
  }
  if (input instanceof HTMLTextAreaElement || input instanceof HTMLInputElement) {
    const range = rangeIn(input.value)
    if (range) input.setSelectionRange(...range)
  } else if (input) void import('../prose/editor/editor').then(({ selectInEditor }) => selectInEditor(input, rangeIn))
}
