import type { ArrowDocument } from '../document'
import { lintDocument } from './lint'

/** A document after every safe fix, and one label for each fix that was applied. */
export interface Fixed {
  readonly document: ArrowDocument
  readonly done: readonly string[]
}

/** The most passes over the rules: a fix may reveal another finding. */
const MAX_ROUNDS = 5

/** Applies the fixes whose effect no reader could notice. */
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
