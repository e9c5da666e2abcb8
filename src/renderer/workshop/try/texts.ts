/** Texts of the panel that tries a rule. */
export const tryTexts = {
  columns: { exact: 'Exact' },
  outcomes: 'Whole outcomes',
  all: (n: number): string => `Show all ${n.toLocaleString('en')}`,
  show: (run: number): string => `Run ${run}`,
  showOne: (run: number, words: string): string => `Show run ${run}: ${words}`,
  steps: { title: (run: number): string => `Run ${run}, dice by dice` },
  console: 'Console'
} as const
