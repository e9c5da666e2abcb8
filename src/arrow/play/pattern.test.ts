import { expect, it } from 'vitest'
import { searchPattern } from './pattern'

/** The result of JavaScript's own engine; only for patterns that are known to terminate. */
function native(source: string, text: string): ReturnType<typeof searchPattern> {
  try {
    const match = new RegExp(source).exec(text)
    return match ? { start: match.index, end: match.index + match[0].length } : 'none'
  } catch {
    return 'invalid'
  }
}

const TEXTS = [
  '',
  'a',
  'ab',
  'abc',
  'aab',
  'foo bar',
  'Ann-7',
  '12.5',
  'a\nb',
  'xaxbx',
  'é½',
  'aaaaab',
  '{a}',
  ']-\\',
  'a1b2c3',
  'abab',
  ' tab\there',
  '\u0001\b'
]

it.each([
  '^[a-z]+$',
  'a|b|',
  'a*?b',
  '(a)(b)?',
  '(?:ab)+',
  String.raw`(a+)b\1?`,
  'a{2}',
  'a{2,}',
  'a{1,2}?b',
  '{a}',
  'a{,2}',
  String.raw`\d+\.\d`,
  String.raw`[\d-x]`,
  '[^a]',
  '[]',
  '[^]',
  '[a-]',
  '[-a]',
  String.raw`\bfoo\b`,
  String.raw`\Bo`,
  'a(?=b)',
  'a(?!b)',
  '(?<=x)a',
  '(?<!x)b',
  String.raw`(?<=(\w)x)b`,
  String.raw`\w\W\w`,
  String.raw`\s\S`,
  String.raw`\u0061`,
  String.raw`\x61b`,
  String.raw`\101`,
  String.raw`\0`,
  String.raw`\8`,
  String.raw`[\b]`,
  String.raw`\cA`,
  String.raw`\c`,
  String.raw`[\cA]`,
  String.raw`[\c1]`,
  String.raw`(?<n>a)\k<n>`,
  String.raw`\k<n>`,
  String.raw`\1(a)`,
  '(a*)*b',
  '(a|ab)(c|bcd)?',
  '(?:a|ab)(?:c|b)$',
  '^$',
  '$^',
  '.',
  '.*b',
  '(z)((a+)?(b+)?(c))*',
  '(?=(a+))a*b',
  'x*',
  'a**',
  '(',
  '[b-a]',
  'a(?',
  String.raw`\\`,
  '(?:(a)|b)*',
  '(a?)*?b',
  '(?!a)*b',
  '(?=a)?b',
  '}',
  ']',
  'é',
  '[é½]+',
  '(?:a{0,2}){2}b',
  '((a)|(b))+'
])('the pattern %s finds what the language finds', (source) => {
  expect(TEXTS.map((text) => searchPattern(source, text))).toEqual(TEXTS.map((text) => native(source, text)))
})

it('random patterns find what the language finds', () => {
  let state = 7
  const below = (most: number): number => ((state = (state * 1103515245 + 12345) % 2 ** 31), Math.floor((state / 2 ** 31) * most))
  const atom = (deep: number): string => {
    const simple = ['a', 'b', '.', '[ab]', '[^a]', String.raw`\w`, '^', '$', String.raw`\b`, 'c']
    if (deep <= 0 || below(3) > 0) return simple[below(simple.length)] ?? 'a'
    return `${['(', '(?:', '(?=', '(?!', '(?<=', '(?<!'][below(6)] ?? '('}${some(deep - 1)})`
  }
  const part = (deep: number): string => {
    const one = atom(deep)
    return /^(?:\^|\$|\\b|\(\?<?[=!])/.test(one) ? one : one + (['', '', '*', '+', '?', '*?', '{1,2}', '{2}'][below(8)] ?? '')
  }
  const some = (deep: number): string =>
    Array.from({ length: 1 + below(2) }, () => Array.from({ length: 1 + below(3) }, () => part(deep)).join('')).join('|')
  for (let i = 0; i < 3000; i++) {
    const source = some(2)
    const text = Array.from({ length: below(8) }, () => 'abc '[below(4)]).join('')
    const match = searchPattern(source, text)
    expect([source, text, match]).toEqual([source, text, match === 'given-up' ? match : native(source, text)])
  }
})

it('a pattern that would take for ever is given up', () => {
  const text = `${'a'.repeat(5000)}!`
  expect(['(a+)+$', '(a|aa)+$', '(.*)*x', '(a?){5000}a{5000}$', '(?=(a+)+$)b', '(?:a|b)*$'].map((source) => searchPattern(source, text))).toEqual(
    Array(6).fill('given-up')
  )
  expect(searchPattern('a+!', text)).toEqual({ start: 0, end: 5001 })
  expect(searchPattern('('.repeat(2400) + ')'.repeat(2400), '')).toBe('given-up')
})
