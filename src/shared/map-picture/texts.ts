/** What a picture of the map says beside the words of the world. */
export const pictureTexts = {
  empty: 'No places yet',
  places: (count: number): string => (count === 1 ? '1 place' : `${count} places`),
  more: (count: number): string => `+${count}`,
  way: (from: string, to: string, words: string): string => `${from} to ${to}${words === '' ? '' : `: ${words}`}`,
  here: 'the party',
  unvisited: 'not visited yet',
  oneWay: 'no way back',
  risky: 'risky',
  shut: 'needs something first'
} as const
