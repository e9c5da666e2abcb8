/** How good something is. */
export type Tone = 'good' | 'fair' | 'bad' | 'none'

/** Something that is said of a journey or a place on the map: a word or two, more where there is room and on hover, and how good it is. */
export interface Mark {
  label: string
  /** The label in parts of their own tones, joined by spaces. */
  parts?: readonly { text: string; tone: Tone }[]
  /** Said beside it where there is room. */
  more?: string
  title?: string
  tone: Tone
  /** How long the party stayed there, from 1 to 4. */
  heat?: 1 | 2 | 3 | 4
}

/** What is drawn over the map, by id of journey or place; a folded region's is its id after `~`. */
export interface Marks {
  journeys: ReadonlyMap<string, Mark>
  places: ReadonlyMap<string, Mark>
}

/** Nothing drawn over the map. */
export const noMarks: Marks = { journeys: new Map(), places: new Map() }
