import { counted } from '../../ui/amounts'

/** Texts of the panel that says what play exercised. */
export const coverageTexts = {
  title: 'Coverage',
  branch: 'Branch',
  session: 'Part of the story',
  all: 'All sessions',
  one: (session: number): string => `Session ${session}`,
  count: 'Count again',
  stop: 'Stop',
  waits: 'Looking for beats that were not counted yet…',
  progress: (done: number, of: number): string => `Counted ${done.toLocaleString('en')} of ${counted(of, 'beat')}`,
  stopped: 'Counting was stopped. What was counted so far is kept.',
  failed: 'The coverage could not be counted',
  summary: (beats: number, ran: number): string =>
    beats === 0 ? 'Nothing has been played here yet.' : `${counted(beats, 'beat')}, ${ran.toLocaleString('en')} of them run again.`,
  uncounted: (beats: number, reason: string): string => `${counted(beats, 'beat')} not run again: ${reason}`,
  outdated: (beats: number, path: string): string => `${counted(beats, 'beat')} ran an earlier version of ${path}, which isn’t in these numbers.`,
  unread: (path: string): string => `The statements of ${path} can’t be counted.`,
  stale: 'The story has gone on since.',
  kinds: 'Kinds',
  of: (exercised: number, of: number): string => `${exercised.toLocaleString('en')} of ${of.toLocaleString('en')}`,
  never: 'Never exercised only',
  none: { title: 'Nothing of this kind', hint: 'This campaign has none.' },
  full: { title: 'All of it was exercised', hint: 'Clear the box above to see how often.' },
  times: (times: number): string => (times === 0 ? 'never' : `${times.toLocaleString('en')} ×`),
  held: (held: number, times: number): string => (held === times ? 'always held' : held === 0 ? 'never held' : `held ${held.toLocaleString('en')} ×`),
  arm: 'one way of ? :',
  mark: { never: 'Never exercised', some: 'Partly exercised', all: 'Exercised' } as const
} as const
