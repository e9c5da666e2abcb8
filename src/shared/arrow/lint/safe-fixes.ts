import type { ArrowDocument } from '../document'
import { lintDocument } from './lint'

/** A document after every safe fix, and what was done, one label each. */
export interface Fixed {
  readonly document: ArrowDocument
  readonly done: readonly string[]
}

/** How often the rules look again: a fix may uncover another finding. */
const MAX_ROUNDS = 5

/** Applies the fixes that change nothing a reader could notice. */
export function safelyFixed(document: ArrowDocument): Fixed {
  const done: string[] = []
  let current = document
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fixes = lintDocument(current).flatMap(({ fix, message }) => (fix?.safe ? [{ fix, message }] : []))
    const before = current
    for (const { fix, message } of fixes) {
      const next = fix.apply(current)
      if (next !== current) done.push(`${fix.label}: ${message}`)
      current = next
    }
    if (current === before) break
  }
  return { document: current, done }
}
