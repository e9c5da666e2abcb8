import { canAct, cap, Draft, isDead, partyAt, placeName, placeOf, refugeOf, standing, tell } from 'proscenium'
import { mend } from '../lib/body'
import { die } from '../lib/harm'
import { attempt } from '../lib/saves'

const WON = [
  'Then it is quiet, and $P [P:is the one|are the ones] left to hear it.',
  'It is over. $P [P:stands, breathes, and finds|stand, breathe, and find] nothing missing that was not missing before.',
  'The fight is done, and $P [P:holds|hold] the field.',
  '$P [P:waits|wait] for the next blow, and there is none.',
  'Nothing moves any more that $P would have to stop.',
  'It ends in the middle of a breath; $P [P:takes|take] the rest of it slowly.',
  '$P [P:lowers|lower] whatever can be lowered, and the noise goes on in the ears a while.',
  'That is all of it. $P [P:looks|look] about for somebody left to fear.',
  'After that nobody comes on, and $P [P:is|are] still there to notice.',
  '$P [P:finds|find] that it is possible to stand still again.',
  'The day goes to $P, who would rather have been elsewhere.'
]
const DRAWN = [
  'Both sides step back, and nobody follows.',
  'It stops as it began, over nothing anybody could name.',
  'They have all had enough at the same moment, which is rare.',
  'Nobody has won. Nobody asks for another try.',
  'The blows come further apart, and then there is no next one.',
  'It breaks off, like a conversation when a stranger walks in.'
]
const LOST = [
  'Nobody is left standing to say that it is over.',
  'It is over for everybody who stayed.',
  'The last of them goes down, and the place is quiet.',
  'The noise ends, and the rest is footsteps going away.'
]

const LEFT = [
  '$P [P:lies|lie] where it ended, with nobody of the company there to bend down.',
  '$P [P:is|are] left on the ground, with an hour to be fetched in.',
  'The others are away, and $P [P:is|are] not; that is how it stands.',
  'It is over, except for $P, who cannot get up and leave.'
]
const CRAWLS = [
  'On hands and knees it is a long way to $L, and $P [P:has|have] come all of it.',
  '$P [P:has|have] got as far as $L, and [P:does|do] not say how.',
  'Nobody was asked to carry $P, and yet [L:this is|these are] $L.',
  '$L [L:is|are] where $P [P:stops|stop] crawling.'
]

/** When no party member can act any more, an hour passes. Each of the fallen makes a STR save to survive, and the survivors get away. */
function leftForDead(draft: Draft, place: string, fallen: readonly string[]): void {
  const away = refugeOf(draft.state, fallen[0] ?? '')
  if (away === undefined) for (const id of standing(draft.state, 'foes', place)) draft.put(['actors', id, 'attitude'], 'wary')
  draft.say(tell(draft.state, 'end-combat', LOST))
  const alive = fallen.filter((id) => wakes(draft, id))
  if (away !== undefined && alive.length > 0) {
    for (const id of alive) draft.put(['actors', id, 'location'], away)
    const who = alive.map((id) => draft.actor(id).name)
    draft.say(tell(draft.state, 'end-combat', CRAWLS, { P: who, L: placeName(draft.state.places[away]) }))
  }
  draft.passTime(60)
}

function wakes(draft: Draft, id: string): boolean {
  const { name } = draft.actor(id)
  for (const condition of ['critical', 'down', 'slumbering']) draft.removeCondition(id, condition)
  if (!attempt(draft, id, 'STR')) {
    die(draft, id)
    draft.say(`${cap(name)} does not wake.`)
    return false
  }
  for (const stat of ['DEX', 'WIL']) if (draft.base(id, stat) === 0) mend(draft, id, stat, 1)
  draft.addCondition(id, 'deprived')
  draft.say(`${cap(name)} comes round an hour later, alive.`)
  return true
}

export default {
  name: 'end-combat',
  kind: 'end_combat',
  description: 'End the fight: one side is beaten, or both have had enough.',
  params: [],
  available: (state) => state.combat !== undefined || 'there is no fight',
  execute(state, actor) {
    const draft = new Draft(state)
    const ids = Object.keys(state.combat?.initiative ?? {})
    // A character who has just fled is elsewhere already; the fight is where the others are.
    const place =
      state.combat?.initiative[actor] !== undefined
        ? placeOf(state, actor)
        : (state.actors[ids.find((id) => canAct(state, id)) ?? '']?.location ?? placeOf(state, actor))
    const party = partyAt(state, place)
    const upright = party.filter((id) => canAct(state, id))
    const fallen = party.filter((id) => !canAct(state, id) && !isDead(state, id))
    const foes = standing(state, 'foes', place)
    for (const id of ids) draft.removeCondition(id, 'grappled')
    const escaped = Object.keys(state.actors).some((id) => state.actors[id]?.kind === 'player' && canAct(state, id))
    if (upright.length === 0 && fallen.length > 0) {
      if (escaped) draft.say(tell(state, 'end-combat', LEFT, { P: fallen.map((id) => draft.actor(id).name) }))
      else leftForDead(draft, place, fallen)
    } else if (foes.length > 0 || upright.length === 0) draft.say(tell(state, 'end-combat', DRAWN))
    else draft.say(tell(state, 'end-combat', WON, { P: upright.map((id) => draft.actor(id).name) }))
    draft.put(['combat'], null)
    return draft.result()
  }
} satisfies Action
