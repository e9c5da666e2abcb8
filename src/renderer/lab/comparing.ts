import type { LabComparison, Versus, VersusProgress } from '../../shared/lab/comparison'
import { api } from '../client'
import { useSession } from '../session'
import { slice } from '../slice'
import { comparisonDraft, type ComparisonDraft } from './comparison-draft'
import { longWork } from './long-work'
import { loadRuns, showRoom, useLab, whereToPlay } from './state'

/** The comparison that is shown or played. */
export const comparing = longWork<Versus, VersusProgress, LabComparison>({
  kind: 'compare',
  follow: (versus, on) => api.labVersus.subscribe({ ...versus, queue: 'settings' }, on),
  done: 'The comparison is done.',
  // The run of each side is in the list as soon as it begins.
  onMove: (now, before) => (now === undefined || now.side !== before?.side) && void loadRuns()
})

/** The comparison that is asked for, and the run to compare another one with, while a list asks which. */
export const useComparison = slice<{ draft?: ComparisonDraft | undefined; with?: string | undefined }>('lab-comparison-draft', {})

/** Compares two runs of the list: A is the one that was played first. */
export function compareRuns(ids: readonly string[]): void {
  const [a, b] = (useLab.get().runs ?? []).filter(({ id }) => ids.includes(id)).toSorted((one, other) => one.begun - other.begun)
  if (!a || !b) return
  showRoom('compare')
  void comparing.answer(api.labCompare.query({ a: a.id, b: b.id }))
}

/** Asks for two sides to play: by default the last beat and the one before it. */
export function newComparison(draft?: ComparisonDraft): void {
  const { present, beats } = useSession.getState()
  if (!present) return
  const now = whereToPlay()
  const hasParent = now === present.branch && beats.byId.get(present.head)?.parent !== undefined
  const kept = draft ?? useComparison.get().draft ?? comparisonDraft(hasParent ? `${now}~1` : now, now)
  useComparison.set({ draft: kept })
  useSession.setState({ dialog: 'lab-compare' })
}

export function beginComparison(versus: Versus): void {
  showRoom('compare')
  comparing.begin(versus)
}
