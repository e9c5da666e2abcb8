import { counted } from '../../ui/amounts'

/** Texts of the panel that replays the story under the rules as they are edited. */
export const replayTexts = {
  title: 'Replay',
  hint: 'Plays the same calls with the same dice under the rules as they are in the editor, saved or not. Nothing is saved until you keep it.',
  waits: 'Looking for sessions…',
  none: 'Nothing has been played on this branch yet.',
  span: 'Part of the story',
  option: (kind: 'session' | 'scene', title: string, beats: number): string =>
    `${kind === 'session' ? 'Session' : 'Scene'}: ${title} (${counted(beats, 'beat')})`,
  replay: 'Replay with these rules',
  stop: 'Stop',
  progress: (done: number, of: number): string => `${done.toLocaleString('en')} of ${counted(of, 'beat')}`,
  saving: 'Saving the branch…',
  summary: (played: number, beats: number, same: number): string =>
    `Replayed ${played} of ${counted(beats, 'beat')}; ${same} with the same words and dice.`,
  unchanged: 'The story is the same to the end.',
  otherEngine: 'An older version of Proscenium recorded these beats, so that other results may come from the app.',
  broken: 'The saved text is in force, because a draft doesn’t load:',
  stale: 'The rules have changed since. Replay again.',
  first: (n: number): string => `First difference: beat ${n}`,
  go: (n: number): string => `Go to beat ${n}`,
  was: 'Before',
  is: 'Now',
  end: 'In the end',
  after: 'After this beat',
  skipped: 'Left out, because the rules refuse it now',
  conflicts: 'Edits that no longer fit',
  beat: (n: number): string => `Beat ${n}`,
  more: (n: number): string => `${counted(n, 'more line')} left out`,
  name: 'Name of the branch',
  suggestion: 'edited-rules',
  keep: 'Keep as a branch',
  drop: 'Throw away',
  kept: (branch: string): string => `Kept as the branch ${branch}. You are still on your branch.`,
  compare: 'Compare with now',
  same: 'Nothing else is different in the end.'
} as const
