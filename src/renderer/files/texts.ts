/** A file of the campaign, read only. */
export const fileTexts = {
  open: 'Open in Workshop',
  more: (n: number): string => `The file has ${n.toLocaleString('en')} more lines.`
} as const
