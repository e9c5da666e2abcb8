/** A share in percent. A positive share never reads 0%, and one below 1 never 100%. */
export function percent(share: number): string {
  return share > 0 && share < 0.01 ? '<1%' : `${share < 1 ? Math.min(99, Math.round(100 * share)) : 100}%`
}

/** The texts of the reach panel. */
export const reachTexts = {
  idle: 'Plays the document many times at random. Shows how often playthroughs reach each node, line and choice, and why they miss the rest.',
  ends: (runs: number, ended: number, cut: number, stopped: number) =>
    [
      `${ended.toLocaleString('en')} of ${runs.toLocaleString('en')} playthroughs came to an end`,
      ...(cut > 0 ? [`${cut.toLocaleString('en')} used up their actions`] : []),
      ...(stopped > 0 ? [`${stopped.toLocaleString('en')} were stopped by a problem`] : [])
    ].join(', '),
  why: {
    dead: 'Nothing leads here',
    gated: 'Needs a value that nothing sets',
    unmet: 'Needs a condition that was never met',
    chance: 'Not reached by chance'
  },
  dryHint: (choice: string, share: string) =>
    `${choice === '' ? 'The empty line' : `“${choice}”`} ends the story in ${share} of the playthroughs that take it.`,
  plays: (share: string) => `${share} of playthroughs`
} as const
