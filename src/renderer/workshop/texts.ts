import { beatName } from '../ui/names'

const beatInSentence = (n: number): string => (n < 0 ? 'an external commit' : `beat ${n}`)

/** Texts of the workshop. */
export const workshopTexts = {
  reading: 'Reading the file…',
  tree: { waits: 'Listing the files…' },
  naming: { labels: { create: 'Path of the new file', copy: 'Path of the copy', move: 'New path' } },
  editor: { past: 'This is the file as it was at this beat. It is read-only.' },
  held: { title: 'Not in use.', outside: 'This file was changed outside and isn’t part of the story yet.' },
  history: {
    beat: beatName,
    compare: (n: number): string => `Compare with ${beatInSentence(n)}`,
    restore: (n: number): string => `Restore the version of ${beatInSentence(n)}`,
    restores: (n: number, path: string): string => `Restores ${path} as of ${beatInSentence(n)}`
  },
  compare: { title: (label: string): string => `${label} and now` },
  three: {
    title: 'Merge the version on disk with yours',
    theirs: 'On disk',
    result: 'Result',
    ours: 'Yours',
    use: { theirs: 'Use disk', ours: 'Use mine', both: 'Use both' } as const
  },
  dock: { title: 'Panels' }
} as const
