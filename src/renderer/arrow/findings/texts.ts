/** The texts of the findings panel. */
export const findingsTexts = {
  tab: 'Findings',
  title: 'Findings on this document',
  nothing: 'No document is open',
  nothingHint: 'Open a document under Scenes to see what is wrong with it.',
  checking: 'Checking the document…',
  none: 'Nothing found',
  noneHint: 'No rule has anything to say about this document.',
  groups: { error: 'Errors', warning: 'Warnings', hint: 'Hints' },
  group: (name: string, n: number) => `${name} (${n})`,
  show: (where: string) => `Show ${where}`,
  fixed: (label: string) => `${label}: done`
} as const
