import { isPlayed } from '../../shared/story/beat-kinds'
import { applyChanges } from '../../shared/base/json'
import type { Present, PresentSince, StudioEvent } from '../../shared/table/present'
import { withLoreChanges } from '../../shared/story/lore-changes'
import { moved } from './beats'

/** The effect of an event on the present: the next present, none (an old event), or a reason to fetch the present again. */
type Step = { kind: 'next'; present: Present } | { kind: 'old' } | { kind: 'refetch' }

/** The present, computed from `had` and the changes since. */
export function completed(news: PresentSince, had: Present | undefined): Present {
  const { state, changes = [], lore, loreChanges = {}, ...rest } = news
  if (state && lore) return { ...rest, state, lore, loreAt: news.head }
  if (!had) throw new Error('Nothing is known that the present could be told from.')
  return { ...rest, state: state ?? applyChanges(had.state, changes), lore: lore ?? withLoreChanges(had.lore, loreChanges), loreAt: news.head }
}

const REFETCH: Step = { kind: 'refetch' }

/** Applies one event of the stream. A new epoch, a gap, a moved head and a beat that is not play require a new fetch. */
export function step(present: Present, event: StudioEvent): Step {
  if (event.epoch !== present.epoch) return REFETCH
  if (event.seq <= present.seq) return { kind: 'old' }
  if (event.seq !== present.seq + 1) return REFETCH
  const base = { ...present, seq: event.seq }
  switch (event.kind) {
    case 'head':
      return REFETCH
    case 'table':
      return { kind: 'next', present: { ...base, table: event.table } }
    case 'live':
      return { kind: 'old' }
    case 'edits':
      return { kind: 'next', present: { ...base, edits: event.edits } }
    case 'notes':
      return { kind: 'next', present: { ...base, notes: event.notes } }
    case 'runs':
      return { kind: 'next', present: { ...base, runs: event.runs } }
    case 'verified':
      return { kind: 'next', present: { ...base, verified: event.verified } }
    case 'problem':
      return { kind: 'next', present: { ...base, problems: [...present.problems, event.problem].slice(-50) } }
    default:
      return beat(base, event)
  }
}

function beat(base: Present, event: Extract<StudioEvent, { kind: 'beat' }>): Step {
  const branches = base.branches.map((one) => (one.name === event.branch ? moved(one, event.beat.id) : one))
  if (event.branch !== base.branch) return { kind: 'next', present: { ...base, branches } }
  if (event.beat.id === base.head) return { kind: 'next', present: base }
  // A beat that is not play may have changed prose, which isn't part of the changes.
  if (event.beat.parent !== base.head || !isPlayed(event.beat.kind)) return REFETCH
  return { kind: 'next', present: { ...base, head: event.beat.id, branches, state: applyChanges(base.state, event.changes) } }
}
