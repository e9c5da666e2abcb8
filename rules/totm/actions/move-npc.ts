import { called, canAct, cap, Draft, placeName, placeOf, tell } from 'proscenium'

/** NPCs who can walk. This action doesn't take anybody out of a fight. */
const walkers = (state: GameState): string[] =>
  Object.keys(state.actors).filter((id) => state.actors[id]?.kind === 'npc' && canAct(state, id) && state.combat?.initiative[id] === undefined)

const LEAVES = ['$A goes off to $L.', '$A is wanted at $L, or wants something there.', '$A has left, bound for $L.', "$A's footsteps fade toward $L."]
const COMES = ['$A has come to $L.', 'Here, at $L, is $A.', '$A walks in on them at $L.', 'A draught comes to $L, and with it $A.']

export default {
  name: 'move-npc',
  kind: 'send',
  description: 'Send one of the NPCs somewhere.',
  params(state) {
    const people = walkers(state)
    const labels = Object.fromEntries(Object.entries(state.places).map(([id, place]) => [id, place.name]))
    return [
      { name: 'npc', type: 'target', description: 'Who goes', required: true, enum: people, labels: called(state, people) },
      { name: 'to', type: 'enum', description: 'Where they go', required: true, enum: Object.keys(labels), labels }
    ]
  },
  available: (state) => walkers(state).length > 0 || 'no NPC is free to go',
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { npc, to } = params
    const { name, location } = draft.actor(npc)
    const place = placeName(state.places[to])
    if (location === to) throw refuse(`${cap(name)} is at ${place} already.`)
    draft.put(['actors', npc, 'location'], to)
    draft.say(tell(state, 'move-npc', placeOf(state, actor) === to ? COMES : LEAVES, { A: name, L: place }))
    return draft.result()
  }
} satisfies Action<{ npc: string; to: string }>
