import { attitude, called, canAct, Draft, nextReveal, npcsAt, placeOf } from 'proscenium'

/** Whether talking to an NPC can achieve anything: nobody has met them yet, or they would reveal something now. */
function worthTalking(state: GameState, id: string): boolean {
  const npc = state.actors[id]
  if (!npc || attitude(npc) === 'hostile' || !canAct(state, id)) return false
  return npc.tags['met'] !== true || nextReveal(state, npc, attitude(npc)) !== undefined
}
const partners = (state: GameState, actor: string): string[] => npcsAt(state, placeOf(state, actor)).filter((id) => worthTalking(state, id))

/** An NPC here reveals the next thing in their file's `reveals`. */
export default {
  name: 'talk',
  kind: 'talk',
  description: 'Talk with somebody here, to learn what they know.',
  params(state, actor) {
    const people = partners(state, actor)
    return [{ name: 'target', type: 'target', description: 'Whom to talk with', required: true, enum: people, labels: called(state, people) }]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    if (!state.actors[actor]) return 'only characters can talk'
    if (!canAct(state, actor)) return "they can't act"
    return partners(state, actor).length > 0 || 'nobody here has anything to say'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const npc = draft.actor(params.target)
    if (npc.tags['met'] !== true) draft.put(['actors', params.target, 'tags', 'met'], true)
    const reveal = nextReveal(state, npc, attitude(npc))
    if (reveal) {
      draft.setFact(reveal[0])
      draft.say(`${npc.name} tells ${draft.actor(actor).name}: “${reveal[1].text}”`)
    } else draft.say(`${npc.name} and ${draft.actor(actor).name} talk for a while.`)
    draft.passTime(5)
    return draft.result()
  }
} satisfies Action<{ target: string }>
