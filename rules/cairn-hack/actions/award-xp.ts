import { called, Draft, partyNear, remembered, tell } from 'proscenium'
import { raise } from '../lib/body'

const DEEDS: Readonly<Record<string, string>> = {
  secret: 'a secret brought to light',
  danger: 'a danger faced',
  promise: 'a promise kept',
  mercy: 'a mercy shown'
}
const TOLD = [
  'People will talk about $A for this: $D.',
  'That is another thing to be said for $A: $D.',
  "$D, and it was $A's doing.",
  '$A will remember this one: $D.',
  'If anybody asks about $A, there is this: $D.',
  "It goes on $A's account: $D.",
  '$A, for once, has something to show: $D.',
  'Somebody will have to tell them at home: $D, by $A.'
]
/** After this many deeds a character becomes tougher. */
const STEP = 3

const doers = remembered((state, actor) => partyNear(state, actor).filter((id) => state.actors[id]?.kind === 'player'))

export default {
  name: 'award-xp',
  kind: 'reward',
  description: 'Record a deed by one of the players. Every third deed makes them tougher by a point of hit protection.',
  params(state, actor) {
    const people = doers(state, actor)
    return [
      { name: 'target', type: 'target', description: 'Whose deed it was', required: true, enum: people, labels: called(state, people) },
      { name: 'deed', type: 'enum', description: 'What they did', required: true, enum: Object.keys(DEEDS), labels: { ...DEEDS } }
    ]
  },
  available: (state, actor) => doers(state, actor).length > 0 || 'no player is here',
  execute(state, _actor, params) {
    const draft = new Draft(state)
    const { target } = params
    const { name, tags, max } = draft.actor(target)
    const deeds = (typeof tags['deeds'] === 'number' ? tags['deeds'] : 0) + 1
    draft.put(['actors', target, 'tags', 'deeds'], deeds)
    draft.say(tell(state, 'award-xp', TOLD, { A: name, D: DEEDS[params.deed] ?? 'a deed' }))
    if (deeds % STEP === 0) raise(draft, target, 'hp', (max['hp'] ?? 0) + 1)
    return draft.result([], { deeds })
  }
} satisfies Action<{ target: string; deed: string }>
