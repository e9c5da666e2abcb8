import type { Game } from '../../../shared/story/game'
import { faultLine } from '../../../shared/narrator/check-mutations'
import type { Outcome } from '../../engine/outcome'
import { beatFiles, type OldFile } from '../beat-files'
import type { NewFile } from '../history'
import type { Hydrated } from '../hydrate'
import { mutationFiles, type Newcomer } from './mutation-files'

/** A beat's files, and its outcome, whose answer reports the mutations. `isMutated`: mutations changed the files beyond the engine's state. */
export interface FilesWithMutations {
  files: Map<string, NewFile>
  outcome: Outcome
  isMutated: boolean
}

/**
 * The files of a beat with the mutations of its narration applied. Mutations that can't be applied are left out and named in the answer. A pure
 * function, so that `verify` can compute it again.
 */
export function filesWithMutations(old: OldFile, before: Hydrated, outcome: Outcome, game: Game): FilesWithMutations {
  const files = beatFiles(old, before.state, outcome)
  return { files, ...mutated(files, old, before, outcome, game) }
}

/** Applies the mutations of an outcome to `files`. Returns the outcome with a report in its answer. */
export function mutated(
  files: Map<string, NewFile>,
  old: OldFile,
  before: Hydrated,
  outcome: Outcome,
  game: Game
): Omit<FilesWithMutations, 'files'> {
  const items = outcome.writes.flatMap((write) => (write.kind === 'mutations' ? write.items : []))
  if (items.length === 0) return { outcome, isMutated: false }
  // `mutationFiles` numbers mutations as the beat after the given state, and these belong to the current beat.
  const state = { ...outcome.state, next: { ...outcome.state.next, beat: before.state.next.beat } }
  const folder = { bytes: (path: string) => files.get(path)?.bytes ?? old(path), under: () => [] }
  const { files: updates, applied, faults } = mutationFiles({ state, lore: before.lore }, folder, items, newcomerOf(game))
  for (const [path, bytes] of updates) if (bytes) files.set(path, { bytes })
  const lines = [`${applied.length} of ${items.length} mutations were applied.`, ...faults.map(faultLine)]
  return { outcome: { ...outcome, answer: [outcome.answer, ...lines].join('\n') }, isMutated: applied.length > 0 }
}

/** The hit points of a new character whose hit points are not given. */
const HP = 10

/** The default sheet of new characters in a game. */
export function newcomerOf({ manifest: { stats, newcomer }, conditions }: Game): Newcomer {
  const max = Object.keys(stats).filter((stat) => stats[stat]?.has_max)
  const dead = Object.entries(conditions).flatMap(([id, condition]) => (condition.dead ? id : []))
  return { stats: { hp: HP, ...newcomer.stats }, max, dead }
}
