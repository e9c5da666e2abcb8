import { canAct, cap, type Draft, itemName, names, partyAt, partyNear, placeOf, sideOf, standing, tell } from 'proscenium'
import { award } from './levels'

/** The hit points of a character whose sheet doesn't say. */
export const HP = 10
/** After an hour on the ground a character comes round. */
export const DOWN = 60
const WORTH = 2

/** A character's armour: everything worn and a guard in front, 3 at most. Also the best piece, for the narration. */
export function armorOf(actor: Actor): { points: number; name: string | undefined } {
  const worn = Object.values(actor.inventory)
    .map((entry) => ({ name: itemName(entry), points: game.equipment[entry.item]?.armor ?? 0 }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
  const guard = actor.conditions['guarded'] ? 2 : 0
  return {
    points: Math.min(3, guard + worn.reduce((sum, { points }) => sum + points, 0)),
    name: worn[0]?.name ?? (guard > 0 ? 'shield in front' : undefined)
  }
}

/** Takes hit points; at 0, players and companions are down and others are beaten. Returns whether that happened. */
export function hurt(draft: Draft, id: string, points: number, by?: string): boolean {
  const actor = draft.actor(id)
  const before = actor.stats['hp'] ?? HP
  const after = Math.max(0, before - Math.max(0, points))
  if (actor.stats['hp'] !== after) draft.put(['actors', id, 'stats', 'hp'], after)
  if (after > 0 || !canAct(draft.state, id)) return false
  if (actor.kind === 'player' || actor.tags['companion'] === true) {
    draft.addCondition(id, 'down', { minutes: DOWN })
    draft.say(tell(draft.state, 'attack', FALLS, { A: actor.name }))
  } else beat(draft, id, by)
  return true
}
const FALLS = [
  '$A goes down and stays there.',
  "$A's knees decide it before the rest of $A does.",
  '$A sits, then lies, and cannot be talked out of it.',
  'Everything $A was holding on with lets go.',
  '$A is down.',
  'That is as much as $A can take, and a little more.',
  '$A says “in a moment” and is not heard from again for some time.'
]

/** Marks an NPC as beaten: their items are put down in the place, and a fact records the defeat. */
function beat(draft: Draft, id: string, by: string | undefined): void {
  const { name, location, inventory } = draft.actor(id)
  draft.addCondition(id, 'beaten')
  draft.say(tell(draft.state, 'attack', BEATEN, { A: name }))
  for (const [key, entry] of Object.entries(inventory)) {
    if (game.equipment[entry.item]?.tags?.['natural'] === true) continue
    draft.removeItem(id, key)
    draft.addItem({ place: location }, key, entry)
  }
  if (by === undefined || sideOf(draft.state, by) !== 'party') draft.setFact(`defeated:${id}`)
  else defeated(draft, id)
}
/** Records as a fact that a foe was beaten or has fled. The first time, every party member standing there gains experience. */
export function defeated(draft: Draft, id: string): void {
  const { location, stats } = draft.actor(id)
  if (draft.state.facts[`defeated:${id}`] === true) return
  draft.setFact(`defeated:${id}`)
  award(
    draft,
    partyAt(draft.state, location).filter((one) => canAct(draft.state, one)),
    stats['xp'] ?? WORTH
  )
}
const BEATEN = [
  'It is all over for $A.',
  '$A folds up, and does not unfold.',
  '$A has had enough, for good.',
  'There is no more fight in $A, nor much else.',
  '$A is finished, and seems almost relieved.',
  'Whatever kept $A going has stopped.',
  '$A drops, and the room feels larger by one.'
]

/**
 * The actions that follow when a character may have fallen in `place`: the fight ends when a side has nobody left standing;
 * without a fight, if no player is standing anywhere, an hour passes until they come round.
 */
export function aftermath(draft: Draft, place: string): string[] {
  if (draft.state.combat) {
    return standing(draft.state, 'party', place).length === 0 || standing(draft.state, 'foes', place).length === 0 ? ['end-combat'] : []
  }
  letLie(draft)
  return []
}

/** If no player is standing, an hour passes. */
export function letLie(draft: Draft): void {
  const players = Object.keys(draft.state.actors).filter((id) => draft.state.actors[id]?.kind === 'player')
  if (players.some((id) => canAct(draft.state, id))) return
  draft.passTime(DOWN)
}

/** Raises the fallen of a party to at least one hit point, and says who did it. */
export function raise(draft: Draft, ids: readonly string[], by: string): void {
  const fallen = ids.filter((id) => draft.removeCondition(id, 'down'))
  for (const id of fallen) draft.setStat(id, 'hp', Math.max(1, draft.base(id, 'hp')))
  if (fallen.length > 0) draft.say(`${cap(by)} gets ${names(fallen.map((id) => draft.actor(id).name))} up again first.`)
}

/** The standing party members whom an actor can reach: those in the same place; for the DM, those in every place with a player. */
export const uprightNear = (state: GameState, actor: string): string[] => partyNear(state, actor).filter((id) => canAct(state, id))

/** The standing party members in an actor's place. */
export const upright = (state: GameState, actor: string): string[] => partyAt(state, placeOf(state, actor)).filter((id) => canAct(state, id))
