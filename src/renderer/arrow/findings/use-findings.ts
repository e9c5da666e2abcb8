import { useEffect, useState } from 'react'
import { type ArrowDocument, type ArrowId, type Finding, lintSteps, type Severity } from '../../../arrow'

/** The debounce time after an edit before the document is checked again, in ms. */
const PAUSE_MS = 300

/** The longest uninterrupted slice of checking, in ms, so that typing and drawing stay smooth. */
const SLICE_MS = 6

const known = new WeakMap<ArrowDocument, readonly Finding[]>()

/** Checks a document in slices. Calls back once, unless the returned function cancels it first. */
function check(document: ArrowDocument, done: (findings: readonly Finding[]) => void): () => void {
  const steps = lintSteps(document)
  const slice = (): void => {
    const end = performance.now() + SLICE_MS
    let step = steps.next()
    while (!step.done && performance.now() < end) step = steps.next()
    if (!step.done) waiting = setTimeout(slice)
    else done(step.value)
  }
  let waiting = setTimeout(slice, PAUSE_MS)
  return () => clearTimeout(waiting)
}

/** The findings on a document, which lag slightly behind edits. Undefined until the first check has finished. */
export function useFindings(document: ArrowDocument | undefined): readonly Finding[] | undefined {
  const [computed, setComputed] = useState<readonly Finding[]>()
  useEffect(() => {
    if (!document) return undefined
    const findings = known.get(document)
    if (!findings) {
      return check(document, (found) => {
        known.set(document, found)
        setComputed(found)
      })
    }
    const waiting = setTimeout(() => setComputed(findings))
    return () => clearTimeout(waiting)
  }, [document])
  return document && computed
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, hint: 2 }

/** The most severe finding of each node. */
export function gravest(findings: readonly Finding[] = []): ReadonlyMap<ArrowId, Severity> {
  const nodes = new Map<ArrowId, Severity>()
  for (const { node, severity } of findings) {
    const before = node === undefined ? undefined : nodes.get(node)
    if (node !== undefined && (before === undefined || RANK[severity] < RANK[before])) nodes.set(node, severity)
  }
  return nodes
}
