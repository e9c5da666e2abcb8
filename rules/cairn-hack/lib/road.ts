import { canAct, type Draft, itemName, minutesOf, tell } from 'proscenium'
import { hurt } from './harm'
import { portable, tire } from './load'
import { attempt } from './saves'
import { watchOf } from './watch'

/** A journey's difficulty now: its own, and one more in the dark if nobody in the party has a light. */
export interface Going {
  difficulty: number
  risks: readonly string[]
}
export function going(state: GameState, way: Journey, party: readonly string[]): Going {
  const dark = watchOf(state) === 'night' || state.places[way.to]?.tags['dark'] === true || way.risks.some((risk) => risk.includes('dark'))
  const lit = party.some((id) => Object.values(state.actors[id]?.inventory ?? {}).some((entry) => game.equipment[entry.item]?.kind === 'light'))
  if (!dark || lit) return { difficulty: way.risks.length > 0 ? way.difficulty : 0, risks: way.risks }
  return { difficulty: way.difficulty + 1, risks: way.risks.some((risk) => risk.includes('dark')) ? way.risks : [...way.risks, 'darkness'] }
}

/** The attribute that decides: of those that the risks test, the character's weakest. */
export function meets(draft: Draft, id: string, risks: readonly string[]): string {
  const stats = risks.flatMap((risk) => {
    const found = Object.keys(game.manifest.risks).filter((word) => risk.toLowerCase().includes(word))
    return found.length > 0 ? found.map((word) => game.manifest.risks[word] ?? 'WIL') : ['WIL']
  })
  return stats.toSorted((a, b) => draft.stat(id, a) - draft.stat(id, b) || (a < b ? -1 : 1))[0] ?? 'WIL'
}

/** Every traveller makes a save, two points harder for each degree of difficulty beyond the first. Returns the attribute and the outcome by character. */
export function tried(draft: Draft, walkers: readonly string[], { difficulty, risks }: Going): Record<string, { stat: string; success: boolean }> {
  if (difficulty === 0) return {}
  return Object.fromEntries(
    walkers.map((id) => {
      const stat = meets(draft, id, risks)
      return [id, { stat, success: attempt(draft, id, stat, 2 * (difficulty - 1)) }]
    })
  )
}

const MISHAPS = ['For $A, $M.', 'Then $M, and $A has the worst of it.', '$M, and $A knows it.', "On the way $M, to $A's cost.", 'Then, for $A, $M.']

/** One character's mishap on a journey: the minutes that it costs, and its effects. */
export function mishap(draft: Draft, id: string, from: string): { minutes: number; effect: string } {
  const row = rollTable('mishap')
  const who = draft.actor(id)
  draft.say(tell(draft.state, 'travel', MISHAPS, { A: who.name, M: row.text }))
  if (typeof row['damage'] === 'string') hurt(draft, id, Number(row['damage']), false)
  if (typeof row['condition'] === 'string') draft.addCondition(id, row['condition'])
  const lost = row['lose'] === true ? spill(draft, id, from) : undefined
  const harm = typeof row['condition'] === 'string' ? row['condition'] : 'bruised'
  const effect = lost === undefined ? harm : 'lost_item'
  return { minutes: typeof row['minutes'] === 'number' ? row['minutes'] : 0, effect }
}
/** A character loses one carried item that isn't a weapon. */
function spill(draft: Draft, id: string, from: string): string | undefined {
  const { inventory } = draft.actor(id)
  const key = Object.keys(portable(draft.actor(id))).find((each) => game.equipment[inventory[each]?.item ?? '']?.kind !== 'weapon')
  const entry = key === undefined ? undefined : draft.removeItem(id, key)
  if (key === undefined || !entry) return undefined
  draft.addItem({ place: from }, key, entry)
  draft.say(`The ${itemName(entry)} stays behind.`)
  return key
}

/** A journey of half a watch or more by night makes every traveller weary. */
export function wears(draft: Draft, way: Journey, party: readonly string[]): void {
  if (minutesOf(way.duration) < 240 || watchOf(draft.state) !== 'night') return
  for (const id of party) if (canAct(draft.state, id)) tire(draft, id)
}
