import { Problem } from '../../shared/base/problem'
import type { Commit } from './git/commits'

interface Commits {
  commit(id: string): Commit
}

/** The first parent of a commit; undefined for the first commit of a campaign. */
export const parentOf = (history: Commits, { parents: [parent] }: Commit): Commit | undefined =>
  parent === undefined ? undefined : history.commit(parent)

/** The commits on the line that ends at a commit, newest first, along first parents. Throws Problem `not-found`. */
export function* lineTo(history: Commits, end: string): Generator<Commit> {
  for (let commit: Commit | undefined = history.commit(end); commit; commit = parentOf(history, commit)) yield commit
}

/** Whether a commit is still in the repository. */
export function isThere(history: Commits, id: string): boolean {
  try {
    return history.commit(id).id === id
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'not-found') return false
    throw thrown
  }
}
