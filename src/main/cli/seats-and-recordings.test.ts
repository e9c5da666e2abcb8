import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { turn } from './answers.fixture'
import { command, stream } from './program.fixture'

const home = mkdtempSync(join(tmpdir(), 'recordings-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('seats and recordings on the command line', () => {
  it('accepts seats for one run, and refuses invalid ones with a sentence', async () => {
    const seats = { DM: { agent: 'anthropic', model: 'a:b' }, Wren: { agent: 'offline' }, all: { agent: 'replay' } }
    const args = ['--agent', 'dm=anthropic:a:b', '--agent', 'Wren=offline', '--agent', 'all=replay']
    expect((await command(['play', '/w', '--beats', '2', ...args])).asked).toEqual([
      ['open', '/w', { seats, plays: true }],
      ['playOn', { beats: 2 }]
    ])
    expect((await command(['step', '/w', ...args])).asked).toEqual([
      ['open', '/w', { seats, plays: true }],
      ['playOn', { beats: 1 }]
    ])
    expect((await command(['step', '/w', '--agent', 'dm=command:teller'])).asked).toEqual([
      ['open', '/w', { seats: { DM: { agent: 'command', command: 'teller' } }, plays: true }],
      ['playOn', { beats: 1 }]
    ])
    const said = async (text: string) => (await command(['play', '/w', '--agent', text])).err[0]
    expect(await said('Wren=hand')).toContain('You can’t play a seat yourself in a terminal. Take the turn in the app')
    expect(await said('Wren=gpt')).toContain('There is no agent "gpt". Choose offline, anthropic[:model], command:name or replay')
    expect(await said('Wren')).toContain('Write who=agent')
    expect(await said('=offline')).toContain('Write who=agent')
    expect(await said('Wren=offline:m')).toContain('Only anthropic takes a model')
    expect(await said('Wren=command')).toContain('Name the command that plays: Wren=command:name.')
    expect(await said('Wren=anthropic:')).toContain('No model follows the colon')
  })

  it('prints every wait for a model on stderr', async () => {
    const retry = { kind: 'retry', who: 'DM', retry: { words: 'The model is overloaded. Trying again in 4 s.', ms: 4000 } }
    const played = { kind: 'played', played: { beats: 0, scenes: 0, sessions: 0, lost: false, ended: false } }
    for (const name of ['play', 'step'])
      expect(await command([name, '/busy'], { playOn: () => stream<object>(retry, played) })).toMatchObject({
        code: 0,
        err: expect.arrayContaining(['(DM: The model is overloaded. Trying again in 4 s.)'])
      })
  })

  it('prints recordings as lines of JSON and imports them', async () => {
    const printed = await command(['log', '/w', '--with-prompts', '--limit', '5'])
    expect([printed.asked, printed.out.map((line) => JSON.parse(line) as unknown)]).toEqual([
      [
        ['read', '/w', undefined],
        ['recording', { limit: 5 }]
      ],
      [turn]
    ])
    const name = join(home, 'r.jsonl')
    writeFileSync(name, '{}\n')
    const imported = await command(['log', '/w', '--with-prompts', '--import', name])
    expect([imported.asked, imported.out]).toEqual([
      [
        ['open', '/w'],
        ['takeRecording', { text: '{}\n', name }]
      ],
      ['Imported 12 turns. Play them back with --agent all=replay.']
    ])
    expect(await command(['log', '/w', '--import', '/r.jsonl'])).toMatchObject({
      code: 2,
      err: [expect.stringContaining('--import reads a recording, so it needs --with-prompts')]
    })
  })
})
