/** Words of the timeline. */
export const timelineTexts = {
  label: 'Timeline',
  empty: 'No beats yet',
  value: (n: number, last: number): string => `Beat ${n} of ${last}`,
  beats: (n: number): string => (n === 1 ? '1 beat' : `${n.toLocaleString('en')} beats`),
  session: (n: number): string => `Session ${n}`,
  flag: (n: number, subject: string): string => `Flag on beat ${n}: ${subject}`,
  flagTip: (n: number, subject: string): string => `Beat ${n}: ${subject}`,
  foreign: 'Not made at this table',
  onBranch: (branch: string): string => `on ${branch}`,
  older: 'Reading older beats…',
  branches: 'Branches',
  beatAt: (n: number): string => `beat ${n}`,
  commands: {
    group: 'Timeline',
    pageBack: 'A screenful back',
    pageForth: 'A screenful on',
    sessionBack: 'To the beginning of the session',
    sessionForth: 'To the next session',
    laneUp: 'To the lane above, at the same time',
    laneDown: 'To the lane below, at the same time',
    pin: 'Put a flag on this beat, or take it away',
    tall: 'Show many lanes, or few'
  }
} as const
