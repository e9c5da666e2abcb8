import { type Draft, fill, damage } from 'proscenium'
import { letGo } from './hold'

/** What happens to a character whose attribute drops to 0. At Strength 0 they die: see harm.ts. */
const HELPLESS: Readonly<Record<string, { condition: string; line: string }>> = {
  DEX: { condition: 'paralysed', line: 'Nothing of $A will move any more but the eyes.' },
  WIL: { condition: 'delirious', line: '$A is elsewhere now, and talks to somebody there.' }
}

/** Takes points of Dexterity or Willpower. At 0 a character can't act until they regain some. Returns the points taken. */
export function sap(draft: Draft, id: string, stat: string, points: number): number {
  const { taken } = damage(draft, id, stat, points)
  const end = HELPLESS[stat]
  if (taken > 0 && end && draft.base(id, stat) === 0) {
    draft.addCondition(id, end.condition)
    letGo(draft, id)
    draft.say(fill(end.line, { A: draft.actor(id).name }))
  }
  return taken
}

/** Restores points of an attribute, up to the sheet's maximum. A character who regains some can act again. */
export function mend(draft: Draft, id: string, stat: string, points: number): void {
  draft.setStat(id, stat, draft.base(id, stat) + points)
  const end = HELPLESS[stat]
  if (end && draft.base(id, stat) > 0) draft.removeCondition(id, end.condition)
}

/** Raises a maximum on the sheet if the new one is higher, and says so. */
export function raise(draft: Draft, id: string, stat: string, to: number): boolean {
  const { max, name } = draft.actor(id)
  if (to <= (max[stat] ?? 0)) return false
  draft.put(['actors', id, 'max', stat], to)
  draft.say(fill('$A is the tougher for it: $S $N.', { A: name, S: (game.manifest.stats[stat]?.label ?? stat).toLowerCase(), N: String(to) }))
  return true
}
