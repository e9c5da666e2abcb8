import { counted } from '../../ui/amounts'

/** Texts of the panel that replays the story under the edited rules. */
export const replayTexts = {
  title: 'Replay',
  hint: 'Plays the same calls with the same dice under the rules in the editor and the folder, saved or not. Proscenium saves nothing until you keep the result.',
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
  unchanged: 'The story stays the same.',
  otherEngine: 'An older version of Proscenium recorded these beats, so some differences may come from the app.',
  broken: 'The replay uses the rules of the last beat, because a changed file doesn’t load:',
  stale: 'The rules have changed since. Replay again.',
  first: (n: number): string => `First difference: beat ${n}`,
  go: (n: number): string => `Go to beat ${n}`,
  was: 'Before',
  is: 'Now',
  end: 'At the end',
  after: 'After this beat',
  skipped: 'Left out, because the rules refuse it now',
  conflicts: 'Edits that no longer fit',
  beat: (n: number): string => `Beat ${n}`,
  more: (n: number): string => `${counted(n, 'more line')} left out`,
  name: 'Name of the branch',
  suggestion: 'edited-rules',
  keep: 'Keep as a branch',
  drop: 'Discard',
  kept: (branch: string): string => `Saved as branch ${branch}. You are still on your branch.`,
  compare: 'Compare with now',
  same: 'No other differences at the end.'
} as const
