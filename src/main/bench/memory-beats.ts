import { offlineAgent } from '../agents/offline'
import { beginningOf, MemoryStory } from '../story/testing/memory-story'
import { OpenCampaign } from '../story/open-campaign'
import { playTurn } from '../table/table-turn'
import type { Contender } from './contenders'
import { WARM_UP_BEATS } from './ruled-beats'

/** The offline table with a story in memory: the cost of a beat that isn't saved. */
export const memoryBeats: Contender = {
  name: 'the offline table, in memory',
  make: async (dir, count) => {
    const campaign = await OpenCampaign.open(dir, { readOnly: true, clock: () => 0 })
    try {
      const beginning = beginningOf(campaign)
      const agent = offlineAgent()
      let story = new MemoryStory(beginning)
      const play = async (beats: number): Promise<void> => {
        for (let i = 0; i < beats; i++)
          // When nobody is left to play, the story starts again.
          if (!(await playTurn(story, () => Promise.resolve({ seat: { agent: 'offline' }, agent })))) story = new MemoryStory(beginning)
      }
      await play(WARM_UP_BEATS)
      const start = performance.now()
      await play(count)
      return performance.now() - start
    } finally {
      campaign.dispose()
    }
  }
}
