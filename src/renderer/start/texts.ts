import { counted } from '../ui/amounts'

/** The start page. */
export const startTexts = {
  tagline: 'A lit stage for your story. Draw a world, and a table of players plays it while you watch.',
  sample: 'Open the sample',
  sampleHint: '“The Well”: a village, a dry well and what lies below. Ready to play.',
  create: 'New campaign…',
  createHint: 'Creates a folder with a game in it.',
  open: 'Open folder…',
  openHint: 'Opens a campaign, or creates one in a git repository.',
  recent: 'Recent campaigns',
  none: 'Campaigns that you open appear here.',
  noneHint: 'Start with the sample: open it and press Space.',
  missing: 'Folder not found',
  forget: 'Remove from list',
  unopened: (title: string, opening: boolean): string => `Proscenium ${opening ? 'couldn’t open' : 'didn’t reopen'} “${title}”`,
  unopenedWhy: (why: string, opening: boolean): string =>
    `${why} This happened ${opening ? 'while Proscenium opened the campaign' : 'less than a minute after the campaign was opened'}. Open it again only if you trust it.`,
  openAgain: 'Open',
  openOne: (title: string): string => `Open “${title}”`,
  game: 'Game',
  opened: 'Opened'
} as const

/** The folder browser. */
export const folderTexts = {
  title: 'Open a folder',
  choose: 'Choose a folder',
  path: 'Folder',
  up: 'Up one folder',
  empty: 'This folder contains no folders.',
  campaign: 'campaign',
  truncated: 'The list shows the first folders only. Type a path to go to another one.',
  open: 'Open campaign',
  pick: 'Use this folder',
  notCampaign: 'This folder isn’t a campaign. Select one that is marked “campaign”.',
  foreign: 'This git repository contains no campaign.',
  openForeign: 'Create a campaign here…',
  go: 'Go'
} as const

/** The dialogs that create a campaign. */
export const createTexts = {
  title: 'New campaign',
  name: 'Title',
  nameHint: 'The Well, again',
  dir: 'Folder',
  dirHint: 'A new or empty folder; it becomes a git repository.',
  browse: 'Browse…',
  seed: 'Random seed',
  seedHint: 'The same seed gives the same dice.',
  game: 'Game',
  gameName: 'Name of your game',
  from: 'Start from',
  sample: 'The sample campaign',
  sampleHint: (title: string): string => `“${title}”, ready to play.`,
  noSampleHint: 'This game has no sample.',
  blank: 'A blank campaign',
  blankHint: 'A starter world: a hero, two places and a question.',
  make: 'Create campaign',
  making: 'Creating…'
} as const

/** The dialog that creates a campaign in another project's repository. */
export const hereTexts = {
  title: 'Create a campaign here',
  about: (here: string, branch: string): string =>
    `This git repository contains no campaign. Proscenium adds the game and a starter world in one commit on a new branch ${branch}. The branch ${here} and your files stay as they are.`,
  map: 'Map',
  noMap: 'Only the starter world',
  bring: (path: string, count: number): string => `Import the map ${path} (${counted(count, 'place')})`,
  mapHint: 'The map joins the starter world in a second commit.',
  inTheWay: (n: number): string => (n === 1 ? 'This file is in the way' : `These ${n.toLocaleString('en')} files are in the way`),
  more: (n: number): string => `and ${n.toLocaleString('en')} more`,
  reading: 'Reading the repository…',
  again: 'Check again',
  elsewhere: (branch: string): string => `The campaign is on branch ${branch}.`,
  goThere: (branch: string): string => `Open branch ${branch}`
} as const

/** Commands that open and close campaigns. */
export const openingTexts = {
  open: 'Open folder…',
  new: 'New campaign…',
  newGame: 'New game…',
  sample: 'Open sample campaign',
  close: 'Close campaign'
} as const
