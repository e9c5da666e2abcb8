import { useEffect, useState } from 'react'
import type { ArrowDocument, ArrowId } from '../../../shared/arrow/document'
import type { Finding, Severity } from '../../../shared/arrow/lint/finding'
import { lintDocument } from '../../../shared/arrow/lint/lint'

/** How long after an edit the rules look again, in ms. */
const PAUSE_MS = 300

const known = new WeakMap<ArrowDocument, readonly Finding[]>()

function findingsOf(document: ArrowDocument): readonly Finding[] {
  let findings = known.get(document)
  if (!findings) known.set(document, (findings = lintDocument(document)))
  return findings
}

/** The findings on a document; while it is edited those of a moment ago. Undefined until they are known. */
export function useFindings(document: ArrowDocument | undefined): readonly Finding[] | undefined {
  const [computed, setComputed] = useState<{ of: ArrowDocument; list: readonly Finding[] }>()
  useEffect(() => {
    if (!document) return undefined
    const waiting = setTimeout(() => setComputed({ of: document, list: findingsOf(document) }), known.has(document) ? 0 : PAUSE_MS)
    return () => clearTimeout(waiting)
  }, [document])
  return document && computed?.list
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, hint: 2 }

/** The gravest finding of each node. */
export function gravest(findings: readonly Finding[] = []): ReadonlyMap<ArrowId, Severity> {
  const nodes = new Map<ArrowId, Severity>()
  for (const { node, severity } of findings) {
    const before = node === undefined ? undefined : nodes.get(node)
    if (node !== undefined && (before === undefined || RANK[severity] < RANK[before])) nodes.set(node, severity)
  }
  return nodes
}
