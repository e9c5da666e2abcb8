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
    title: (n: number): string =>
      `${n === 1 ? '1 file was' : `${n} files were`} changed outside and ${n === 1 ? "isn't" : "aren't"} part of the story yet.`
  }
} as const
