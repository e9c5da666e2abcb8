import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentOf } from '../../shared/arrow/made.fixture'
import { writeArrow } from '../../shared/arrow/write'
import { equal } from '../../shared/json'
import { sceneDocument } from '../../shared/layout'
import { offlineAgent } from '../agents/offline'
import { verify } from '../story/checks/verify'
import { beginningOf, MemoryStory } from '../story/memory-story'
import { OpenCampaign } from '../story/open-campaign'
import type { Story } from '../story/story'
import { playTurn } from '../table/table-turn'
import { freshSample } from './samples.fixture'

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
            7: { type: 'content', data: { content: 'Then it is quiet.' } }
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

afterAll(() => rmSync(home, { recursive: true, force: true }))
