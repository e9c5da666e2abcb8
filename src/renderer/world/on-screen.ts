/** What can be asked of the map on the screen. */
export type Asked = 'find' | 'fit' | 'selection'

let listener: (what: Asked) => void = () => undefined

/** Called by the map on the screen; returns how to stop listening. */
export function onAsked(to: (what: Asked) => void): () => void {
  listener = to
  return () => {
    if (listener === to) listener = () => undefined
  }
}

/** Asks the map on the screen; used by commands. */
export const ask = (what: Asked): void => listener(what)
