import { expect, it } from 'vitest'
import { isKnownWord, knownWords, spelledWords } from './spelled-words'
import { wordCount } from './word-count'

it('a word keeps its apostrophes and hyphens, and a script without spaces counts characters', () => {
  expect(wordCount("The keeper’s well-known lamp — it's out… 3rd night!")).toBe(8)
  expect(wordCount('')).toBe(0)
  expect(wordCount('  \n\t—…')).toBe(0)
  expect(wordCount('灯台の光')).toBe(4)
  expect(wordCount('نور البحر')).toBe(2)
})

it('spelling is checked in words of Latin letters only, outside code, links, addresses and tags', () => {
  const text = "Aye, `cose` [[Old Quay|the qay]] [see](qay.md) https://exmaple.org/x <b> #smugler @mra lantrn and O'Dell’s 3rd нет x_y."
  expect(spelledWords(text).map(({ word }) => word)).toEqual(['Aye', 'see', 'lantrn', 'and', "O'Dell’s"])
  expect(spelledWords(text).every(({ word, from, to }) => text.slice(from, to) === word)).toBe(true)
})

it('names and ids of the world are known in parts, as possessives and as plurals', () => {
  const known = knownWords(["Keeper O'Dell", 'tallow-wick_quay', 'Mørk', 'Vessmark’s Rest'])
  for (const word of ["O'Dell", "o'dell’s", 'Tallow', 'quays', 'QUAY', "Mørk's", 'Vessmark', "Vessmarks'"])
    expect([word, isKnownWord(known, word)]).toEqual([word, true])
  for (const word of ['Del', 'constructor', 'Mork']) expect([word, isKnownWord(known, word)]).toEqual([word, false])
})

it('a long text without words takes no time that grows with its square', () => {
  for (const piece of ['[[', '`', '](', '<a', 'a:', "a'", '-', '_'])
    expect(spelledWords(piece.repeat(10_000)).length + wordCount(piece.repeat(10_000))).toBeLessThan(40_001)
})
