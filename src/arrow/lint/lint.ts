import type { ArrowDocument } from '../document'
import { documentFacts } from './facts'
import type { Finding, Rule, Severity } from './finding'
import { CONNECTIONS } from './rules/connections'
import { FLOW } from './rules/flow'
import { RESOURCES } from './rules/resources'
import { STRUCTURE } from './rules/structure'
import { TIDINESS } from './rules/tidiness'
import { VALUES } from './rules/values'

/** Every rule. */
export const LINT_RULES: readonly Rule[] = [...STRUCTURE, ...CONNECTIONS, ...VALUES, ...FLOW, ...RESOURCES, ...TIDINESS]

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, hint: 2 }

/** All findings on a document: errors first, then warnings, then hints, each in the order of the rules. */
export function lintDocument(document: ArrowDocument): Finding[] {
  const steps = lintSteps(document)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The same, one rule at a time, for callers that interleave other work. */
export function* lintSteps(document: ArrowDocument): Generator<undefined, Finding[]> {
  const facts = documentFacts(document)
  const findings: Finding[] = []
  for (const rule of LINT_RULES) {
    yield undefined
    for (const one of rule.check(facts)) findings.push({ ...one, rule: rule.id, severity: rule.severity })
  }
  return findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity])
}
