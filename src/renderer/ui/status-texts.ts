import type { HandEdit } from '../../shared/present'

/** What the window says of files that were changed by hand. */
export const statusTexts = {
  edits: (n: number): string => `${n === 1 ? '1 file' : `${n} files`} changed by hand`,
  changes: { added: 'new', changed: 'changed', removed: 'removed' } satisfies Record<HandEdit['change'], string>,
  more: (n: number): string => `and ${n} more`,
  adopt: 'Adopt',
  setAside: 'Set aside'
} as const
