import { expect, it } from 'vitest'
import { layoutOf } from './parse'

it.each([
  ['a: 1\rb: 2\r', 'stats.yaml, line 1: the line ends with CR alone, as on old Macs. Save the file with the line ends LF.'],
  [
    'stats:\n\u00a0\u00a0STR: 9\n\u00a0\u00a0DEX: 13\n',
    'stats.yaml, line 2: the line is indented with a special space, such as a no-break space. Indent it with ordinary spaces.'
  ],
  ['a: 1\nb: \u0007\n', 'stats.yaml, line 2: there is a control character. Save the file as plain UTF-8 text.'],
  [
    'k: 18\n<<<<<<< HEAD\nseat: dm\n=======\nseat: "all"\n>>>>>>> other\n',
    'stats.yaml, line 2: git left a conflict here, between the lines <<<<<<< and >>>>>>>. Keep one of the two versions.'
  ],
  ['stats:\n\tSTR: 9\n', 'stats.yaml, line 2: the line is indented with a tab. Indent it with spaces.']
])('%j is refused with what to change', (text, sentence) => {
  expect(() => layoutOf(text, 'stats.yaml')).toThrow(sentence)
})

it('a special space in a text is a part of it', () => {
  expect(layoutOf('text: |\n  \u00a0“Oui\u00a0!”\nname: Bo\u00a0!\n', 'stats.yaml')?.value).toEqual({
    text: '\u00a0“Oui\u00a0!”\n',
    name: 'Bo\u00a0!'
  })
})
