import { canAct, Draft, fighters, leaveCombat, placeName, refugeOf, sideOf } from 'proscenium'

/** Leaves the fight and the place. When one side has left, the fight ends. */
export default {
  name: 'flee',
  kind: 'flee',
  description: 'Leave the fight for a place that you know.',
  params: [],
  available(state, actor) {
    if (!state.combat) return 'there is no fight'
    if (!canAct(state, actor)) return "they can't act"
    return refugeOf(state, actor) !== undefined || 'there is nowhere to go'
  },
  execute(state, actor) {
    const draft = new Draft(state)
    const to = refugeOf(state, actor)
    if (to === undefined) throw refuse('There is nowhere to go.')
    leaveCombat(draft, actor)
    draft.put(['actors', actor, 'location'], to)
    const left = fighters(draft.state).filter((id) => sideOf(state, id) === sideOf(state, actor) && canAct(state, id))
    draft.say(`${draft.actor(actor).name} runs for ${state.places[to] ? placeName(state.places[to]) : 'safety'}.`)
    return draft.result(left.length === 0 ? ['end-combat'] : [])
  }
} satisfies Action
