import { describe, expect, it } from 'vitest'
import type { ContextPiece } from '../../../shared/table/turns'
import { fenced } from '../context/fence'
import { tokensOf } from '../context/tokens'
import { changeOf } from './news'

const SHEET = [
  'Wren: a player’s character.',
  'DEX 14/14, STR 10/10, WIL 11/11, hp 5/5.',
  'Load: 6 of 10.',
  'Carries: a rope, a lantern, a knife and bread.'
]

const textOf = (lines: readonly string[]): string => fenced('sheet:Wren', lines.join('\n'))
const piece = (lines: readonly string[]): ContextPiece => {
  const text = textOf(lines)
  return { id: 'sheet:Wren', title: 'Sheet', tier: 'hot', source: 'engine', text, tokens: tokensOf(text), kept: true, why: 'included: your sheet' }
}
const change = (before: readonly string[] | undefined, after: readonly string[]): { how: string; text: string } => {
  const { piece: sent, how } = changeOf(before && textOf(before), piece(after))
  expect(sent.tokens).toBe(tokensOf(sent.text))
  return { how, text: sent.text }
}

describe('a changed piece of the context', () => {
  it('a new piece is sent whole', () => {
    expect(change(undefined, SHEET)).toEqual({ how: 'New', text: textOf(SHEET) })
  })

  it('of a changed piece only the replaced lines are sent if the others are unchanged', () => {
    const after = SHEET.with(2, 'Load: 5 of 10.')
    expect(change(SHEET, after)).toEqual({ how: 'The rest is as before; changed lines of', text: textOf(['Load: 5 of 10.']) })
  })

  it('of an extended piece only the new lines are sent', () => {
    expect(change(SHEET, [...SHEET, 'Wounded.'])).toEqual({ how: 'The rest is as before; new lines of', text: textOf(['Wounded.']) })
    expect(change(SHEET, SHEET.toSpliced(2, 0, 'Wounded.')).text).toBe(textOf(['Wounded.']))
  })

  it.each([
    ['a line is gone', SHEET.slice(0, 3)],
    ['one line is gone and two are new', [...SHEET.slice(0, 2), 'Wounded.', 'Tired.', SHEET[3] as string]],
    ['it is about something else', SHEET.with(0, 'Pym: a player’s character.')],
    [
      'most of it changed',
      [SHEET[0] as string, 'DEX 9/14, STR 10/10, WIL 11/11, hp 0/5.', 'Load: 2 of 10.', 'Carries: a rope and a very long knife.']
    ]
  ])('is whole when %s', (_, after) => {
    expect(change(SHEET, after)).toEqual({ how: 'New version of', text: textOf(after) })
  })
})
