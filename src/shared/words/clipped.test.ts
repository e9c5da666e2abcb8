import { expect, it } from 'vitest'
import { clipped } from './clipped'

it('cuts only a text that is too long, between characters, and says so', () => {
  expect(clipped('The light', 9)).toBe('The light')
  expect(clipped('The light is lit', 10)).toBe('The light…')
  expect(clipped('The lamp 🌅 at dusk', 11)).toBe('The lamp…')
  expect(clipped('🌅🌅🌅', 4)).toBe('🌅…')
})
