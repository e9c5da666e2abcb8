import type { Preparing } from '../../shared/analysis/odds'
import { listed } from '../../shared/words/labels'
import { counted } from './amounts'

/** Sentences and labels that the frame and several features share. The texts of one feature are in its own `texts.ts`. */
export const texts = {
  app: 'Proscenium',
  loading: 'Opening…',
  lostHint: 'Everything up to the last beat is saved.',
  cancel: 'Cancel',
  again: 'Try again',
  scene: (n: number, title: string): string => (title ? `Scene ${n}: ${title}` : `Scene ${n}`),
  play: 'Autoplay',
  dm: 'DM',
  foreign: 'External commit',
  showPlace: (name: string): string => `Show ${name}`,
  nothingNamed: (name: string): string => `This campaign has no entry named “${name}”.`,
  noBeat: (n: number): string => `This branch has no beat ${n}.`,
  beats: (n: number): string => counted(n, 'beat'),
  now: (value: string): string => `Now: ${value}`,
  roll: {
    dice: 'Dice',
    need: 'Needs',
    atMost: (n: number): string => `${n} or less`,
    atLeast: (n: number): string => `${n} or more`,
    total: 'Total',
    against: 'Against',
    success: 'Success',
    failure: 'Failure'
  },
  rulings: {
    title: 'Rulings',
    make: 'Make a ruling',
    makeOn: (n: number): string => `Make a ruling about beat ${n}`,
    about: 'This ruling is about',
    beat: (n: number): string => `beat ${n}`
  },
  changes: 'What changed',
  save: { bar: 'Unsaved changes', save: 'Save', saving: 'Saving…', discard: 'Discard changes' },
  deciding: (names: readonly string[]): string => `${listed(names)} ${names.length === 1 ? 'is' : 'are'} deciding`,
  differs: (n: number, message: string): string => `Beat ${n}: ${message}.`,
  moreCommands: (shown: number, all: number): string => `${shown} of ${all.toLocaleString('en')} commands. Type more to narrow the list.`,
  pages: {
    more: (count: number, rest: number): string => (count === rest ? `Show ${count} more` : `Show ${count} of ${rest.toLocaleString('en')} more`)
  },

  rewritten: (n: number | undefined): string =>
    n === undefined
      ? 'The beat you looked at is no longer in the history. You are looking at the newest beat.'
      : `The beat you looked at is no longer in the history. You are looking at beat ${n}, the last one before it.`,
  editing: {
    group: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    undoLast: 'Undo last edit',
    redoLast: 'Redo last edit',
    past: 'You are looking at the past. To edit the story, press Back to now or Continue from here.'
  },
  remedy: { settings: 'Open settings', again: 'Try again', on: 'Resume' },
  nothingLeft: 'The session is over. Nothing is left to play.',
  onBranch: (name: string): string => `Switched to branch ${name}.`,
  milestone: 'Marked a milestone. The DM sums up the campaign.',
  setAside: (dir: string): string => `Moved the changed files to ${dir}.`,
  verifying: 'Replaying every beat…',
  verified: (play: number, edit: number, foreign: number): string =>
    `Every beat replays to the same files: ${play} played, ${edit} edited, ${foreign} external.`,
  verifyFailed: (n: number, beat: number, message: string): string =>
    `${n === 1 ? '1 beat does' : `${n} beats do`} not replay. The first is beat ${beat}: ${message}`,

  notice: {
    region: 'Messages',
    close: 'Dismiss',
    reload: 'Reload',
    outdated: 'Proscenium was updated while this window was open. Reload the window to go on.',
    outdatedTitle: 'Proscenium was updated',
    kept: 'Nothing was changed.',
    unkept: (path: string): string =>
      `The unsaved text of ${path} can’t be kept outside this window. Save it, or copy it elsewhere, before you close the window.`,
    lost: 'The connection broke before the answer arrived. Proscenium reconnects by itself. Check whether the action was done before you repeat it.',
    titles: {
      'not-found': 'Not found',
      'not-a-campaign': 'Not a campaign',
      'bad-folder': 'Couldn’t use this folder',
      'bad-repository': 'Couldn’t use this repository',
      'bad-file': 'Error in a file',
      'bad-input': 'Invalid input',
      refused: 'Action refused',
      'rule-failed': 'Rule failed',
      locked: 'Campaign in use',
      dirty: 'External changes are in the way',
      conflict: 'The history changed',
      disk: 'Couldn’t write to disk',
      memory: 'Not enough memory',
      stalled: 'The table paused',
      'agent-failed': 'An agent couldn’t play its turn',
      internal: 'Something went wrong'
    }
  },
  /** Two versions of a file, compared line by line. */
  diff: {
    skipped: (n: number): string => `${counted(n, 'line')} the same`,
    op: { added: 'added', removed: 'removed', same: '' },
    noLines: 'This difference changed no line of a file.',
    binary: 'This file is not text, or it is too long to compare line by line.',
    left: (n: number): string => `${counted(n, 'line')} more`
  },
  clone: { title: 'Clone a campaign', hint: 'Copies a campaign from a git server, with its history.' },
  /** The names of agents by id. */
  agents: {
    offline: 'Built-in',
    anthropic: 'Model',
    replay: 'Recording',
    hand: 'You',
    command: 'Command'
  } as Readonly<Record<string, string>>,
  odds: {
    exactly: (fraction: string): string => ` (exactly ${fraction})`,
    /** Sentences while players have no class yet. */
    preparing: ({ kind, waiting }: Pick<Preparing, 'kind' | 'waiting'>): string =>
      `${waiting.length > 2 ? `${waiting.length} players` : waiting.join(' and ')} ${waiting.length === 1 ? 'has' : 'have'} no ${kind} yet. These are the odds of each ${kind}.`
  },
  /** The effect of a rename on the links of notes. */
  links: {
    summary: (mended: number, left: number): string =>
      [
        mended > 0 ? `Updated the links in ${counted(mended, 'file')}.` : '',
        left > 0 ? `${left === 1 ? '1 note still links' : `${left} notes still link`} to the old name.` : ''
      ]
        .filter(Boolean)
        .join(' '),
    show: 'Show'
  }
} as const
