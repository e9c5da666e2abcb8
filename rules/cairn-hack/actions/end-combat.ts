import { canAct, cap, Draft, isDead, lairFrom, partyAt, placeOf, standing, tell } from 'proscenium'
import { mend } from '../lib/body'
import { die } from '../lib/harm'
import { attempt } from '../lib/saves'

const WON = [
  'Then it is quiet, and $P [P:is the one|are the ones] to hear it.',
  'It is over. $P [P:stands, breathes, and finds|stand, breathe, and find] nothing missing that was not missing before.',
  'The fight is done, and $P [P:has|have] the field.',
  '$P [P:waits|wait] for the next blow, and there is none.',
  'Nothing moves any more that $P would have to stop.',
  'It ends in the middle of a breath; $P [P:takes|take] the rest of it slowly.',
  '$P [P:lowers|lower] what there is to lower, and the noise goes on in the ears a while.',
  'That is all of it. $P [P:looks|look] about for somebody left to fear.',
  'After that nobody comes on, and $P [P:is|are] still there to notice.',
  '$P [P:finds|find] that it is possible to stand still again.',
  'So it goes to $P, who would rather have been elsewhere.'
]
const DRAWN = [
  'Both sides step back, and nobody follows.',
  'It stops as it began, over nothing anybody could name.',
  'They have all had enough at the same moment, which is rare.',
  'Nobody has won. Nobody asks for another try.',
  'The blows come further apart, and then there is no next one.',
  'It is broken off, like a talk when a third comes in.'
]
const LOST = [
  'Nobody is left standing to say that it is over.',
  'It is over for all who stayed.',
  'The last of them lies down, and the place is quiet.',
  'That is the end of the noise, and the rest is steps going away.'
]

/** Nobody of the party stands: the foes go, an hour passes, and each of the fallen lives or dies by Strength. */
function leftForDead(draft: Draft, place: string, fallen: readonly string[]): void {
  const way = lairFrom(draft.state, place)
  for (const id of standing(draft.state, 'foes', place)) {
    if (way === undefined) draft.put(['actors', id, 'attitude'], 'wary')
    else draft.put(['actors', id, 'location'], way)
  }
  draft.say(tell(draft.state, 'end-combat', LOST))
  for (const id of fallen) {
    const { name } = draft.actor(id)
    for (const condition of ['critical', 'down', 'slumbering']) draft.relieve(id, condition)
    if (attempt(draft, id, 'STR')) {
      for (const stat of ['DEX', 'WIL']) if (draft.base(id, stat) === 0) mend(draft, id, stat, 1)
      draft.afflict(id, 'deprived')
      draft.say(`${cap(name)} comes round an hour later, alive.`)
    } else {
      die(draft, id)
      draft.say(`${cap(name)} does not wake.`)
    }
  }
  draft.passTime(60)
}

export default {
  name: 'end-combat',
  description: 'End the fight: one side is beaten, or both have had enough.',
  params: [],
  available: (state) => state.combat !== undefined || 'there is no fight',
  execute(state, actor) {
    const draft = new Draft(state)
    const ids = Object.keys(state.combat?.initiative ?? {})
    // Whoever has just run out of it is elsewhere already; the fight is where the others are.
    const place =
      state.combat?.initiative[actor] !== undefined
        ? placeOf(state, actor)
        : (state.actors[ids.find((id) => canAct(state, id)) ?? '']?.location ?? placeOf(state, actor))
    const party = partyAt(state, place)
    const upright = party.filter((id) => canAct(state, id))
    const fallen = party.filter((id) => !canAct(state, id) && !isDead(state, id))
    const foes = standing(state, 'foes', place)
    for (const id of ids) draft.relieve(id, 'grappled')
    if (upright.length === 0 && fallen.length > 0) leftForDead(draft, place, fallen)
    else if (foes.length > 0 || upright.length === 0) draft.say(tell(state, 'end-combat', DRAWN))
    else draft.say(tell(state, 'end-combat', WON, { P: upright.map((id) => draft.actor(id).name) }))
    draft.put(['combat'], null)
    return draft.result()
  }
} satisfies Action
