let listener: () => void = () => undefined

/** Focuses the search of turns. Does nothing while the list is not visible. */
export const find = (): void => listener()

/** Registers the search field that `find` focuses. Returns a function that unregisters it. */
export function onFocusSearch(focus: () => void): () => void {
  listener = focus
  return () => {
    listener = () => undefined
  }
}
