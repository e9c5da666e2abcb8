/** A file of the campaign, read only. */
export const fileTexts = {
  hint: 'Read only. Edit the file in your own editor. Proscenium notices the change and lets you adopt it.',
  more: (n: number): string => `The file has ${n.toLocaleString('en')} more lines.`
} as const
