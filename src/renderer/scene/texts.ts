/** The log of a scene. */
export const logTexts = {
  title: 'Log',
  empty: 'The stage is set.',
  emptyHint: 'Press Space to start the table. Proscenium saves every beat as one commit.',
  loading: 'Reading the scene…',
  jump: 'Jump to now',
  latest: 'Jump to the latest line',
  talkShow: 'Show private talk',
  talkToggle: 'Show or hide private talk',
  talkHide: 'Hide private talk',
  privately: (who: string): string => `${who}, privately`,
  summary: 'Summary',
  toBeat: (n: number): string => `Go to beat ${n}`,
  refused: (name: string, action: string): string => `${name} couldn't ${action.replaceAll(/[-_]/g, ' ')}.`,
  thinking: (name: string): string => `${name} is thinking…`,
  thought: 'Thoughts',
  draftBy: (name: string): string => `Draft by ${name}`,
  doing: (name: string, tool: string): string => `${name} is calling ${tool}…`,
  whispering: (name: string): string => `${name} is talking in private…`,
  secondsLeft: (seconds: number): string => (seconds > 0 ? `${seconds} s left.` : 'Sending the request now.'),
  scene: (n: number): string => `Scene ${n}`
} as const
