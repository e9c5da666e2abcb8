import { diff, equal } from '../../shared/base/json'
import type { Lore } from '../../shared/story/lore'
import { Problem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import type { Hydrator, Hydrated } from './hydrate'

/**
 * Reads a beat's tree before it is saved, in the same way as opening a campaign does. `paths` are the files in which it differs from the tree of
 * `before`. Returns the lore beside the state. Throws Problem `rule-failed` if the tree doesn't open, or if its state is not the one that was played.
 */
export function reopened(files: Hydrator, before: Hydrated, tree: string, paths: Iterable<string>, played: GameState): Lore {
  const read = readAgain(files, before, tree, paths)
  if (equal(read.state, played)) return read.lore
  const path = diff(played, read.state)[0]?.path ?? ''
  throw new Problem('rule-failed', `The result can't be saved in the campaign's files (${path}). Nothing was changed. Correct the rule.`, { path })
}

/** The state and lore of a beat's tree, read in the same way as opening a campaign does. Throws Problem `rule-failed` if it doesn't open. */
export function readAgain(files: Hydrator, before: Hydrated, tree: string, paths: Iterable<string>): Hydrated {
  try {
    return files.following(before, tree, paths)
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    throw new Problem('rule-failed', `The campaign couldn't be opened after this: ${thrown.message} Nothing was changed.`, thrown.data)
  }
}
