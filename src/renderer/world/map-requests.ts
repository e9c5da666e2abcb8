/** What can be asked of the map on the screen. */
export type MapRequest = 'find' | 'fit' | 'selection'

let listener: (what: MapRequest) => void = () => undefined

/** Called by the map on the screen; returns how to stop listening. */
export function onMapRequest(to: (what: MapRequest) => void): () => void {
  listener = to
  return () => {
    if (listener === to) listener = () => undefined
  }
}

/** Asks the map on the screen; used by commands. */
export const requestOnMap = (what: MapRequest): void => listener(what)
