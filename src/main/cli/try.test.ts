import { describe, expect, it } from 'vitest'
import { command, work } from './program.fixture'
import { tried } from './try.fixture'

describe('trying an action from the command line', () => {
  it("prints who can take the action with which params, and why the others can't", async () => {
    expect(await command(['try', '/w', 'hum', '--at', 'HEAD~2'])).toEqual({
      code: 1,
      asked: [
        ['read', '/w', 'HEAD~2'],
        ['tryable', { action: 'hum', drafts: {}, at: 'HEAD~2' }]
      ],
      out: [
        [
          '  DM: Only players can do it.',
          '  Wren: can (to=Mira|Tobit)',
          "  Mira (Mira O'Dell): can be tried, but not at the table now. Only players can do it.",
          '  Ghoul (the pale ghoul): rules/actions/hum.ts:4 The rule "hum" ran too long and was stopped.',
          '  … and 2 more',
          'Console',
          '  rules/actions/hum.ts:2 Wren loud 3'
        ].join('\n')
      ],
      err: []
    })
  })

  it('prints the outcomes of many runs beside the exact odds', async () => {
    const asked = [
      ['read', '/w', undefined],
      ['tryMany', { action: 'hum', actor: 'Wren', params: { to: 'Mira', loud: 'a=b' }, runs: 1000, seed: '1', drafts: {} }]
    ]
    const words = [
      '1,000 runs with the seed 1.',
      '',
      'Outcome',
      '  success    510   51.0%  exactly 50% (1/2)',
      '  failure    490   49.0%  exactly 50% (1/2)',
      '',
      'Wren, HP (average 3, exactly 3)',
      '  3   1000  100.0%',
      '',
      'Whole outcomes',
      '  510 × Success; Wren is warded (run 0)'
    ]
    expect(await command(['try', '/w', 'hum', '--as', 'Wren', '--with', 'to=Mira', '--with', 'loud=a=b'])).toEqual({
      code: 0,
      asked,
      out: [words.join('\n')],
      err: []
    })
    expect(await command(['try', '/w', 'hum', '--as', 'Wren', '--json'])).toMatchObject({ out: [JSON.stringify(tried.tries)] })
  })

  it('says why there are no exact odds, that runs were left out, and that the rule failed', async () => {
    const outcomes = [{ words: ['It failed.'], count: 10, runs: [3], problem: tried.failed }]
    const tryMany = () => work({ ...tried.tries, runs: 13, measures: [], outcomes, inexact: 'The rule failed.' })
    const { code, out } = await command(['try', '/w', 'hum', '--as', 'Wren'], { tryMany })
    expect([code, out[0]?.split('\n')]).toEqual([
      1,
      [
        'Stopped after 13 runs of 1000 with the seed 1, because the rule failed too often.',
        'No exact odds: The rule failed.',
        '',
        'Whole outcomes',
        '  10 × rules/actions/hum.ts:4 The rule "hum" ran too long and was stopped. (run 3)'
      ]
    ])
  })

  it('prints one run, dice by dice', async () => {
    const { asked, out } = await command(['try', '/w', 'hum', '--as', 'Wren', '--run', '7', '--seed', 'x'])
    expect(asked).toEqual([
      ['read', '/w', undefined],
      ['tryOne', { action: 'hum', actor: 'Wren', params: {}, seed: 'x', run: 7, drafts: {} }]
    ])
    expect(out[0]?.split('\n')).toEqual([
      'Run 7 with the seed 1.',
      '',
      'Wren: hum',
      '  d6 [4] d6 4',
      '  “Wren hums.”',
      '  returned {"status":"success"}',
      '  Wren is warded'
    ])
  })

  it('refuses a parameter without a value', async () => {
    const { code, err } = await command(['try', '/w', 'hum', '--as', 'Wren', '--with', 'Mira'])
    expect([code, err[0]]).toEqual([2, expect.stringContaining('Give a parameter and its value, such as target=Ghoul.')])
  })
})

describe('replaying from the command line', () => {
  const words = [
    'Replayed 8 of 9 beats; 6 with the same words and dice.',
    '',
    'First difference: beat 4 cccccccc',
    '  was: Wren hums. · d6 4',
    '  is:  Wren hums twice. · d6 4 · d6 1',
    '  Facts',
    '    gate: false → true',
    '',
    'No longer possible',
    "  beat 6 dddddddd Wren climbs.: It isn't Wren's turn. It is the DM's turn.",
    '',
    'At the end',
    '  Stats',
    '    Wren, HP: 3 → 1'
  ]

  it('prints where the story differs, what is left out, and how it ends', async () => {
    expect(await command(['replay', '/w', '--from', 'HEAD~9'])).toEqual({
      code: 0,
      asked: [
        ['read', '/w', undefined],
        ['replaySpans', {}],
        ['replayWith', { from: 'HEAD~9', to: 'HEAD', drafts: {} }]
      ],
      out: [words.join('\n')],
      err: []
    })
  })

  it('saves it as a branch when asked', async () => {
    const { asked, out } = await command(['replay', '/w', '--keep', 'twice'])
    expect(asked).toEqual([
      ['open', '/w'],
      ['replaySpans', {}],
      ['replayWith', { from: 'begin', to: 'end', drafts: {} }],
      ['keepReplay', { from: 'begin', to: 'end', drafts: {}, name: 'twice' }]
    ])
    expect(out[0]).toBe([...words, '', 'Saved as the branch twice, which ends at bbbbbbbb, without 1 call.'].join('\n'))
  })

  it('says why a replay ended early, and which drafts were left out', async () => {
    const stopped = 'The replay stopped at beat 7, because 5 calls in a row were refused under these rules.'
    const { first: _first, ...same } = tried.replayed
    const replayWith = () => work({ ...same, skipped: [], groups: [], stopped, broken: [tried.failed] })
    const { code, out } = await command(['replay', '/w'], { replayWith })
    expect([code, out[0]?.split('\n')]).toEqual([
      1,
      [
        'The saved text of these files was used, because their drafts have problems:',
        '  rules/actions/hum.ts:4 The rule "hum" ran too long and was stopped.',
        'Replayed 8 of 9 beats; 6 with the same words and dice.',
        stopped,
        'The story stays the same.'
      ]
    ])
  })
})
