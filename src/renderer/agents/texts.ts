import { counted } from '../ui/amounts'

/** A character’s sheet and available actions. */
export const sheetTexts = { title: 'Sheet', attitude: 'Attitude' } as const

/** The panel of a beat. */
export const beatTexts = { title: 'Beat', changes: 'Changes', rolls: 'Rolls', params: 'Parameters' } as const

/** The panel of problems and the check. */
export const problemTexts = {
  title: 'Problems',
  groups: { errors: 'Errors', unreached: 'Never reached, or no way back', intentions: 'Possibly intentional', stock: 'Bundled rules, unchanged' },
  group: (title: string, count: number): string => `${title} (${count.toLocaleString('en')})`,
  checked: ({ findings, states }: { findings: readonly unknown[]; states: number }): string =>
    `${findings.length === 0 ? 'No findings' : counted(findings.length, 'finding')}. ${states === 0 ? 'The game does not load, so the check played no calls.' : `The check visited ${counted(states, 'state')}.`}`
} as const

/** What led to a line of the log. */
export const whyTexts = {
  text: 'Text',
  reading: 'Reading…',
  by: (writer: string): string => `By ${writer}.`,
  when: (condition: string): string => ` Only while ${condition}.`,
  node: (path: string, node: number): string => `Node ${node} of ${path}`,
  fix: 'Fix',
  shape: 'Open what shapes it',
  notes: 'Director’s notes',
  done: 'Done:',
  edit: 'Edit',
  add: 'Write a director’s note…',
  scene: 'Scene',
  event: 'Story event:',
  began: (facts: readonly string[]): string => ` It begins when these facts hold: ${facts.join(', ')}.`,
  turn: 'Why this turn',
  reasons: 'Reasons and answer',
  context: 'Context, as it was given',
  offers: 'Offers: what was available and what wasn’t'
} as const
