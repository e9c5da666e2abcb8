import type { ArrowId } from '../document'
import type { DocumentDraft } from '../draft'
import { exposedNames, rewritePlaceholders } from '../exposure'

/** Rewrites placeholders in texts of nodes; returns the changed nodes. `rewrite` returns the new inner text, or undefined to keep the old one. */
export function renameExposures(draft: DocumentDraft, users: Iterable<ArrowId>, rewrite: (inner: string) => string | undefined): Set<ArrowId> {
  const rewritten = new Set<ArrowId>()
  for (const user of users) {
    const node = draft.find('nodes', user)
    const after = node && rewritePlaceholders(node, rewrite)
    if (!after || after === node) continue
    draft.putNode(user, after)
    rewritten.add(user)
  }
  return rewritten
}

/** The nodes whose texts hold a placeholder with one of these names. */
export function exposersOf(draft: DocumentDraft, names: readonly string[]): ArrowId[] {
  const named = (inner: string): boolean => names.some((name) => inner === name || inner.startsWith(`${name}.`))
  const exposing: ArrowId[] = []
  for (const [id, node] of draft.all('nodes')) {
    if (exposedNames(node).some(named)) exposing.push(id)
  }
  return exposing
}

/** The nodes whose texts expose a variable or a character, even where its `use` doesn't list them. */
export const exposingUsers = (draft: DocumentDraft, id: ArrowId, name: string): ArrowId[] =>
  exposersOf(draft, [name]).filter((user) => draft.refersTo(user, id))

/** Updates the references of nodes whose texts have placeholders with these names, which were added or removed. Skips the nodes in `done`. */
export function relinkNames(draft: DocumentDraft, names: readonly string[], done?: ReadonlySet<ArrowId>): void {
  for (const id of exposersOf(draft, names)) if (!done?.has(id)) draft.putNode(id, draft.get('nodes', id))
}
