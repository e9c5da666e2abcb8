/** A share in percent. A positive share never reads 0%, and one below 1 never 100%. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return '<1%'
  return `${share < 1 ? Math.min(99, Math.round(100 * share)) : 100}%`
}

/** The texts of the reach panel. */
export const reachTexts = {
  tab: 'Reach',
  title: 'Reach of many playthroughs',
  nothing: 'No document is open',
  nothingHint: 'Open a document in Scenes to see what its playthroughs reach.',
  count: 'Run playthroughs',
  countFrom: 'Run from selection',
  stop: 'Stop',
  runs: 'Playthroughs',
  steps: 'Actions',
  seed: 'Seed',
  idle: 'Plays the document many times at random. Shows how often playthroughs reach each node, line and choice, and why they miss the rest.',
  progress: (done: number, of: number) => `${done.toLocaleString('en')} of ${of.toLocaleString('en')} playthroughs`,
  ends: (runs: number, ended: number, cut: number, stopped: number) =>
    [
      `${ended.toLocaleString('en')} of ${runs.toLocaleString('en')} playthroughs came to an end`,
      ...(cut > 0 ? [`${cut.toLocaleString('en')} used up their actions`] : []),
      ...(stopped > 0 ? [`${stopped.toLocaleString('en')} were stopped by a problem`] : [])
    ].join(', '),
  reached: (n: number, of: number) => `${n} of ${of} nodes were reached.`,
  changed: 'The document has changed since. Run again.',
  outside: 'Set outside the document',
  outsideHint: 'Nothing in the document sets these. Assume values, then run again.',
  none: 'none',
  why: {
    dead: 'Nothing leads here',
    gated: 'Needs a value that nothing sets',
    unmet: 'Needs a condition that was never met',
    chance: 'Not reached by chance'
  },
  problems: 'Problems',
  dry: 'Choices that run dry',
  dryHint: (choice: string, share: string) =>
    `${choice === '' ? 'The empty line' : `“${choice}”`} ends the story in ${share} of the playthroughs that take it.`,
  options: 'Lines and choices',
  nodes: 'Nodes, rarest first',
  group: (name: string, n: number) => `${name} (${n})`,
  show: (name: string) => `Show ${name}`,
  taken: (share: string) => `taken ${share}`,
  plays: (share: string) => `${share} of playthroughs`,
  heat: (share: string) => `Reached in ${share} of playthroughs`
} as const
