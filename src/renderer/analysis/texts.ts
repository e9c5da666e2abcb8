import { counted } from '../ui/amounts'

/** Texts of comparing beats, finding them and watching values. */
export const analysisTexts = {
  compare: {
    title: 'Comparison of two beats',
    before: (n: number, subject: string): string => `Previous beat, ${n}${subject === '' ? '' : `: ${subject}`}`,
    pin: (n: number, subject: string): string => `Beat ${n}${subject === '' ? '' : `: ${subject}`}`,
    beat: (n: number): string => `Beat ${n.toLocaleString('en')}`,
    go: 'Go to beat',
    lines: 'Show lines',
    hide: 'Hide lines',
    change: { added: 'new', changed: 'changed', removed: 'removed', same: 'unchanged' }
  },
  find: { changes: (at: number, of: number): string => (at === 0 ? counted(of, 'change') : `change ${at} of ${of.toLocaleString('en')}`) },
  watch: { reading: 'Reading…' }
} as const
