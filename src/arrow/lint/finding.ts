import type { ArrowDocument, ArrowId } from '../document'
import type { DocumentFacts, PlacedNode } from './facts'

/** An error prevents a document from playing as written, a warning is probably a mistake, a hint may help the writer. */
export type Severity = 'error' | 'warning' | 'hint'

/** A suggested repair: the label of its button, and the edit. A safe one changes nothing that a reader of the story could notice. */
export interface Fix {
  readonly label: string
  readonly safe?: true
  readonly apply: (document: ArrowDocument) => ArrowDocument
}

/** Where a finding is: a node in its scene, or a resource of the document; `field` is the member of its data, or of the resource. */
export interface FindingPlace {
  readonly scene?: ArrowId
  readonly node?: ArrowId
  readonly variable?: ArrowId
  readonly character?: ArrowId
  readonly field?: string
}

/** The result of a rule: a sentence that says what is wrong and what to do. */
export interface RuleFinding extends FindingPlace {
  readonly message: string
  readonly fix?: Fix
}

/** A mistake in a document, by the rule that found it. */
export interface Finding extends RuleFinding {
  readonly rule: string
  readonly severity: Severity
}

/** A finding on one node, whose place the rule knows. */
export type NodeFault = Omit<RuleFinding, 'node' | 'scene'>

/** One rule: its id, the severity of its findings, what it looks for in a few words, and the check. */
export interface Rule {
  readonly id: string
  readonly severity: Severity
  readonly finds: string
  readonly check: (facts: DocumentFacts) => Iterable<RuleFinding>
}

/** Makes rules of a severity that look at one node at a time. */
export const nodeRules =
  (severity: Severity) =>
  (id: string, finds: string, wrong: (lying: PlacedNode, facts: DocumentFacts) => NodeFault | undefined): Rule => ({
    id,
    severity,
    finds,
    *check(facts): Generator<RuleFinding> {
      for (const one of facts.lying) {
        const fault = wrong(one, facts)
        if (fault) yield { scene: one.scene, node: one.id, ...fault }
      }
    }
  })
