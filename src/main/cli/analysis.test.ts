import { describe, expect, it } from 'vitest'
import { parse } from '../../shared/predicate/parse'
import { fallen, parted } from './answers.fixture'
import { command, stream } from './program.fixture'

describe('finding a beat from the command line', () => {
  it('prints where an expression is true, how that was found, and every change', async () => {
    expect(await command(['find', '/stories/well', 'actor.Wren.hp == 0', '--at', 'HEAD~2'])).toEqual({
      code: 0,
      asked: [
        ['read', '/stories/well', 'HEAD~2'],
        ['find', { expression: 'actor.Wren.hp == 0', at: 'HEAD~2' }]
      ],
      out: [
        [
          'It is first true at beat 41, and last at beat 57. It changes 2 times.',
          'All 1,200 beats checked.',
          '  41 dddddddd true from here on',
          '  58 ffffffff false from here on'
        ].join('\n')
      ],
      err: ['Read 1000 of 1200 beats.']
    })
    expect(await command(['find', '/stories/well', 'fight', '--json'])).toMatchObject({ out: [JSON.stringify(fallen)], err: [] })
  })

  it("counts the changes that it doesn't print", async () => {
    const flips = Array.from({ length: 30 }, (_, n) => ({ commit: 'a'.repeat(40), n, holds: n % 2 === 0 }))
    const { out } = await command(['find', '/w', 'fight'], {
      find: () => stream({ kind: 'finding', finding: { ...fallen, flips, more: 7, now: true } })
    })
    expect(out[0]?.split('\n').at(0)).toBe('It is first true at beat 41, and is true at the end. It changes 37 times.')
    expect(out[0]?.split('\n').at(-1)).toBe('  … and 17 more')
  })

  it('marks the fault in an expression', async () => {
    const find = ({ expression }: { expression: string }) => stream({ kind: 'finding', finding: { ...fallen, expression: parse(expression).text } })
    expect(await command(['find', '/w', 'actor.Wren.hp == "none"'], { find })).toMatchObject({
      code: 1,
      err: ['  actor.Wren.hp == "none"\n                ^^', 'The left side is a number and the right side is a text, so they are never equal.']
    })
    const { out } = await command(['find', '/w', 'acter.Wren.hp', '--json'], { find })
    expect(JSON.parse(out[0] ?? '')).toMatchObject({ problem: { code: 'bad-input', data: { at: 0, end: 5 } } })
  })
})

describe('comparing from the command line', () => {
  it('prints the differences by group, the common part, and with --lines the lines', async () => {
    const words = [
      'main, beat 41 aaaaaaaa: Wren climbs',
      'beat 43 bbbbbbbb: Wren falls',
      'Both are the same up to beat 40. Since then the first has 1 beat and 1 log entry, and the second 3 beats and 4 log entries.',
      '',
      'Characters and where they are',
      '  Wren: The Rim → The Well',
      '',
      'Stats',
      '  Wren, hp: 4 → 0, now down',
      '  … and 299 lines more'
    ]
    expect(await command(['compare', '/w', 'main', 'other'])).toEqual({
      code: 0,
      asked: [
        ['read', '/w', undefined],
        ['compare', { a: 'main', b: 'other' }]
      ],
      out: [words.join('\n')],
      err: []
    })
    const lines = ['', 'world/players/Wren/STATS.yaml (changed)', '@@ 4 unchanged lines @@', ' stats:', '-  hp: 4', '+  hp: 0']
    expect((await command(['compare', '/w', 'main', 'other', '--lines'])).out).toEqual([[...words, ...lines].join('\n')])
    expect((await command(['compare', '/w', 'main', 'other', '--json'])).out).toEqual([JSON.stringify(parted)])
  })

  it('says that two beats are equal, or have no beat in common', async () => {
    const { base: _base, ...strangers } = parted
    const { out } = await command(['compare', '/w', 'main', 'main'], { compare: () => ({ ...strangers, groups: [] }) })
    expect(out[0]?.split('\n').slice(2)).toEqual(['The two share no beat.', '', 'Nothing differs.'])
  })
})
