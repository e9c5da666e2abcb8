import { describe, expect, it } from 'vitest'
import type { Odds } from '../../shared/analysis/odds'
import type { ProblemData } from '../../shared/base/problem'
import type { CheckReport } from '../../shared/analysis/reports'
import { firstNext, type GameState } from '../../shared/story/state'
import { mismatch, never, nowhere, wrens } from './answers.fixture'
import { command, work } from './program.fixture'

describe('odds, verify, state and check', () => {
  it('prints exact chances as tables, or as JSON', async () => {
    expect(await command(['odds', '/stories/well', '--as', 'Wren', '--at', 'HEAD~2'])).toEqual({
      code: 0,
      asked: [
        ['read', '/stories/well', 'HEAD~2'],
        ['countOdds', { as: 'Wren', at: 'HEAD~2' }]
      ],
      out: [
        [
          'Wren',
          '  Saves',
          '                  chance',
          '    Strength  10  50% (1/2)',
          '  Attacks',
          '                                mean damage  hurts      takes down',
          '    the pale ghoul, knife (d6)  1.5 (3/2)    50% (1/2)  0%',
          '    Damage to the pale ghoul, knife (d6): 0: 50% (1/2), 3: 50% (1/2)',
          '  Interactions',
          '                       success    failure    mean damage  takes down  mean damage back',
          '    Mira, lend a hand  50% (1/2)  50% (1/2)  0            0%          1.5 (3/2)         by Strength',
          '  Journeys, alone',
          "                        arrives unhurt  arrives hurt  doesn't arrive  mean damage  minutes",
          '    The Rim → The Well  0%              0%            100%            2            10       impossible; by Strength; once rope-down',
          "    The Rim → The Hill  –               –             –               –            –        they can't act"
        ].join('\n')
      ],
      err: []
    })
    expect((await command(['odds', '/stories/well', '--json'])).out).toEqual([JSON.stringify({ ...wrens, reach: nowhere })])
  })

  it("prints everybody's odds without certain ones, and says what is left out and why", async () => {
    const [wren] = wrens.actors
    const [climb] = wren!.journeys
    const sure: Odds['actors'][number]['journeys'][number] = {
      ...climb!,
      counted: { ...climb!.counted!, success: climb!.counted!.failure, failure: never, impossible: false, damage: { fraction: '0', value: 0 } }
    }
    const person = { kind: 'npc' as const, saves: [], attacks: [], interactions: [], journeys: [] }
    const odds: Odds = {
      runs: 0,
      actors: [
        { ...wren!, saves: [], attacks: [], interactions: [], noAttack: "they can't act", journeys: [climb!, sure, sure] },
        { ...person, actor: 'Oswin', name: 'Oswin', noAttack: 'Wren has no class yet', noJourney: 'Wren has no class yet' },
        { ...person, actor: 'Old Mira', name: 'Mira', unasked: true }
      ]
    }
    expect((await command(['odds', '/stories/well'], { countOdds: () => work({ ...odds, reach: nowhere }) })).out.join('').split('\n')).toEqual([
      'Wren',
      "  No attacks (they can't act).",
      '  Journeys, alone',
      "                        arrives unhurt  arrives hurt  doesn't arrive  mean damage  minutes",
      '    The Rim → The Well  0%              0%            100%            2            10       impossible; by Strength; once rope-down',
      '  And 2 without any risk.',
      '',
      'Oswin',
      '  No attacks or journeys (Wren has no class yet).',
      '',
      'Mira',
      '  Attacks: ask with --as "Old Mira"; Mira is neither hostile nor where a player is.'
    ])
  })

  it('ends with 1 if a rule failed while odds were computed', async () => {
    const broken = structuredClone(wrens)
    broken.actors[0]!.journeys[1]!.problem = { code: 'rule-failed', message: 'travel.ts threw.' }
    expect((await command(['odds', '/stories/well'], { countOdds: () => work({ ...broken, reach: nowhere }) })).code).toBe(1)
  })

  it('with --since-checked says from which beat it verified', async () => {
    const verify = () => ({ play: 2, edit: 0, foreign: 0, otherEngine: 0, mismatches: [], since: { commit: 'a'.repeat(40), n: 41 } })
    const { asked, out } = await command(['verify', '/well', '--since-checked'], { verify })
    expect(out.join()).toContain('Replayed the beats after beat 41 aaaaaaaa.')
    expect(asked).toEqual([
      ['open', '/well'],
      ['verify', { sinceChecked: true }]
    ])
    expect((await command(['verify', '/well', '--since-checked'])).out.join()).toContain('This machine had not verified any beat')
  })

  it('ends with 1 if verify finds a mismatch', async () => {
    expect(await command(['verify', '/stories/well'])).toMatchObject({ code: 0, out: ['Played: 12. Edited: 0. From other tools: 1. Mismatches: 0.'] })
    const bad = await command(['verify', '/stories/well'], { verify: () => mismatch })
    expect(bad).toMatchObject({
      code: 1,
      out: ['7 77777777 Wren climbs down the well: the saved roll differs (/actors/Wren)\nPlayed: 12. Edited: 0. From other tools: 1. Mismatches: 1.']
    })
  })

  it('names characters, items, conditions and stats in the state as the game does', async () => {
    const state: GameState = {
      actors: {
        Wren: {
          kind: 'player',
          name: 'Wren',
          location: 'well',
          stats: { hp: 4, toString: 1 },
          max: { hp: 5 },
          conditions: { deprived: {} },
          inventory: {
            a: { item: 'healing-draught' },
            b: { item: 'torch', count: 3 },
            c: { item: 'rope', name: 'Gant’s rope' },
            d: { item: 'constructor' }
          },
          tags: {}
        },
        p2: { kind: 'player', name: 'Old Pym', location: 'rim', stats: { hp: 2 }, max: {}, conditions: {}, inventory: {}, tags: {} }
      },
      places: { well: { name: 'The Well', region: 'r', features: {}, inventory: {}, tags: {} } },
      journeys: {},
      regions: {},
      facts: {},
      clock: { start: '1321-09-14T06:00:00Z', minutes: 0 },
      quests: {},
      factions: {},
      relationships: {},
      threads: {},
      next: { ...firstNext('7'), phase: 'player', actor: 'p2', beat: 3 }
    }
    const names = {
      items: { 'healing-draught': 'Healing draught', torch: 'Torch' },
      conditions: { deprived: 'Deprived' },
      stats: { hp: 'Hit points' }
    }
    const answers = { at: () => ({ state }), gameNames: () => names }
    const { out } = await command(['state', '/stories/well'], answers)
    expect(out.join('\n').split('\n').slice(1)).toEqual([
      'No scene is open.',
      'Next: Old Pym (player)',
      '',
      'Wren, at The Well',
      '  Hit points 4/5, toString 1',
      '  under: Deprived',
      '  carries: Healing draught, 3 × Torch, Gant’s rope, constructor',
      'Old Pym (p2), at rim',
      '  Hit points 2'
    ])
    const json = await command(['state', '/stories/well', '--json'], answers)
    expect(JSON.parse(json.out.join(''))).toEqual(state)
  })

  it('prints each finding of check with its file and line, and fails only for problems', async () => {
    expect(await command(['check', '/stories/well'])).toMatchObject({
      code: 0,
      out: ['0 errors, 0 never reached, 0 possibly intentional. Checked 212 states in 400 calls.']
    })
    const remark: ProblemData = {
      code: 'bad-file',
      message: '"flee" was never available.',
      data: { file: 'rules/actions/flee.ts', line: 4, level: 'remark' }
    }
    const problem: ProblemData = { code: 'bad-file', message: 'next: this file is missing.', data: { file: 'next' } }
    const checked = { states: 1, calls: 0, world: 'made up' as const }
    expect(await command(['check', '/x'], { checkFolder: () => work({ findings: [remark], ...checked }) })).toMatchObject({
      code: 0,
      out: [
        'Possibly intentional:\nrules/actions/flee.ts:4  "flee" was never available.\n\n0 errors, 0 never reached, 1 possibly intentional. Checked 1 state in 0 calls, in a small world made up for this game.'
      ]
    })
    const report: CheckReport = { findings: [problem, remark], ...checked, states: 0 }
    const failed = { checkFolder: () => work(report) }
    expect(await command(['check', '/x'], failed)).toMatchObject({
      code: 1,
      out: [
        'Errors:\nnext:1  this file is missing.\n\nPossibly intentional:\nrules/actions/flee.ts:4  "flee" was never available.\n\n1 error, 0 never reached, 1 possibly intentional. Nothing was played, because the game does not load.'
      ]
    })
    expect(await command(['check', '/x', '--json'], failed)).toMatchObject({ code: 1, out: [JSON.stringify(report)] })
    const stock = { ...remark, data: { ...remark.data, stock: true } }
    const unreached = { ...remark, message: 'Nobody comes to The Loft.', data: { file: 'world/x.yaml', line: 2, level: 'unreached' } }
    const folded = { checkFolder: () => work({ findings: [problem, unreached, remark, stock], ...checked }) }
    const [short = ''] = (await command(['check', '/x'], folded)).out
    expect(short.split('\n')).toEqual([
      'Errors:',
      'next:1  this file is missing.',
      '',
      'Never reached, or no way back:',
      'world/x.yaml:2  Nobody comes to The Loft.',
      '',
      'Possibly intentional:',
      'rules/actions/flee.ts:4  "flee" was never available.',
      '',
      '1 note on the bundled rules, which you did not change. Show them with --all.',
      '1 error, 1 never reached, 2 possibly intentional. Checked 1 state in 0 calls, in a small world made up for this game.'
    ])
    const [long = ''] = (await command(['check', '/x', '--all'], folded)).out
    expect(long).toContain('The bundled rules, possibly intentional:\nrules/actions/flee.ts:4  "flee"')
    expect(long).not.toContain('--all')
  })
})

describe('judge', () => {
  it('prints the price and sends nothing without --yes', async () => {
    expect(await command(['judge', '/stories/well', '--model', 'm'])).toEqual({
      code: 0,
      asked: [
        ['read', '/stories/well', undefined],
        ['judgePrice', { model: 'm' }]
      ],
      out: ['m would judge 3 beats in 1 request with about 2,300 tokens: about $0.0041. Nothing was sent; add --yes to send it.'],
      err: []
    })
    const judged = { model: 'm', beats: 0, requests: 0, input: 0, output: 0, cost: 0 }
    expect((await command(['judge', '/stories/well'], { judgePrice: () => judged })).out).toEqual(['m has judged every beat.'])
  })

  it('judges with --yes, and ends with 1 if a request failed', async () => {
    expect((await command(['judge', '/stories/well', '--yes'])).out).toEqual(['m judged 3 beats and found 1 contradiction. It cost $0.0040.'])
    const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
    const failed = {
      model: 'm',
      beats: 1,
      contradictions: 0,
      usage,
      left: 2,
      understood: [],
      problem: 'The provider rejected the key. Check the key in Settings.'
    }
    const { code, out } = await command(['judge', '/stories/well', '--yes'], { judge: () => work(failed) })
    expect([code, out]).toEqual([
      1,
      ['The provider rejected the key. Check the key in Settings. m judged 1 beat and found 0 contradictions. 2 beats are left.']
    ])
  })
})
