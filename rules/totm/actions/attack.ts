import { called, canAct, cap, Draft, inReach, itemName, npcsAt, placeOf, tell } from 'proscenium'
import { notYet } from '../lib/classes'
import { aftermath, armorOf, hurt } from '../lib/harm'
import { morale } from '../lib/morale'

/** The die of a blow by a character without brawn, and of every blow that a foe returns. */
const BACK = 3

/** The characters that an actor can strike: in a fight the other side; otherwise every NPC here who isn't a companion. */
const targets = (state: GameState, actor: string): string[] =>
  state.combat
    ? inReach(state, actor)
    : state.actors[actor]?.kind === 'player'
      ? npcsAt(state, placeOf(state, actor)).filter((id) => state.actors[id]?.tags['companion'] !== true)
      : []

/** The weapon of a blow, in words. */
function weapon(actor: Actor): string {
  const entry = Object.values(actor.inventory).find(({ item }) => game.equipment[item]?.kind === 'weapon')
  return entry ? itemName(entry) : 'bare hand'
}

const STRIKES = [
  '$A goes for $T with the $W.',
  '$A puts the $W where $T did not expect it.',
  '$A swings the $W right round, into $T.',
  '$A feints at nothing and brings the $W down on $T.',
  '$T turns, too late; $A is there with the $W.',
  '$A makes one step, then another, and uses the $W on $T.',
  "There is a gap beside $T's elbow. $A finds it with the $W.",
  '$A leads with the left and strikes from the right with the $W; $T was watching the left.',
  '$A has stopped thinking; the $W must do it instead, to $T.',
  'Low, and from the side, $A catches $T with the $W.',
  '$A shouts, for the good of it, and lets $T have the $W.',
  "$T comes on, and runs straight into $A's $W.",
  "$A waits for $T's second breath, and strikes with the $W."
]
const LANDS = [
  'It costs $T $N.',
  'That is $N off $T.',
  '$T is $N the worse for it.',
  '$T gives way, $N the poorer.',
  '$T feels every bit of it: $N.',
  '$T takes $N and a step back.',
  'What gets through to $T is $N.',
  '$N, and $T knows who from.',
  '$T swallows $N of it.',
  'It goes home: $N, in $T.',
  '$T breathes in sharply: $N.'
]
const TURNED = [
  'The $R takes all of it.',
  'It wears itself out on the $R.',
  'But there is the $R, and that is that.',
  'The $R rings, and $T does not mind.',
  'All it marks is the $R.',
  '$T looks down at the $R, and up again, unhurt.',
  'That was the $R, as $T points out.'
]
const HARMLESS = [
  '$T has had worse from doors.',
  'It does $T no harm.',
  '$T brushes it off.',
  'There is no weight in it, and $T says so.',
  '$T is still there, and whole.'
]
const BACKS = [
  'It comes back with interest: $T strikes, and costs $A $N.',
  '$T does not leave it at that; $A takes $N.',
  "Then it is $T's turn, and $N for $A.",
  '$A is not quick enough to get away from $T: $N.',
  '$T answers $A in kind, for $N.',
  '$A pays $N for whatever $T does next.',
  '$T hits back. $A, $N later, has understood.'
]

export default {
  name: 'attack',
  kind: 'attack',
  description: 'Strike somebody within reach for 1 to your brawn in damage. Armour takes some of it.',
  params(state, actor) {
    const people = targets(state, actor)
    return [{ name: 'target', type: 'target', description: 'Whom to strike', required: true, enum: people, labels: called(state, people) }]
  },
  available(state, actor) {
    if (!state.actors[actor]) return 'only characters can attack'
    if (!canAct(state, actor)) return "they can't act"
    const early = notYet(state)
    if (early !== undefined) return early
    return targets(state, actor).length > 0 || (state.combat ? 'nobody in reach is a foe' : 'there is nobody here to strike')
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { target } = params
    const attacker = draft.actor(actor)
    const victim = draft.actor(target)
    const brawn = attacker.stats['brawn'] === undefined ? BACK : draft.stat(actor, 'brawn')
    const armor = armorOf(victim)
    const total = roll(`d${Math.max(1, brawn)}`, { label: 'damage', target }).total
    const damage = Math.max(0, total - armor.points)
    const slots = { A: attacker.name, T: victim.name, W: weapon(attacker), N: String(damage), R: armor.name ?? '' }
    draft.say(tell(state, 'attack', STRIKES, slots))
    draft.say(tell(state, 'attack', damage > 0 ? LANDS : armor.name === undefined ? HARMLESS : TURNED, slots))
    if (victim.kind === 'npc' && attacker.kind === 'player' && victim.attitude !== 'hostile') draft.put(['actors', target, 'attitude'], 'hostile')
    const out = hurt(draft, target, damage, actor)
    morale(draft, target, damage > 0)
    // Outside a fight nobody has a turn of their own: a foe who still stands strikes back at once.
    const back = state.combat || out ? 0 : strikeBack(draft, target, actor)
    if (!state.combat) draft.passTime(1)
    return draft.result(aftermath(draft, victim.location), { status: 'success', npc: target, damage, back, defeated: out })
  }
} satisfies Action<{ target: string }>

function strikeBack(draft: Draft, from: string, to: string): number {
  const armor = armorOf(draft.actor(to))
  const points = Math.max(0, roll(`d${BACK}`, { label: 'strikes back', target: to }).total - armor.points)
  const slots = { A: draft.actor(to).name, T: draft.actor(from).name, N: String(points) }
  if (points > 0) draft.say(tell(draft.state, 'attack', BACKS, slots))
  else draft.say(`${cap(slots.T)} strikes back, and ${slots.A} has the ${armor.name ?? 'coat'} to thank.`)
  hurt(draft, to, points, from)
  return points
}
