import type { Mark } from '../../../shared/chronicle'
import type { TurnLine, TurnPage } from '../../../shared/turns'
import { childrenOf, type Beats } from '../../store/beats'
import type { Picked } from './state'

/** Lines of turns, oldest first, with a newest page of them; undefined when there is a gap between the two. */
export function withNewest(known: readonly TurnLine[], page: TurnPage): TurnLine[] | undefined {
  const fresh = new Set(page.lines.map(({ id }) => id))
  const from = known.findIndex(({ id }) => fresh.has(id))
  if (from < 0 && page.more && known.length > 0) return undefined
  return [...(from < 0 ? known : known.slice(0, from)), ...page.lines.toReversed()]
}

/** What is looked at: a beat by its commit, a broken-off turn by its own id, or the turn that is being played. */
export type Chosen = { kind: 'beat' | 'turn'; id: string } | { kind: 'live' }

/** What is looked at: what was picked, else the turn being played when the reader is at the present, else the beat at the cursor. */
export function chosenOf(at: string, present: boolean, live: boolean, picked: Picked | undefined): Chosen {
  const held = picked?.at === at ? picked : undefined
  if (held?.kind === 'turn') return { kind: 'turn', id: held.id }
  if (live && present && held?.kind !== 'head') return { kind: 'live' }
  return { kind: 'beat', id: at }
}

/** Where the chosen turn stands in a list; -1 when it is not in it. The turn being played stands behind the last line. */
export function indexOf(lines: readonly TurnLine[], chosen: Chosen): number {
  if (chosen.kind === 'live') return lines.length
  return lines.findLastIndex(({ id, beat }) => (chosen.kind === 'turn' ? id === chosen.id : beat === chosen.id))
}

/** The line nearest to a beat of a story that is not in the list: the last one before it; -1 when there is none. */
export const nearest = (lines: readonly TurnLine[], n: number): number => lines.findLastIndex((line) => line.n <= n)

/** The beat before `n` on a line of history that the same seat made. */
export const previousOf = (line: readonly Mark[], who: string, n: number): Mark | undefined =>
  line.findLast((beat) => beat.n < n && beat.actor === who && beat.kind === 'play' && beat.parent !== undefined)

/** Other beats played from the same moment as a beat, whatever their branch; a change of dice in between does not count. */
export function alsoPlayed(beats: Beats, beat: Mark): Mark[] {
  const own = beats.byId.get(beat.parent ?? '')
  const start = own?.action === 'reseed' ? own.parent : beat.parent
  if (start === undefined) return []
  const first = childrenOf(beats, start)
  const next = [...first, ...first.filter(({ action }) => action === 'reseed').flatMap(({ id }) => childrenOf(beats, id))]
  return next.filter((one) => one.id !== beat.id && one.kind === 'play' && one.actor === beat.actor && one.action !== 'reseed')
}
