import { canAct, Draft, lairFrom, partyAt, placeOf, standing, tell } from 'proscenium'
import { DOWN } from '../lib/harm'

const WON = [
  'And there it stops. $P [P:is|are] left standing.',
  '$P [P:looks|look] round for more of it, and there is none.',
  'It is quiet enough after that for $P to hear the dripping.',
  'So much for that, and $P [P:says|say] so, out of breath.',
  '$P [P:has|have] won it, for what that is worth.',
  'It did not last long. $P [P:would|would] have sworn it did.',
  "Nobody is in $P's way any more."
]
const DRAWN = [
  'They break it off, each side as if it had been the other’s idea.',
  'That is enough, for now.',
  'Both sides find that they would rather not.',
  'It gutters out, like a candle, with something left on the plate.',
  'Nobody has won it and nobody is sorry.'
]
const LOST = [
  'There is nobody of $P left standing. They lie where they fell, and an hour passes over them.',
  'They are done with $P. The others go, and leave an hour’s quiet behind.',
  '$P [P:knows|know] nothing for an hour, and the floor knows $P.',
  'The winners do not stay to look at $P; it is an hour before anybody does.'
]

export default {
  name: 'end-combat',
  kind: 'end_combat',
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
    const up = party.filter((id) => canAct(state, id))
    const foes = standing(state, 'foes', place)
    const named = (list: readonly string[]): string[] => list.map((id) => draft.actor(id).name)
    draft.put(['combat'], null)
    if (up.length > 0) draft.say(foes.length > 0 ? tell(state, 'end-combat', DRAWN) : tell(state, 'end-combat', WON, { P: named(up) }))
    else if (party.length === 0) draft.say(tell(state, 'end-combat', DRAWN))
    else {
      const way = lairFrom(state, place)
      for (const id of foes) {
        if (way === undefined) draft.put(['actors', id, 'attitude'], 'wary')
        else draft.put(['actors', id, 'location'], way)
      }
      draft.say(tell(state, 'end-combat', LOST, { P: named(party) }))
      draft.passTime(DOWN)
    }
    return draft.result()
  }
} satisfies Action
