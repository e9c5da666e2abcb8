import { describe, expect, it } from 'vitest'
import { Problem } from '../../shared/base/problem'
import { availabilities, beat, smith } from './answers.fixture'
import { command, stream } from './program.fixture'

const summary = { beats: 1, scenes: 0, sessions: 0, lost: false, ended: false }
/** The news of play with one beat. */
const played =
  (beat: object, refused: object[] = [], problem?: object) =>
  () =>
    stream<object>({ kind: 'beat', beat, refused, problem }, { kind: 'played', played: summary })

describe('proscenium', () => {
  it('creates a campaign', async () => {
    expect(await command(['new', '/stories/well', '--seed', '7'])).toEqual({
      code: 0,
      asked: [['create', { dir: '/stories/well', game: 'cairn-hack', seed: '7', title: undefined, template: 'sample' }]],
      out: ['Created “The Well” in /stories/well.'],
      err: []
    })
  })

  it('creates a campaign from a start, with the game of the start unless another one is named', async () => {
    const asked = async (...more: string[]) => (await command(['new', '/trough', '--start', 'the-cold-trough', ...more])).asked
    expect(await asked()).toEqual([['create', { dir: '/trough', seed: '1', start: 'the-cold-trough' }]])
    expect(await asked('--game', 'totm')).toEqual([['create', { dir: '/trough', game: 'totm', seed: '1', start: 'the-cold-trough' }]])
    expect(await asked('--blank')).toEqual([])
  })

  it('creates a campaign beside the files of a repository, and imports its map or says how', async () => {
    expect(await command(['new', '/code', '--here', '--map', 'world.json'])).toEqual({
      code: 0,
      asked: [
        ['foreign', { dir: '/code' }],
        ['createHere', { dir: '/code', game: 'cairn-hack', seed: '1', map: 'world.json' }]
      ],
      out: ['Created “The Well” in /code, on the branch proscenium.'],
      err: ['Left out: mood.']
    })
    expect((await command(['new', '/code', '--here'])).err.at(-1)).toContain('proscenium map import /code /code/world.json')
    expect(await command(['new', '/code', '--map', 'world.json'])).toMatchObject({ code: 2, asked: [] })
  })

  it('plays and prints a line for each beat; by default one session', async () => {
    expect(await command(['play', '/stories/well'])).toEqual({
      code: 0,
      asked: [
        ['open', '/stories/well', { plays: true }],
        ['playOn', { sessions: 1 }]
      ],
      out: ['1 11111111 Wren climbs down the well', '2 22222222 Wren climbs down the well'],
      err: ['Played 2 beats. Finished 1 scene and 0 sessions.']
    })
    expect((await command(['play', '/stories/well', '--beats', '5'])).asked).toContainEqual(['playOn', { beats: 5 }])
  })

  it('says how to try a rule that failed', async () => {
    const failed = (file: string) => ({ playOn: () => Promise.reject(new Problem('rule-failed', 'It threw.', { file })) })
    expect((await command(['step', '/c'], failed('actions/attack.ts'))).err).toEqual([
      'It threw.',
      'To try it without saving anything, run: proscenium try /c attack'
    ])
    expect((await command(['step', '/c'], failed('lib/body.ts'))).err).toEqual(['It threw.'])
  })

  it('prints refused calls before a beat on stderr, and after the previous entry in the log', async () => {
    const shut = played(beat(1), [{ beat: 1, by: 'Wren', action: 'search', reason: 'It is shut.' }])
    for (const name of ['play', 'step'])
      expect(await command([name, '/stories/shut'], { playOn: shut })).toMatchObject({
        out: ['1 11111111 Wren climbs down the well'],
        err: expect.arrayContaining(['(Wren, search: It is shut.)'])
      })
    expect(await command(['play', '/stories/well', '--beats', '1', '--edits', 'set-aside'])).toMatchObject({
      asked: [
        ['open', '/stories/well', { plays: true }],
        ['playOn', { beats: 1, edits: 'set-aside' }]
      ],
      err: ['Moved the changed files to /aside.\nPlayed 1 beat. Finished 1 scene and 0 sessions.']
    })
    expect(
      await command(['step', '/stories/well'], { playOn: played(beat(1), [], { code: 'disk', message: 'The record was lost.' }) })
    ).toMatchObject({
      out: ['1 11111111 Wren climbs down the well'],
      err: ['The record was lost.']
    })
    const refused = [{ beat: 3, by: 'Wren', action: 'search', reason: 'It is shut.' }]
    const entry = { at: '', beat: 2, by: 'DM', kind: 'narration' as const, text: 'Cold air rises.' }
    const storyLog = () => [{ entry, commit: 'b'.repeat(40), scene: 'sessions/session-1/001-scene', refused }]
    expect((await command(['log', '/stories/well'], { storyLog })).out).toEqual(['Cold air rises.\n(Wren, search: It is shut.)'])
  })

  it('says how to go on when the party is lost', async () => {
    const playOn = () => stream({ kind: 'played', played: { ...summary, lost: true } })
    expect((await command(['play', '/stories/lost', '--sessions', '3'], { playOn })).err).toEqual([
      'Played 1 beat. Finished 0 scenes and 0 sessions.\nThe whole party is dead or gone. Open the campaign and continue from an earlier beat, or create a new campaign.'
    ])
  })

  it('prints each beat as a line of JSON', async () => {
    const { out } = await command(['play', '/stories/well', '--scenes', '2', '--json'])
    expect(out.map((line) => JSON.parse(line) as unknown)).toEqual([beat(1), beat(2)])
  })

  it('prints the log as a story with a heading where a scene begins, or the last entries as JSON', async () => {
    expect((await command(['log', '/stories/well'])).out).toEqual([
      '## The rim\nCold air rises.\nNobody went down.\n\n## The inn\nWren: “After you.”\nThe session ends.'
    ])
    expect((await command(['log', '/stories/well', '--limit', '1'])).out).toEqual(['The session ends.'])
    const { out } = await command(['log', '/stories/well', '--limit', '2', '--json'])
    expect(JSON.parse(out.join(''))).toMatchObject([
      { entry: { text: 'After you.' }, commit: 'c'.repeat(40) },
      { entry: { text: 'The session ends.' } }
    ])
  })

  it('prints the changes of a log entry, in words and as JSON', async () => {
    const changes = {
      actors: { Wren: { stats: { hp: { from: 4, to: 2 } }, damage: 2, conditions: [{ condition: 'bruised', name: 'Bruised', on: true }] } },
      places: { 'throat-yard': { searched: ['the trough'] } },
      facts: { 'hatch-open': true }
    }
    const entry = { at: '', beat: 2, by: 'Wren', kind: 'system' as const, text: 'Wren comes off with bruises.', changes }
    const places = { 'throat-yard': { name: 'Throat Yard', region: 'r', features: {}, inventory: {}, tags: {} } }
    const answers = {
      present: () => ({ state: { actors: {}, places } }),
      storyLog: () => [{ entry, commit: 'b'.repeat(40), scene: 'sessions/session-1/001-scene' }]
    }
    expect((await command(['log', '/stories/well'], answers)).out).toEqual([
      'Wren comes off with bruises. [Wren 4→2 HP, bruised; Throat Yard: the trough searched; hatch open]'
    ])
    const { out } = await command(['log', '/stories/well', '--json'], answers)
    expect(JSON.parse(out.join(''))).toMatchObject([{ entry: { changes } }])
  })

  it('prints available actions, then the others with their reasons', async () => {
    expect(await command(['actions', '/stories/well', '--as', 'Wren', '--at', 'HEAD~2'])).toMatchObject({
      code: 0,
      asked: [
        ['read', '/stories/well', 'HEAD~2'],
        ['actions', { as: 'Wren', at: 'HEAD~2' }]
      ],
      out: [
        "It's the DM's turn. On Wren's turn:\n\nWren can:\n  talk    target: Mira the keeper; text?: text\n\nWren can't, and why:\n  attack  There is no fight."
      ]
    })
    const { out } = await command(['actions', '/stories/well', '--as', 'Wren', '--json'])
    expect(JSON.parse(out.join(''))).toEqual(availabilities)
  })

  it('prints recalled notes', async () => {
    const argv = [
      'recall',
      '/stories/well',
      '--as',
      'DM',
      '--query',
      'iron',
      '--tags',
      'npc,wary',
      '--link',
      'the smith',
      '--limit',
      '3',
      '--at',
      'HEAD~2'
    ]
    expect(await command(argv)).toMatchObject({
      code: 0,
      asked: [
        ['read', '/stories/well', 'HEAD~2'],
        ['recall', { as: 'DM', recall: { query: 'iron', tags: ['npc', 'wary'], link_target: 'the smith', limit: 3 }, at: 'HEAD~2' }]
      ],
      out: ['1 note of 4:\n\nnpcs/borin.md — Borin (tags: npc)\nHe bends iron.\n\nNamed in this scene: beat 7 by Wren.']
    })
    expect((await command(['recall', '/stories/well', '--as', 'DM', '--json'])).out).toEqual([JSON.stringify(smith)])
    for (const wrong of [
      ['--limit', '0'],
      ['--limit', '51'],
      ['--sort', 'size']
    ]) {
      expect(await command(['recall', '/stories/well', '--as', 'DM', ...wrong])).toMatchObject({ code: 2, asked: [] })
    }
  })

  it('marks a milestone and prints its beats', async () => {
    expect(await command(['milestone', '/stories/well'])).toEqual({
      code: 0,
      asked: [['open', '/stories/well', { plays: true }], ['leaveEdits'], ['play', { action: 'milestone', actor: 'designer' }], ['step']],
      out: ['4 44444444 Wren climbs down the well\n5 55555555 Wren climbs down the well'],
      err: []
    })
  })

  it('prints a problem in one sentence on stderr, and whole with --json', async () => {
    const sentence = 'There is no beat abc. Look at the log for one.'
    expect(await command(['state', '/stories/well', '--at', 'abc'])).toMatchObject({ code: 1, out: [], err: [sentence] })
    const { code, out, err } = await command(['state', '/stories/well', '--at', 'abc', '--json'])
    expect({ code, err, said: JSON.parse(out.join('')) }).toEqual({
      code: 1,
      err: [sentence],
      said: { problem: { code: 'not-found', message: sentence, data: {} } }
    })
  })

  it.each([
    ['an unknown command', ['dance'], /^Unknown command 'dance'\. Run "proscenium --help" to see what the command accepts\.$/],
    ['an unknown option', ['play', '/x', '--loud'], /^Unknown option '--loud'\. Run "proscenium play --help" to see what the command accepts\.$/],
    ['a missing folder', ['play'], /^Missing required argument 'dir'\. Run /],
    ['too many arguments', ['step', '/x', '/y'], /^Too many arguments for 'step'.*\. Run /],
    ['a count that is none', ['play', '/x', '--beats', 'many'], /Give a whole number of at least 1\. Run /],
    ['no beats', ['play', '/x', '--beats', '0'], /Give a whole number of at least 1\. Run /],
    ['a port that is none', ['serve', '--port', '70000'], /Give a whole number from 0 to 65535\. Run /],
    ['two limits', ['play', '/x', '--beats', '1', '--scenes', '1'], /^Option '--beats <n>' cannot be used with option '--scenes <n>'\. Run /],
    ['nobody to ask about', ['actions', '/x'], /^Required option '--as <who>' not specified\. Run /],
    ['an option without its value', ['new', '/x', '--seed'], /^Option '--seed <text>' argument missing\. Run /]
  ])('refuses %s with 2 and one sentence', async (_name, argv, sentence) => {
    const { code, asked, out, err } = await command(argv)
    expect({ code, asked, out, lines: err.length }).toEqual({ code: 2, asked: [], out: [], lines: 1 })
    expect(err[0]).toMatch(sentence)
  })

  it('prints its version, and help with examples for each command', async () => {
    expect(await command(['--version'])).toMatchObject({ code: 0, out: ['1.2.3'] })
    for (const name of ['new', 'open', 'serve', 'step', 'play', 'log', 'state', 'actions', 'odds', 'verify', 'check', 'bench']) {
      const { code, out } = await command([name, '--help'])
      expect({ name, code, example: out.join('\n').includes(`$ proscenium ${name}`) }).toEqual({ name, code: 0, example: true })
    }
  })

  it('prints its help without a command', async () => {
    const { code, out, err } = await command([])
    expect([code, out, err.join('\n').includes('Usage: proscenium')]).toEqual([2, [], true])
  })

  it('passes arguments to the bench', async () => {
    expect((await command(['bench', '--files', '100'])).asked).toEqual([['--files', '100']])
  })
})

describe('what a stranger wrote', () => {
  const evil = '\u001b]0;x\u0007Cold\u202e air\u009b2J'
  const shown = '\\u001b]0;x\\u0007Cold\\u202e air\\u009b2J'
  const storyLog = () => [{ entry: { at: '', beat: 2, by: 'DM', kind: 'narration', text: evil }, commit: 'b'.repeat(40), scene: '' }]
  const playOn = played({ ...beat(1), subject: evil }, [{ beat: 1, by: evil, action: evil, reason: evil }])
  it.each([
    [['log', '/c'], { storyLog }],
    [['play', '/c'], { playOn }],
    [['step', '/c'], { playOn }],
    [['find', '/c', evil], { find: () => Promise.reject(new Problem('bad-input', evil, { at: 0, end: 1 })) }],
    [['state', '/c'], { at: () => Promise.reject(new Problem('not-found', evil)) }],
    [[evil], {}]
  ] satisfies [string[], Parameters<typeof command>[1]][])('is shown by %j, and steers no terminal', async (argv, replaced) => {
    const { out, err } = await command(argv, replaced)
    const all = [...out, ...err].join('\n')
    // oxlint-disable-next-line no-control-regex
    expect(all).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/)
    expect(all).toContain(shown)
  })
  it('is complete in JSON and in files', async () => {
    const { out } = await command(['log', '/c', '--json'], { storyLog })
    expect(out.join('')).not.toContain('\u202e')
    expect(JSON.parse(out.join(''))[0].entry.text).toBe(evil)
    expect((await command(['map', 'export', '/c'], { exportWorld: () => evil })).out).toEqual([evil])
  })
})
