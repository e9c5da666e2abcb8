import type { Hue } from '../hues'
import type { Curve, Point, Rect } from '../geometry/shapes'

/** A colour by the name of its token in the interface, without the dashes before it. */
export type Colour =
  | 'wings'
  | 'stage'
  | 'raised'
  | 'hover'
  | 'line'
  | 'ground'
  | 'line-strong'
  | 'ink'
  | 'ink-2'
  | 'ink-3'
  | 'live'
  | 'token-ink'
  | `hue-${Hue}`

/** How a line is drawn: its width, and the lengths of its dashes and gaps, in pixels; `round` are its ends. */
export interface Pen {
  colour: Colour
  width: number
  dash?: readonly number[]
  round?: true
}

/** Text on one line: `at` is where its baseline begins, or its middle. `size` in pixels. */
export interface Words {
  kind: 'words'
  at: Point
  text: string
  face: 'serif' | 'sans'
  size: number
  bold?: true
  middle?: true
  fill: Colour
}

/** One thing that a picture is painted with, over those before it. `title` is what it stands for, in words. */
export type Shape =
  | { kind: 'box'; box: Rect; radius: number; fill?: Colour; edge?: Pen; title?: string }
  | { kind: 'line'; curve: Curve; pen: Pen; title?: string }
  | { kind: 'patch'; points: readonly Point[]; fill: Colour }
  | Words

/** A picture as data: what is in sight of it, the colour of its ground, and what is painted on that, in this order. */
export interface Picture {
  title: string
  bounds: Rect
  ground: Colour
  shapes: readonly Shape[]
  /** Lines whose words found no room beside them. */
  untold: number
}
