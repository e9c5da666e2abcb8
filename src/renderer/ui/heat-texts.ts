import type { Visit } from '../../shared/visits'
import { count } from './amounts'

const beats = (n: number): string => (n === 1 ? '1 beat' : `${count(n)} beats`)
const visits = (n: number): string => (n === 1 ? '1 visit' : `${count(n)} visits`)

/** What the map says of how often places were visited. */
export const heatTexts = {
  group: 'Map',
  menu: 'Visits of the party',
  commands: { off: 'Do not show visits', session: 'Show visits of this session', branch: 'Show visits of this branch' } as const,
  choices: { off: 'Not shown', session: 'This session', branch: 'This branch' } as const,
  titles: { session: 'Visits of this session', branch: 'Visits of this branch' } as const,
  counting: 'Counting…',
  sum: (all: number, places: number): string => `${beats(all)} in ${places === 1 ? '1 place' : `${count(places)} places`}`,
  none: { session: 'Nothing has been played in this session yet.', branch: 'Nothing has been played yet.' } as const,
  again: 'Try again',
  range: (from: number, to: number): string => (from === to ? beats(to) : `${count(from)}–${count(to)} beats`),
  upTo: (to: number): string => (to <= 1 ? beats(to) : `up to ${beats(to)}`),
  card: ({ entered, beats: stayed }: Visit): string => `${visits(entered)} · ${beats(stayed)}`,
  region: (stayed: number): string => beats(stayed),
  title: ({ entered, beats: stayed }: Visit): string =>
    `The party came here ${entered === 1 ? 'once' : `${count(entered)} times`} and stayed for ${beats(stayed)}.`,
  spoken: ({ entered, beats: stayed }: Visit): string => `visited ${entered === 1 ? 'once' : `${count(entered)} times`}, ${beats(stayed)}`,
  unvisited: 'not visited'
} as const
