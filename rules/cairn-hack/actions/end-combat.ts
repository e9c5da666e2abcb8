import { Draft } from '../lib/draft'
import { standing } from '../lib/fight'
import { die, passTime, save } from '../lib/harm'
import { canAct, isDead, lairFrom, partyAt, placeOf } from '../lib/people'
import { cap, names, pick } from '../lib/words'

const WON = [
  'Then it is quiet, and $P are the ones to hear it.',
  'It is over. $P stand, breathe, and count themselves.',
  'The fight is done, and $P have the field.'
]
const DRAWN = ['Both sides step back, and nobody follows.', 'It stops as it began, over nothing anybody could name.']
const LOST = ['Nobody is left standing to say that it is over.', 'It is over for all of them.']

/** Nobody of the party stands: the foes go, an hour passes, and each of the fallen lives or dies by Strength. */
function leftForDead(draft: Draft, place: string, fallen: readonly string[]): void {
  const way = lairFrom(draft.state, place)
  for (const id of standing(draft.state, 'foes', place)) {
    if (way === undefined) draft.put(['actors', id, 'attitude'], 'wary')
    else draft.put(['actors', id, 'location'], way)
  }
  draft.say(pick(LOST, place, ...fallen))
  for (const id of fallen) {
    const { name } = draft.actor(id)
    draft.relieve(id, 'critical')
    draft.relieve(id, 'down')
    if (save(draft, id, 'STR').success) {
      draft.afflict(id, 'deprived')
      draft.say(`${cap(name)} comes round an hour later, alive.`)
    } else {
      die(draft, id)
      draft.say(`${cap(name)} does not wake.`)
    }
  }
  passTime(draft, 60)
}

export default {
  name: 'end-combat',
  description: 'End the fight: one side is beaten, or both have had enough.',
  params: [],
  available: (state) => state.combat !== undefined || 'there is no fight',
  execute(state, actor) {
    const draft = new Draft(state)
    const ids = Object.keys(state.combat?.initiative ?? {})
    const place = state.actors[actor]
      ? placeOf(state, actor)
      : (state.actors[ids.find((id) => canAct(state, id)) ?? '']?.location ?? placeOf(state, actor))
    const party = partyAt(state, place)
    const upright = party.filter((id) => canAct(state, id))
    const fallen = party.filter((id) => !canAct(state, id) && !isDead(state, id))
    const foes = standing(state, 'foes', place)
    if (upright.length === 0 && fallen.length > 0) leftForDead(draft, place, fallen)
    else if (foes.length > 0 || upright.length === 0) draft.say(pick(DRAWN, place, ...ids))
    else {
      const line = pick(WON, place, ...upright)
      const one = line
        .replace('$P are the ones', '$P is the one')
        .replace('$P stand, breathe, and count themselves', '$P stands and breathes')
        .replace('$P have', '$P has')
      draft.say((upright.length === 1 ? one : line).replace('$P', () => names(upright.map((id) => draft.actor(id).name))))
    }
    draft.put(['combat'], null)
    return draft.result()
  }
} satisfies Action
