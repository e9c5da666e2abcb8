import { Problem } from '../../../shared/base/problem'
import type { ReplaySpan, Span } from '../../../shared/contract/try-calls'
import { beatFactsOf } from '../../campaign/beat-message'
import { lineTo } from '../../campaign/commit-line'
import type { Commit } from '../../campaign/history'
import type { StoryReader } from '../reader'

/** The maximum number of commits that are searched for sessions and scenes, and of listed spans. */
const MAX_COMMITS = 5000
const MAX_SPANS = 60
/** The maximum number of beats that are replayed. */
const MAX_BEATS = 20_000

/** The sessions and scenes on the line that ends at a commit, newest first. */
export function spansOf({ history }: StoryReader, at: string): ReplaySpan[] {
  const spans: ReplaySpan[] = []
  const ends = { session: { to: at, beats: 0 }, scene: { to: at, beats: 0 } }
  let read = 0
  for (const commit of lineTo(history, at)) {
    if (read++ === MAX_COMMITS || spans.length >= MAX_SPANS) break
    const { action, subject, n } = beatFactsOf(commit).facts
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

/** The commits of a span, oldest first. Throws Problem `bad-input`. */
export function spanOf({ history }: StoryReader, { from, to }: Span): Commit[] {
  const commits: Commit[] = []
  const refused = (why: string): Problem => new Problem('bad-input', `These beats can't be replayed, because ${why}. Choose another span.`)
  for (const commit of lineTo(history, to)) {
    if (commit.id === from) {
      if (commits.length === 0) throw new Problem('bad-input', 'The span has no beats. Choose an earlier first beat.')
      return commits.toReversed()
    }
    if (commits.length >= MAX_BEATS) throw refused(`they have more than ${MAX_BEATS} beats`)
    commits.push(commit)
  }
  throw refused('the first beat is not on the line that leads to the last one')
}
