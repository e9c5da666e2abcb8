/** Texts of manual control: taking a turn, selecting a tool, filling in its form, previewing its result. */
export const handTexts = {
  until: { turn: 'this turn', always: 'until you hand back' } as const,
  giveBack: 'Hand back',
  groups: { say: 'Say', act: 'Act', table: 'Lead', look: 'Look' } as const,
  back: 'Back to all actions',
  nobody: 'None',
  chooseOne: 'Select one.',
  noChoice: 'This field has no choices now.',
  preview: 'What if',
  answer: 'Answer'
} as const
