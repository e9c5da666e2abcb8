import { count } from '../ui/amounts'

/** Words of the timeline. */
export const timelineTexts = {
  label: 'Timeline',
  session: (n: number): string => `Session ${n}`,
  aheadBehind: ({ ahead, behind }: { ahead: number; behind: number }): string => `${ahead > 0 ? ` ↑${ahead}` : ''}${behind > 0 ? ` ↓${behind}` : ''}`,
  apartTip: ({ ahead, behind }: { ahead: number; behind: number }): string =>
    ahead + behind === 0 ? 'up to date with the shared copy' : `${ahead} ahead of the shared copy, ${behind} behind`,
  commands: { group: 'Timeline', time: 'Time', branches: 'Branches' }
} as const

/** Viewing the past, continuing from there, and the menu of branches. */
export const pastTexts = {
  bar: (n: number, last: number, branch: string | undefined): string =>
    `You are looking at beat ${count(n)} of ${count(last)}${branch === undefined ? '' : ` on ${branch}`}`,
  back: 'Back to now',
  name: 'Branch name'
} as const
