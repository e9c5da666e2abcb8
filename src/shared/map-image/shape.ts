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
  | 'past'
  | 'good'
  | 'bad'
  | 'heat-3'
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

/** The portrait of a character, cut to the shape of a mark. `src`: its `data:` address; without it, what is below stays in view. */
export interface PortraitShape {
  kind: 'portrait'
  of: string
  box: Rect
  radius: number
  title: string
  src?: string
}

/** One shape of an image, painted over those before it. `title` describes it. */
export type ImageShape =
  | { kind: 'box'; box: Rect; radius: number; fill?: Colour; edge?: Pen; title?: string }
  | { kind: 'line'; curve: Curve; pen: Pen; title?: string }
  | { kind: 'patch'; points: readonly Point[]; fill: Colour }
  | PortraitShape
  | TextShape

/** The most portraits that an image holds, so that its file stays small. The other characters have their initials. */
const MAX_PORTRAITS = 200

/** The characters whose portraits an image shows once it has them. */
export const portraitsIn = ({ shapes }: MapImage): string[] =>
  shapes.flatMap((shape) => (shape.kind === 'portrait' ? [shape.of] : [])).slice(0, MAX_PORTRAITS)

/** An image with the portraits that were read, as `data:` addresses by character. */
export const withPortraits = (image: MapImage, sources: ReadonlyMap<string, string>): MapImage => ({
  ...image,
  shapes: image.shapes.map((shape) => (shape.kind === 'portrait' ? { ...shape, ...srcOf(sources.get(shape.of)) } : shape))
})
const srcOf = (src: string | undefined): { src?: string } => (src === undefined ? {} : { src })

/** An image as data: its bounds, its background colour, and the shapes in painting order. */
export interface MapImage {
  title: string
  bounds: Rect
  ground: Colour
  shapes: readonly ImageShape[]
  /** The number of lines whose labels found no room. */
  unlabelled: number
}
