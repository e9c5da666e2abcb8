type Zoom = 'in' | 'out' | 'fit'

let listener: (how: Zoom) => void = () => undefined

/** Called by the timeline on the screen; returns how to stop listening. */
export function onZoom(to: (how: Zoom) => void): () => void {
  listener = to
  return () => {
    if (listener === to) listener = () => undefined
  }
}

/** Zooms the timeline on the screen; used by commands. */
export const zoom = (how: Zoom): void => listener(how)
