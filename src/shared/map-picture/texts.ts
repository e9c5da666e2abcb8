/** What a picture of the map says beside the words of the world. */
export const pictureTexts = {
  empty: 'No places yet',
  places: (count: number): string => (count === 1 ? '1 place' : `${count} places`),
  inRegion: (name: string, region: string): string => `${name} (${region})`,
  rows: 'This map has too many places and ways to be laid out for a picture: what nobody placed by hand stands in rows.',
  untold: (count: number): string =>
    `${count === 1 ? 'The words of 1 line' : `The words of ${count.toLocaleString('en')} lines`} found no room beside ${count === 1 ? 'it' : 'them'}.`,
  more: (count: number): string => `+${count}`,
  way: (from: string, to: string, words: string): string => `${from} to ${to}${words === '' ? '' : `: ${words}`}`,
  here: 'the party',
  unvisited: 'not visited yet',
  oneWay: 'no way back',
  risky: 'risky',
  shut: 'needs something first'
} as const
