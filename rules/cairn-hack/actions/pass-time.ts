import { Draft, partyAt, placeName, placeOf, tell } from 'proscenium'
import { leftOfWatch, spend, watchOf } from '../lib/watch'

const PASSES = [
  'At $L, $T [T:goes|go] by.',
  'So [T:passes|pass] $T, and $L [L:has|have] not noticed.',
  'There [T:is|are] $T of waiting at $L, and then there [T:is|are] not.',
  '$L [L:keeps|keep] still for $T.',
  'After $T, $L [L:looks|look] much the same, only later.',
  'Nobody at $L could say where $T [T:has|have] gone.',
  'It is $T on, at $L.',
  'At $L, $T [T:runs|run] out like sand out of a sack.'
]
const SPANS: Readonly<Record<string, number>> = { quarter: 15, hour: 60 }
const WORDS: Readonly<Record<string, string>> = { quarter: 'a quarter of an hour', hour: 'an hour', watch: 'the rest of the watch' }

export default {
  name: 'pass-time',
  kind: 'pass_time',
  description: 'Let time pass: a quarter of an hour, an hour, or the rest of this watch.',
  params: [{ name: 'span', type: 'enum', description: 'How long', required: true, enum: ['quarter', 'hour', 'watch'], labels: { ...WORDS } }],
  available: (state) => !state.combat || 'a fight is under way',
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { span } = params
    const place = placeOf(state, actor)
    draft.say(
      tell(state, 'pass-time', PASSES, { L: placeName(state.places[place]), T: span === 'watch' ? `the ${watchOf(state)}` : (WORDS[span] ?? span) })
    )
    spend(draft, SPANS[span] ?? leftOfWatch(state), partyAt(state, place))
    return draft.result()
  }
} satisfies Action<{ span: string }>
