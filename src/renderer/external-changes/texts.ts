import type { ExternalChange } from '../../shared/table/present'
import { counted } from '../ui/amounts'

/** Texts on files that were changed outside the app. */
export const statusTexts = {
  commands: { adopt: 'Adopt external changes', setAside: 'Set external changes aside' },
  /** `held`: files that were saved here but that a problem keeps out of the story. */
  edits: (outside: number, held: number): string =>
    [
      ...(outside > 0 ? [`${counted(outside, 'file')} changed outside`] : []),
      ...(held > 0 ? [`${counted(held, 'saved file')} not in use`] : [])
    ].join(', '),
  changes: { added: 'new', changed: 'changed', removed: 'removed' } satisfies Record<ExternalChange['change'], string>,
  more: (n: number): string => `and ${n} more`,
  adopt: 'Adopt',
  setAside: 'Set aside',
  banner: {
    title: (n: number): string =>
      `${n === 1 ? '1 file was' : `${n} files were`} changed outside and ${n === 1 ? "isn't" : "aren't"} part of the story yet.`,
    adoptHint: 'Save the changes as one beat, then play',
    setAsideHint: 'Move the changed files to a folder, then play',
    review: 'Review changes…',
    leave: 'Play the saved world',
    leaveHint: 'Play without the changes and keep the files. Proscenium asks again when other files change'
  },
  review: {
    title: 'External changes',
    hint: 'How each file differs from the saved story.',
    none: 'No file differs from the saved story.',
    reading: 'Reading the file…'
  }
} as const
