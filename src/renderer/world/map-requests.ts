/** Requests to the visible map. */
export type MapRequest = 'find' | 'fit' | 'selection' | 'reveal'

let listener: (what: MapRequest) => void = () => undefined

/** Sets the listener of the visible map. Returns a function that removes it. */
export function onMapRequest(to: (what: MapRequest) => void): () => void {
  listener = to
  return () => {
    if (listener === to) listener = () => undefined
  }
}

/** Sends a request to the visible map. */
export const requestOnMap = (what: MapRequest): void => listener(what)
