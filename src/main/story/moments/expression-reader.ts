import { Problem } from '../../../shared/problem'
import { evaluate } from '../../../shared/predicate/evaluate'
import type { Expression } from '../../../shared/predicate/parse'
import type { Part } from '../../../shared/predicate/parts'
import { leavesOf, type NameUse, type Value } from '../../../shared/predicate/tree'
import type { PartReader } from '../../campaign/part-reader'

/** What an expression comes to at one root tree; `unread` where a file it needs does not fit. */
export interface Read {
  value: Value
  unread: boolean
}

const UNREAD: Read = { value: undefined, unread: true }

/**
 * An expression read out of trees. Only files that it needs are looked at, and where they are the same as in a tree before, what it
 * came to there is the answer. `doubtful` names are looked for on the way: those found anywhere are taken off.
 */
export class Reading {
  readonly #parts: readonly Part[]
  readonly #known = new Map<string, Read>()
  readonly doubtful: Set<NameUse>

  constructor(
    private readonly expression: Expression,
    private readonly files: PartReader,
    doubtful: readonly NameUse[] = []
  ) {
    const parts = new Map(leavesOf(expression.root).map(({ part }) => [JSON.stringify(part), part]))
    this.#parts = [...parts.values()]
    this.doubtful = new Set(doubtful)
  }

  /** What the expression comes to at a root tree. Never throws for what lies in it. */
  at(root: string): Read {
    let key = ''
    try {
      for (const part of this.#parts) key += `${this.files.key(root, part)}|`
      const known = this.#known.get(key)
      if (known) return known
      const parts = this.files.at(root)
      for (const name of this.doubtful) if (name.met(parts)) this.doubtful.delete(name)
      const read = { value: evaluate(this.expression.root, parts), unread: false }
      this.#known.set(key, read)
      return read
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      this.#known.set(key, UNREAD)
      return UNREAD
    }
  }
}
