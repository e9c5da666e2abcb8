import { attitude, called, canAct, Draft, itemName, tell, warmer } from 'proscenium'
import { notYet } from '../lib/classes'
import { takers } from '../lib/need'

const TAKES = [
  '$A holds out the $I, and $N takes it.',
  'The $I goes from $A to $N, and nobody says what for.',
  '$N weighs the $I in one hand. “For me?” Yes, from $A.',
  '$A parts with the $I; $N puts it somewhere safe.',
  '$N turns the $I over to see what $A has not mentioned, and keeps it.',
  'It is only the $I, and it is all $A has for $N today.'
]
const DEAR = [
  '$N has wanted one for years, and looks at $A as if for the first time.',
  'Nothing else would have done. $N cannot speak for a moment.',
  '$N laughs out loud, once, which seems to surprise $N most.',
  'From now on $A has a friend in $N.'
]

export default {
  name: 'give',
  kind: 'give',
  description: 'Hand an item to somebody here.',
  params(state, actor) {
    const people = takers(state, actor)
    const things = Object.fromEntries(Object.entries(state.actors[actor]?.inventory ?? {}).map(([key, entry]) => [key, itemName(entry)]))
    return [
      { name: 'target', type: 'target', description: 'Whom to give it to', required: true, enum: people, labels: called(state, people) },
      { name: 'item', type: 'enum', description: 'What', required: true, enum: Object.keys(things), labels: things }
    ]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    if (!state.actors[actor]) return 'only characters can give things'
    if (!canAct(state, actor)) return "they can't act"
    const early = notYet(state)
    if (early !== undefined) return early
    if (takers(state, actor).length === 0) return 'nobody here would take anything'
    return Object.keys(state.actors[actor].inventory).length > 0 || 'they have nothing to give'
  },
  execute(state, actor, params) {
    const { target } = params
    const key = params.item
    const draft = new Draft(state)
    const npc = draft.actor(target)
    const entry = draft.removeItem(actor, key, 1)
    if (!entry) throw refuse(`${draft.actor(actor).name} does not carry that.`)
    const slots = { A: draft.actor(actor).name, N: npc.name, I: itemName(entry) }
    draft.addItem(target, key, entry)
    draft.say(tell(state, 'give', TAKES, slots))
    if (npc.tags['wants'] === entry.item) {
      draft.put(['actors', target, 'attitude'], 'friendly')
      draft.setFact(`given:${target}`)
      draft.say(tell(state, 'give', DEAR, slots))
    } else if (attitude(npc) === 'wary') draft.put(['actors', target, 'attitude'], warmer('wary'))
    draft.passTime(2)
    return draft.result([], { status: 'success', npc: target, item: entry.item })
  }
} satisfies Action<{ target: string; item: string }>
