import { describe, expect, it } from 'vitest'
import { slug } from './names'

describe('slug', () => {
  it('keeps a word with an apostrophe in one piece', () => {
    expect(["The Crow's Nest", 'St. Brigid’s Well', "O'Hara's Reach", "'Tis the Dogs' House"].map(slug)).toEqual([
      'the-crows-nest',
      'st-brigids-well',
      'oharas-reach',
      'tis-the-dogs-house'
    ])
  })

  it('is never empty, and no longer than a name of a file should be', () => {
    expect(slug("'…'")).toBe('untitled')
    expect(slug('a'.repeat(90))).toHaveLength(60)
  })
})
