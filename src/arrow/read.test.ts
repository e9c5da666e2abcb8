import { describe, expect, it } from 'vitest'
import { DOCUMENTS, textOf } from './documents.fixture'
import { printJson } from './json/printer'
import { parseJson } from './json/reader'
import { readArrow } from './read'
import { writeArrow } from './write'

describe('AD1 documents of Arrow keep their bytes', () => {
  it.each(DOCUMENTS)('%s', (name) => {
    const text = textOf(name)
    const { value, around } = parseJson(text)
    expect(`${around[0]}${printJson(value)}${around[1]}`).toBe(text)
    expect(writeArrow(readArrow(text).document)).toBe(text)
  })
  it.each(DOCUMENTS.filter((name) => name.endsWith('.arrow')))('%s, printed anew', (name) => {
    const text = textOf(name)
    expect(writeArrow({ ...readArrow(text).document })).toBe(text)
  })
})
