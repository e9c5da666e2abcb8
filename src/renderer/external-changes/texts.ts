import type { ExternalChange } from '../../shared/table/present'
import { counted } from '../ui/amounts'

/** Texts on files that were changed outside the app. */
export const statusTexts = {
  /** `held`: files that were saved here but that a problem keeps out of the story. */
  edits: (outside: number, held: number): string =>
    [
      ...(outside > 0 ? [`${counted(outside, 'file')} changed outside`] : []),
      ...(held > 0 ? [`${counted(held, 'saved file')} not in use`] : [])
    ].join(', '),
  changes: { added: 'new', changed: 'changed', removed: 'removed' } satisfies Record<ExternalChange['change'], string>,
  adopt: 'Adopt',
  setAside: 'Set aside',
  banner: {
    title: (outside: number, held: number): string =>
      [
        ...(outside > 0
          ? [
              `${outside === 1 ? '1 file was' : `${outside} files were`} changed outside and ${outside === 1 ? "isn't" : "aren't"} part of the story yet.`
            ]
          : []),
        ...(held > 0 ? [`${counted(held, 'saved file')} ${held === 1 ? "isn't" : "aren't"} in use because of a problem.`] : [])
      ].join(' ')
  }
} as const
