import { expect, it } from 'vitest'
import { visible } from './visible'

it.each([
  ['an escape', '\u001b[2Jgone', '\\u001b[2Jgone'],
  ['a sequence that begins with one byte', '\u009b2J', '\\u009b2J'],
  ['a title of the window', '\u001b]0;x\u0007', '\\u001b]0;x\\u0007'],
  ['a line written over', 'bad\rgood', 'bad\\u000dgood'],
  ['a letter taken back', 'bad\b', 'bad\\u0008'],
  ['an override', 'a\u202egnp.exe', 'a\\u202egnp.exe'],
  ['an isolate', '\u2066a\u2069', '\\u2066a\\u2069']
])('%s is shown, not obeyed', (_name, text, shown) => expect(visible(text)).toBe(shown))

it('characters of ordinary texts stay', () => {
  const text = 'Zoë: “שלום”\u200f\n\tzwei — 三 🏴\u{e0067}\u{e007f}'
  expect(visible(text)).toBe(text)
  expect(visible('one\r\ntwo')).toBe('one\ntwo')
})

it('JSON keeps its value', () => {
  const value = { text: '\u001b[31m\u202e\u009b', ['\u202e']: [1] }
  expect(JSON.parse(visible(JSON.stringify(value)))).toEqual(value)
})
