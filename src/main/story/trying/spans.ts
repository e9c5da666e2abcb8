import type { ReplaySpan } from '../../../shared/contract/try-calls'
import { lineTo } from '../../campaign/commit-line'
import { factsOf } from '../../campaign/beat-message'
import type { StoryReader } from '../reader'

/** The maximum number of commits that are searched for sessions and scenes, and of listed spans. */
const MAX_COMMITS = 5000
const MAX_SPANS = 60

/** The sessions and scenes on the line that ends at a commit, newest first. */
export function spansOf({ history }: StoryReader, at: string): ReplaySpan[] {
  const spans: ReplaySpan[] = []
  const ends = { session: { to: at, beats: 0 }, scene: { to: at, beats: 0 } }
  let read = 0
  for (const commit of lineTo(history, at)) {
    if (read++ === MAX_COMMITS || spans.length >= MAX_SPANS) break
    const { action, subject, n } = factsOf(commit).facts
    const [parent] = commit.parents
    for (const kind of ['session', 'scene'] as const) {
      ends[kind].beats++
      if (action !== `open_${kind}` || parent === undefined) continue
      spans.push({ kind, title: subject, n, from: parent, ...ends[kind] })
      ends[kind] = { to: parent, beats: 0 }
    }
  }
  return spans
}
