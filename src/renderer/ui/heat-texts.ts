import type { Visit } from '../../shared/visits'
import { count } from './amounts'

const beats = (n: number): string => (n === 1 ? '1 beat' : `${count(n)} beats`)
const visits = (n: number): string => (n === 1 ? '1 visit' : `${count(n)} visits`)

/** What the map says of how often places were visited. */
export const heatTexts = {
  group: 'Map',
  menu: 'Party visits',
  commands: { off: 'Hide party visits', session: 'Show party visits in this session', branch: 'Show party visits on this branch' } as const,
  choices: { off: 'Hidden', session: 'This session', branch: 'This branch' } as const,
  titles: { session: 'Visits in this session', branch: 'Visits on this branch' } as const,
  counting: 'Counting…',
  sum: (all: number, places: number): string => `${beats(all)} in ${places === 1 ? '1 place' : `${count(places)} places`}`,
  none: { session: 'This session has no beats yet.', branch: 'This branch has no beats yet.' } as const,
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
