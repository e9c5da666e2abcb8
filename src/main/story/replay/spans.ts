import type { ReplaySpan } from '../../../shared/contract/try-calls'
import { factsOf } from '../../campaign/beat-message'
import type { OpenCampaign } from '../open-campaign'

/** The maximum number of commits that are searched for sessions and scenes, and of listed spans. */
const MAX_COMMITS = 5000
const MAX_SPANS = 60

/** The sessions and scenes on the line that ends at a commit, newest first. */
export function spansOf({ history }: OpenCampaign, at: string): ReplaySpan[] {
  const spans: ReplaySpan[] = []
  const ends = { session: { to: at, beats: 0 }, scene: { to: at, beats: 0 } }
  let id: string | undefined = at
  for (let read = 0; id !== undefined && read < MAX_COMMITS && spans.length < MAX_SPANS; read++) {
    const commit = history.commit(id)
    const { action, subject, n } = factsOf(commit).facts
    const [parent] = commit.parents
    for (const kind of ['session', 'scene'] as const) {
      ends[kind].beats++
      if (action !== `open_${kind}` || parent === undefined) continue
      spans.push({ kind, title: subject, n, from: parent, ...ends[kind] })
      ends[kind] = { to: parent, beats: 0 }
    }
    id = parent
  }
  return spans
}
