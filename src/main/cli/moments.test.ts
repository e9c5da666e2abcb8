import { describe, expect, it } from 'vitest'
import { parse } from '../../shared/predicate/parse'
import { command, fallen } from './program.fixture'

describe('finding a moment from the command line', () => {
  it('prints where it holds, how that was found, and every change', async () => {
    expect(await command(['find', '/stories/well', 'actor.Wren.hp == 0', '--at', 'HEAD~2'])).toEqual({
      code: 0,
      asked: [['/stories/well', 'actor.Wren.hp == 0', 'HEAD~2']],
      out: [
        [
          'It first holds at beat 41, and last at beat 57; it changes 2 times.',
          'Every one of 1,200 beats was looked at.',
          '  41 dddddddd from here on it holds',
          '  58 ffffffff from here on it does not'
        ].join('\n')
      ],
      err: ['Looked at 1000 of 1200 beats.']
    })
    expect(await command(['find', '/stories/well', 'fight', '--json'])).toMatchObject({ out: [JSON.stringify(fallen)], err: [] })
  })

  it('counts the changes it does not print', async () => {
    const flips = Array.from({ length: 30 }, (_, n) => ({ commit: 'a'.repeat(40), n, holds: n % 2 === 0 }))
    const { out } = await command(['find', '/w', 'fight'], { find: () => Promise.resolve({ ...fallen, flips, more: 7, now: true }) })
    expect(out[0]?.split('\n').at(0)).toBe('It first holds at beat 41, and holds at the end; it changes 37 times.')
    expect(out[0]?.split('\n').at(-1)).toBe('  … and 17 more')
  })

  it('points at what is wrong with an expression', async () => {
    const find = async (_: string, expression: string): Promise<typeof fallen> => ({ ...fallen, expression: parse(expression).text })
    expect(await command(['find', '/w', 'actor.Wren.hp == "none"'], { find })).toMatchObject({
      code: 1,
      err: ['  actor.Wren.hp == "none"\n                ^^', 'The left side is a number, the right side a text: they are never equal.']
    })
    const { out } = await command(['find', '/w', 'acter.Wren.hp', '--json'], { find })
    expect(JSON.parse(out[0] ?? '')).toMatchObject({ problem: { code: 'bad-input', data: { at: 0, end: 5 } } })
  })
})
