import type { TryCalls } from '../../shared/try-calls'
import { keptReplay, replayWith } from '../story/replay/replay'
import { spansOf } from '../story/replay/spans'
import { tryable } from '../story/trying/tryable'
import { tryMany, tryOne } from '../story/trying/tries'
import type { Desk } from './desk'
import { withProgress } from './with-progress'

/** The calls that try rules in progress. */
export function tryCalls({ current, writable, announce }: Desk): TryCalls {
  const head = (): string => current().campaign.snapshot.commit.id
  return {
    tryable: async ({ at = head(), drafts, action }) => tryable(current().campaign, at, drafts, action),
    tryMany: ({ at = head(), ...wanted }, stop) => withProgress((tell) => tryMany(current().campaign, { at, ...wanted }, tell, stop)),
    tryOne: async ({ at = head(), ...wanted }) => tryOne(current().campaign, { at, ...wanted }),
    replayWith: (span, stop) => withProgress((tell) => replayWith(current().campaign, span, tell, stop)),
    keepReplay: ({ name, ...span }, stop) =>
      withProgress(async (tell) => {
        const { campaign, table } = writable()
        const { line, skipped } = await keptReplay(campaign, span, tell, stop)
        const { id } = await table.inOrder(async () => campaign.saveBranch(name, span.from, line.beats))
        announce({ kind: 'head' })
        return { branch: name, head: id, skipped }
      }),
    replaySpans: async ({ at = head() }) => spansOf(current().campaign, at)
  }
}
