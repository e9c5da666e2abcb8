import { counted } from '../ui/amounts'

/** A character’s sheet and available actions. */
export const sheetTexts = { title: 'Sheet' } as const

/** The panel of a beat. */
export const beatTexts = { title: 'Beat', changes: 'Changes', rolls: 'Rolls' } as const

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
  reading: 'Reading…',
  began: (facts: readonly string[]): string => ` It begins when these facts hold: ${facts.join(', ')}.`
} as const
