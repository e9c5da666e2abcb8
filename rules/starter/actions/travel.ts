import { canAct, damage, Draft, minutesOf, partyAt, placeName, placeOf, save, span, tell, waysFrom } from 'proscenium'

/** Each time, the next of these lines is narrated. $P are the travellers, $L the place, $T the time; [P:reaches|reach] agrees in number with $P. */
const ARRIVALS = [
  '$P [P:reaches|reach] $L after $T.',
  'After $T, $P [P:comes|come] to $L.',
  'It is $T later, and $P [P:is|are] at $L.',
  'It is $T to $L, and $P [P:gets|get] there.'
]

/** The stat that a journey's risks test, by `risks` in the manifest. If there are several, the weakest. */
function statFor(actor: Actor, { risks }: Journey): string {
  const asked = Object.entries(game.manifest.risks).flatMap(([word, stat]) => (risks.some((risk) => risk.toLowerCase().includes(word)) ? [stat] : []))
  const weakest = asked.toSorted((a, b) => (actor.stats[a] ?? 0) - (actor.stats[b] ?? 0))[0]
  return weakest ?? 'wits'
}

/** Takes the whole party along a journey. On one with risks, everybody makes a save, and a failure costs a hit point. */
export default {
  name: 'travel',
  kind: 'move',
  description: 'Take one of the exits, with everybody in the party.',
  params(state, actor) {
    const ways = waysFrom(state, placeOf(state, actor))
    const labels = Object.fromEntries(
      ways.map((id) => {
        const way = state.journeys[id]
        return [id, way ? `${way.direction} to ${placeName(state.places[way.to])} (${way.duration})` : id]
      })
    )
    return [{ name: 'journey', type: 'enum', description: 'Which exit to take', required: true, enum: ways, labels }]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    if (!state.actors[actor]) return 'only characters can travel'
    if (!canAct(state, actor)) return "they can't act"
    return waysFrom(state, placeOf(state, actor)).length > 0 || 'there is no exit from here'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const from = placeOf(state, actor)
    const way = state.journeys[params.journey]
    if (!way || way.from !== from) throw refuse('That journey does not start here.')
    const party = partyAt(state, from)
    const able = party.filter((id) => canAct(state, id))
    const words = { P: able.map((id) => draft.actor(id).name), L: placeName(state.places[way.to]), T: span(minutesOf(way.duration)) }
    draft.say(tell(state, 'travel', ARRIVALS, words))
    for (const id of party) draft.put(['actors', id, 'location'], way.to)
    if (state.places[way.to]?.tags['visited'] !== true) draft.put(['places', way.to, 'tags', 'visited'], true)
    for (const id of way.risks.length > 0 ? able : []) {
      if (save(draft, id, statFor(draft.actor(id), way))) continue
      damage(draft, id, 'hp', 1)
      draft.say(`It costs ${draft.actor(id).name} a bruise.`)
      if (draft.base(id, 'hp') === 0) draft.addCondition(id, 'down')
    }
    draft.passTime(minutesOf(way.duration))
    return draft.result()
  }
} satisfies Action<{ journey: string }>
