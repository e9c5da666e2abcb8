import { Draft, placeName, placeOf, span, tell } from 'proscenium'

const SPANS = { '10': 'ten minutes', '30': 'half an hour', '60': 'an hour', '240': 'four hours', '480': 'eight hours' }
const LINES = [
  'At $L there [T:is|are] $T to get through.',
  'Nothing happens at $L for $T.',
  '$L [L:is|are] $T older.',
  'It takes $T, and nobody at $L could say what for.'
]

export default {
  name: 'pass-time',
  kind: 'pass_time',
  description: 'Let time pass.',
  params: [{ name: 'minutes', type: 'enum', description: 'How long', required: true, enum: Object.keys(SPANS), labels: SPANS }],
  available: (state) => state.combat === undefined || 'a fight is under way',
  execute(state, actor, params) {
    const draft = new Draft(state)
    const minutes = Number(params.minutes)
    draft.passTime(minutes)
    draft.say(tell(state, 'pass-time', LINES, { T: span(minutes), L: placeName(state.places[placeOf(state, actor)]) }))
    return draft.result()
  }
} satisfies Action<{ minutes: string }>
