import type { Hue } from '../story/hues'
import type { Curve, Point, Rect } from '../geometry/shapes'

/** A colour, named after its token in the interface without the leading dashes. */
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

/** How a line is drawn: its width and its dashes and gaps in pixels; `round` for round ends. */
export interface Pen {
  colour: Colour
  width: number
  dash?: readonly number[]
  round?: true
}

/** Text on one line. `at` is the start of its baseline, or the middle. `size` in pixels. */
export interface TextShape {
  kind: 'words'
  at: Point
  text: string
  face: 'serif' | 'sans'
  size: number
  bold?: true
  middle?: true
  fill: Colour
}

/** One shape of an image, painted over those before it. `title` describes it. */
export type ImageShape =
  | { kind: 'box'; box: Rect; radius: number; fill?: Colour; edge?: Pen; title?: string }
  | { kind: 'line'; curve: Curve; pen: Pen; title?: string }
  | { kind: 'patch'; points: readonly Point[]; fill: Colour }
  | TextShape

/** An image as data: its bounds, its background colour, and the shapes in painting order. */
export interface MapImage {
  title: string
  bounds: Rect
  ground: Colour
  shapes: readonly ImageShape[]
  /** The number of lines whose labels found no room. */
  unlabelled: number
}
