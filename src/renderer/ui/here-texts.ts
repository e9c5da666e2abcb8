const places = (n: number): string => (n === 1 ? '1 place' : `${n.toLocaleString('en')} places`)

/** Words about campaigns in repositories of something else. */
export const hereTexts = {
  title: 'Make a campaign here',
  about: (here: string, branch: string): string =>
    `This is a git repository without a campaign in it. One commit on a new branch ${branch} puts the game and a blank world beside its files. The branch ${here}, its files and everything else stay as they are.`,
  map: 'Map',
  noMap: 'Only the blank world',
  bring: (path: string, count: number): string => `Bring in the map ${path} (${places(count)})`,
  mapHint: 'It comes beside the blank world, as the next commit.',
  inTheWay: (n: number): string => (n === 1 ? 'This file is in the way' : `These ${n.toLocaleString('en')} files are in the way`),
  more: (n: number): string => `and ${n.toLocaleString('en')} more`,
  reading: 'Looking what is in the repository…',
  again: 'Look again',
  elsewhere: (branch: string): string => `Its campaign is on the branch ${branch}.`,
  goThere: (branch: string): string => `Open it on ${branch}`,
  cancel: 'Cancel'
} as const
