const beats = (n: number): string => (n === 1 ? '1 beat' : `${n.toLocaleString('en')} beats`)

/** Words about repositories elsewhere. */
export const remoteTexts = {
  command: 'Shared copies…',
  cloneCommand: 'Clone a campaign…',
  title: 'Shared copies of this campaign',
  about: 'A git server that holds this story too. Branches are brought in and sent only when you ask.',
  none: 'This campaign is shared with nobody yet. Name the repository that shall hold a copy of it.',
  reading: 'Looking what is known…',
  fetch: 'Fetch',
  fetching: 'Fetching…',
  fetchHint: 'Bring in what is there; branches here stay where they are',
  push: 'Send',
  pushing: 'Sending…',
  pushThis: (branch: string): string => `Send ${branch}`,
  catchUp: 'Catch up',
  playOn: 'Play on from it',
  remove: 'Forget it',
  branchColumn: 'Branch',
  stateColumn: 'Compared with here',
  doColumn: 'What to do',
  notHere: 'not here yet',
  strangers: 'another story',
  same: 'the same',
  apart: ({ ahead, behind }: { ahead: number; behind: number }): string =>
    [ahead > 0 ? `here ${beats(ahead)} ahead` : '', behind > 0 ? `${behind > 0 && ahead > 0 ? '' : 'here '}${beats(behind)} behind` : '']
      .filter(Boolean)
      .join(', '),
  add: 'Share with…',
  name: 'Name',
  url: 'Address of the repository',
  urlHint: 'https://…, without name or password',
  token: 'Token',
  tokenHint: 'Kept on this machine for this server alone, never in the campaign',
  tokenKnown: 'A token for this server is known',
  addIt: 'Add',
  fetched: (name: string): string => `Fetched what is on ${name}.`,
  sent: (branch: string, name: string): string => `Sent ${branch} to ${name}.`,
  caught: (branch: string): string => `${branch} has caught up.`,
  cloneTitle: 'Clone a campaign',
  dir: 'Folder',
  dirHint: 'A new or an empty one',
  clone: 'Clone',
  cloning: 'Cloning…',
  cancel: 'Cancel',
  cloneHint: 'From a git server, with its whole history'
} as const
