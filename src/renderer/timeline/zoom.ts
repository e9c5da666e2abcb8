type Zoom = 'in' | 'out' | 'fit'

/** The parts of the timeline that commands use. */
interface Screen {
  zoom(how: Zoom): void
  /** How many beats fit into it. */
  beats(): number
}

const NONE: Screen = { zoom: () => undefined, beats: () => 10 }
let screen = NONE

/** Registers the timeline for commands. Returns a function that removes it. */
export function onScreen(shown: Screen): () => void {
  screen = shown
  return () => {
    if (screen === shown) screen = NONE
  }
}

/** Zooms the timeline on the screen. */
export const zoom = (how: Zoom): void => screen.zoom(how)
/** How many beats fit on the screen. */
export const screenful = (): number => Math.max(1, Math.round(screen.beats()))
