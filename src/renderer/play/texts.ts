/** The Play view, and the commands that play the table. */
export const tableTexts = {
  view: 'Play',
  group: 'Table',
  commands: {
    play: 'Autoplay or pause',
    step: 'Play one beat',
    speed: (name: string): string => `Set speed to ${name.toLowerCase()}`,
    milestone: 'Mark a milestone and sum up the campaign',
    verify: 'Replay every beat and compare'
  },
  speed: 'Speed',
  speeds: { 1500: 'Slow', 600: 'Normal', 150: 'Fast', 0: 'As fast as possible' } as Record<number, string>,
  playback: 'Playback',
  pause: 'Pause after this beat'
} as const

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
