/** Something on the map that can be chosen. */
export interface Chosen {
  what: 'place' | 'journey' | 'region'
  id: string
}

/** What is chosen on the map and what is drawn over it: of this window, never saved. */
export interface Mapping {
  /** In the order of choosing; the last one is what the side panel shows. */
  chosen: readonly Chosen[]
  /** Whose chances stand on the journeys. */
  odds?: string
  /** Places that the party has not seen are hidden. */
  fog: boolean
  /** How often places were visited is drawn, over this session or the whole branch. */
  heat: 'off' | 'session' | 'branch'
}

/** Nothing chosen, nothing drawn over. */
export const firstMapping: Mapping = { chosen: [], fog: false, heat: 'off' }
