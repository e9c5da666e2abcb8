import type { Preparing } from '../../shared/analysis/odds'
import { listed } from '../../shared/words/labels'
import { counted } from './amounts'

/** Sentences and labels that the frame and several features share. A text of one place stands there. */
export const texts = {
  app: 'Proscenium',
  loading: 'Opening…',
  lostHint: 'Everything up to the last beat is saved.',
  cancel: 'Cancel',
  scene: (n: number, title: string): string => (title ? `Scene ${n}: ${title}` : `Scene ${n}`),
  play: 'Autoplay',
  dm: 'DM',
  foreign: 'External commit',
  showPlace: (name: string): string => `Show ${name}`,
  attachment: (name: string): string => `${name} is an attachment. Open it in the folder of the campaign.`,
  nothingNamed: (name: string): string => `This campaign has no entry named “${name}”.`,
  beats: (n: number): string => counted(n, 'beat'),
  roll: { dice: 'Dice', need: 'Needs', success: 'Success', failure: 'Failure' },
  rulings: { title: 'Rulings', make: 'Make a ruling', makeOn: (n: number): string => `Make a ruling about beat ${n}` },
  save: { bar: 'Unsaved changes' },
  deciding: (names: readonly string[]): string => `${listed(names)} ${names.length === 1 ? 'is' : 'are'} deciding`,
  awaited: (name: string): string => `Waiting for ${name}’s MCP client`,
  pages: {
    more: (count: number, rest: number): string => (count === rest ? `Show ${count} more` : `Show ${count} of ${rest.toLocaleString('en')} more`)
  },
  editing: { group: 'Edit', undo: 'Undo', redo: 'Redo' },
  remedy: { settings: 'Open settings', again: 'Try again', create: 'Create it' },
  onBranch: (name: string): string => `Switched to branch ${name}.`,

  notice: {
    close: 'Dismiss',
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
  diff: {
    op: { added: 'added', removed: 'removed' },
    noLines: 'This difference changed no line of a file.',
    binary: 'This file is not text, or it is too long to compare line by line.',
    left: (n: number): string => `${counted(n, 'line')} more`
  },
  clone: { title: 'Clone a campaign' },
  agents: { offline: 'Built-in', anthropic: 'Model', replay: 'Recording', hand: 'You', command: 'Command', mcp: 'MCP client' } as Readonly<
    Record<string, string>
  >,
  odds: {
    /** Sentences while players have no class yet. */
    preparing: ({ kind, waiting }: Pick<Preparing, 'kind' | 'waiting'>): string =>
      `${waiting.length > 2 ? `${waiting.length} players` : waiting.join(' and ')} ${waiting.length === 1 ? 'has' : 'have'} no ${kind} yet. These are the odds of each ${kind}.`
  }
} as const
