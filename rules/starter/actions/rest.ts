import { canAct, Draft, npcsAt, partyAt, placeOf } from 'proscenium'

/** The points that an hour of rest restores. */
const HOUR = 3

/** The party members here who are hurt or down. */
const weary = (state: GameState, actor: string): string[] =>
  partyAt(state, placeOf(state, actor)).filter((id) => {
    const one = state.actors[id]
    return one && ((one.stats['hp'] ?? 0) < (one.max['hp'] ?? 0) || one.conditions['down'] || one.conditions['shaken'])
  })

/** An hour in which everybody here recovers a little. */
export default {
  name: 'rest',
  kind: 'rest',
  description: 'Rest for an hour with the party: everybody recovers three hit points, and the fallen get up.',
  params: [],
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    if (!state.actors[actor]) return 'only characters can rest'
    if (!canAct(state, actor)) return "they can't act"
    if (npcsAt(state, placeOf(state, actor)).some((id) => state.actors[id]?.attitude === 'hostile' && canAct(state, id)))
      return 'there are foes about'
    return weary(state, actor).length > 0 || 'nobody here needs rest'
  },
  execute(state, actor) {
    const draft = new Draft(state)
    for (const id of weary(state, actor)) {
      draft.setStat(id, 'hp', Math.min(draft.actor(id).max['hp'] ?? HOUR, draft.base(id, 'hp') + HOUR))
      for (const condition of ['down', 'shaken']) draft.removeCondition(id, condition)
    }
    draft.say(`${draft.actor(actor).name} calls a halt, and everybody sits down for an hour.`)
    draft.passTime(60)
    return draft.result()
  }
} satisfies Action
