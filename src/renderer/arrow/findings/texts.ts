/** The texts of the findings panel. */
export const findingsTexts = {
  tab: 'Findings',
  title: 'Findings on this document',
  nothing: 'No document is open',
  nothingHint: 'Open a document in Scenes to check it.',
  checking: 'Checking the document…',
  none: 'No findings',
  noneHint: 'The checks found no problem in this document.',
  groups: { error: 'Errors', warning: 'Warnings', hint: 'Hints' },
  group: (name: string, n: number) => `${name} (${n})`,
  show: (where: string) => `Show ${where}`,
  fixed: (label: string) => `${label}: done`
} as const
