import { beliefsOf } from '../../shared/words/belief-words'
import { own } from '../../shared/base/json'
import { narrativeWeights } from '../../shared/narrator/weights'
import type { NarratorCalls } from '../../shared/contract/narrator-calls'
import { Problem } from '../../shared/base/problem'
import { applyMutations } from '../story/world/apply-mutations'
import { runPlan } from '../table/run-plan'
import type { Desk } from './desk'
import { edited } from './world-calls'

/** The calls about narrators' output. */
export function narratorCalls(desk: Desk): NarratorCalls {
  const hydratedAt = (at: string | undefined) => {
    const { campaign } = desk.current()
    return campaign.past.hydratedAt(at ?? campaign.snapshot.commit.id)
  }
  return {
    applyMutations: ({ text }) => edited(desk, (campaign) => applyMutations(campaign, text)),
    runPlan: async ({ text }) => {
      await desk.writable().campaign.external.checkAdopted()
      return runPlan(desk.writable(), text)
    },
    narratives: async ({ at }) => {
      const { state, lore } = hydratedAt(at)
      return Object.entries(narrativeWeights({ state, lore }))
        .flatMap(([id, weight]) => {
          const narrative = own(lore.narratives, id)
          return narrative ? { id, name: narrative.name, type: narrative.type, focus: narrative.focus ?? 1, ...weight } : []
        })
        .toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
    },
    beliefs: async ({ of, at }) => {
      const { state, lore } = hydratedAt(at)
      if (of !== undefined && !own(state.actors, of))
        throw new Problem('not-found', `This campaign has no character "${of}". Name one that "proscenium state" lists.`, { id: of })
      return Object.entries(state.actors).flatMap(([id, { name }]) => {
        const beliefs = of === undefined || of === id ? beliefsOf(id, state, lore) : []
        return beliefs.length === 0 ? [] : [{ id, name, beliefs }]
      })
    }
  }
}
