import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionCall, AgentKind } from '../../../shared/story/play'
import type { TextPart } from '../../../shared/story/writers'
import { freshSample } from '../../playthroughs/samples.fixture'
import { runProgram } from '../../campaign/git/testing/small-process'
import { parseBeatMessage } from '../../campaign/beat-message'
import { verify } from '../checks/verify'
import { keptReplay } from '../trying/replay'
import { versionOf } from '../edits/current-file'
import { saveText } from '../edits/save-file'
import { bringEdits } from '../today/make'
import { editWorld } from '../world/edit-world'
import { OpenCampaign } from '../open-campaign'

const home = mkdtempSync(join(tmpdir(), 'writing-'))
let campaign: OpenCampaign

const play = (action: string, params: ActionCall['params'], agent: AgentKind, model?: string, actor = 'DM') =>
  campaign.recordBeat({ kind: 'play', action, actor, params, agent }, model === undefined ? undefined : { model })

/** The parts of the last entry of the log: their texts, writers and sources. */
async function last(): Promise<[text: string, writer: string, source: string | undefined][]> {
  const { id } = campaign.snapshot.commit
  const entry = campaign.past.log(id)?.entries.at(-1)
  const parts = (await campaign.writing.scene(id))?.entries.at(-1) ?? []
  return parts.map(({ from, to, writer, source }) => [
    entry?.text.slice(from, to) ?? '',
    writer.model ?? writer.by,
    source && [source.path, ...source.keys].join(' ')
  ])
}

beforeAll(async () => {
  const dir = join(home, 'well')
  await freshSample(dir, 'cairn-hack', '1')
  campaign = await OpenCampaign.open(dir, { clock: () => 0 })
  play('open_session', { title: 'One' }, 'offline')
  play('open_scene', { title: 'At the well', place: 'throat-yard', aim: 'Look about.' }, 'offline')
})
afterAll(() => {
  campaign.dispose()
  rmSync(home, { recursive: true, force: true })
})

const PLACE = 'world/regions/underclint/locations/throat-yard.yaml'

it('a narration of the built-in table is the designer’s where it repeats the world, and built-in elsewhere', async () => {
  play(
    'narrate',
    {
      text: 'Here we are. Cobbles slope inward to the well from all four sides, as if the village had been poured toward it and had set there. Nothing in any file says this.'
    },
    'offline'
  )
  expect(await last()).toEqual([
    ['Here we are. ', 'built-in', undefined],
    [
      'Cobbles slope inward to the well from all four sides, as if the village had been poured toward it and had set there.',
      'designer',
      `${PLACE} description`
    ],
    [' Nothing in any file says this.', 'built-in', undefined]
  ])
})

it('the parts of every text of a played scene cover it without gaps', async () => {
  const { id } = campaign.snapshot.commit
  const entries = campaign.past.log(id)?.entries ?? []
  const parts = (await campaign.writing.scene(id))?.entries ?? []
  const joins = (all: readonly TextPart[], text: string): boolean =>
    all[0]?.from === 0 && all.at(-1)?.to === text.length && all.every(({ to }, i) => i + 1 === all.length || all[i + 1]?.from === to)
  expect(entries.length).toBeGreaterThan(1)
  expect(entries.filter(({ text }, i) => !joins(parts[i] ?? [], text))).toEqual([])
})

it('a model’s narration is the model’s by name, also where it quotes the world', async () => {
  const quoted = 'Chalk squeaks under every boot heel.'
  play('narrate', { text: quoted }, 'anthropic', 'claude-haiku-4-5')
  expect(await last()).toEqual([[quoted, 'claude-haiku-4-5', `${PLACE} senses 4`]])
  play('narrate', { text: 'It rains upward.' }, 'anthropic')
  expect(await last()).toEqual([['It rains upward.', 'model', undefined]])
  play('narrate', { text: 'It rains sideways.' }, 'mcp')
  expect(await last()).toEqual([['It rains sideways.', 'an MCP client', undefined]])
})

it('a turn by hand is the designer’s for the DM and the player’s for a character, and a replay without a recording isn’t known', async () => {
  play('narrate', { text: 'I type this myself.' }, 'hand')
  expect(await last()).toEqual([['I type this myself.', 'designer', undefined]])
  play('narrate', { text: 'As it was told before.' }, 'replay')
  expect(await last()).toEqual([['As it was told before.', 'unknown', undefined]])
  play('call_on', { who: ['Wren'] }, 'hand')
  play('speak', { text: 'I’ll go down — now.' }, 'hand', undefined, 'Wren')
  expect(await last()).toEqual([['I’ll go down — now.', 'player', undefined]])
})

it('a text of the game’s rules is built-in and leads to its rule, and the text of a feature to its field', async () => {
  play('explore', {}, 'offline', undefined, 'Wren')
  const explored = await last()
  expect(explored[0]).toEqual([expect.stringContaining('Wren'), 'built-in', expect.stringMatching(/^rules\/actions\/explore\.ts/)])
})

it('prose that a model wrote into the world stays the model’s when the built-in table tells it', async () => {
  const tale = 'The tinker of Underclint owes three winters to the moon.'
  play('narrate', { text: 'Something is written down.' }, 'offline')
  play('record', { note_path: 'misc/tinker.md', content: `# The tinker\n\n${tale}`, tags: ['tale'] }, 'anthropic', 'claude-opus-5')
  play('narrate', { text: tale }, 'offline')
  expect((await last()).map(([, writer]) => writer)).toEqual(['claude-opus-5'])
})

it('in a document that is saved with an assistant’s nodes, these are the model’s, and the others the designer’s', async () => {
  const path = 'world/story/The Counting/scene.arrow'
  const bytes = campaign.past.bytes(campaign.snapshot.commit.tree, path) ?? Buffer.alloc(0)
  const text = bytes
    .toString()
    .replace('Mother Hask has a pail of small stones beside her.', 'Rain that a model wrote falls on the yard.')
    .replace('It comes back late, and it is no echo.', 'Hail that the designer wrote falls too.')
  const over = versionOf(bytes)
  await saveText(campaign, { path, text, subject: 'Weather', over, assisted: { model: 'claude-sonnet-5-5', nodes: [2] } })
  play('narrate', { text: 'Rain that a model wrote falls on the yard. Hail that the designer wrote falls too.' }, 'offline')
  expect(await last()).toEqual([
    ['Rain that a model wrote falls on the yard. ', 'claude-sonnet-5-5', path],
    ['Hail that the designer wrote falls too.', 'designer', path]
  ])
})

it('a source says whether the world has the same text today, another one, or none', async () => {
  const text = 'Cobbles slope inward to the well from all four sides, as if the village had been poured toward it and had set there.'
  const source = { path: PLACE, keys: ['description'], text }
  expect(campaign.writing.sourceNow(source)).toMatchObject({ now: 'same' })
  await editWorld(campaign, [{ op: 'put-place', id: 'throat-yard', fields: { description: 'Somebody’s yard, emptied 🌫️.' } }])
  expect(campaign.writing.sourceNow(source)).toMatchObject({ now: 'changed' })
  expect(campaign.writing.sourceNow({ ...source, keys: ['senses', 99], text: 'A sense that nobody has.' })).toEqual({ now: 'gone' })
  expect(campaign.writing.sourceNow({ ...source, path: 'world/regions/underclint/locations/nowhere.yaml' })).toEqual({ now: 'gone' })
})

/** Does something on a new branch from the present, and switches back. */
async function onBranch(name: string, work: () => unknown): Promise<void> {
  const { branch } = campaign.history.head()
  campaign.saveBranch(name, campaign.snapshot.commit.id, [])
  await campaign.switchTo(name)
  await work()
  await campaign.switchTo(branch ?? '')
}

it('a replayed beat whose recording is elsewhere has the writer of the same beat on another branch', async () => {
  await onBranch('by-a-model', () => play('narrate', { text: 'Rain, once more. 🌧️' }, 'anthropic', 'claude-haiku-4-5'))
  await onBranch('with-other-words', () => play('narrate', { text: 'Rain, once more!' }, 'offline'))
  play('narrate', { text: 'Rain, once more. 🌧️' }, 'replay')
  expect(await last()).toEqual([['Rain, once more. 🌧️', 'claude-haiku-4-5', undefined]])
  play('narrate', { text: 'Nobody said this before.' }, 'replay')
  expect(await last()).toEqual([['Nobody said this before.', 'unknown', undefined]])
})

it('what a model wrote in an edit stays the model’s on the branch that the edit is brought to', async () => {
  const path = 'world/story/The Counting/scene.arrow'
  const text = (campaign.past.files.text(campaign.snapshot.commit.tree, path) ?? '').replace('Rain that a model wrote', 'Sleet that a model wrote')
  let edits: string[] = []
  await onBranch('assisted', async () => {
    const over = versionOf(campaign.past.bytes(campaign.snapshot.commit.tree, path) ?? Buffer.alloc(0))
    await saveText(campaign, { path, text, subject: 'Sleet', over, assisted: { model: 'claude-sonnet-5-5', nodes: [2] } })
    const model = campaign.snapshot.commit.id
    await editWorld(campaign, [{ op: 'put-place', id: 'throat-yard', fields: { description: 'Sleet lies in the yard, and nobody sweeps it.' } }])
    edits = [model, campaign.snapshot.commit.id]
  })
  await bringEdits(campaign, { edits, to: campaign.history.head().branch ?? '', choices: {} })
  play('narrate', { text: 'Sleet that a model wrote falls on the yard. Sleet lies in the yard, and nobody sweeps it.' }, 'offline')
  expect((await last()).map(([, writer]) => writer)).toEqual(['claude-sonnet-5-5', 'designer'])
})

it('of several files with the same few words the scene’s place is meant, and equally likely ones are all named', async () => {
  const [first = '', second = ''] = Object.keys(campaign.snapshot.state.places).filter((id) => id !== 'throat-yard')
  const put = (id: string, gm_guide: string) => ({ op: 'put-place' as const, id, fields: { gm_guide } })
  await editWorld(campaign, [put(first, 'It is dark here. It is wet here.'), put(second, 'It is wet here.'), put('throat-yard', 'It is dark here.')])
  play('narrate', { text: 'It is wet here. It is dark here.' }, 'offline')
  const parts = (await campaign.writing.scene(campaign.snapshot.commit.id))?.entries.at(-1) ?? []
  const files = parts.map(({ source, others = [] }) => [source, ...others].map((one) => one?.path.split('/').at(-1) ?? '').toSorted())
  expect(files).toEqual([[`${first}.yaml`, `${second}.yaml`], ['throat-yard.yaml']])
})

it('a clone that has only a replay knows who wrote its lines: a seat’s by the recording, a kept replay’s by the original beats', async () => {
  const words = 'Sara’s model said this; nobody else did. 🦭'
  const next = () => campaign.snapshot.state.next
  while (next().phase === 'player') play('pass', {}, 'hand', undefined, next().actor)
  const before = campaign.snapshot.commit.id
  play('narrate', { text: words }, 'anthropic', 'claude-opus-5')
  const { n } = parseBeatMessage(campaign.snapshot.commit).beat
  const { line } = await keptReplay(campaign, { from: before, to: campaign.snapshot.commit.id, drafts: {} }, () => undefined)
  campaign.saveBranch('kept', before, line.beats)
  campaign.turns.keep({
    beat: campaign.snapshot.commit.id,
    parent: before,
    n,
    who: 'DM',
    ordinal: 0,
    seat: { agent: 'anthropic', model: 'claude-opus-5' },
    exchanges: [],
    calls: [],
    ms: 0
  })
  campaign.saveBranch('seat', before, [])
  await campaign.switchTo('seat')
  play('narrate', { text: words }, 'replay')
  const report = await verify(campaign)
  expect(report.mismatches).toEqual([])
  for (const branch of ['kept', 'seat']) {
    const dir = join(home, branch)
    runProgram('git', ['clone', '-q', '--single-branch', '--branch', branch, join(home, 'well'), dir])
    const copy = await OpenCampaign.open(dir, { clock: () => 0 })
    const parts = (await copy.writing.scene(copy.snapshot.commit.id))?.entries.at(-1)
    expect([branch, parts?.map(({ writer }) => writer)]).toEqual([branch, [{ by: 'model', model: 'claude-opus-5' }]])
    copy.dispose()
  }
})
