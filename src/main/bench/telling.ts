import { join } from 'node:path'
import type { ActionCall } from '../../shared/story/play'
import { toProblem } from '../../shared/base/problem'
import { useOf } from '../agents/context/use-of'
import { deciderOf } from '../engine/people'
import { openFolder } from '../studio/open-folder'
import { contextOf } from '../story/seats/seat-view'
import { OpenCampaign } from '../story/open-campaign'
import { commitAll, write } from './folder'
import { type Reading, reading } from './reading'
import { freshRound, plainCall, WARM_UP_BEATS } from './ruled-beats'

/** The number of notes of `fillNotes`. */
export const NOTES = 10_000
export const RECALL_COLD = `the first recall over ${NOTES} notes`
export const RECALL = `a recall over ${NOTES} notes`
const RECALL_AFTER = '  after another note'
export const CONTEXT = "assembling a seat's context"
export const WHOLE_TURN = "a model's turn without the model: told, checked, played, saved"
const WHO = 'Wren'

/** A random word; the first ones are far more frequent than the last, as in real text. */
function words(): () => string {
  let seed = 7
  return () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return `w${Math.floor(12_000 * (seed / 0x7fffffff) ** 3).toString(36)}`
  }
}

/** Adds ten thousand notes of one to two kilobytes to a campaign, all by one player. */
export function fillNotes(dir: string): void {
  const word = words()
  for (let i = 0; i < NOTES; i++) {
    const prose = Array.from({ length: 220 + (i % 7) * 20 }, word).join(' ')
    const front = `---\ntags: [topic, g${i % 100}, kind${i % 7}]\ncreated: 2026-01-01T00:00:00Z\nmodified: 2026-0${1 + (i % 9)}-01T00:00:00Z\n---\n`
    write(dir, join('player-notes', WHO, `group-${i % 100}`, `note-${i}.md`), `${front}\n# Topic ${i}\n\n${prose} [[Topic ${(i * 7) % NOTES}]].\n`)
  }
  commitAll(dir, `${NOTES} notes`)
}

const timed = (work: () => unknown): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Recall over the notes of `fillNotes`: the first one after opening, every kind of query in turn, and one after a note has changed. */
export async function measureRecall(dir: string, rounds: number, times: number): Promise<Reading[]> {
  const [cold, warm, after]: [number[], number[], number[]] = [[], [], []]
  const word = words()
  for (let round = 0; round < rounds; round++) {
    const campaign = await OpenCampaign.open(dir, { clock: () => 0 })
    cold.push(timed(() => campaign.past.recall(WHO, { query: 'w1nq8' }, campaign.snapshot.commit.id)))
    for (let i = 0; i < times; i++) {
      const query = word()
      const queries = [
        { query },
        { query, sort: 'relevance' as const },
        { query: `${word()} ${query}` },
        { tags: ['topic', `g${i % 100}`] },
        { query, tags: ['kind3'] },
        { link_target: `Topic ${i}` }
      ][i % 6]
      warm.push(timed(() => campaign.past.recall(WHO, queries ?? {}, campaign.snapshot.commit.id)))
    }
    for (let i = 0; i < 5; i++) {
      const path = `player-notes/${WHO}/new-${round}-${i}.md`
      const { commit } = campaign.snapshot
      campaign.history.commitFiles({
        parent: commit.id,
        files: new Map([[path, { bytes: Buffer.from(`# New ${i}\n\nOne more [[Topic ${i}]].\n`) }]]),
        message: `Note ${i}\n`,
        author: { name: WHO, email: 'wren@proscenium.invalid' },
        time: 0
      })
      await campaign.inStep()
      after.push(timed(() => campaign.past.recall(WHO, { query: 'one more' }, campaign.snapshot.commit.id)))
    }
    campaign.dispose()
  }
  return [reading(RECALL_COLD, cold), reading(RECALL, warm), reading(RECALL_AFTER, after)]
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

/** The cost of a model's turn without the model, in a campaign of any length: the context alone, and everything. */
export async function measureTurns(dir: string, turns: number): Promise<Reading[]> {
  const { campaign, release } = await openFolder(dir, { announce: () => undefined })
  const [context, share]: [number[], number[]] = [[], []]
  try {
    const { at, name } = freshRound(`${dir} turns`, campaign.snapshot.commit.id)
    await campaign.createBranch(at, name)
    for (let i = 0; i < WARM_UP_BEATS + turns; i++) {
      const start = performance.now()
      const agentContext = contextOf(campaign.snapshot, deciderOf(campaign.snapshot.state))
      const assembled = performance.now()
      const call = plainCall(campaign.snapshot)
      const decidedAt = performance.now()
      const shape = agentContext.tools.find(({ action }) => action === call.action)
      if (!shape) throw new Error(`${call.action} is offered and was not told; the bench measures nothing.`)
      useOf(agentContext.tools, shape.name, call.params)
      const saved = recorded(campaign, call)
      if (i < WARM_UP_BEATS || !saved) continue
      context.push(assembled - start)
      share.push(assembled - start + performance.now() - decidedAt)
    }
  } finally {
    campaign.dispose()
    release()
  }
  return [reading(CONTEXT, context), reading(WHOLE_TURN, share)]
}
