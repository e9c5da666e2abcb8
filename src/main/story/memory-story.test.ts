import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { equal } from '../../shared/base/json'
import type { ActionCall } from '../../shared/story/play'
import { toProblem } from '../../shared/base/problem'
import { offlineAgent } from '../agents/offline'
import { DM, party } from '../engine/people'
import { beginningOf, MemoryStory } from './memory-story'
import { OpenCampaign } from './open-campaign'
import { playTurn } from '../table/play-one-turn'
import { SAMPLE_GAMES, freshSample } from '../playthroughs/samples.fixture'
import { recallFrom } from './notes/recall'
import { contextOf, offersOf, viewOf } from './seats/seat-view'
import type { Story } from './story'

const home = mkdtempSync(join(tmpdir(), 'memory-story-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Beats after which everything that a seat sees is also compared, notes are searched, and all pages are read. */
const LOOK_EVERY = 25
/** Beats after which the DM writes a ruling in both, as soon as possible. */
const NOTE_AFTER = 50

/** A new sample as an open campaign and as an in-memory story with the same files. */
async function both(game: string, seed: string): Promise<{ campaign: OpenCampaign; memory: MemoryStory }> {
  const dir = join(home, `${game} ${seed}`)
  await freshSample(dir, game, seed)
  const campaign = await OpenCampaign.open(dir, { clock: () => 0 })
  return { campaign, memory: new MemoryStory(beginningOf(campaign)) }
}

/** Everything that the seats see, and what their searches find. */
const met = (story: Story): unknown =>
  [DM, ...party(story.snapshot.state)].map((who) => {
    const now = story.snapshot
    return [
      viewOf(now, who),
      offersOf(now, who),
      contextOf(now, who),
      recallFrom(now, who, { query: 'e' }),
      recallFrom(now, who, { link_target: 'Gant' })
    ]
  })

/** A ruling by the DM, after which the prose is read again together with the current sheets and places. */
const RULING: ActionCall = { kind: 'play', action: 'record', actor: DM, params: { note_path: 'rulings/late.md', content: 'Late.' }, agent: 'hand' }
const mayRecord = (story: Story): boolean => offersOf(story.snapshot, DM).some(({ name }) => name === 'record')

const agent = offlineAgent()
const step = (story: Story) => playTurn(story, () => Promise.resolve({ seat: { agent: 'offline' }, agent }))

describe.each(SAMPLE_GAMES.slice(0, sizeOf(import.meta.filename, 'games')))('%s in memory', (game) => {
  it('gives the same states, pages and beats as a campaign, over a whole session', async () => {
    const { campaign, memory } = await both(game, '7')
    const differing: string[] = []
    let [beats, rulings] = [0, 0]
    do {
      const [recorded, remembered] = [await step(campaign), await step(memory)]
      beats++
      const { id: _id, parent: _parent, ...beat } = recorded?.beat ?? { id: '' }
      const { id: _other, parent: _before, ...twin } = remembered?.beat ?? { id: '' }
      const at = (what: string): string => `${what} at beat ${beats}`
      if (!equal(beat, twin)) differing.push(at('the beat'))
      if (!equal(campaign.snapshot.state, memory.snapshot.state)) differing.push(at('the state'))
      if (!equal(campaign.snapshot.lore, memory.snapshot.lore)) differing.push(at('the lore'))
      if (beats % LOOK_EVERY === 0) {
        if (!equal(campaign.snapshot.pages(), memory.snapshot.pages())) differing.push(at('the pages'))
        if (JSON.stringify(met(campaign)) !== JSON.stringify(met(memory))) differing.push(at('what a seat meets'))
      }
      if (beats > NOTE_AFTER && rulings === 0 && mayRecord(campaign)) rulings = [campaign, memory].map((story) => story.recordBeat(RULING)).length
    } while (campaign.snapshot.state.next.phase !== 'done' && differing.length < 5)
    expect(differing).toEqual([])
    expect([beats > 60, rulings]).toEqual([true, 2])
    expect(memory.turns.all.map(({ calls }) => calls.length)).toHaveLength(beats)
    campaign.dispose()
  })

  it('accepts and refuses notes as a campaign does, and recalls them', async () => {
    const { campaign, memory } = await both(game, 'notes')
    const call = (action: string, params: ActionCall['params'], actor = DM): ActionCall => ({ kind: 'play', action, actor, params, agent: 'hand' })
    const note = (note_path: string, content: string): ActionCall => call('record', { note_path, content, tags: ['clue'] })
    const place = campaign.snapshot.state.actors[party(campaign.snapshot.state)[0] ?? '']?.location ?? ''
    const about = Object.keys(campaign.snapshot.state.actors).find((id) => campaign.snapshot.state.actors[id]?.kind === 'npc') ?? ''
    const calls = [
      call('open_session', { title: 'Notes' }),
      note('rulings/rope.md', '# Rope\n\nA rope holds two.'),
      note('rulings/rope.md', '---\ntags: [rope]\n---\nA rope holds three.'),
      note('Rulings/Rope.md', 'The same to some systems.'),
      note('misc/plain.md', 'A file.'),
      note('misc/plain.md/below.md', 'Below a file.'),
      note('misc/PLAIN.md', 'The same to some systems, of a file that has just appeared.'),
      note('misc/well/ABOUT.md', '# Well\n\nDeep.'),
      note('misc/WELL/deep.md', 'The same to some systems, of a folder that has just appeared.'),
      note('misc/rope.md', 'Another file beside the first.'),
      note('misc/Rope.md', 'The same to some systems, of the second file.'),
      note(`npcs/${about}/ABOUT.md`, 'Somebody whom the DM describes anew.'),
      note('npcs/Nobody/ABOUT.md', 'There is nobody.'),
      note('../secret.md', 'Outside.'),
      call('open_scene', { title: 'A scene', place, aim: 'Look <br> about.' }),
      call('narrate', { text: 'A well --> [[Rope]].\r\nAnd a rope.' }),
      call('call_on', { who: ['all'] })
    ]
    const answers = (story: Story): unknown[] =>
      calls.map((one) => {
        try {
          return story.recordBeat(one).outcome.answer
        } catch (thrown) {
          return toProblem(thrown).message
        }
      })
    const said = answers(campaign)
    expect(answers(memory)).toEqual(said)
    expect(said.join('\n')).toMatch(/some systems can't tell the two apart[^]*is a note, not a folder[^]*There is no NPC "Nobody"/)
    expect(said.filter((one) => String(one).includes("some systems can't tell the two apart"))).toHaveLength(4)
    expect(memory.snapshot.state).toEqual(campaign.snapshot.state)
    expect(memory.snapshot.lore).toEqual(campaign.snapshot.lore)
    expect(memory.snapshot.lore.topics.map(({ path }) => path)).toEqual(expect.arrayContaining(['world/rulings/rope.md', 'world/misc/well/ABOUT.md']))
    expect(memory.snapshot.pages()).toEqual(campaign.snapshot.pages())
    expect(JSON.stringify(met(memory))).toBe(JSON.stringify(met(campaign)))
    expect(recallFrom(memory.snapshot, DM, { link_target: 'Rope' })).toMatchObject({ cited: [{ by: 'the DM' }] })
    campaign.dispose()
  })

  it('starts any number of independent stories from the same files', async () => {
    const { campaign, memory } = await both(game, 'again')
    const beginning = beginningOf(campaign)
    const reseeded = { ...beginning.state, next: { ...beginning.state.next, dice: { seed: 'other' } } }
    const [one, two, other] = [new MemoryStory(beginning), new MemoryStory(beginning), new MemoryStory(beginning, reseeded)]
    for (let n = 0; n < 12; n++) for (const story of [one, other, memory]) await step(story)
    expect(two.snapshot.state).toEqual(campaign.snapshot.state)
    expect(one.snapshot.state).toEqual(memory.snapshot.state)
    expect(other.snapshot.pages().log).not.toEqual(one.snapshot.pages().log)
    campaign.dispose()
  })
})
