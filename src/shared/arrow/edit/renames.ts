import type { ArrowId } from '../document'
import type { Draft } from '../draft'
import { exposingTexts, rewritePlaceholders } from '../exposure'

/** Rewrites placeholders in the texts of nodes. `rewrite` returns the new inner text, or undefined to leave it. */
export function renameExposures(draft: Draft, users: Iterable<ArrowId>, rewrite: (inner: string) => string | undefined): void {
  for (const user of users) {
    const node = draft.find('nodes', user)
    if (node) draft.putNode(user, rewritePlaceholders(node, rewrite))
  }
}

/** The nodes whose texts hold a placeholder with one of these names. */
export function exposersOf(draft: Draft, names: readonly string[]): ArrowId[] {
  const openings = names.flatMap((name) => [`{${name}}`, `{${name}.`])
  const found: ArrowId[] = []
  for (const [id, node] of draft.all('nodes')) {
    if (exposingTexts(node).some((text) => openings.some((opening) => text.includes(opening)))) found.push(id)
  }
  return found
}

/** Brings the references of nodes up to date whose texts hold a placeholder with one of these names, which came or went. */
export function relinkNames(draft: Draft, names: readonly string[]): void {
  for (const id of exposersOf(draft, names)) draft.putNode(id, draft.get('nodes', id))
}
