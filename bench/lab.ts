import { offlineAgent } from '../src/main/agents/offline'
import { DESIGNER } from '../src/main/engine/people'
import { beginningOf, MemoryStory } from '../src/main/story/memory-story'
import type { Story } from '../src/main/story/story'
import { openFolder } from '../src/main/studio/open-folder'
import { playTurn } from '../src/main/table/play-one-turn'
import { equal } from '../src/shared/base/json'
import { makeCampaign } from './folders'
import { type Bench, now, type Row } from './measure'

const agent = offlineAgent()

/** Plays one session of the story with a seed. Returns its beats and its time in ms. */
async function session(story: Story, seed: string): Promise<{ beats: number; ms: number }> {
  const start = now()
  story.recordBeat({ kind: 'play', action: 'reseed', actor: DESIGNER, params: { seed }, agent: 'hand' })
  let beats = 1
  do {
    if (!(await playTurn(story, () => Promise.resolve({ seat: { agent: 'offline' }, agent })))) break
    beats++
  } while (story.snapshot.state.next.phase !== 'done')
  return { beats, ms: now() - start }
}

/** Sessions of the built-in table in memory, as the playtest lab plays them, and in turns the same sessions recorded. Both must end in the same state. */
export async function measureLab({ home, isQuick, say }: Bench): Promise<Row[]> {
  const [warmUp, seeds] = isQuick ? [2, 2] : [10, 6]
  const rows: Row[] = []
  for (const game of ['cairn-hack', 'totm']) {
    say(`Sessions of ${game}…`)
    const dir = await makeCampaign(home, `lab-${game}`, 0, 'sample', game)
    const { campaign, release } = await openFolder(dir, { announce: () => undefined })
    try {
      const beginning = beginningOf(campaign)
      const start = campaign.snapshot.commit.id
      for (let seed = 0; seed < warmUp; seed++) await session(new MemoryStory(beginning), `warm-up ${seed}`)
      const [memory, recorded] = [
        { beats: 0, ms: 0 },
        { beats: 0, ms: 0 }
      ]
      for (let seed = 0; seed < seeds; seed++) {
        const story = new MemoryStory(beginning)
        await campaign.createBranch(start, `session-${seed}`)
        for (const [sum, one] of [[memory, story] as const, [recorded, campaign] as const]) {
          const played = await session(one, `${seed}`)
          sum.beats += played.beats
          sum.ms += played.ms
        }
        if (!equal(story.snapshot.state, campaign.snapshot.state)) throw new Error(`Session ${seed} of ${game} plays differently in memory.`)
      }
      const [fast, slow] = [memory, recorded].map(({ beats, ms }) => (beats / ms) * 1000) as [number, number]
      rows.push(
        {
          measure: `beats a second in memory, ${game}`,
          value: fast,
          unit: 'beats/s',
          limit: { least: 1000 },
          contender: { name: 'recorded', value: slow }
        },
        { measure: `the speed in memory, of that of recorded play, ${game}`, value: fast / slow, unit: 'times', limit: { least: 4 } }
      )
    } finally {
      campaign.dispose()
      release()
    }
  }
  return rows
}
