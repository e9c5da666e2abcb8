import { Problem } from '../../shared/base/problem'
import type { StoryCalls } from '../../shared/contract/story-calls'
import { timeSlices } from '../work/time-slices'
import { whoRecalls } from '../story/notes/recall'
import { rulingDraft } from '../story/notes/ruling-draft'
import { storyLog } from '../story/history/story-log'
import type { Past } from '../story/past'
import type { Desk } from './desk'

/** The calls that read the story at any commit. */
export function storyCalls({ current }: Desk): StoryCalls {
  const head = (): string => current().campaign.snapshot.commit.id
  const past = (): Past => current().campaign.past
  return {
    commitOf: async ({ revision }) => {
      const id = current().campaign.history.resolve(revision)
      if (id === undefined) throw new Problem('not-found', `This campaign has no beat "${revision}". Name a branch, a commit id, or HEAD~3.`)
      return id
    },
    gameNames: async ({ at = head() }) => {
      const game = await past().listsAt(past().hydratedAt(at).tree)
      const named = <T>(list: Readonly<Record<string, T>> | undefined, name: (one: T) => string): Readonly<Record<string, string>> =>
        Object.fromEntries(Object.entries(list ?? {}).map(([id, one]) => [id, name(one)]))
      return {
        items: named(game?.equipment, (one) => one.name),
        conditions: named(game?.conditions, (one) => one.name),
        stats: named(game?.manifest.stats, (one) => one.label)
      }
    },
    storyLog: async ({ at = head() }) => {
      const { campaign } = current()
      return storyLog(campaign, at, await campaign.contradictions.upTo(at, undefined, timeSlices()))
    },
    recall: async ({ as, recall: request, at = head() }) => past().recall(whoRecalls(past().hydratedAt(at).state, as), request, at),
    at: async ({ commit, have }) => past().at(commit, have),
    log: async ({ commit, scene }) => past().log(commit, scene),
    beat: async ({ commit }) => past().beat(commit),
    rulingDraft: async ({ commit }) => rulingDraft(current().campaign, commit),
    actions: async ({ as, at = head() }) => past().actions(as, at)
  }
}
