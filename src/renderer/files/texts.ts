/** A file of the campaign, read only. */
export const fileTexts = {
  open: 'Open in Workshop',
  tryIt: (action: string): string => `Try ${action}`,
  more: (n: number): string => `The file has ${n.toLocaleString('en')} more lines.`
} as const
