import { attempt } from '../../../shared/base/attempt'
import { z } from 'zod'
import type { ExternalChange } from '../../../shared/table/present'
import type { ProblemData } from '../../../shared/base/problem'
import type { KeptFile } from '../../campaign/chronicle/chronicle'

/** The problem of a held file. Only a file that doesn't fit its schema or the rules is held back. */
const Why = z.object({ code: z.enum(['bad-file', 'rule-failed']), message: z.string(), data: z.record(z.string(), z.unknown()).default({}) })
const Kept = z.array(z.object({ path: z.string(), version: z.string(), problem: Why })).max(10_000)

/**
 * Files that were saved in the app but don't fit the story yet, such as a rule with a syntax error. They are in the folder. The story keeps their
 * earlier versions, and the table plays on with those. This machine stores the list in a file of its own, so it survives a restart of the app.
 */
export class HeldFiles {
  readonly #held = new Map<string, { version: string; problem: ProblemData }>()
  #isRead = false

  /** `versionNow`: the version of a file in the folder. A file with another version than the stored one is no longer held. */
  constructor(
    private readonly file: KeptFile,
    private readonly versionNow: (path: string) => string | undefined
  ) {}

  /** Holds back a version of a file because of a problem. */
  hold(path: string, version: string, problem: ProblemData): void {
    this.#read()
    this.#held.set(path, { version, problem })
    this.#write()
  }

  has(path: string): boolean {
    this.#read()
    return this.#held.has(path)
  }

  paths(): string[] {
    this.#read()
    return [...this.#held.keys()]
  }

  /** The external changes; those of held files have their problem. A held file without a change is part of the story again: no longer held. */
  marked(changes: readonly ExternalChange[]): ExternalChange[] {
    this.#read()
    const changedPaths = new Set(changes.map(({ path }) => path))
    const unchangedPaths = [...this.#held.keys()].filter((path) => !changedPaths.has(path))
    for (const path of unchangedPaths) this.#held.delete(path)
    if (unchangedPaths.length > 0) this.#write()
    return changes.map((change) => {
      const problem = this.#held.get(change.path)?.problem
      return problem ? { ...change, problem } : change
    })
  }

  #write(): void {
    this.file.write(Buffer.from(JSON.stringify([...this.#held].map(([path, held]) => ({ path, ...held })))))
  }

  #read(): void {
    if (this.#isRead) return
    this.#isRead = true
    const known = keptIn(this.file.read())
    for (const { path, ...held } of known) if (this.versionNow(path) === held.version) this.#held.set(path, held)
  }
}

const keptIn = (bytes: Buffer | undefined): z.infer<typeof Kept> => attempt(() => Kept.parse(JSON.parse(String(bytes))), [])
