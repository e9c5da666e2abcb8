import { Problem } from '../../../shared/base/problem'
import { evaluate } from '../../../shared/predicate/evaluate'
import type { Expression } from '../../../shared/predicate/parse'
import type { StatePart } from '../../../shared/predicate/parts'
import { leavesOf, type NameUse, type Value } from '../../../shared/predicate/tree'
import type { PartReader } from '../../campaign/part-reader'

/** The value of an expression at one root tree. `unread`: a file that it needs doesn't fit its schema. */
export interface ExpressionValue {
  value: Value
  unread: boolean
}

const UNREAD: ExpressionValue = { value: undefined, unread: true }

/** Evaluates an expression at many trees, reading only what it needs and reusing values. `doubtful` loses a name once a tree has it. */
export class ExpressionReader {
  readonly #parts: readonly StatePart[]
  readonly #known = new Map<string, ExpressionValue>()
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

  /** The value of the expression at a root tree. Never throws, whatever the tree contains. */
  at(root: string): ExpressionValue {
    let key = ''
    try {
      for (const part of this.#parts) key += `${this.files.key(root, part)}|`
      const known = this.#known.get(key)
      if (known) return known
      const parts = this.files.at(root)
      for (const name of this.doubtful) if (name.exists(parts)) this.doubtful.delete(name)
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
