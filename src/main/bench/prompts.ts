import { join } from 'node:path'
import type { Usage } from '../../shared/table/turns'
import { added, NOTHING_USED } from '../../shared/table/usage'
import { anthropicAgent, SYSTEM_TIMING } from '../agents/anthropic'
import { startFakeMessages } from '../agents/anthropic/fake-messages.fixture'
import { fakeTable } from '../agents/anthropic/fake-table.fixture'
import type { ToolLayout } from '../agents/anthropic/tools'
import { deciderOf } from '../engine/people'
import { APP_ROOT } from '../place'
import { createCampaign } from '../story/creation/create'
import { type Beginning, beginningOf, MemoryStory } from '../story/testing/memory-story'
import { OpenCampaign } from '../story/open-campaign'
import { playTurn } from '../table/table-turn'

/** The model whose prices the bench counts with. */
export const PRICED_MODEL = 'claude-sonnet-5-5'

/** The compared layouts: how tools are described, and whether a conversation lasts for one turn or for a scene. */
export const LAYOUTS: readonly { name: string; layout: ToolLayout; perTurn: boolean }[] = [
  { name: 'a conversation a turn, live tools', layout: 'live', perTurn: true },
  { name: 'a conversation a scene, live tools', layout: 'live', perTurn: false },
  { name: 'a conversation a scene, stable tools', layout: 'stable', perTurn: false },
  { name: 'a conversation a scene, tools changed by messages', layout: 'changes', perTurn: false }
]

/** The goal for the share of a request's tokens that comes from the cache. */
export const HIT_GOAL = 0.85

/** The cost of a session's prompts. */
export interface PromptCost {
  name: string
  usage: Usage
  /** The number of requests, and of those that began a conversation. */
  requests: number
  begun: number
  beats: number
}

/** The share of input tokens that came from the cache. */
export const hitRate = ({ usage: { input, cacheRead, cacheWrite } }: PromptCost): number => cacheRead / (input + cacheRead + cacheWrite)

/** Plays a number of beats of a game's sample campaign with one layout, in a folder of its own below `home`. */
export async function measurePrompts(home: string, game: string, beats: number, layout: (typeof LAYOUTS)[number]): Promise<PromptCost> {
  const dir = join(home, `prompts-${game}-${layout.layout}-${layout.perTurn}`)
  await createCampaign({ dir, game, seed: '7', template: 'sample', resources: APP_ROOT, now: 0 })
  const campaign = await OpenCampaign.open(dir, { readOnly: true, clock: () => 0 })
  try {
    return await playPrompts(beginningOf(campaign), beats, layout)
  } finally {
    campaign.dispose()
  }
}

/**
 * Lets models play a number of beats at every seat, against a server that answers from the offered tools alone and counts cache hits as the provider
 * does. Throws if the server rejects a request.
 */
async function playPrompts(beginning: Beginning, beats: number, { name, layout, perTurn }: (typeof LAYOUTS)[number]): Promise<PromptCost> {
  const fake = await startFakeMessages(fakeTable({ scenes: 6, rounds: 6 }))
  try {
    const access = { key: 'bench', baseUrl: fake.url }
    const make = () =>
      anthropicAgent({
        model: () => PRICED_MODEL,
        takesToolChanges: () => layout === 'changes',
        tools: () => (layout === 'live' ? 'live' : 'stable'),
        access: () => Promise.resolve(access),
        sleep: () => Promise.resolve(),
        ...SYSTEM_TIMING
      })
    let agent = make()
    let last = ''
    let usage = NOTHING_USED
    let story = new MemoryStory(beginning)
    for (let beat = 0; beat < beats; beat++) {
      const who = deciderOf(story.snapshot.state)
      if (perTurn && who !== last) agent = make()
      last = who
      const played = await playTurn(story, () => Promise.resolve({ seat: { agent: 'anthropic', model: PRICED_MODEL, effort: 'low' }, agent }))
      // If nobody is left to play, the story starts again.
      if (!played) story = new MemoryStory(beginning)
      for (const exchange of played?.exchanges ?? []) usage = added(usage, exchange.usage)
    }
    if (fake.wrong.length > 0) throw new Error(`A request was not well-formed: ${fake.wrong[0]}`)
    const begun = fake.requests.filter(({ messages }) => !messages.some(({ role }) => role === 'assistant')).length
    return { name, usage, requests: fake.requests.length, begun, beats }
  } finally {
    await fake.close()
  }
}
