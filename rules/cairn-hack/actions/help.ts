import { canAct, Draft, isDead, peopleAt, placeOf, remembered, sideOf, tell } from 'proscenium'
import { attempt } from '../lib/saves'

type Need = 'bind' | 'lift' | 'wake' | 'free' | 'beat-out' | 'lend'
const WORDS: Readonly<Record<Need, string>> = {
  bind: 'bind their wounds',
  lift: 'get them on their feet',
  wake: 'wake them',
  free: 'tear them loose',
  'beat-out': 'beat out the flames',
  lend: 'lend a hand with what they try next'
}
const TOLD: Readonly<Record<Need, readonly string[]>> = {
  bind: [
    '$A ties off the worst of it, and the blood of $T stays in $T.',
    '$A kneels on the wound of $T until it understands.',
    '$A packs what bleeds with what there is; $T breathes, and goes on breathing.',
    '$A holds $T shut with one hand and knots with the other.',
    '$A says the name of $T over and over and pulls the bandage tight each time.',
    'It is $A who gets to $T first, and $T who will live for it.',
    '$A tears a shirt in strips and winds $T up in them.',
    '$T has stopped leaking. $A has stopped shaking, nearly.'
  ],
  lift: [
    '$A gets a shoulder under $T, and then there are two of them standing.',
    '$A hauls $T up by the belt.',
    '$T is on both feet again; one of them is that of $A.',
    '$A asks $T how many fingers, and does not wait for the number.',
    '$A puts $T against something upright until $T is, too.',
    '$A gives $T a hand up and keeps hold of it a while.',
    '“Up,” says $A, and $T is, more or less.'
  ],
  wake: [
    '$A shakes $T until $T objects.',
    '$A claps both hands beside the ear of $T.',
    '$A pours something cold down the neck of $T.',
    '$T is awake, and it is $A who has done it.',
    '$A pinches $T where it counts.'
  ],
  free: [
    '$A levers $T out of that grip like a stone out of a hoof.',
    '$A gets in between, and $T gets out.',
    '$A pulls at $T from the other side and wins.',
    'With $A hanging on to the elbow that holds $T, it lets go.',
    '$A treads on something, there is a howl, and $T is loose.',
    'It takes $A and $T together, but the hold is broken.'
  ],
  'beat-out': [
    '$A throws a coat over $T and lies down on it.',
    '$A puts out $T with both hands and some bad words.',
    '$A rolls $T along the floor until there is only smoke.',
    '$A empties what was in the flask over $T.',
    '$A claps at $T as if $T had done well. The sparks die.'
  ],
  lend: [
    '$A gets behind $T and is ready to push.',
    '$A holds the light for $T, and holds it still.',
    '$A shows $T where to put the left foot.',
    '$A takes the strap off the shoulder of $T and says: now.',
    '$A steadies $T with one hand flat on the back.',
    '$A keeps the way clear for $T.',
    '$A counts to three for $T, and it is a good three.',
    '$A braces whatever $T is about to lean on.',
    '$A stands where $T can see that somebody is standing.',
    '$A tells $T which side it will come from.',
    '$A whispers to $T how it could be done.',
    '$A has looked at it already, and gives $T the short of it.'
  ]
}
const IN_VAIN = [
  '$A pulls at $T, and $T stays where $T is held.',
  '$A cannot get a hand between $T and what holds $T.',
  '$A tugs, $T swears, and the grip does neither.',
  '$A tries to prise $T loose and is shoved aside.',
  '$A heaves at the wrong end of it; $T is no freer.'
]

/** What somebody could be helped with now, most pressing first. */
function need(state: GameState, id: string): Need | undefined {
  const conditions = state.actors[id]?.conditions ?? {}
  if (conditions['critical']) return 'bind'
  if (conditions['burning']) return 'beat-out'
  if (conditions['down']) return 'lift'
  if (conditions['slumbering']) return 'wake'
  if (conditions['grappled']) return 'free'
  return canAct(state, id) && state.actors[id]?.kind === 'player' && !conditions['aided'] ? 'lend' : undefined
}
const needy = remembered((state, actor) =>
  peopleAt(state, placeOf(state, actor)).filter(
    (id) => id !== actor && !isDead(state, id) && sideOf(state, id) === 'party' && need(state, id) !== undefined
  )
)

export default {
  name: 'help',
  description: 'Help one of your own: bind wounds, lift the fallen, wake, free, put out; or lend a hand with their next save.',
  params(state, actor) {
    const people = needy(state, actor)
    const labels = Object.fromEntries(people.map((id) => [id, `${state.actors[id]?.name ?? id}: ${WORDS[need(state, id) ?? 'lend']}`]))
    return [{ name: 'target', type: 'target', description: 'Whom to help', required: true, enum: people, labels }]
  },
  available(state, actor) {
    if (!state.actors[actor]) return 'only somebody of flesh can help'
    if (!canAct(state, actor)) return 'cannot act'
    return needy(state, actor).length > 0 || 'nobody here needs a hand'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const target = String(params['target'])
    const plight = need(state, target)
    if (plight === undefined) throw refuse(`${draft.actor(target).name} needs no help.`)
    const said = (lines: readonly string[]): void =>
      draft.say(tell(state, 'help', lines, { A: draft.actor(actor).name, T: draft.actor(target).name }))
    if (plight === 'free' && !attempt(draft, actor, 'STR')) {
      said(IN_VAIN)
      return draft.result([], { status: 'failure', effect: plight })
    }
    if (plight === 'bind') {
      draft.relieve(target, 'critical')
      // In a fight the bound still lie there; a second hand gets them up, or the breath after it.
      if (state.combat) draft.afflict(target, 'down')
    } else if (plight === 'lend') draft.afflict(target, 'aided', { minutes: 30 })
    else draft.relieve(target, { lift: 'down', wake: 'slumbering', free: 'grappled', 'beat-out': 'burning' }[plight])
    said(TOLD[plight])
    if (!state.combat) draft.passTime(plight === 'bind' ? 5 : 1)
    return draft.result([], { status: 'success', effect: plight })
  }
} satisfies Action
