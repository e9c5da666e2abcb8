let listener: () => void = () => undefined

/** Puts the focus into the search of turns. Does nothing while the list is not on the screen. */
export const find = (): void => listener()

/** Registers the search field that `find` focuses. Returns a function that removes it. */
export function onFocusSearch(focus: () => void): () => void {
  listener = focus
  return () => {
    listener = () => undefined
  }
}
