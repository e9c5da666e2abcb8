import type { Visit } from '../../../shared/analysis/visits'
import { count, counted } from '../../ui/amounts'

/** Texts of the visits on the map. */
export const heatTexts = {
  commands: { off: 'Hide party visits', session: 'Show party visits in this session', branch: 'Show party visits on this branch' } as const,
  choices: { off: 'Hidden', session: 'This session', branch: 'This branch' } as const,
  titles: { session: 'Visits in this session', branch: 'Visits on this branch' } as const,
  none: { session: 'This session has no beats yet.', branch: 'This branch has no beats yet.' } as const,
  range: (from: number, to: number): string => (from === to ? counted(to, 'beat') : `${count(from)}–${count(to)} beats`),
  card: ({ entered, beats: stayed }: Visit): string => `${counted(entered, 'visit')} · ${counted(stayed, 'beat')}`,
  title: ({ entered, beats: stayed }: Visit): string =>
    `The party came here ${entered === 1 ? 'once' : `${count(entered)} times`} and stayed for ${counted(stayed, 'beat')}.`,
  spoken: ({ entered, beats: stayed }: Visit): string => `visited ${entered === 1 ? 'once' : `${count(entered)} times`}, ${counted(stayed, 'beat')}`
} as const
