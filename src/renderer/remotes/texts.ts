import { counted } from '../ui/amounts'

/** Texts on shared copies of the campaign. */
export const remoteTexts = {
  catchUp: 'Update branch',
  playOn: 'Continue on a new branch',
  aheadBehind: ({ ahead, behind }: { ahead: number; behind: number }): string =>
    [ahead > 0 ? `${counted(ahead, 'beat')} ahead` : '', behind > 0 ? `${counted(behind, 'beat')} behind` : ''].filter(Boolean).join(', '),
  add: 'Add a repository',
  url: 'Repository address',
  urlHint: 'https://…, without a user name or password',
  token: 'Token',
  tokenHint: 'This machine stores the token and sends it to this server only',
  tokenFor: (name: string): string => `Token for ${name}`
} as const
