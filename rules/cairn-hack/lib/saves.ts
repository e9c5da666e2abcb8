import type { Draft } from 'proscenium'

/**
 * A save: d20 at or under the attribute as it counts now, minus `harder`. A 1 always succeeds, and a 20 never does.
 * Help from another character counts once and is then used up.
 */
export function attempt(draft: Draft, id: string, stat: string, harder = 0): boolean {
  const { outcome } = roll('d20', { under: draft.stat(id, stat) - harder, label: `${stat} save`, target: id })
  draft.removeCondition(id, 'aided')
  return outcome === 'success'
}
