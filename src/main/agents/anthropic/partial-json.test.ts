import { describe, expect, it } from 'vitest'
import { partialFields } from './reply'

describe('the fields of an unfinished object', () => {
  it.each([
    ['', {}],
    ['{', {}],
    ['{"te', {}],
    ['{"text"', {}],
    ['{"text": ', {}],
    ['{"text": "The door cre', { text: 'The door cre' }],
    ['{"text": "a\\nb \\"c\\" \\u00e9 \\\\', { text: 'a\nb "c" é \\' }],
    ['{"text": "half an escape \\', { text: 'half an escape ' }],
    ['{"text": "half a sign \\u00', { text: 'half a sign ' }],
    ['{"text": "half a pair \\ud83d', { text: 'half a pair ' }],
    ['{"n": 12', {}],
    ['{"n": 12, "open": true, "no": false, "none": null}', { n: 12, open: true, no: false }],
    ['{ "who" : [ "Wren" , "Od', { who: ['Wren', 'Od'] }],
    ['{"who":[],"text":"x"}', { who: [], text: 'x' }],
    ['{"deep": {"a": 1}, "text": "x"}', { text: 'x' }],
    [`{"text": "${'[{'.repeat(200)}", "n": 1}`, { text: '[{'.repeat(200), n: 1 }],
    [`{"text": "x", "deep": ${'[1,'.repeat(100_000)}`, {}],
    ['{"__proto__": "x", "text": "y"}', { text: 'y' }],
    ['[1, 2]', {}],
    ['no JSON at all', {}]
  ])('%s', (json, fields) => {
    expect(partialFields(json)).toEqual(fields)
  })

  it('an unfinished object only grows, and ends as JSON reads it, wherever it is cut', () => {
    const whole = { text: 'Rain — “hard” rain, \\ and \n more 🜁 of it.', voice: 'Mira', who: ['Wren', 'Odo'], n: -3.5, yes: true }
    const json = JSON.stringify(whole)
    let longest = 0
    for (let end = 0; end <= json.length; end++) {
      const { text } = partialFields(json.slice(0, end))
      if (text === undefined) continue
      expect(whole.text.startsWith(text as string)).toBe(true)
      expect((text as string).length).toBeGreaterThanOrEqual(longest)
      longest = (text as string).length
    }
    expect(partialFields(json)).toEqual(whole)
  })
})
