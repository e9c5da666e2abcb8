import { expect, it } from 'vitest'
import { equal } from '../../../shared/base/json'
import { splice } from '../yaml-splice'
import { parseFully } from './parse'
import { scan } from './scan'

it('a cached line is read in its present context', () => {
  const both = (text: string): unknown => {
    const read = scan(text)
    expect(read === undefined || equal(read.value, parseFully(text, 'a file')?.value)).toBe(true)
    return read?.value
  }
  // The same line at other depths, at the end of a text, over a deeper line, under a key of the same name, and with a longer value.
  expect(both('torch: 2\nrope: 1\n')).toEqual({ torch: 2, rope: 1 })
  expect(both('rope: 1\nwren:\n  torch: 2\n  rope: 1\n')).toEqual({ rope: 1, wren: { torch: 2, rope: 1 } })
  expect(both('rope: 1')).toEqual({ rope: 1 })
  expect(both('rope: 1\n  torch: 2\n')).toBeUndefined()
  expect(both('rope: 1\nrope: 1\n')).toBeUndefined()
  expect(both('rope: 12\n')).toEqual({ rope: 12 })
  // A key without a value has what follows, and a quoted line end is not the line's end.
  expect(both('wren:\npym:\n')).toEqual({ wren: null, pym: null })
  expect(both('wren:\n  torch: 2\npym:\n')).toEqual({ wren: { torch: 2 }, pym: null })
  expect(both('"item:torch": "a \\n b"\n"item:torch2": \'it\'\'s\'\n')).toEqual({ 'item:torch': 'a \n b', 'item:torch2': "it's" })
  // Where it stands now is where it is changed.
  for (const above of ['', 'a: 1\nrope: 1 # old\n', '# a heading\n\n'])
    expect(splice(`${above}wren:\n  torch: 2 # left\n  rope: 1\n`, [{ keys: ['wren', 'torch'], to: 3 }])).toBe(
      `${above}wren:\n  torch: 3 # left\n  rope: 1\n`
    )
})

it('reads lists of maps as the full parser does, with the same positions', () => {
  const texts = [
    'wants:\n  - want: A rope.\n    met: fact.rope # soon\n  - want: >-\n      A long\n      rest.\nfears: Depth.\n',
    'says:\n- one\n-   text: two\n    when: not a\n- { text: three }\n',
    'a:\n  - b:\n    - c\n    - d: 1\n      e: 2\n\n    # a comment\n    f:\n  - g: 1\n',
    '- "a: b": 1\n- \'it: s\'\n'
  ]
  const odd = ['- - a\n', '- a: 1\n   b: 2\n', '- a: 1\n  a: 2\n', 'x:\n  - a: 1\n b: 2\n', '- a\n  b: 1\n', '- a: 1\n    b: 2\n', '- a: 1\nb: 2\n']
  expect(odd.filter((text) => scan(text) !== undefined)).toEqual([])
  for (const text of texts) {
    const [fast, slow] = [scan(text), parseFully(text, 'a file')]
    expect([fast?.value, fast?.start, fast?.end]).toEqual([slow?.value, slow?.start, slow?.end])
  }
  expect(scan('a:\n  - b: 1\n    c: 2\nd: 3\n')?.value).toEqual({ a: [{ b: 1, c: 2 }], d: 3 })
})
