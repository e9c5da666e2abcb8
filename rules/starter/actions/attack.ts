import { called, canAct, damage, Draft, inReach, standing, placeOf, weaponsOf } from 'proscenium'

/** The damage of bare hands. */
const FISTS = 'd4'

/** A blow with the best weapon. Armour reduces the damage. At 0 hit points the target is down. When no foe is standing, the fight ends. */
export default {
  name: 'attack',
  kind: 'attack',
  description: 'Attack somebody in reach with the best weapon at hand.',
  params(state, actor) {
    const foes = inReach(state, actor)
    return [{ name: 'target', type: 'target', description: 'Whom to attack', required: true, enum: foes, labels: called(state, foes) }]
  },
  available(state, actor) {
    if (!state.combat) return 'there is no fight'
    if (!canAct(state, actor)) return "they can't act"
    return inReach(state, actor).length > 0 || 'nobody is in reach'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { target } = params
    const [who, foe] = [draft.actor(actor), draft.actor(target)]
    const weapon = weaponsOf(who)[0]
    const armour = Object.values(foe.inventory).reduce((sum, { item }) => sum + (game.equipment[item]?.armor ?? 0), 0)
    const { total } = roll(weapon?.damage ?? FISTS, { label: 'damage', target })
    const points = Math.max(0, total - armour)
    damage(draft, target, 'hp', points)
    draft.say(
      `${who.name} strikes at ${foe.name}${weapon ? ` with the ${weapon.name}` : ''}${points > 0 ? `, for ${points}.` : ', and does no harm.'}`
    )
    if (draft.base(target, 'hp') > 0) return draft.result([], { damage: points })
    draft.addCondition(target, 'down')
    draft.say(`${foe.name} goes down.`)
    if (foe.kind === 'npc') draft.setFact(`defeated:${target}`)
    const isOver = (['party', 'foes'] as const).some((side) => standing(draft.state, side, placeOf(state, actor)).length === 0)
    return draft.result(isOver ? ['end-combat'] : [], { damage: points })
  }
} satisfies Action<{ target: string }>
