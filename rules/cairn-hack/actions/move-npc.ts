import { called, canAct, cap, Draft, placeName, placeOf, remembered, tell } from 'proscenium'

/** NPCs who can walk. This action doesn't take anybody out of a fight. */
const walkers = remembered((state) =>
  Object.keys(state.actors).filter((id) => state.actors[id]?.kind === 'npc' && canAct(state, id) && state.combat?.initiative[id] === undefined)
)

const LEAVES = [
  '$A leaves for $L.',
  '$A is off to $L.',
  '$A goes, on the road to $L.',
  '$A has business at $L, and does not say what.',
  'From now on, $A is to be found at $L.',
  '$A gets up and goes to $L without saying goodbye to anybody.',
  'The next anybody hears of $A, it is from $L.'
]
const COMES = [
  '$A comes to $L.',
  '$A is here, at $L.',
  'There is somebody at the edge of $L: $A.',
  'Footsteps, and it is $A, come to $L.',
  '$A has found the way to $L.',
  'Nobody called for $A, but here, at $L, $A is.',
  '$A turns up at $L as if by appointment.'
]

export default {
  name: 'move-npc',
  kind: 'send',
  description: 'Send one of the NPCs somewhere.',
  params(state, actor) {
    const people = walkers(state, actor)
    const labels = Object.fromEntries(Object.entries(state.places).map(([id, place]) => [id, place.name]))
    return [
      { name: 'npc', type: 'target', description: 'Who goes', required: true, enum: people, labels: called(state, people) },
      { name: 'to', type: 'enum', description: 'Where they go', required: true, enum: Object.keys(labels), labels }
    ]
  },
  available: (state, actor) => walkers(state, actor).length > 0 || 'no NPC is free to go',
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { npc, to } = params
    const { name, location } = draft.actor(npc)
    const place = placeName(state.places[to])
    if (location === to) throw refuse(`${cap(name)} is in ${place} already.`)
    draft.put(['actors', npc, 'location'], to)
    draft.say(tell(state, 'move-npc', placeOf(state, actor) === to ? COMES : LEAVES, { A: name, L: place }))
    return draft.result()
  }
} satisfies Action<{ npc: string; to: string }>
