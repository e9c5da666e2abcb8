import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentOf } from '../../arrow/made.fixture'
import { writeArrow } from '../../arrow'
import { equal } from '../../shared/base/json'
import type { Present } from '../../shared/table/present'
import type { ScenePlay } from '../../shared/story/state'
import { fakeTable } from '../agents/anthropic/fake-table.fixture'
import type { FakeReply } from '../agents/anthropic/fake-messages.fixture'
import { offeredTools, type WireRequest } from '../agents/anthropic/wire.fixture'
import { KEY, MODEL, modelDesk, playOn } from './studio.fixture'
import { sceneDocument } from '../../shared/story/layout'
import { offlineAgent } from '../agents/offline'
import { verify } from '../story/checks/verify'
import { beginningOf, MemoryStory } from '../story/memory-story'
import { OpenCampaign } from '../story/open-campaign'
import type { Story } from '../story/story'
import { playTurn } from '../table/play-one-turn'
import { freshSample } from './samples.fixture'

/** A reply whose new scenes are those of a story event. */
const inEvent = (reply: FakeReply, story: string): FakeReply =>
  'parts' in reply
    ? {
        ...reply,
        parts: reply.parts.map((part) =>
          'input' in part && part.tool === 'open_scene' ? { ...part, input: { ...(part.input as object), story } } : part
        )
      }
    : reply

const home = mkdtempSync(join(tmpdir(), 'arrow-scene-'))
const agent = offlineAgent()
const step = (story: Story): Promise<unknown> => playTurn(story, () => Promise.resolve({ seat: { agent: 'offline' }, agent }))

/** A scene with an apostrophe, an empty line, chance, a fact and a tag of the first NPC. */
const sceneWith = (npc: string): string =>
  writeArrow(
    documentOf(
      {
        80: {
          nodes: {
            1: { type: 'entry', to: [2] },
            2: { type: 'content', data: { title: 'O’Hara’s bell', content: 'It has rung {bells} times.' }, to: [3] },
            3: { type: 'dialog', data: { character: 95, lines: ['Who’s there?', '', 'Hush.'] }, to: [4, 4, 4] },
            4: { type: 'generator', data: { variable: 90, method: 'randi', arguments: [1, 6, false, true, true] }, to: [5] },
            5: { type: 'interaction', data: { actions: ['Ring it again.', 'Leave it.'] }, to: [6, 7] },
            6: { type: 'tag_edit', data: { character: 95, edit: [2, 'heard', 'bell'] }, to: [7] },
            7: { type: 'content', data: { content: 'Then it is quiet.' }, to: [8] },
            8: { type: 'content', data: { content: 'Nobody’s there.' } }
          }
        }
      },
      {
        variables: { 90: { name: 'bells', type: 'num', init: 0 } },
        characters: { 95: { name: npc, color: '112233' } }
      }
    )
  )
/** A scene that leads in a circle. */
const CIRCLE = writeArrow(documentOf({ 80: { nodes: { 1: { type: 'entry', to: [2] }, 2: { type: 'hub', to: [3] }, 3: { type: 'hub', to: [2] } } } }))

describe.each([
  ['that is played to its end', (npc: string) => sceneWith(npc), 'over'],
  ['that leads in a circle', () => CIRCLE, 'broken']
] as const)('a session with a document %s', (name, document, ends) => {
  let campaign: OpenCampaign
  let event = ''
  const differing: string[] = []
  beforeAll(async () => {
    const dir = join(home, name)
    await freshSample(dir, 'cairn-hack', '7')
    campaign = await OpenCampaign.open(dir, { clock: () => 0 })
    const { state, lore } = campaign.snapshot
    event = lore.story.find(({ starts_when }) => starts_when.length === 0)?.id ?? ''
    const npc = Object.values(state.actors).find(({ kind }) => kind === 'npc')?.name ?? ''
    await campaign.edit(new Map([[sceneDocument(event), Buffer.from(document(npc))]]), 'Added a scene', { kind: 'edit', action: 'files', params: {} })
    const memory = new MemoryStory(beginningOf(campaign))
    for (let beats = 0; beats < 60 && campaign.snapshot.state.plays?.[event]?.[ends] === undefined; beats++) {
      await step(campaign)
      await step(memory)
      if (!equal(campaign.snapshot.state, memory.snapshot.state)) differing.push(`beat ${beats}`)
    }
    // The table goes on afterwards.
    for (let beats = 0; beats < 3; beats++) await step(campaign)
  })
  afterAll(() => campaign.dispose())

  it('is played by the built-in table in a campaign and in memory alike', () => {
    expect(differing).toEqual([])
    expect(campaign.snapshot.state.plays?.[event]?.[ends]).toBeDefined()
  })

  it('verifies: every beat plays again the same', async () => {
    expect(await verify(campaign)).toMatchObject({ mismatches: [] })
  })

  it('is in the files as it was played', () => {
    const { commit, state } = campaign.snapshot
    expect(campaign.past.hydratedAt(commit.id).state).toEqual(state)
  })
})

describe('a session of models with a document', () => {
  /** What every request could choose of the document, and its session. */
  const asked: { session: number; choice: unknown }[] = []
  let at: Awaited<ReturnType<typeof modelDesk>>
  let event = ''
  const playsOf = async (): Promise<ScenePlay | undefined> => (await at.studio.present())?.state.plays?.[event]
  beforeAll(async () => {
    let session = 0
    let table = fakeTable()
    const script = (request: WireRequest, n: number): FakeReply => {
      const tool = offeredTools(request).find(({ name }) => name === 'choose_option')
      if (tool) asked.push({ session, choice: (tool.input_schema['properties'] as Record<string, unknown>)['choice'] })
      return inEvent(table(request, n), event)
    }
    at = await modelDesk(script)
    const { studio } = at
    await studio.setMachine({ tools: 'live' })
    const { state, lore } = (await studio.present()) as Present
    event = lore.story.find(({ starts_when }) => starts_when.length === 0)?.id ?? ''
    const npc = Object.values(state.actors).find(({ kind }) => kind === 'npc')?.name ?? ''
    const { version } = await studio.arrowFile({ path: sceneDocument(event) })
    await studio.saveArrowFile({ path: sceneDocument(event), text: sceneWith(npc), subject: 'Another scene', over: version })
    const sessionOf = async (n: number): Promise<void> => {
      session = n
      table = fakeTable({ scenes: 1, rounds: 1 })
      await playOn(at.studio)
    }
    await sessionOf(1)
    interrupted = await playsOf()
    await at.restart()
    await at.studio.setMachine({ key: KEY, baseUrl: at.fake.url, model: MODEL, allowed: true })
    await sessionOf(2)
  })
  let interrupted: ScenePlay | undefined
  afterAll(() => at.close())

  it('is interrupted with the scene and goes on in the next session, after a restart', async () => {
    expect(at.fake.wrong).toEqual([])
    expect(interrupted?.waiting?.map(({ type }) => type)).toEqual(['content'])
    expect(await playsOf()).toMatchObject({ over: true })
  })

  it('offers the choice as an enum with its words', () => {
    expect(asked[0]).toEqual({
      session: 1,
      choice: { type: 'string', enum: ['1', '2'], description: 'What you say or do. Values: 1 (Ring it again.), 2 (Leave it.).' }
    })
  })

  it('verifies: every beat plays again the same', async () => {
    expect(await at.studio.verify()).toMatchObject({ mismatches: [] })
  })
})

afterAll(() => rmSync(home, { recursive: true, force: true }))
