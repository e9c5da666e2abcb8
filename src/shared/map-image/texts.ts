/** The texts of a map image besides those of the world. */
export const mapImageTexts = {
  empty: 'No places yet',
  places: (count: number): string => (count === 1 ? '1 place' : `${count} places`),
  inRegion: (name: string, region: string): string => `${name} (${region})`,
  rows: 'This map has too many places and journeys for an image layout, so places without a position of their own stand in rows.',
  unlabelled: (count: number): string =>
    `There was no room for ${count === 1 ? 'the label of 1 journey' : `the labels of ${count.toLocaleString('en')} journeys`}.`,
  more: (count: number): string => `+${count}`,
  journey: (from: string, to: string, words: string): string => `${from} to ${to}${words === '' ? '' : `: ${words}`}`,
  here: 'the party',
  unvisited: 'not visited yet',
  oneWay: 'no way back',
  risky: 'risky',
  shut: 'requires a fact'
} as const
