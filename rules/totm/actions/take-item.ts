import { called, Draft, itemName, partyNear, tell } from 'proscenium'

const LINES = [
  '$A no longer has the $I.',
  "That was $A's $I.",
  'The $I is gone from where $A kept it.',
  '$A has to give up the $I.',
  'Where the $I was, $A has a pocket.'
]

/** The keys of all items that characters here carry, with their owners. */
const carried = (state: GameState, people: readonly string[]): Record<string, string> =>
  Object.fromEntries(people.flatMap((id) => Object.entries(state.actors[id]?.inventory ?? {}).map(([key, entry]) => [key, itemName(entry)])))

export default {
  name: 'take-item',
  kind: 'take',
  description: 'Take an item from one of the players, for good.',
  params(state, actor) {
    const people = partyNear(state, actor).filter((id) => Object.keys(state.actors[id]?.inventory ?? {}).length > 0)
    const things = carried(state, people)
    return [
      { name: 'target', type: 'target', description: 'Who loses it, and what', required: true, enum: people, labels: called(state, people) },
      { name: 'item', type: 'enum', description: 'What', required: true, enum: Object.keys(things), labels: things }
    ]
  },
  available: (state, actor) =>
    partyNear(state, actor).some((id) => Object.keys(state.actors[id]?.inventory ?? {}).length > 0) || 'nobody here carries anything',
  execute(state, _actor, params) {
    const draft = new Draft(state)
    const { target } = params
    const { name } = draft.actor(target)
    const entry = draft.removeItem(target, params.item, 1)
    if (!entry) throw refuse(`${name} does not carry that.`)
    draft.say(tell(state, 'take-item', LINES, { A: name, I: itemName(entry) }))
    return draft.result()
  }
} satisfies Action<{ target: string; item: string }>
