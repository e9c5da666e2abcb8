import { expect, it } from 'vitest'
import { regexFault } from './regex'

it.each([
  '(a+)+$',
  '^(\\w*)*x',
  '([a-z]+)*!',
  '(a|a)*b',
  '(\\w|\\d)+$',
  '(?:a+b?)+$',
  '(x+x)+y',
  '((ab*)*)+c',
  '(.*)*',
  '(a{1,})+',
  '(?:(?:\\s+)|x)*y'
])('says that %s may explode', (pattern) => expect(regexFault(pattern)).toMatch(/can match the same text in too many ways/))

it.each([
  '',
  '^[A-Za-z]+$',
  '^([a-z]+-)*[a-z]+$',
  '(ab|ac)*',
  '^\\d{1,3}(,\\d{3})*$',
  '(?=.*\\d).+',
  '(?<name>a+)\\k<name>',
  'a|b',
  '^(Mr|Mrs)\\. [A-Z]\\w*$',
  '[)(*+]+',
  'é+ü*',
  '(a{2})+',
  '(foo)?(bar)*'
])('says nothing of %j', (pattern) => expect(regexFault(pattern)).toBeUndefined())

it.each(['(', '[', 'a**', '(?<n>', '\\'])('says that %j is not a regular expression', (pattern) =>
  expect(regexFault(pattern)).toMatch(/^it isn't a regular expression \(.+\)$/)
)

it('is read in no time, whatever it is', () => {
  const long = `${'(a|b'.repeat(300)}${')*'.repeat(300)}`
  expect(regexFault(long)).toBeDefined()
  expect(regexFault('['.repeat(5000))).toBeDefined()
  expect(regexFault('a*'.repeat(5000))).toBeUndefined()
})
