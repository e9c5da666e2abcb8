import type { ExternalChange } from '../../../shared/present'
import type { ProblemData } from '../../../shared/problem'

/**
 * Files that were saved in the app but don't fit the story yet, such as a rule with a syntax error. They lie in the folder; the story keeps the versions
 * before them, and the table plays on with those.
 */
export class HeldFiles {
  readonly #problems = new Map<string, ProblemData>()

  /** Holds a file back because of a problem. */
  hold(path: string, problem: ProblemData): void {
    this.#problems.set(path, problem)
  }

  has(path: string): boolean {
    return this.#problems.has(path)
  }

  paths(): string[] {
    return [...this.#problems.keys()]
  }

  /** The external changes, those of held files with their problem. A held file that isn't among them is part of the story again. */
  marked(changes: readonly ExternalChange[]): ExternalChange[] {
    const there = new Set(changes.map(({ path }) => path))
    for (const path of this.#problems.keys()) if (!there.has(path)) this.#problems.delete(path)
    return changes.map((change) => {
      const problem = this.#problems.get(change.path)
      return problem ? { ...change, problem } : change
    })
  }
}
