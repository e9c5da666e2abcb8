import type { StoryCalls } from '../../shared/story-calls'
import type { Past } from '../story/past'
import type { Desk } from './desk'

/** The calls that read the story at any commit. */
export function storyCalls({ current }: Desk): StoryCalls {
  const past = (): Past => current().campaign.past
  return {
    at: async ({ commit, have }) => past().at(commit, have),
    log: async ({ commit, scene }) => past().log(commit, scene),
    beat: async ({ commit }) => past().beat(commit),
    actions: async ({ as, at = current().campaign.snapshot.commit.id }) => past().actions(as, at)
  }
}
