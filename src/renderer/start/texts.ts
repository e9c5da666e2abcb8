/** The start page. */
export const startTexts = {
  forget: 'Remove from list',
  unopened: (title: string, opening: boolean): string => `Proscenium ${opening ? 'couldn’t open' : 'didn’t reopen'} “${title}”`,
  opened: 'Opened'
} as const

/** The folder browser. */
export const folderTexts = { path: 'Folder' } as const

/** The dialogs that create a campaign. */
export const createTexts = { sample: 'The sample campaign', blank: 'A blank campaign' } as const

/** The dialog that creates a campaign in another project's repository. */
export const hereTexts = {} as const

/** Commands that open and close campaigns. */
export const openingTexts = {} as const
