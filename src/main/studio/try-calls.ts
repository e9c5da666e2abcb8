import type { Drafts, Span, TryCalls } from '../../shared/contract/try-calls'
import { changedTexts } from '../story/edits/current-file'
import { keptReplay, replayWith } from '../story/trying/replay'
import { spansOf } from '../story/trying/spans'
import { tryable, tryMany, tryOne } from '../story/trying/tries'
import type { CallContext } from './call-context'
import { withProgress } from '../work/with-progress'

/** The calls that try rules in progress: those in the folder, saved or not, with drafts over them. */
export function tryCalls({ current, writable, announce }: CallContext): TryCalls {
  const head = (): string => current().campaign.snapshot.commit.id
  const overFolder = (drafts: Drafts): Drafts => ({ ...changedTexts(current().campaign), ...drafts })
  /** The rules or the world of a commit are played without the folder's changes. */
  const spanOverFolder = <T extends Span>(span: T): T =>
    span.rules === undefined && span.world === undefined ? { ...span, drafts: overFolder(span.drafts) } : span
  return {
    tryable: async ({ at = head(), drafts, action }) => tryable(current().campaign, at, overFolder(drafts), action),
    tryMany: ({ at = head(), drafts, ...wanted }, stop) =>
      withProgress((tell) => tryMany(current().campaign, { at, drafts: overFolder(drafts), ...wanted }, tell, stop)),
    tryOne: async ({ at = head(), drafts, ...wanted }) => tryOne(current().campaign, { at, drafts: overFolder(drafts), ...wanted }),
    replayWith: (span, stop) => withProgress((tell) => replayWith(current().campaign, spanOverFolder(span), tell, stop)),
    keepReplay: ({ name, first, ...span }, stop) =>
      withProgress(async (tell) => {
        const { campaign, table } = writable()
        const { line, skipped, placeOf } = await keptReplay(campaign, spanOverFolder(span), tell, stop)
        const { id } = await table.inOrder(async () => campaign.saveBranch(name, span.from, line.beats))
        announce({ kind: 'head' })
        const place = first === undefined ? undefined : placeOf(first)
        // The beats were committed one on another, so the replayed one is as many commits before the last.
        const at = place === undefined ? undefined : campaign.history.resolve(`${id}~${line.beats.length - 1 - place}`)
        return { branch: name, head: id, skipped, ...(at === undefined ? {} : { first: at }) }
      }),
    replaySpans: async ({ at = head() }) => spansOf(current().campaign, at)
  }
}
