import { canAct, type Draft, leaveCombat, tell } from 'proscenium'
import { letGo } from './hold'
import { bodily, room } from './load'
import { attempt } from './saves'
import { scar } from './scars'

export interface Harm {
  /** The damage that went past hit protection into Strength. */
  wound: number
  out: boolean
}

/** Hit protection as it counts in a fight: a fully laden character has none. */
export const guard = (draft: Draft, id: string): number => (room(draft.actor(id)) <= 0 ? 0 : draft.stat(id, 'hp'))

/**
 * Applies damage after armour: first to hit protection, the rest to Strength. Strength 0 is death. With `critical`, a wound calls for a
 * STR save. A character who fails it is out of the fight: players and companions bleed, foes die. A player whose hit protection
 * is exactly 0 afterwards gets a scar. Narrates the effects beyond the number.
 */
export function hurt(draft: Draft, id: string, amount: number, critical: boolean): Harm {
  const { name, kind } = draft.actor(id)
  const hp = guard(draft, id)
  const strength = draft.base(id, 'STR')
  const wound = Math.min(strength, Math.max(0, amount - hp))
  draft.setStat(id, 'hp', Math.max(0, hp - amount))
  if (amount > 0 && draft.removeCondition(id, 'slumbering')) draft.say(tell(draft.state, 'attack', WAKES, { A: name }))
  if (wound === 0) {
    if (amount > 0 && amount === hp && kind === 'player' && canAct(draft.state, id)) scar(draft, id, amount)
    const out = !canAct(draft.state, id)
    if (out) letGo(draft, id)
    return { wound, out }
  }
  draft.setStat(id, 'STR', strength - wound)
  if (strength - wound <= 0) {
    draft.say(tell(draft.state, 'attack', DEATHS, { A: name }))
    die(draft, id)
    return { wound, out: true }
  }
  if (!critical || !canAct(draft.state, id)) return { wound, out: false }
  if (!draft.hasCondition(id, 'doomed') && attempt(draft, id, 'STR')) return { wound, out: false }
  if (isFoe(draft, id)) {
    draft.say(tell(draft.state, 'attack', FINISHED, { A: name }))
    die(draft, id)
  } else fall(draft, id)
  return { wound, out: true }
}
const WAKES = ['The blow wakes $A.', "That is the end of $A's sleep.", '$A starts up out of a dream.', '$A is awake again, and wishes otherwise.']
const DEATHS = [
  '$A does not get up again.',
  '$A is dead before hitting the ground.',
  '$A goes down, and everything that was $A goes out.',
  'That is the end of $A.',
  'There is no more to $A than what lies there.'
]
const FINISHED = [
  '$A folds up and is still.',
  '$A sits down as if tired, and does not get up.',
  '$A is finished.',
  '$A falls, and the fall is the last of it.',
  '$A reaches for something to hold on to, and finds the floor.'
]
const FALLS = [
  '$A drops, bleeding badly, and will not last an hour untended.',
  '$A goes down and stays down, breath whistling.',
  '$A crumples; there is far too much blood.',
  '$A lies where $A fell and holds the wound shut with both hands.'
]

const isFoe = (draft: Draft, id: string): boolean => draft.actor(id).kind === 'npc' && draft.actor(id).attitude !== 'friendly'

/** A character falls, critically wounded, and has an hour to live. They are no longer `doomed` and hold nobody. */
export function fall(draft: Draft, id: string): void {
  draft.removeCondition(id, 'doomed')
  draft.removeCondition(id, 'grappled')
  letGo(draft, id)
  draft.addCondition(id, 'critical', { minutes: 60 })
  draft.say(tell(draft.state, 'attack', FALLS, { A: draft.actor(id).name }))
}

/** A character dies. An NPC's items are put down in the place, and a foe's death sets the fact `defeated:<id>`. */
export function die(draft: Draft, id: string): void {
  const { kind, location, inventory } = draft.actor(id)
  letGo(draft, id)
  for (const condition of ['critical', 'down', 'grappled', 'burning']) draft.removeCondition(id, condition)
  draft.addCondition(id, 'dead')
  if (kind !== 'npc') return
  draft.setFact(`defeated:${id}`)
  for (const [key, entry] of Object.entries(inventory)) {
    if (bodily(entry)) continue
    draft.removeItem(id, key)
    draft.addItem({ place: location }, key, entry)
  }
}

/** A character gives up the fight: they run to `way`, or stay and are wary. */
export function yields(draft: Draft, id: string, way: string | undefined): void {
  letGo(draft, id)
  leaveCombat(draft, id)
  draft.removeCondition(id, 'grappled')
  draft.setFact(`defeated:${id}`)
  if (way === undefined) draft.put(['actors', id, 'attitude'], 'wary')
  else draft.put(['actors', id, 'location'], way)
}
