/** Requests to the map on the screen. */
export type MapRequest = 'find' | 'fit' | 'selection'

let listener: (what: MapRequest) => void = () => undefined

/** Sets the listener of the map on the screen. Returns a function that removes it. */
export function onMapRequest(to: (what: MapRequest) => void): () => void {
  listener = to
  return () => {
    if (listener === to) listener = () => undefined
  }
}

/** Sends a request to the map on the screen. */
export const requestOnMap = (what: MapRequest): void => listener(what)
