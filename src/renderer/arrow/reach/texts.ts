/** The texts of the reach panel. */
export const reachTexts = {
  tab: 'Reach',
  title: 'What many plays reach',
  nothing: 'No document is open',
  nothingHint: 'Open a document under Scenes to see what its plays reach.',
  count: 'Count plays',
  countFrom: 'Count from selection',
  stop: 'Stop',
  runs: 'Plays',
  steps: 'Actions',
  seed: 'Seed',
  idle: 'Plays the document many times at random, and shows how often each node, line and choice is reached, and why the rest is not.',
  progress: (done: number, of: number) => `${done.toLocaleString('en')} of ${of.toLocaleString('en')} plays`,
  ends: (runs: number, ended: number, cut: number, stopped: number) =>
    [
      `${ended.toLocaleString('en')} of ${runs.toLocaleString('en')} plays came to an end`,
      ...(cut > 0 ? [`${cut.toLocaleString('en')} used up their actions`] : []),
      ...(stopped > 0 ? [`${stopped.toLocaleString('en')} were stopped by a problem`] : [])
    ].join(', '),
  reached: (n: number, of: number) => `${n} of ${of} nodes were reached.`,
  changed: 'The document has changed since. Count again.',
  outside: 'Set outside the document',
  outsideHint: 'Nothing in the document sets these. Assume values, then count again.',
  none: 'none',
  why: {
    dead: 'Nothing leads here',
    gated: 'Behind a value that nothing sets',
    unmet: 'Behind a condition that was never met',
    chance: 'Not reached by chance'
  },
  problems: 'Problems',
  dry: 'Choices that run dry',
  dryHint: (choice: string, share: string) => `“${choice}” ends the story in ${share} of the plays that take it.`,
  options: 'Lines and choices',
  nodes: 'Nodes, the rarest first',
  group: (name: string, n: number) => `${name} (${n})`,
  show: (name: string) => `Show ${name}`,
  taken: (share: string) => `taken ${share}`,
  plays: (share: string) => `${share} of plays`,
  heat: (share: string) => `Reached in ${share} of plays`
} as const
