/** The valuation of a mark. */
type Tone = 'good' | 'fair' | 'bad' | 'none'

/** A mark of a journey or a place on the map: a short label, a longer one where there is room and on hover, and a tone. */
export interface MapMark {
  label: string
  /** The label in parts with their own tones, joined by spaces. */
  parts?: readonly { text: string; tone: Tone }[]
  /** Shown beside it where there is room. */
  more?: string
  title?: string
  tone: Tone
  /** How long the party stayed there, as a level from 1 to 4. */
  heat?: 1 | 2 | 3 | 4
}

/** The overlay of the map, by id of journey or place; a folded region's id has the prefix `~`. */
export interface Marks {
  journeys: ReadonlyMap<string, MapMark>
  places: ReadonlyMap<string, MapMark>
}

/** An empty overlay. */
export const noMarks: Marks = { journeys: new Map(), places: new Map() }
