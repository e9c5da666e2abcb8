import { canAct, type Draft, save, tell } from 'proscenium'

export interface Harm {
  /** What went through hit protection into Strength. */
  wound: number
  out: boolean
}

/**
 * Harm after armour: hit protection first, the rest is Strength. Strength 0 is death. With `critical`, a wound asks for a
 * STR save, and whoever fails it is out: players and their friends bleed, foes are finished. Says what the harm does beyond its number.
 */
export function hurt(draft: Draft, id: string, amount: number, critical: boolean): Harm {
  const name = draft.actor(id).name
  const hp = draft.base(id, 'hp')
  const strength = draft.base(id, 'STR')
  const wound = Math.min(strength, Math.max(0, amount - hp))
  draft.setStat(id, 'hp', Math.max(0, hp - amount))
  if (wound === 0) return { wound, out: false }
  draft.setStat(id, 'STR', strength - wound)
  if (strength - wound <= 0) {
    draft.say(tell(draft.state, 'attack', DEATHS, { A: name }))
    die(draft, id)
    return { wound, out: true }
  }
  if (!critical || !canAct(draft.state, id)) return { wound, out: false }
  if (save(draft, id, 'STR')) return { wound, out: false }
  if (isFoe(draft, id)) {
    draft.say(tell(draft.state, 'attack', FINISHED, { A: name }))
    die(draft, id)
  } else {
    draft.afflict(id, 'critical', { minutes: 60 })
    draft.say(tell(draft.state, 'attack', FALLS, { A: name }))
  }
  return { wound, out: true }
}
const DEATHS = [
  '$A does not get up again.',
  '$A is dead before the ground is reached.',
  '$A goes down, and everything that was $A goes out.',
  'That is the end of $A.',
  'There is no more of $A than lies there.'
]
const FINISHED = [
  '$A folds up and is still.',
  '$A sits down as if tired, and does not rise.',
  '$A is finished.',
  '$A falls, and the fall is the last of it.',
  '$A looks for something to hold on to, and finds the floor.'
]
const FALLS = [
  '$A drops, bleeding badly, and will not last an hour untended.',
  '$A goes down and stays down, breath whistling.',
  '$A crumples; there is far too much blood.',
  '$A lies where $A fell and holds it shut with both hands.'
]

const isFoe = (draft: Draft, id: string): boolean => draft.actor(id).kind === 'npc' && draft.actor(id).attitude !== 'friendly'

/** Somebody dies. What an NPC carried lies in the place from then on; a foe's end becomes the fact `defeated:<id>`. */
export function die(draft: Draft, id: string): void {
  const { kind, location, inventory } = draft.actor(id)
  draft.relieve(id, 'critical')
  draft.afflict(id, 'dead')
  if (kind !== 'npc') return
  draft.fact(`defeated:${id}`)
  for (const [key, entry] of Object.entries(inventory)) {
    if (game.equipment[entry.item]?.tags?.['natural'] === true) continue
    draft.take(id, key)
    draft.drop(location, key, entry)
  }
}
