import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import type { Beat } from '../../shared/story/play'
import { startFakeMessages, type FakeMessages } from '../agents/anthropic/fake-messages.fixture'
import { fakeTable } from '../agents/anthropic/fake-table.fixture'
import { memoryKeys } from '../machine/keys'
import { createCampaign } from '../story/creation/create'
import type { SeatsGiven } from '../table/seats'
import { KEY, treeOf } from './studio.fixture'
import { commands, recording, takeRecording } from './commands.fixture'
import { runProgram } from '../campaign/git/testing/small-process'

const home = mkdtempSync(join(tmpdir(), 'replay-'))
const resources = process.cwd()
const recorded = join(home, 'well.jsonl')
let fake: FakeMessages
let owner: ReturnType<typeof commands>
let tree: string
let beats: Beat[]

/** A new sample campaign, created at a different time from any other. */
let folderCount = 0
async function campaign(name: string, edit: (dir: string) => void = () => undefined): Promise<string> {
  const dir = join(home, name)
  await createCampaign({
    dir,
    title: undefined,
    game: 'cairn-hack',
    seed: '7',
    template: 'sample',
    resources,
    now: 1_700_000_000_000 + ++folderCount * 5000
  })
  edit(dir)
  return dir
}
async function play(dir: string, seats: SeatsGiven, limits = { sessions: 1 } as { sessions?: number; beats?: number }): Promise<Beat[]> {
  const played: Beat[] = []
  await owner.play(dir, limits, (beat) => played.push(beat), { seats })
  return played
}

/** Two seats are models, the others are the built-in table. */
const MIXED: SeatsGiven = {
  DM: { agent: 'anthropic' },
  Wren: { agent: 'anthropic', model: 'claude-opus-5-5', effort: 'low' },
  all: { agent: 'offline' }
}
const REPLAY: SeatsGiven = { all: { agent: 'replay' } }

beforeAll(async () => {
  fake = await startFakeMessages(fakeTable({ scenes: 1, rounds: 1 }), { key: KEY })
  const keys = memoryKeys(JSON.stringify({ [new URL(fake.url).origin]: KEY }))
  owner = commands({ keys, baseUrl: fake.url, allowed: true })
  const dir = await campaign('first')
  beats = await play(dir, MIXED)
  tree = treeOf(dir)
  const lines: string[] = []
  await recording(dir, undefined, (turn) => lines.push(JSON.stringify(turn)))
  writeFileSync(recorded, `${lines.join('\n')}\n`)
})
afterAll(async () => {
  await fake.close()
  rmSync(home, { recursive: true, force: true })
})

describe('a session with models and the built-in table at one table', () => {
  it('is played to its end, with well-formed questions, summaries, and facts beside the story', () => {
    expect(fake.wrong).toEqual([])
    expect(beats.map((beat) => beat.action).filter((action) => action === 'summarise')).toHaveLength(3)
    const kinds = new Set(beats.map((beat) => `${beat.actor} ${beat.agent} ${beat.spent?.model ?? ''}`.trim()))
    expect(kinds).toEqual(new Set(['DM anthropic claude-sonnet-5-5', 'Wren anthropic claude-opus-5-5', 'Tobit offline', 'Pym offline']))
    expect(JSON.stringify(beats)).not.toContain(KEY)
    expect(readFileSync(recorded, 'utf8')).not.toContain(KEY)
  })

  it('gives the same tree when it is played again from its recording, and nobody is asked', async () => {
    const requestCount = fake.requests.length
    const dir = await campaign('again')
    const turns = await takeRecording(dir, recorded)
    expect(turns).toBe(beats.length)
    const again = await play(dir, REPLAY)
    expect(treeOf(dir)).toBe(tree)
    expect(again.map((beat) => beat.subject)).toEqual(beats.map((beat) => beat.subject))
    expect(again.map((beat) => beat.agent)).toEqual(again.map(() => 'replay'))
    expect(again[0]?.id).not.toBe(beats[0]?.id)
    expect(fake.requests).toHaveLength(requestCount)
  })

  it('gives the same tree when the campaign is reopened for each of its first beats', async () => {
    const dir = await campaign('steps')
    await takeRecording(dir, recorded)
    for (let n = 0; n < 5; n++) await play(dir, REPLAY, { beats: 1 })
    await play(dir, REPLAY)
    expect(treeOf(dir)).toBe(tree)
  })

  it('can be played again where it was played, without taking anything in', async () => {
    const dir = join(home, 'first')
    runProgram('git', ['-C', dir, 'checkout', '-q', '-b', 'anew', beats[0]?.parent ?? ''])
    await play(dir, REPLAY)
    expect(treeOf(dir)).toBe(tree)
  })
})

/** How the DM tells a session in scene trees. With plans it also clicks. */
const MODES = ['plan', 'tools'].slice(0, sizeOf(import.meta.filename, 'modes'))

describe('a session told in scene trees', () => {
  it.each(MODES)('with the mode %s gives the same tree when it is played again from its recording', async (mode) => {
    const inTrees = (dir: string): void => {
      appendFileSync(join(dir, 'table.yaml'), `\ndm: { narration: scene-tree, mode: ${mode} }\n`)
      runProgram('git', ['-C', dir, '-c', 'user.name=me', '-c', 'user.email=me@x', 'commit', '-q', '-am', 'Scene trees'])
    }
    const played = await campaign(`trees-${mode}`, inTrees)
    const before = await play(played, { all: { agent: 'offline' } }, { beats: 60 })
    const lines: string[] = []
    await recording(played, undefined, (turn) => lines.push(JSON.stringify(turn)))
    const isUsed = (tool: string): boolean => lines.some((line) => line.includes(`"tool":"${tool}"`))
    expect([isUsed('click'), isUsed('run_plan')]).toEqual([true, mode === 'plan'])
    const files = runProgram('git', ['-C', played, 'ls-files']).split('\n')
    expect(files.some((name) => name.endsWith('/SCENE.json'))).toBe(true)

    const file = join(home, `trees-${mode}.jsonl`)
    writeFileSync(file, `${lines.join('\n')}\n`)
    const again = await campaign(`trees-${mode}-again`, inTrees)
    await takeRecording(again, file)
    const after = await play(again, REPLAY, { beats: before.length })
    expect(after.map(({ subject }) => subject)).toEqual(before.map(({ subject }) => subject))
    expect(treeOf(again)).toBe(treeOf(played))
  })
})

describe('a recording that does not fit', () => {
  /** Refused recordings leave it as it is. */
  let untouched: string | undefined
  it('stops at the first beat with a different prompt, and names the piece', async () => {
    const dir = await campaign('changed', (folder) => {
      const file = join(folder, 'world/players/Tobit/ABOUT.md')
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, text.replace(/public: .*/, 'public: Somebody who was not like this when it was recorded.'))
      runProgram('git', ['-C', folder, '-c', 'user.name=me', '-c', 'user.email=me@x', 'commit', '-q', '-am', 'Tobit is another'])
    })
    await takeRecording(dir, recorded)
    const failed = await play(dir, REPLAY).then(
      () => expect.fail('it was to stop'),
      (problem: Error & { data: Record<string, unknown> }) => problem
    )
    expect(failed.message).toMatch(
      /^The recording and the story differ at beat \d+ \(\w+\): the prompt's part “.*” \(.*, from .*\) differs from the recorded prompt\./
    )
    expect(failed.data).toMatchObject({ n: expect.any(Number) as number })
  })

  it('stops where what was played then is refused now, and where nothing was recorded', async () => {
    const dir = await campaign('short')
    const turns = readFileSync(recorded, 'utf8').split('\n').slice(0, 3)
    const [first = '{}', second = '{}'] = turns.map((line) => line.replace(/"context":.*?"digest":"[0-9a-f]+"\},/, ''))
    const other = JSON.parse(second) as { calls: { tool: string }[] }
    for (const call of other.calls) call.tool = 'fly'
    const file = join(home, 'short.jsonl')
    writeFileSync(file, `${first}\n${JSON.stringify(other)}\n`)
    await takeRecording(dir, file)
    await expect(play(dir, REPLAY)).rejects.toThrow(/at beat 2 \(DM\): fly was played, but is refused now: There is no tool fly now\./)
    const empty = await campaign('empty')
    await expect(play(empty, REPLAY)).rejects.toThrow('The recording has no turn of DM at beat 1. Choose another agent for the seat to play on.')
  })

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['is not JSON', (lines) => [...lines.slice(0, 2), 'nonsense'], /broken\.jsonl, line 3: this line is not JSON/],
    ['is cut off', (lines) => [...lines.slice(0, 2), lines[2]?.slice(0, 40) ?? ''], /line 3: this line is not JSON/],
    [
      'has a wrong field',
      (lines) => [lines[0]?.replace('"n":1', '"n":"one"') ?? ''],
      /line 1: this line is not a recorded turn: `n` must be a whole number, but it is "one"\. Export/
    ],
    [
      'is of another table',
      (lines) => [lines[0] ?? '', lines[1]?.replaceAll('"who":"DM"', '"who":"Hulda"') ?? ''],
      /line 2: this table has no seat "Hulda"/
    ],
    ['is empty', () => [], /contains no turn to play/],
    ['holds only turns that came to nothing', (lines) => [lines[0]?.replace(/"beat":"[0-9a-f]{40}",/, '') ?? ''], /contains no turn to play/]
  ])('and %s is refused whole, with its line', async (_what, edit, sentence) => {
    untouched ??= await campaign('untouched')
    const file = join(home, 'broken.jsonl')
    writeFileSync(file, edit(readFileSync(recorded, 'utf8').split('\n')).join('\n'))
    await expect(takeRecording(untouched, file)).rejects.toThrow(sentence)
    await expect(play(untouched, REPLAY, { beats: 1 })).rejects.toThrow('The recording has no turn of DM at beat 1')
  })

  it('and is not there is told so', async () => {
    await expect(takeRecording(join(home, 'first'), join(home, 'nowhere.jsonl'))).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('seats named for one run', () => {
  it('are those of the table', async () => {
    await expect(play(join(home, 'first'), { Hulda: { agent: 'offline' } })).rejects.toThrow('This table has no seat "Hulda"')
  })
})
