import { counted } from '../../ui/amounts'

/** Texts of the coverage panel. */
export const coverageTexts = {
  title: 'Coverage',
  branch: 'Branch',
  session: 'Part of the story',
  all: 'All sessions',
  one: (session: number): string => `Session ${session}`,
  count: 'Count again',
  stop: 'Stop',
  waits: 'Looking for uncounted beats…',
  progress: (done: number, of: number): string => `Counted ${done.toLocaleString('en')} of ${counted(of, 'beat')}`,
  stopped: 'Counting stopped. The counts so far are kept.',
  failed: 'Couldn’t count the coverage',
  summary: (beats: number, ran: number): string =>
    beats === 0 ? 'Nothing has been played here yet.' : `${counted(beats, 'beat')}, ${ran.toLocaleString('en')} of them replayed.`,
  uncounted: (beats: number, reason: string): string => `${counted(beats, 'beat')} not replayed: ${reason}`,
  outdated: (beats: number, path: string): string => `${counted(beats, 'beat')} ran an earlier version of ${path}. These numbers leave them out.`,
  unread: (path: string): string => `The statements of ${path} can’t be counted.`,
  stale: 'The story has gone on since.',
  kinds: 'Kinds',
  of: (exercised: number, of: number): string => `${exercised.toLocaleString('en')} of ${of.toLocaleString('en')}`,
  never: 'Only what was never exercised',
  none: { title: 'Nothing of this kind', hint: 'This campaign has none.' },
  full: { title: 'Everything was exercised', hint: 'Clear the checkbox above to see how often.' },
  times: (times: number): string => (times === 0 ? 'never' : `${times.toLocaleString('en')} ×`),
  held: (held: number, times: number): string => (held === times ? 'always true' : held === 0 ? 'never true' : `true ${held.toLocaleString('en')} ×`),
  arm: 'one branch of ? :',
  mark: { never: 'Never exercised', some: 'Partly exercised', all: 'Exercised' } as const
} as const
