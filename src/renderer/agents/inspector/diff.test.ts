import { describe, expect, it } from 'vitest'
import type { Context, ContextPiece } from '../../../shared/table/turns'
import type { DiffLine } from '../../../shared/analysis/compare'
import { diffLines, hunks } from '../../../shared/base/diff-lines'
import { diffContexts } from './diff'

const signs = { same: ' ', added: '+', removed: '-' }
const drawn = (lines: readonly DiffLine[]): string[] => lines.map(({ op, text }) => signs[op] + text)
const sides = (lines: readonly DiffLine[], without: 'added' | 'removed'): string =>
  lines
    .filter(({ op }) => op !== without)
    .map(({ text }) => text)
    .join('\n')

describe('lines', () => {
  it('shows the first lines of a moved window as removed and the last as added', () => {
    expect(drawn(diffLines('a\nb\nc', 'b\nc\nd'))).toEqual(['-a', ' b', ' c', '+d'])
  })
  it('shows a changed line as removed and added', () => {
    expect(drawn(diffLines('hp 4\nac 1', 'hp 2\nac 1'))).toEqual(['-hp 4', '+hp 2', ' ac 1'])
  })
  it('both versions can be rebuilt from any difference', () => {
    // A small fixed generator, so that every run has the same texts.
    let seed = 7
    const next = (n: number): number => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % n
    for (let round = 0; round < 300; round++) {
      const text = (): string => Array.from({ length: next(14) }, () => 'abcd'[next(4)]).join('\n')
      const [before, after] = [text(), text()]
      const lines = diffLines(before, after)
      expect(sides(lines, 'added')).toBe(before)
      expect(sides(lines, 'removed')).toBe(after)
    }
  })
  it('replaces texts that are too long to compare as a whole', () => {
    const [before, after] = ['a', 'b'].map((word) => Array.from({ length: 1500 }, (_, i) => `${word}${i}`).join('\n')) as [string, string]
    const lines = diffLines(before, after)
    expect([sides(lines, 'added'), sides(lines, 'removed')]).toEqual([before, after])
  })
  it('keeps the lines that occur once in both versions of a heavily changed text', () => {
    const item = (i: number): string => `{\n  id: ${i}\n  name: item ${i}\n}`
    const before = Array.from({ length: 900 }, (_, i) => item(i)).join('\n')
    const after = Array.from({ length: 1800 }, (_, i) => item(i % 2 === 0 ? i / 2 : 10_000 + i)).join('\n')
    const lines = diffLines(before, after)
    expect([sides(lines, 'added'), sides(lines, 'removed')]).toEqual([before, after])
    expect(lines.filter(({ op }) => op === 'removed')).toEqual([])
    expect(lines.filter(({ op }) => op === 'added')).toHaveLength(3600)
  })
  it('shows changes at both ends of a long text separately', () => {
    const words = Array.from({ length: 200_000 }, (_, i) => `line ${i}`)
    const lines = diffLines(['old', ...words, 'end', 'x'].join('\n'), ['new', ...words, 'END', 'x'].join('\n'))
    expect(drawn(lines.filter(({ op }) => op !== 'same'))).toEqual(['-old', '+new', '-end', '+END'])
  })
  it('limits the comparisons for texts that are slow to compare', () => {
    const lines = (count: number, word: (i: number) => string): string => Array.from({ length: count }, (_, i) => word(i)).join('\n')
    const size = 40_000
    const hostile: [string, string][] = [
      [lines(size, () => ''), lines(size, (i) => (i % 2 === 0 ? '' : 'x'))],
      [lines(size, (i) => `${i % 3}`), lines(size, (i) => `${i % 5}`)],
      [lines(3000, (i) => `a${i}`), lines(3000, (i) => `b${i}`)]
    ]
    for (const [before, after] of hostile) {
      const lines = diffLines(before, after)
      expect(sides(lines, 'added') === before && sides(lines, 'removed') === after).toBe(true)
    }
  })
  it('folds equal lines far from a change', () => {
    const lines = diffLines('1\n2\n3\n4\n5\n6\n7', '1\n2\n3\n4\n5\n6\n8')
    expect(hunks(lines, 1)).toEqual([
      { skipped: 5 },
      {
        lines: [
          { op: 'same', text: '6' },
          { op: 'removed', text: '7' },
          { op: 'added', text: '8' }
        ]
      }
    ])
  })
})

const piece = (id: string, text: string, more: Partial<ContextPiece> = {}): ContextPiece => ({
  id,
  title: id,
  tier: 'hot',
  source: 'engine',
  text,
  tokens: text.length,
  kept: true,
  why: `because ${id}`,
  ...more
})
const context = (pieces: ContextPiece[], tools: string[] = []): Context => ({
  who: 'Wren',
  beat: 4,
  pieces,
  tools: tools.map((name) => ({ name, description: `To ${name}.`, input_schema: { type: 'object' }, action: name })),
  budget: 1000,
  tokens: pieces.reduce((sum, one) => sum + (one.kept ? one.tokens : 0), 0),
  digest: 'd'
})

describe('contexts', () => {
  it('pieces and tools are new, changed or gone; equal ones are only counted', () => {
    const before = context([piece('rules', 'r'), piece('sheet', 'hp 4'), piece('log', 'a\nb')], ['attack', 'flee'])
    const after = context([piece('rules', 'r'), piece('sheet', 'hp 2'), piece('place', 'a well')], ['flee', 'rest'])
    const { pieces, same, tokens } = diffContexts(before, after)
    expect(pieces.map(({ id, change, tokens }) => [id, change, tokens])).toEqual([
      ['sheet', 'changed', 0],
      ['place', 'new', 6],
      ['tool:rest', 'new', 0],
      ['log', 'gone', -3],
      ['tool:attack', 'gone', 0]
    ])
    expect([same, tokens]).toEqual([2, 3])
    expect(drawn(pieces[0]?.lines ?? [])).toEqual(['-hp 4', '+hp 2'])
  })
  it('a piece that was dropped is gone, with the reason; one that was dropped both times is not spoken of', () => {
    const dropped = { kept: false, why: 'dropped: no room' }
    const before = context([piece('summary', 's'), piece('story', 'x', dropped)])
    const after = context([piece('summary', 's', dropped), piece('story', 'y', dropped)])
    expect(diffContexts(before, after)).toMatchObject({ pieces: [{ id: 'summary', change: 'gone', why: 'dropped: no room' }], same: 0 })
  })
})
