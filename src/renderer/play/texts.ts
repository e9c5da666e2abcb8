/** The card of the current place. */
export const placeTexts = {
  empty: 'No places yet',
  emptyHint: 'This campaign has no places. Add one in the Map view, or open the sample to see a world.',
  aim: 'Aim',
  here: 'Characters here',
  nobody: 'No characters are here.',
  exits: 'Exits',
  noExits: 'This place has no known exits.',
  senses: 'Senses',
  split: 'The party is split',
  aheadUnseen: 'not seen yet',
  map: 'Map of places'
} as const
