/** A file of the campaign, read only. */
export const fileTexts = { open: 'Open in Workshop' } as const
