import { describe, expect, it } from 'vitest'
import { dice } from '../offline/tiny-views.fixture'
import { COUNTED } from './texts.fixture'
import { beginning, tokensOf } from './tokens'

/** A random text of many kinds of characters. */
function anyText(seed: number, length: number): string {
  const chance = dice(seed)
  const kinds = ['word ', 'aBc', '7', '!?', '  ', '\n', '\n    ', 'é', 'ж', '井', '🜁', '\ud83d', '{"a":1}']
  return Array.from({ length }, () => kinds[Math.floor(chance() * kinds.length)]).join('')
}

describe('the estimate of tokens', () => {
  it.each(COUNTED.slice(0, 7))('is within a quarter of what tokenizers count: $kind', ({ text, counted }) => {
    for (const count of counted) expect(Math.abs(tokensOf(text) / count - 1)).toBeLessThan(0.25)
  })

  it.each(COUNTED.slice(7))('lies within a quarter of the range in which tokenizers differ: $kind', ({ text, counted }) => {
    expect(tokensOf(text)).toBeGreaterThan(0.75 * Math.min(...counted))
    expect(tokensOf(text)).toBeLessThan(1.25 * Math.max(...counted))
  })

  it('the estimate never falls when text is added, and a whole costs no more than its parts', () => {
    for (let seed = 0; seed < 60; seed++) {
      const text = anyText(seed, 40)
      let before = 0
      for (let at = 0; at <= text.length; at++) {
        const tokens = tokensOf(text.slice(0, at))
        expect(tokens).toBeGreaterThanOrEqual(before)
        expect(tokensOf(text)).toBeLessThanOrEqual(tokens + tokensOf(text.slice(at)))
        before = tokens
      }
    }
  })

  it('the longest beginning that fits is found without splitting a character', () => {
    for (let seed = 0; seed < 60; seed++) {
      const text = anyText(seed, 90)
      const fits = beginning(text, 12)
      expect(tokensOf(fits)).toBeLessThanOrEqual(12)
      expect(text.startsWith(fits)).toBe(true)
      expect(tokensOf(text.slice(0, fits.length + 4))).toBeGreaterThan(11)
      expect(/[\ud800-\udbff]$/.test(fits)).toBe(false)
    }
    expect(beginning(' '.repeat(1 << 20), 50).length).toBeLessThan(1000)
    expect(beginning('anything', 0)).toBe('')
  })
})
