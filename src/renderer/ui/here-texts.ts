const places = (n: number): string => (n === 1 ? '1 place' : `${n.toLocaleString('en')} places`)

/** Words about campaigns in repositories of something else. */
export const hereTexts = {
  title: 'Create a campaign here',
  about: (here: string, branch: string): string =>
    `This git repository contains no campaign. Proscenium adds the game and a starter world in one commit on a new branch ${branch}. The branch ${here} and your files stay as they are.`,
  map: 'Map',
  noMap: 'Only the starter world',
  bring: (path: string, count: number): string => `Import the map ${path} (${places(count)})`,
  mapHint: 'The map joins the starter world in a second commit.',
  inTheWay: (n: number): string => (n === 1 ? 'This file is in the way' : `These ${n.toLocaleString('en')} files are in the way`),
  more: (n: number): string => `and ${n.toLocaleString('en')} more`,
  reading: 'Reading the repository…',
  again: 'Check again',
  elsewhere: (branch: string): string => `The campaign is on branch ${branch}.`,
  goThere: (branch: string): string => `Open branch ${branch}`,
  cancel: 'Cancel'
} as const
