import { canAct, type Draft, fill, isDead, itemName, partyAt, peopleAt, placeOf, sideOf, warmer } from 'proscenium'
import { mend } from './body'
import { reachable } from './fight'
import { hurt, yields } from './harm'
import { letGo } from './hold'
import { attempt } from './saves'

/** The value of `spell` in a spellbook's entry. */
export interface Spell {
  /** Its target: a foe in reach, one party member, the whole party, or the place. */
  aim: 'foe' | 'friend' | 'party' | 'place'
  /** The attribute of a foe's save against it. */
  save?: string
  harm?: string
  condition?: string
  minutes?: number
  rounds?: number
  heal?: string
  stat?: string
  cures?: string[]
  calms?: boolean
  say: string[]
}
export interface Book {
  key: string
  name: string
  spell: Spell
}

/** The spellbooks that a character carries. */
export function books(actor: Actor): Book[] {
  return Object.entries(actor.inventory).flatMap(([key, entry]) => {
    const gear: (Equipment & { spell?: Spell }) | undefined = game.equipment[entry.item]
    return gear?.kind === 'spell' && gear.spell ? [{ key, name: itemName(entry), spell: gear.spell }] : []
  })
}

/** Whether a spell would help a party member now. */
function good(state: GameState, id: string, spell: Spell): boolean {
  const actor = state.actors[id]
  if (!actor || isDead(state, id)) return false
  if (spell.cures?.some((condition) => actor.conditions[condition])) return true
  const stat = spell.stat ?? 'hp'
  if (spell.heal !== undefined) return (actor.stats[stat] ?? 0) < (actor.max[stat] ?? 0)
  return spell.condition !== undefined && canAct(state, id) && !actor.conditions[spell.condition]
}

/** The possible targets of a spell now. For a spell on the party or the place, that is the caster. */
export function aims(state: GameState, caster: string, { spell }: Book): string[] {
  if (spell.aim === 'foe') return reachable(state, caster)
  const place = placeOf(state, caster)
  if (spell.aim === 'place') return !state.combat && state.places[place]?.tags['explored'] !== true ? [caster] : []
  const side = sideOf(state, caster)
  const own = peopleAt(state, place).filter(
    (id) => sideOf(state, id) === side && (id === caster || side === 'party' || state.combat?.initiative[id] !== undefined)
  )
  const helped = own.filter((id) => good(state, id, spell))
  return spell.aim === 'friend' ? helped : helped.length > 0 ? [caster] : []
}

/** Applies a spell that didn't misfire. Returns its outcome. */
export function work(draft: Draft, caster: string, target: string, { spell }: Book, line: string): { status: string; damage?: number } {
  const { name } = draft.actor(target)
  draft.say(fill(line, { A: draft.actor(caster).name, T: target === caster ? 'nobody else' : name }))
  if (spell.aim === 'foe' && spell.save !== undefined && withstands(draft, target, spell.save)) {
    draft.say(fill('$T shakes it off.', { T: name }))
    return { status: 'partial_success' }
  }
  const lasts = {
    ...(spell.minutes === undefined ? {} : { minutes: spell.minutes }),
    ...(spell.rounds === undefined ? {} : { rounds: spell.rounds })
  }
  const touched = spell.aim === 'party' ? partyAt(draft.state, placeOf(draft.state, caster)).filter((id) => good(draft.state, id, spell)) : [target]
  let damage: number | undefined
  for (const id of touched) {
    if (spell.harm !== undefined) {
      damage = roll(spell.harm, { label: 'spell', target: id }).total
      draft.say(fill('It costs $T $N.', { T: draft.actor(id).name, N: String(damage) }))
      hurt(draft, id, damage, true)
    }
    for (const condition of spell.cures ?? []) draft.removeCondition(id, condition)
    if (spell.heal !== undefined) mend(draft, id, spell.stat ?? 'hp', roll(spell.heal, { label: 'healing', target: id }).total)
    if (spell.condition !== undefined && canAct(draft.state, id)) draft.addCondition(id, spell.condition, lasts)
    if (!canAct(draft.state, id)) letGo(draft, id)
  }
  if (spell.calms === true) {
    draft.put(['actors', target, 'attitude'], warmer(draft.actor(target).attitude ?? 'neutral'))
    yields(draft, target, undefined)
  }
  if (spell.aim === 'place') {
    draft.put(['places', placeOf(draft.state, caster), 'tags', 'explored'], true)
    draft.passTime(1)
  }
  return { status: 'success', ...(damage === undefined ? {} : { damage }) }
}

/** Whether a character withstands a spell. A fearless one always withstands a spell that tests WIL. */
const withstands = (draft: Draft, id: string, stat: string): boolean =>
  (stat === 'WIL' && draft.actor(id).tags['fearless'] === true) || attempt(draft, id, stat)
