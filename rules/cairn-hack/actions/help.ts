import { canAct, Draft, isDead, peopleAt, placeOf, remembered, sideOf, tell } from 'proscenium'
import { attempt } from '../lib/saves'

type Need = 'bind' | 'lift' | 'wake' | 'free' | 'beat-out' | 'lend'
const WORDS: Readonly<Record<Need, string>> = {
  bind: 'bind their wounds',
  lift: 'get them on their feet',
  wake: 'wake them',
  free: 'tear them loose',
  'beat-out': 'beat out the flames',
  lend: 'help with what they try next'
}
const TOLD: Readonly<Record<Need, readonly string[]>> = {
  bind: [
    "$A ties off the worst of it, and $T's blood stays in $T.",
    "$A kneels on $T's wound until it gives in.",
    '$A packs the wound with whatever there is; $T breathes, and goes on breathing.',
    '$A holds $T shut with one hand and ties knots with the other.',
    "$A says $T's name over and over and pulls the bandage tight each time.",
    'It is $A who gets to $T first, and $T who will live because of it.',
    '$A tears a shirt into strips and winds $T up in them.',
    '$T has stopped leaking. $A has stopped shaking, nearly.'
  ],
  lift: [
    '$A gets a shoulder under $T, and then there are two of them standing.',
    '$A hauls $T up by the belt.',
    '$T is on both feet again, with one arm round $A.',
    '$A asks $T how many fingers, and does not wait for the number.',
    '$A props $T against something upright until $T is upright too.',
    '$A gives $T a hand up and keeps hold of it a while.',
    '“Up,” says $A, and $T is, more or less.'
  ],
  wake: [
    '$A shakes $T until $T objects.',
    "$A claps both hands beside $T's ear.",
    "$A pours something cold down $T's neck.",
    "$T is awake, and it is $A's fault.",
    '$A pinches $T where it counts.'
  ],
  free: [
    '$A levers $T out of that grip like a stone out of a hoof.',
    '$A gets in between, and $T gets out.',
    '$A pulls $T from the other side and wins.',
    '$A hangs on to the elbow that holds $T until it lets go.',
    '$A treads on something, there is a howl, and $T is loose.',
    'It takes both $A and $T, but the hold is broken.'
  ],
  'beat-out': [
    '$A throws a coat over $T and lies down on it.',
    '$A puts out $T with both hands and some bad words.',
    '$A rolls $T along the floor until there is only smoke.',
    '$A empties the flask over $T.',
    '$A claps at $T as if $T had done well. The sparks die.'
  ],
  lend: [
    '$A gets behind $T, ready to push.',
    '$A holds the light for $T, and holds it still.',
    '$A shows $T where to put the left foot.',
    "$A slips the strap off $T's shoulder and says: now.",
    '$A steadies $T with a hand flat on the back.',
    '$A keeps the way clear for $T.',
    '$A counts to three for $T, and it is a good three.',
    '$A braces whatever $T is about to lean on.',
    '$A stands where $T can see that somebody is standing.',
    '$A tells $T which side it will come from.',
    '$A whispers to $T how it could be done.',
    '$A has looked at it already, and tells $T the short version.'
  ]
}
const IN_VAIN = [
  '$A pulls at $T, and $T stays stuck.',
  '$A cannot get a hand between $T and whatever has hold of $T.',
  '$A tugs, $T swears, and the grip ignores both.',
  '$A tries to prise $T loose and is shoved aside.',
  '$A heaves at the wrong end of it; $T is no freer.'
]

/** What a character could be helped with now, most urgent first. */
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
  kind: 'help',
  description: 'Help one of your own: bind wounds, lift the fallen, wake, free or put them out, or help with their next save.',
  params(state, actor) {
    const people = needy(state, actor)
    const labels = Object.fromEntries(people.map((id) => [id, `${state.actors[id]?.name ?? id}: ${WORDS[need(state, id) ?? 'lend']}`]))
    return [{ name: 'target', type: 'target', description: 'Whom to help', required: true, enum: people, labels }]
  },
  available(state, actor) {
    if (!state.actors[actor]) return 'only characters can help'
    if (!canAct(state, actor)) return "they can't act"
    return needy(state, actor).length > 0 || 'nobody here needs help'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { target } = params
    const plight = need(state, target)
    if (plight === undefined) throw refuse(`${draft.actor(target).name} needs no help.`)
    const said = (lines: readonly string[]): void =>
      draft.say(tell(state, 'help', lines, { A: draft.actor(actor).name, T: draft.actor(target).name }))
    if (plight === 'free' && !attempt(draft, actor, 'STR')) {
      said(IN_VAIN)
      return draft.result([], { status: 'failure', effect: plight })
    }
    if (plight === 'bind') {
      draft.removeCondition(target, 'critical')
      // In a fight, a character whose wound is bound still lies there. More help or a breather gets them up.
      if (state.combat) draft.addCondition(target, 'down')
    } else if (plight === 'lend') draft.addCondition(target, 'aided', { minutes: 30 })
    else draft.removeCondition(target, { lift: 'down', wake: 'slumbering', free: 'grappled', 'beat-out': 'burning' }[plight])
    said(TOLD[plight])
    if (!state.combat) draft.passTime(plight === 'bind' ? 5 : 1)
    return draft.result([], { status: 'success', effect: plight })
  }
} satisfies Action<{ target: string }>
