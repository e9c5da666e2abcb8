import { Draft, openFeatures, placeOf, tell } from 'proscenium'
import { withheld } from '../lib/gifts'

/** Locked things here that can be seen, by id. */
const locked = (state: GameState, actor: string): Record<string, string> => {
  const id = placeOf(state, actor)
  const features = state.places[id]?.features ?? {}
  return Object.fromEntries(openFeatures(state, id).flatMap((key) => (features[key]?.lock === undefined ? [] : [[key, features[key].name]])))
}

const OPENS = [
  'Something gives, and then everything does: $A has $F open.',
  '$A talks to $F in steel, and it answers.',
  '$A gets $F open as if all it took was to ask politely.',
  'Four clicks, three of them intended. $A steps back from $F, open.',
  '$A breathes out, and so [F:does|do] $F.'
]
const STAYS = [
  'Whoever made $F knew that $A would come.',
  '$A leans on the pick, and feels $F lean back.',
  'Not yet; $A shakes a cramped hand at $F.',
  '$A gets as far as the third pin of $F and has to start again.',
  'It is a good lock, and it keeps $F shut against $A.'
]

export default {
  name: 'pick',
  kind: 'search',
  power: 1.5,
  description: 'Open a lock with picks: a speed roll.',
  params(state, actor) {
    const labels = locked(state, actor)
    return [{ name: 'feature', type: 'enum', description: 'What to open', required: true, enum: Object.keys(labels), labels }]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    const why = withheld(state, actor, 'pick')
    if (why !== undefined) return why
    return Object.keys(locked(state, actor)).length > 0 || 'nothing here is locked'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const place = placeOf(state, actor)
    const id = params.feature
    const feature = state.places[place]?.features[id]
    if (!feature || feature.lock === undefined) throw refuse('That is not locked.')
    const { outcome } = roll(`d${Math.max(1, draft.stat(actor, 'speed'))}`, { label: 'speed', target: actor, over: feature.lock })
    if (outcome === 'success') draft.put(['places', place, 'features', id, 'lock'], null)
    draft.say(tell(state, 'pick', outcome === 'success' ? OPENS : STAYS, { A: draft.actor(actor).name, F: feature.name.replace(/^an? /i, 'the ') }))
    draft.passTime(10)
    return draft.result([], { status: outcome })
  }
} satisfies Action<{ feature: string }>
