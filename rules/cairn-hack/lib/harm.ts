import type { Draft } from './draft'
import { leaveFight } from './fight'
import { canAct, isDead } from './people'
import { cap, tell } from './words'

/** Whether a save is made: d20 at or under the attribute; 1 always does it, 20 never. */
export const save = (draft: Draft, id: string, stat: string): boolean =>
  roll('d20', { under: Math.min(19, Math.max(1, draft.stat(id, stat))), label: `${stat} save`, target: id }).outcome === 'success'

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
  const hp = draft.stat(id, 'hp')
  const strength = draft.stat(id, 'STR')
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
    draft.afflict(id, 'critical', 60)
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
    draft.put(['actors', id, 'inventory', key], null)
    draft.put(['places', location, 'inventory', freeKey(draft.state.places[location]?.inventory ?? {}, key)], entry)
  }
}

/** A key that is not taken in an inventory: `rope`, `rope-2` … */
export function freeKey(inventory: Readonly<Record<string, Item>>, wanted: string): string {
  let key = wanted
  for (let n = 2; inventory[key]; n++) key = `${wanted}-${n}`
  return key
}

/** Gives one thing; the same plain thing is counted up. */
export function give(draft: Draft, id: string, key: string, entry: Item): void {
  const { inventory } = draft.actor(id)
  const same = Object.keys(inventory).find((own) => {
    const has = inventory[own]
    return has?.item === entry.item && has.name === undefined && entry.name === undefined && !has.tags && !entry.tags && stacks(entry.item)
  })
  if (same === undefined) draft.put(['actors', id, 'inventory', freeKey(inventory, key)], entry)
  else draft.put(['actors', id, 'inventory', same, 'count'], (inventory[same]?.count ?? 1) + (entry.count ?? 1))
}
const stacks = (item: string): boolean => ['consumable', 'light', 'treasure'].includes(game.equipment[item]?.kind ?? '')

/** Time goes by for everybody: what lasts only so long ends, and whoever bleeds too long dies. */
export function passTime(draft: Draft, minutes: number): void {
  const now = draft.state.clock.minutes + minutes
  draft.put(['clock', 'minutes'], now)
  for (const [id, actor] of Object.entries(draft.state.actors)) {
    for (const [condition, { until }] of Object.entries(actor.conditions)) {
      if (until === undefined || until > now || isDead(draft.state, id)) continue
      if (condition === 'critical') {
        draft.say(`${cap(actor.name)} has bled too long, and dies.`)
        leaveFight(draft, id)
        die(draft, id)
      } else draft.relieve(id, condition)
    }
  }
}

/** Minutes of `N[-M] minute|hour|day(s)`; of a span, the middle. */
export function minutesOf(duration: string): number {
  const [, least = '10', most = least, unit = 'minute'] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*(minute|hour|day)/.exec(duration) ?? []
  const factor = unit === 'day' ? 1440 : unit === 'hour' ? 60 : 1
  return Math.floor(((Number(least) + Number(most)) / 2) * factor)
}
