import { type Draft, fill } from 'proscenium'
import { raise } from './body'

/** The row of a table for a number, without a roll. */
function rowOf(id: string, total: number): Record<string, unknown> {
  for (const [range, row] of Object.entries(game.tables[id]?.rows ?? {})) {
    const [least = Number.NaN, most = least] = range.split('-').map(Number)
    if (total >= least && total <= most) return typeof row === 'string' ? { text: row } : row
  }
  throw refuse(`The table "${id}" has no row for ${total}.`)
}

/** When hit protection is exactly 0, the damage chooses a scar. Its row may name where, a condition, and an attribute that grows. */
export function scar(draft: Draft, id: string, harm: number): void {
  const { name } = draft.actor(id)
  const row = rowOf('scars', Math.min(12, harm))
  const where = typeof row['where'] === 'string' ? table(row['where']).text : ''
  draft.say(fill(String(row['text']), { A: name, W: where }))
  if (typeof row['condition'] === 'string')
    draft.addCondition(id, row['condition'], typeof row['minutes'] === 'number' ? { minutes: row['minutes'] } : {})
  if (typeof row['grows'] === 'string' && typeof row['dice'] === 'string')
    raise(draft, id, row['grows'], roll(row['dice'], { label: 'what remains', target: id }).total)
  draft.put(['actors', id, 'tags', 'scars'], Number(draft.actor(id).tags['scars'] ?? 0) + 1)
}
