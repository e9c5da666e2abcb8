type Zoom = 'in' | 'out' | 'fit'

/** The timeline's interface for commands. */
interface Screen {
  zoom(how: Zoom): void
  beats(): number
}

const NONE: Screen = { zoom: () => undefined, beats: () => 10 }
let screen = NONE

/** Registers the timeline for commands. Returns a function that unregisters it. */
export function onScreen(shown: Screen): () => void {
  screen = shown
  return () => {
    if (screen === shown) screen = NONE
  }
}

/** Zooms the visible timeline. */
export const zoom = (how: Zoom): void => screen.zoom(how)
/** The number of beats that fit on the screen. */
export const screenful = (): number => Math.max(1, Math.round(screen.beats()))
