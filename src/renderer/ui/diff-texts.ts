/** Texts of two things compared line by line. */
export const diffTexts = {
  skipped: (n: number): string => `${n === 1 ? '1 line' : `${n.toLocaleString('en')} lines`} the same`,
  op: { added: 'added', removed: 'removed', same: '' }
} as const
