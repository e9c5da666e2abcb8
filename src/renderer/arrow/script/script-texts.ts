/** The texts of the script view. */
export const scriptTexts = {
  label: (scene: string) => `Script of ${scene}`,
  empty: 'Nothing follows the beginning yet.',
  start: 'Write the first line',
  missing: 'This document has no such scene.',
  keys: [
    ['Enter', 'next line'],
    ['Tab', 'choice'],
    ['Shift+Tab', 'out of the choice'],
    ['Backspace', 'join'],
    ['Name:', 'who speaks'],
    ['Esc', 'leave the text']
  ] as const,
  placeholder: {
    heading: 'Scene heading (optional)',
    title: 'Title',
    narration: 'What happens, or “Name: what they say”',
    line: 'What they say',
    option: 'Text of the choice',
    input: 'Question to the reader'
  },
  field: {
    heading: 'Beginning',
    title: 'Title',
    narration: 'Narration',
    line: (name: string) => `${name} says`,
    option: (n: number) => `Choice ${n}`,
    chance: (n: number) => `Possible line ${n}`,
    spoken: (name: string, n: number) => `Choice ${n}, ${name} says`,
    input: 'Question to the reader'
  },
  anonymous: 'Anonymous',
  cue: (name: string) => `${name}. Change who says this`,
  chooseCue: 'Who says this',
  create: (name: string) => `Create the character “${name}”`,
  nobody: 'Nobody: narration',
  skipped: 'skipped',
  chance: 'by chance',
  select: (words: string) => `${words}. Select the node`,
  link: (name: string) => `Continues at “${name}”`,
  back: (name: string) => `Back to “${name}”`,
  jump: (name: string) => `Go to “${name}”`,
  jumpNowhere: 'Go to … (no target)',
  elsewhere: 'Elsewhere in this scene',
  elsewhereFrom: (name: string) => `Elsewhere in this scene, from “${name}”`
} as const
