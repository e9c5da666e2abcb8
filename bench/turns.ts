import { join } from 'node:path'
import { anthropicAgent, SYSTEM_TIMING } from '../src/main/agents/anthropic'
import { startFakeMessages } from '../src/main/agents/anthropic/fake-messages.fixture'
import { fakeTable } from '../src/main/agents/anthropic/fake-table.fixture'
import type { ToolLayout } from '../src/main/agents/anthropic/tools'
import { useOf } from '../src/main/agents/context/use-of'
import { deciderOf } from '../src/main/engine/people'
import { type Beginning, beginningOf, MemoryStory } from '../src/main/story/memory-story'
import { OpenCampaign } from '../src/main/story/open-campaign'
import { contextOf } from '../src/main/story/seats/seat-view'
import { openFolder } from '../src/main/studio/open-folder'
import { playTurn } from '../src/main/table/play-one-turn'
import type { ActionCall } from '../src/shared/story/play'
import { toProblem } from '../src/shared/base/problem'
import type { Usage } from '../src/shared/table/turns'
import { added, NOTHING_USED } from '../src/shared/table/usage'
import { freshRound, plainCall, WARM_UP_BEATS } from './beats'
import { commitAll, frontMatter, makeCampaign, write } from './folders'
import { type Bench, ms, now, randomNumbers, type Row, timed } from './measure'

const NOTES = 10_000
const WHO = 'Wren'

/** A campaign with ten thousand notes of one to two kilobytes, all by one player. */
export async function notedCampaign(home: string): Promise<string> {
  const dir = await makeCampaign(home, 'noted')
  const word = words()
  for (let i = 0; i < NOTES; i++) {
    const prose = Array.from({ length: 220 + (i % 7) * 20 }, word).join(' ')
    const path = join('player-notes', WHO, `group-${i % 100}`, `note-${i}.md`)
    write(dir, path, `${frontMatter(`topic, g${i % 100}, kind${i % 7}`, 1 + (i % 9))}\n# Topic ${i}\n\n${prose} [[Topic ${(i * 7) % NOTES}]].\n`)
  }
  commitAll(dir, `${NOTES} notes`)
  return dir
}

/** A random word; the first ones are far more frequent than the last, as in real text. */
function words(): () => string {
  const random = randomNumbers()
  return () => `w${Math.floor(12_000 * random() ** 3).toString(36)}`
}

/** Recall over ten thousand notes: the first one after opening, and every kind of query in turn. */
export async function measureRecall({ rounds }: Bench, noted: string): Promise<Row[]> {
  const [cold, warm]: [number[], number[]] = [[], []]
  const word = words()
  for (let round = 0; round < rounds; round++) {
    const campaign = await OpenCampaign.open(noted, { clock: () => 0 })
    const recall = (into: number[], query: Parameters<typeof campaign.past.recall>[1]): void =>
      void timed(into, () => campaign.past.recall(WHO, query, campaign.snapshot.commit.id))
    recall(cold, { query: 'w1nq8' })
    for (let i = 0; i < 30; i++) {
      recall(warm, { query: word() })
      recall(warm, { query: word(), sort: 'relevance' })
      recall(warm, { query: `${word()} ${word()}` })
      recall(warm, { tags: ['topic', `g${i % 100}`] })
      recall(warm, { query: word(), tags: ['kind3'] })
      recall(warm, { link_target: `Topic ${i}` })
    }
    campaign.dispose()
  }
  return [ms(`the first recall over ${NOTES} notes`, cold, 1500), ms(`a recall over ${NOTES} notes`, warm, 10)]
}

/** The cost of a model's turn without the model, in a played campaign: the context alone, and everything. */
export async function measureTurns({ isQuick }: Bench, played: string): Promise<Row[]> {
  const { campaign, release } = await openFolder(played, { announce: () => undefined })
  const [context, turn]: [number[], number[]] = [[], []]
  try {
    const { at, name } = freshRound(`${played} turns`, campaign.snapshot.commit.id)
    await campaign.createBranch(at, name)
    for (let i = 0; i < WARM_UP_BEATS + (isQuick ? 40 : 200); i++) {
      const start = now()
      const { tools } = contextOf(campaign.snapshot, deciderOf(campaign.snapshot.state))
      const assembled = now()
      const call = plainCall(campaign.snapshot)
      const decided = now()
      const tool = tools.find(({ action }) => action === call.action)
      if (!tool) throw new Error(`${call.action} is offered and is not in the context; the bench measures nothing.`)
      useOf(tools, tool.name, call.params)
      const isSaved = recorded(campaign, call)
      if (i < WARM_UP_BEATS || !isSaved) continue
      context.push(assembled - start)
      turn.push(assembled - start + now() - decided)
    }
  } finally {
    campaign.dispose()
    release()
  }
  return [ms("assembling a seat's context", context, 20), ms("a model's turn without the model: context, check, beat", turn, 30)]
}

/** Plays a call. If the rules refuse it (a full inventory), plays `pass` instead, which isn't measured. */
function recorded(campaign: OpenCampaign, call: ActionCall): boolean {
  try {
    campaign.recordBeat(call)
    return true
  } catch (thrown) {
    if (toProblem(thrown).code !== 'refused') throw thrown
    const { as: _as, ...own } = call
    campaign.recordBeat({ ...own, action: 'pass', params: {} })
    return false
  }
}

/** The model whose prices the bench counts with. */
const PRICED_MODEL = 'claude-sonnet-5-5'

/** How each layout tells a model its tools. */
const TOLD = { stable: 'listed by messages', changes: 'changed by messages', live: 'defined anew' } as const

/** The prompts of sessions that models play at every seat: the share of them that comes from the cache, and their cost beside a conversation a turn. */
export async function measurePrompts({ home, isQuick, say }: Bench): Promise<Row[]> {
  // Ten scenes.
  const beats = isQuick ? 60 : 850
  const rows: Row[] = []
  for (const game of ['cairn-hack', 'totm']) {
    say(`Requests to models, ${game}…`)
    const dir = await makeCampaign(home, `prompts-${game}`, 0, 'sample', game)
    const campaign = await OpenCampaign.open(dir, { readOnly: true, clock: () => 0 })
    const beginning = beginningOf(campaign)
    const perTurn = await promptsOf(beginning, beats, 'live', true)
    for (const layout of ['stable', 'changes', 'live'] as const) {
      const { input, cacheRead, cacheWrite, cost = Number.NaN } = await promptsOf(beginning, beats, layout, false)
      const which = `${game}, a conversation a scene, tools ${TOLD[layout]}`
      const isCached = layout !== 'live'
      const contender = { name: 'a conversation a turn', value: perTurn.cost ?? Number.NaN }
      rows.push({
        measure: `${which}: prompts from the cache`,
        value: (100 * cacheRead) / (input + cacheRead + cacheWrite),
        unit: '%',
        ...(isCached ? { limit: { least: 90 } } : {})
      })
      rows.push({
        measure: `${which}: cost of ${beats} beats`,
        value: cost,
        unit: 'US dollars',
        ...(isCached ? { limit: { most: contender.value / 2 } } : {}),
        contender
      })
    }
    campaign.dispose()
  }
  return rows
}

/**
 * Lets models play a number of beats at every seat, against a server that answers from the offered tools alone and counts cache hits as the provider
 * does. Throws if the server rejects a request.
 */
async function promptsOf(beginning: Beginning, beats: number, layout: ToolLayout, isPerTurn: boolean): Promise<Usage> {
  const fake = await startFakeMessages(fakeTable({ scenes: 10, rounds: 6 }))
  try {
    const make = () =>
      anthropicAgent({
        model: () => PRICED_MODEL,
        takesToolChanges: () => layout === 'changes',
        tools: () => (layout === 'live' ? 'live' : 'stable'),
        access: () => Promise.resolve({ key: 'bench', baseUrl: fake.url }),
        sleep: () => Promise.resolve(),
        ...SYSTEM_TIMING
      })
    let agent = make()
    let last = ''
    let usage = NOTHING_USED
    let story = new MemoryStory(beginning)
    for (let beat = 0; beat < beats; beat++) {
      const who = deciderOf(story.snapshot.state)
      if (isPerTurn && who !== last) agent = make()
      last = who
      const played = await playTurn(story, () => Promise.resolve({ seat: { agent: 'anthropic', model: PRICED_MODEL, effort: 'low' }, agent }))
      // If nobody is left to play, the story starts again.
      if (!played) story = new MemoryStory(beginning)
      for (const exchange of played?.exchanges ?? []) usage = added(usage, exchange.usage)
    }
    if (fake.wrong.length > 0) throw new Error(`A request was not well-formed: ${fake.wrong[0]}`)
    return usage
  } finally {
    await fake.close()
  }
}
